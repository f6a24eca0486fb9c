package import Files
import HTTP
import Synchronization

/// Passwords of this process, in memory only: those given in a URL, typed, or found by a lookup
/// (.netrc, a site's password command).
package final class Credentials: Sendable {
    struct Account: Hashable {
        var scheme: Site.Scheme
        var host: String
        var port: UInt16
        var user: String?

        init(scheme: Site.Scheme, host: String, port: UInt16, user: String?) {
            self.scheme = scheme
            self.host = host
            self.port = port
            self.user = user
        }

        init(_ site: Site) {
            // ftp, ftps and ftpes are the same account; a password for http is another matter.
            scheme = site.scheme.account
            host = site.host
            port = site.port
            user = site.user
        }
    }

    private struct State {
        var secrets: [Account: Secret] = [:]
        var refused: Set<Account> = []
        /// For jobs of the queue that have no other login.
        var forJobs: Secret?
    }

    private let state = Mutex(State())
    private let lookup: @Sendable (Site) -> Secret?

    /// `lookup` is asked, on a worker, where nothing was given.
    package init(lookup: @escaping @Sendable (Site) -> Secret?) {
        self.lookup = lookup
    }

    package func remember(_ secret: Secret, for site: Site) {
        state.withLock { $0.secrets[Account(site)] = secret }
    }

    /// Keeps a password for jobs of the queue that have no other login.
    package func rememberForJobs(_ secret: Secret) {
        state.withLock { $0.forJobs = secret }
    }

    /// All that is known, for another process that goes on with this one's work.
    var known: (secrets: [Account: Secret], forJobs: Secret?) {
        state.withLock { ($0.secrets, $0.forJobs) }
    }

    /// Takes over what another process knew.
    func take(_ secrets: [Account: Secret], forJobs: Secret?) {
        state.withLock { state in
            state.secrets.merge(secrets) { $1 }
            state.forJobs = forJobs ?? state.forJobs
        }
    }

    /// Whether jobs that have no other login on that site may have one.
    package func hasForJobs(on site: Site) -> Bool {
        site.takesPassword && state.withLock { $0.forJobs } != nil
    }

    /// Drops a password that the server refused; whether there was one.
    package func forget(_ site: Site) -> Bool {
        state.withLock { state in
            state.refused.insert(Account(site))
            return state.secrets.removeValue(forKey: Account(site)) != nil
        }
    }

    /// What to log in with. May block, where a command has to be asked; so only for workers.
    package func password(for site: Site, isForJob: Bool = false) -> Secret? {
        let account = Account(site)
        let (known, isRefused, forJobs) = state.withLock {
            ($0.secrets[account], $0.refused.contains(account), $0.forJobs)
        }
        if known != nil || isRefused { return known }
        guard let found = lookup(site) else {
            return isForJob && site.takesPassword ? forJobs : nil
        }
        state.withLock { $0.secrets[account] = found }
        return found
    }
}

extension Site {
    /// Whether a login there has a password of its own: nobody else's is told to an anonymous one.
    fileprivate var takesPassword: Bool {
        switch scheme.wireProtocol {
        case .ftp: !["anonymous", "ftp", nil].contains(user)
        case .http: user != nil || self[HTTPOptions.authentication] == .bearer
        case .sftp: true
        default: false
        }
    }
}
