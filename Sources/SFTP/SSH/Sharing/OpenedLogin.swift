import Synchronization

/// Over what an opener's last carrier goes; any thread may use it.
final class OpenedLogin: Sendable {
    enum Way {
        /// A login that nobody else can use, or none yet.
        case alone
        /// Whatever the user's own configuration shares.
        case users
        /// `isFirst`: it logged in itself.
        case over(SSHMaster, isFirst: Bool)
    }

    private let way = Mutex(Way.alone)

    var last: Way { way.withLock { $0 } }

    func note(_ way: Way) { self.way.withLock { $0 = way } }
}
