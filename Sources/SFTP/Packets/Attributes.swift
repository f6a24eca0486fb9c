package import Files

/// What is known of a file, or is to be set (draft-ietf-secsh-filexfer-02, section 5).
package struct Attributes: Hashable, Sendable {
    /// When it was read and written last, in seconds since the epoch.
    package struct Times: Hashable, Sendable {
        package var access: UInt32
        package var modification: UInt32

        package init(access: UInt32, modification: UInt32) {
            self.access = access
            self.modification = modification
        }
    }

    private static let sizeFlag: UInt32 = 1
    private static let ownerFlag: UInt32 = 2
    private static let permissionsFlag: UInt32 = 4
    private static let timesFlag: UInt32 = 8
    private static let extendedFlag: UInt32 = 0x8000_0000

    /// Bytes.
    package var size: UInt64?
    package var owner: FileOwner?
    /// As st_mode has them: the kind of file, and the twelve bits.
    package var permissions: UInt32?
    package var times: Times?

    package init(
        size: UInt64? = nil, owner: FileOwner? = nil, permissions: UInt32? = nil,
        times: Times? = nil
    ) {
        self.size = size
        self.owner = owner
        self.permissions = permissions
        self.times = times
    }

    /// Reads them; extended ones are passed over.
    package init(from fields: inout FieldReader) throws(PacketFault) {
        let flags = try fields.number()
        if flags & Attributes.sizeFlag != 0 { size = try fields.longNumber() }
        if flags & Attributes.ownerFlag != 0 {
            owner = FileOwner(user: try fields.number(), group: try fields.number())
        }
        if flags & Attributes.permissionsFlag != 0 { permissions = try fields.number() }
        if flags & Attributes.timesFlag != 0 {
            times = Times(access: try fields.number(), modification: try fields.number())
        }
        guard flags & Attributes.extendedFlag != 0 else { return }
        let count = try fields.number()
        guard Int(count) <= fields.count / 8 else { throw .badCount(count) }
        for _ in 0..<count {
            _ = try fields.string()
            _ = try fields.string()
        }
    }

    func write(to writer: inout PacketWriter) {
        var flags: UInt32 = 0
        if size != nil { flags |= Attributes.sizeFlag }
        if owner != nil { flags |= Attributes.ownerFlag }
        if permissions != nil { flags |= Attributes.permissionsFlag }
        if times != nil { flags |= Attributes.timesFlag }
        writer.number(flags)
        if let size { writer.longNumber(size) }
        if let owner {
            writer.number(owner.user)
            writer.number(owner.group)
        }
        if let permissions { writer.number(permissions) }
        if let times {
            writer.number(times.access)
            writer.number(times.modification)
        }
    }
}
