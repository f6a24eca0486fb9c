import Glibc

/// The descriptors 0, 1 and 2, which a shell may have closed (`>&-`).
enum StandardDescriptors {
    /// Takes the numbers that are free, before a socket or a file gets one of them and what is
    /// meant for stdout is sent to a server. /dev/null is opened the wrong way round, so that
    /// reading and writing fail as they do on a closed descriptor: nobody is told that what went
    /// nowhere was written. False where that cannot be done.
    static func occupy() -> Bool {
        for descriptor in STDIN_FILENO...STDERR_FILENO where fcntl(descriptor, F_GETFD) == -1 {
            let mode = descriptor == STDIN_FILENO ? O_WRONLY : O_RDONLY
            guard open("/dev/null", mode) == descriptor else { return false }
        }
        return true
    }
}
