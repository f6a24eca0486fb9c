/// Puts requests behind one another, as they go to the server.
package struct PacketWriter {
    /// What was put together so far.
    package private(set) var bytes: [UInt8] = []

    package init() {}

    package var isEmpty: Bool { bytes.isEmpty }

    /// Forgets what was put together, and keeps the room.
    package mutating func removeAll() {
        bytes.removeAll(keepingCapacity: true)
    }

    /// The version that Ferry speaks (section 4).
    static let version: UInt32 = 3

    /// The first packet, which has no number.
    mutating func greet() {
        number(5)
        bytes.append(PacketType.initialize.rawValue)
        number(PacketWriter.version)
    }

    /// One packet: its type, its number, and what `fields` writes. `trailing` are bytes that are sent
    /// right behind it, as the end of its last field.
    mutating func packet(
        _ type: PacketType, _ id: UInt32, trailing: Int = 0,
        _ fields: (inout PacketWriter) -> Void
    ) {
        let start = bytes.count
        number(0)
        bytes.append(type.rawValue)
        number(id)
        fields(&self)
        let length = UInt32(truncatingIfNeeded: bytes.count - start - 4 + trailing)
        withUnsafeBytes(of: length.bigEndian) { bytes.replaceSubrange(start..<start + 4, with: $0) }
    }

    mutating func put(_ request: Request, _ id: UInt32) {
        request.write(to: &self, id: id)
    }

    mutating func append(_ more: UnsafeRawBufferPointer) {
        bytes.append(contentsOf: more)
    }

    mutating func number(_ number: UInt32) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func longNumber(_ number: UInt64) {
        withUnsafeBytes(of: number.bigEndian) { bytes.append(contentsOf: $0) }
    }

    mutating func string(_ string: [UInt8]) {
        number(UInt32(truncatingIfNeeded: string.count))
        bytes.append(contentsOf: string)
    }

    mutating func string(_ string: String) {
        self.string(Array(string.utf8))
    }

    mutating func attributes(_ attributes: Attributes) {
        attributes.write(to: &self)
    }
}
