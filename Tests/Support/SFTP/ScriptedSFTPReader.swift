/// Takes the fields of a packet, in order.
package struct ScriptedSFTPReader {
    /// A packet that ends within a field.
    package struct Short: Error {}

    private var rest: ArraySlice<UInt8>

    package init(_ bytes: [UInt8]) { rest = bytes[...] }

    /// Bytes that are not taken yet.
    package var count: Int { rest.count }

    package mutating func byte() throws(Short) -> UInt8 {
        guard let first = rest.popFirst() else { throw Short() }
        return first
    }

    package mutating func integer() throws(Short) -> UInt32 {
        var value: UInt32 = 0
        for _ in 0..<4 { value = try value << 8 | UInt32(byte()) }
        return value
    }

    package mutating func long() throws(Short) -> UInt64 {
        try UInt64(integer()) << 32 | UInt64(integer())
    }

    package mutating func string() throws(Short) -> [UInt8] {
        let count = Int(try integer())
        guard count <= rest.count else { throw Short() }
        defer { rest = rest.dropFirst(count) }
        return Array(rest.prefix(count))
    }

    package mutating func attributes() throws(Short) -> ScriptedSFTPAttributes {
        let flags = try integer()
        var attributes = ScriptedSFTPAttributes()
        if flags & ScriptedSFTPAttributes.sizeFlag != 0 { attributes.size = try long() }
        if flags & ScriptedSFTPAttributes.ownerFlag != 0 {
            attributes.owner = try .init(user: integer(), group: integer())
        }
        if flags & ScriptedSFTPAttributes.permissionsFlag != 0 {
            attributes.permissions = try integer()
        }
        if flags & ScriptedSFTPAttributes.timesFlag != 0 {
            attributes.times = try .init(access: integer(), modified: integer())
        }
        if flags & ScriptedSFTPAttributes.extendedFlag != 0 {
            for _ in 0..<(try integer()) { _ = try (string(), string()) }
        }
        return attributes
    }
}
