import Glibc

/// The replies to OpenSSH's extensions (its file PROTOCOL, section 4).
struct ScriptedSFTPExtensions {
    private let files: ScriptedSFTPFiles
    private let behaviour: ScriptedSFTPBehaviour

    init(files: ScriptedSFTPFiles, _ behaviour: ScriptedSFTPBehaviour) {
        self.files = files
        self.behaviour = behaviour
    }

    /// What is not announced is not supported.
    func reply(to request: ScriptedSFTPRequest) -> ScriptedSFTPReply {
        guard behaviour.extensions.contains(where: { $0.name == request.name }) else {
            return .status(.unsupported)
        }
        let absolute = files.place.absolute(request.path, home: behaviour.home)
        guard let path = files.place.real(absolute), let target = files.second(request, behaviour)
        else { return .status(.noSuchFile) }
        switch request.name {
        case "posix-rename@openssh.com": return .result(rename(path, target))
        case "hardlink@openssh.com": return .result(link(path, target))
        case "statvfs@openssh.com":
            var status = statvfs()
            return statvfs(path, &status) == 0 ? reply(status) : .failure()
        case "fstatvfs@openssh.com":
            var status = statvfs()
            guard let descriptor = descriptor(request.handle) else { return .failure(EBADF) }
            return fstatvfs(descriptor, &status) == 0 ? reply(status) : .failure()
        case "fsync@openssh.com":
            guard let descriptor = descriptor(request.handle) else { return .failure(EBADF) }
            return .result(fsync(descriptor))
        case "lsetstat@openssh.com":
            let wanted = request.attributes.without(behaviour.droppedFields)
            return ScriptedSFTPSetting.set(wanted, path, isOfLink: true)
        case "limits@openssh.com":
            let limits = behaviour.limits
            return .longs([limits.packet, limits.read, limits.write, limits.handles])
        case "expand-path@openssh.com": return expanded(request.path)
        case "home-directory":
            let user = request.pathText
            guard let home = user.isEmpty ? behaviour.home : behaviour.homes[user] else {
                return .status(.failure)
            }
            return .names([ScriptedSFTPEntry(home)])
        case "copy-data": return copy(request)
        case "users-groups-by-id@openssh.com": return names(request)
        default: return .status(.unsupported)
        }
    }

    private func descriptor(_ handle: [UInt8]) -> CInt? { files.handles[handle]?.descriptor }

    private func reply(_ status: statvfs) -> ScriptedSFTPReply {
        .longs([
            UInt64(status.f_bsize), UInt64(status.f_frsize), UInt64(status.f_blocks),
            UInt64(status.f_bfree), UInt64(status.f_bavail), UInt64(status.f_files),
            UInt64(status.f_ffree), UInt64(status.f_favail), UInt64(status.f_fsid),
            // Read-only and no set-user-id: the two that the extension knows.
            UInt64(status.f_flag & 3), UInt64(status.f_namemax),
        ])
    }

    private func expanded(_ path: [UInt8]) -> ScriptedSFTPReply {
        let tilde = UInt8(ascii: "~")
        let slash = UInt8(ascii: "/")
        let first = path.prefix { $0 != slash }
        var whole = path
        if first.first == tilde {
            let user = String(decoding: first.dropFirst(), as: UTF8.self)
            guard let home = user.isEmpty ? behaviour.home : behaviour.homes[user] else {
                return .status(.noSuchFile)
            }
            whole = Array(home.utf8) + path.dropFirst(first.count)
        }
        let absolute = files.place.absolute(whole, home: behaviour.home)
        guard let found = files.place.canonical(absolute) else { return .failure() }
        return .names([ScriptedSFTPEntry(found)])
    }

    /// From one handle to another; a length of 0 is up to the end.
    private func copy(_ request: ScriptedSFTPRequest) -> ScriptedSFTPReply {
        guard let source = descriptor(request.handle),
            let target = descriptor(request.secondHandle)
        else { return .failure(EBADF) }
        if source == target { return .failure(EINVAL) }
        var left = request.length == 0 ? Int.max : request.length
        var from = off_t(clamping: request.offset)
        var to = off_t(clamping: request.secondOffset)
        var block = [UInt8](repeating: 0, count: 64 << 10)
        while left > 0 {
            let count = pread(source, &block, min(left, block.count), from)
            if count < 0 { return .failure() }
            if count == 0 { break }
            guard pwrite(target, block, count, to) == count else { return .failure() }
            left -= count
            from += off_t(count)
            to += off_t(count)
        }
        return .ok
    }

    private func names(_ request: ScriptedSFTPRequest) -> ScriptedSFTPReply {
        var users = ScriptedSFTPWriter()
        for user in request.users { users.put(ScriptedSFTPAccounts.user(user) ?? "") }
        var groups = ScriptedSFTPWriter()
        for group in request.groups { groups.put(ScriptedSFTPAccounts.group(group) ?? "") }
        var both = ScriptedSFTPWriter()
        both.put(string: users.bytes)
        both.put(string: groups.bytes)
        return .packet(201, both.bytes)
    }
}
