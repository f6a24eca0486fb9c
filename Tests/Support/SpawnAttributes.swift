import Glibc

/// Attributes for posix_spawn that give a program the signals it expects: Dispatch's threads block
/// most signals and this process may ignore SIGPIPE, and both would be inherited.
enum SpawnAttributes {
    enum Group {
        case inherited
        /// Leads a process group of its own.
        case own
        /// Leads a session of its own, without a terminal yet.
        case session
    }

    /// POSIX_SPAWN_SETSID, which Swift's Glibc does not show.
    private static let newSession: CInt = 0x80

    static func with<Result>(
        _ group: Group, _ body: (UnsafePointer<posix_spawnattr_t>) -> Result
    ) -> Result {
        var attributes = posix_spawnattr_t()
        posix_spawnattr_init(&attributes)
        defer { posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        sigemptyset(&none)
        var all = sigset_t()
        sigfillset(&all)
        posix_spawnattr_setsigmask(&attributes, &none)
        posix_spawnattr_setsigdefault(&attributes, &all)
        var flags = CInt(POSIX_SPAWN_SETSIGMASK) | CInt(POSIX_SPAWN_SETSIGDEF)
        switch group {
        case .inherited: break
        case .own: flags |= CInt(POSIX_SPAWN_SETPGROUP)
        case .session: flags |= newSession
        }
        posix_spawnattr_setflags(&attributes, Int16(flags))
        posix_spawnattr_setpgroup(&attributes, 0)
        return body(&attributes)
    }
}
