import Glibc

/// Sets what SETSTAT and its like ask for, in OpenSSH's order.
enum ScriptedSFTPSetting {
    /// Sets all that is given; the first call that fails is the reply, after the others have been
    /// tried. A link at `path` is followed, unless `isOfLink`.
    static func set(
        _ wanted: ScriptedSFTPAttributes, _ path: [CChar], isOfLink: Bool = false
    ) -> ScriptedSFTPReply {
        let flags = isOfLink ? AT_SYMLINK_NOFOLLOW : 0
        var code: CInt = 0
        func note(_ status: CInt) {
            if status != 0, code == 0 { code = errno }
        }
        if let size = wanted.size {
            if isOfLink { return .status(.badMessage) }
            note(truncate(path, off_t(clamping: size)))
        }
        if let permissions = wanted.permissions {
            note(fchmodat(AT_FDCWD, path, permissions & 0o7777, flags))
        }
        if let times = wanted.times {
            let pair = [times.access, times.modified].map { timespec(tv_sec: Int($0), tv_nsec: 0) }
            note(utimensat(AT_FDCWD, path, pair, flags))
        }
        if let owner = wanted.owner {
            note(fchownat(AT_FDCWD, path, owner.user, owner.group, flags))
        }
        return code == 0 ? .ok : .failure(code)
    }
}
