/// What is to become of one call of the C library, or of it and all later ones of its kind.
struct Fault: Hashable, CustomStringConvertible {
    /// What the program may make of it.
    enum Expectation {
        /// It fails, or finds another way; what it says is so.
        case any
        /// There is another way, which it has to find.
        case success
        /// The bytes may be lost although they can be read still: to say it is done would be wrong.
        case failure
    }

    var call: String
    /// From 1 on.
    var number: Int
    /// Whether all later ones meet the same: what a file system lacks it lacks always.
    var isLasting = false
    /// An error's name, `short`, or `kill`.
    var kind: String
    var expectation = Expectation.any

    var isKill: Bool { kind == "kill" }

    /// As the library reads it.
    var order: String { "\(call):\(number)\(isLasting ? "+" : ""):\(kind)" }

    var description: String { order }

    /// Those that the `number`th call of this name may meet.
    static func all(of call: String, number: Int) -> [Fault] {
        func once(_ kinds: [String], _ expectation: Expectation = .any) -> [Fault] {
            kinds.map {
                Fault(call: call, number: number, kind: $0, expectation: expectation)
            }
        }
        func always(_ kinds: [String], _ expectation: Expectation = .success) -> [Fault] {
            kinds.map {
                Fault(
                    call: call, number: number, isLasting: true, kind: $0, expectation: expectation)
            }
        }
        // Nobody handles signals with SA_RESTART left out, but file systems in user space give EINTR.
        let interrupted = once(["EINTR"], .success)
        let killed = once(["kill"])
        return switch call {
        case "open": once(["EIO", "EACCES", "EMFILE", "ENOSPC"]) + killed
        case "read": once(["EIO"]) + once(["short"], .success) + interrupted
        case "write":
            once(["EIO", "ENOSPC", "EDQUOT"]) + once(["short"], .success) + interrupted + killed
        case "copy_file_range":
            once(["EIO", "ENOSPC", "EDQUOT"]) + once(["short"], .success) + interrupted
                + always(["EXDEV", "EINVAL", "ENOSYS", "EOPNOTSUPP"]) + killed
        case "splice", "sendfile":
            once(["EIO", "ENOSPC"]) + once(["short"], .success) + interrupted
                + always(["EINVAL", "ENOSYS"]) + killed
        case "fsync", "fdatasync":
            once(["EIO", "ENOSPC", "EDQUOT"], .failure) + interrupted + killed
        case "syncfs":
            once(["EIO"]) + interrupted + always(["ENOSYS", "EOPNOTSUPP"]) + killed
        case "sync_file_range": always(["EIO", "ENOSYS", "EINVAL"])
        // The same call where it is no hint: the bytes are waited for.
        case "wait_for_writing": always(["EIO"], .failure) + always(["ENOSYS", "EINVAL"])
        case "renameat2":
            once(["EIO", "ENOSPC", "EDQUOT", "EXDEV", "EACCES", "late-EIO"]) + interrupted
                + always(["EINVAL", "ENOSYS"]) + killed
        case "rename":
            once(["EIO", "ENOSPC", "EXDEV", "EACCES", "late-EIO"]) + interrupted + killed
        case "link": once(["EIO", "EDQUOT"]) + always(["EPERM", "EOPNOTSUPP"]) + killed
        case "unlink": once(["EIO", "EACCES", "late-EIO"]) + interrupted + killed
        case "mkdir": once(["EIO", "ENOSPC", "EDQUOT", "EACCES"]) + killed
        case "fchmod", "fchown": once(["EIO"]) + always(["EPERM"])
        case "futimens": once(["EIO"]) + always(["EPERM", "ENOSYS"])
        case "fsetxattr", "fgetxattr": always(["EOPNOTSUPP", "ENOSPC"])
        case "flock": always(["ENOSYS", "EOPNOTSUPP"])
        case "fallocate": once(["ENOSPC", "EIO"]) + interrupted + always(["EOPNOTSUPP", "ENOSYS"])
        case "ftruncate": once(["EIO", "EINVAL"]) + interrupted + killed
        case "close": once(["EIO", "EINTR"])
        default: once(["EIO"])
        }
    }
}
