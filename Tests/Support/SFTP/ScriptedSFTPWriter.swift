/// Puts the fields of a packet one behind the other.
package struct ScriptedSFTPWriter: Sendable {
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package mutating func put(byte: UInt8) { bytes.append(byte) }

    package mutating func put(_ integer: UInt32) {
        for shift in [24, 16, 8, 0] { bytes.append(UInt8(truncatingIfNeeded: integer >> shift)) }
    }

    package mutating func put(long: UInt64) {
        put(UInt32(truncatingIfNeeded: long >> 32))
        put(UInt32(truncatingIfNeeded: long))
    }

    package mutating func put(string: some Collection<UInt8>) {
        put(UInt32(string.count))
        bytes += string
    }

    package mutating func put(_ text: String) { put(string: Array(text.utf8)) }

    package mutating func put(_ attributes: ScriptedSFTPAttributes) {
        put(attributes.flags)
        if let size = attributes.size { put(long: size) }
        if let owner = attributes.owner {
            put(owner.user)
            put(owner.group)
        }
        if let permissions = attributes.permissions { put(permissions) }
        if let times = attributes.times {
            put(times.access)
            put(times.modified)
        }
    }

    /// The whole packet: its length, and these fields.
    package var packet: [UInt8] {
        var head = ScriptedSFTPWriter()
        head.put(UInt32(bytes.count))
        return head.bytes + bytes
    }

    /// What follows the id of a NAME packet.
    package static func names(_ entries: [ScriptedSFTPEntry]) -> [UInt8] {
        var writer = ScriptedSFTPWriter()
        writer.put(UInt32(entries.count))
        for entry in entries {
            writer.put(string: entry.name)
            writer.put(string: entry.longName)
            writer.put(entry.attributes)
        }
        return writer.bytes
    }
}
