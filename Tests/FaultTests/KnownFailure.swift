/// What Ferry does not bear yet, by the call's name: left out, but for the whole run.
enum KnownFailure {
    private static let lost = ["EIO", "ENOSPC", "EDQUOT"]
    private static let unknown = ["EINTR", "EXDEV", "EINVAL", "ENOSYS", "EOPNOTSUPP"]

    static let ofCommands: [String: [String]] = [
        "copy_file_range": unknown, "fdatasync": lost, "fsync": lost, "ftruncate": ["EINTR"],
        "open": ["kill"], "rename": ["EINTR"], "renameat2": unknown, "unlink": ["EINTR"],
    ]

    static let ofRequests: [String: [String]] = [:]
}
