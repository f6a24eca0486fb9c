extension ScriptedSFTPRequest {
    /// A packet without its length. What cannot be read of it stays empty, and `isWhole` says so.
    init(_ packet: [UInt8], connection: Int) {
        var reader = ScriptedSFTPReader(packet)
        kind = (try? reader.byte()).flatMap { Kind(rawValue: $0) }
        let id = try? reader.integer()
        self.id = id ?? 0
        self.connection = connection
        let rest = Array(packet.dropFirst(5))
        fields = kind == .write ? [] : rest
        isWhole = id != nil && kind != nil
        guard isWhole else { return }
        do {
            try readFields(&reader)
            extraCount = reader.count
        } catch {
            isWhole = false
        }
    }

    private mutating func readFields(
        _ reader: inout ScriptedSFTPReader
    ) throws(ScriptedSFTPReader.Short) {
        switch kind {
        case .initialise, nil: break
        case .open:
            path = try reader.string()
            flags = OpenFlags(rawValue: try reader.integer())
            attributes = try reader.attributes()
        case .close, .fstat, .readdir: handle = try reader.string()
        case .read:
            handle = try reader.string()
            offset = try reader.long()
            length = Int(try reader.integer())
        case .write:
            handle = try reader.string()
            offset = try reader.long()
            payload = try reader.string()
            length = payload.count
        case .fsetstat:
            handle = try reader.string()
            attributes = try reader.attributes()
        case .lstat, .stat, .opendir, .remove, .rmdir, .realpath, .readlink:
            path = try reader.string()
        case .setstat, .mkdir:
            path = try reader.string()
            attributes = try reader.attributes()
        case .rename, .symlink:
            path = try reader.string()
            secondPath = try reader.string()
        case .extended:
            name = String(decoding: try reader.string(), as: UTF8.self)
            try readExtension(&reader)
        }
    }

    private mutating func readExtension(
        _ reader: inout ScriptedSFTPReader
    ) throws(ScriptedSFTPReader.Short) {
        switch name {
        case "posix-rename@openssh.com", "hardlink@openssh.com":
            path = try reader.string()
            secondPath = try reader.string()
        case "statvfs@openssh.com", "expand-path@openssh.com", "home-directory":
            path = try reader.string()
        case "fstatvfs@openssh.com", "fsync@openssh.com": handle = try reader.string()
        case "lsetstat@openssh.com":
            path = try reader.string()
            attributes = try reader.attributes()
        case "copy-data":
            handle = try reader.string()
            offset = try reader.long()
            length = Int(clamping: try reader.long())
            secondHandle = try reader.string()
            secondOffset = try reader.long()
        case "users-groups-by-id@openssh.com":
            users = try ScriptedSFTPRequest.integers(in: reader.string())
            groups = try ScriptedSFTPRequest.integers(in: reader.string())
        default: break
        }
    }

    private static func integers(
        in bytes: [UInt8]
    ) throws(ScriptedSFTPReader.Short) -> [UInt32] {
        var reader = ScriptedSFTPReader(bytes)
        var result: [UInt32] = []
        while reader.count > 0 { result.append(try reader.integer()) }
        return result
    }
}
