import Glibc

/// What a packet says of a file (draft-ietf-secsh-filexfer-02, section 5); nil is left out.
package struct ScriptedSFTPAttributes: Hashable, Sendable {
    package struct Owner: Hashable, Sendable {
        package var user: UInt32
        package var group: UInt32

        package init(user: UInt32, group: UInt32) {
            self.user = user
            self.group = group
        }
    }

    /// Seconds since 1970.
    package struct Times: Hashable, Sendable {
        package var access: UInt32
        package var modified: UInt32

        package init(access: UInt32, modified: UInt32) {
            self.access = access
            self.modified = modified
        }
    }

    /// Fields, for naming some.
    package struct Fields: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let size = Fields(rawValue: sizeFlag)
        package static let owner = Fields(rawValue: ownerFlag)
        package static let permissions = Fields(rawValue: permissionsFlag)
        package static let times = Fields(rawValue: timesFlag)
    }

    static let sizeFlag: UInt32 = 1
    static let ownerFlag: UInt32 = 2
    static let permissionsFlag: UInt32 = 4
    static let timesFlag: UInt32 = 8
    static let extendedFlag: UInt32 = 0x8000_0000

    package var size: UInt64?
    package var owner: Owner?
    /// With the type of the file, where a server says it.
    package var permissions: UInt32?
    package var times: Times?

    package init(
        size: UInt64? = nil, owner: Owner? = nil, permissions: UInt32? = nil, times: Times? = nil
    ) {
        self.size = size
        self.owner = owner
        self.permissions = permissions
        self.times = times
    }

    init(_ status: stat) {
        size = UInt64(max(0, status.st_size))
        owner = Owner(user: status.st_uid, group: status.st_gid)
        permissions = status.st_mode
        times = Times(
            access: UInt32(truncatingIfNeeded: status.st_atim.tv_sec),
            modified: UInt32(truncatingIfNeeded: status.st_mtim.tv_sec))
    }

    var flags: UInt32 {
        (size == nil ? 0 : Self.sizeFlag) | (owner == nil ? 0 : Self.ownerFlag)
            | (permissions == nil ? 0 : Self.permissionsFlag)
            | (times == nil ? 0 : Self.timesFlag)
    }

    /// The same without some fields.
    package func without(_ fields: Fields) -> ScriptedSFTPAttributes {
        ScriptedSFTPAttributes(
            size: fields.contains(.size) ? nil : size,
            owner: fields.contains(.owner) ? nil : owner,
            permissions: fields.contains(.permissions) ? nil : permissions,
            times: fields.contains(.times) ? nil : times)
    }
}

/// A name in a NAME packet.
package struct ScriptedSFTPEntry: Hashable, Sendable {
    package var name: [UInt8]
    /// The line that `ls -l` would print.
    package var longName: [UInt8]
    package var attributes: ScriptedSFTPAttributes

    package init(
        _ name: [UInt8], longName: [UInt8]? = nil,
        _ attributes: ScriptedSFTPAttributes = .init()
    ) {
        self.name = name
        self.longName = longName ?? name
        self.attributes = attributes
    }

    package init(_ name: String, _ attributes: ScriptedSFTPAttributes = .init()) {
        self.init(Array(name.utf8), attributes)
    }
}
