import Files
import Synchronization

/// What all logins of this process by ssh share; any thread may use it.
package final class SSHMemory: Sendable {
    /// Seconds that programs may take to end.
    private static let patience = 2.0

    /// What was typed and worked.
    package let secrets: LoginSecrets
    let attempts: LoginAttempts
    let configurations = SSHConfigurations()
    let masters = SSHMasters()
    let extras = ExtraLogins()
    private let unusedProxies = Mutex<Set<Proxy>>([])
    private let sweptDirectories = Mutex<Set<String>>([])

    /// Nothing is remembered yet. `isPaced`: whether whoever connects does so a few times only, with
    /// pauses of his own.
    package init(isPaced: Bool = false) {
        secrets = LoginSecrets()
        attempts = isPaced ? LoginAttempts(longest: LoginAttempts.delays.first) : LoginAttempts()
    }

    /// No account has more connections than that, the shared one among them; 1 or more.
    package func limitConnections(to count: Int) {
        extras.limit(to: count - 1)
    }

    /// Whether it is the first time that this proxy would have been used and is not.
    func isNewlyUnused(_ proxy: Proxy) -> Bool {
        unusedProxies.withLock { $0.insert(proxy).inserted }
    }

    /// Removes what earlier processes that were killed have left in these directories, once in the life
    /// of this one.
    func sweep(_ directories: [String]) {
        for directory in directories where directory.first == "/" {
            guard sweptDirectories.withLock({ $0.insert(directory).inserted }) else { continue }
            OrphanedSockets.remove(in: directory)
        }
    }

    /// Ends every ssh of this process, and all that these have started; for Ferry's own end. Waits for
    /// that, two seconds at most; whether nothing is left. Whoever wants a login later hears that Ferry
    /// is ending.
    @discardableResult
    package func closeAll() -> Bool {
        masters.closeAll(within: SSHMemory.patience)
    }
}
