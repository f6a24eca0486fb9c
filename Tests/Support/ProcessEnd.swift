import Glibc

/// The end of a child of this process.
enum ProcessEnd {
    /// Whether it came in time; then `status` is that of waitpid(2). Asked for in short rounds: a
    /// wait for one child has no limit of its own.
    static func wait(for process: pid_t, _ deadline: Deadline, _ status: inout CInt) -> Bool {
        while true {
            let ended = waitpid(process, &status, WNOHANG)
            if ended == process { return true }
            guard ended == 0 || errno == EINTR, deadline.isOpen else { return false }
            poll(nil, 0, 5)
        }
    }
}
