import Archives
package import Files
import SFTP
package import Settings
import Synchronization
import Words

/// What all connections of this process share: the log they write, the passwords they may use,
/// how they judge certificates, and their numbers.
package final class ConnectionContext: Sendable {
    package let credentials: Credentials
    package let log: ExchangeSink
    /// What is known of servers, and what the user allowed.
    package let known: KnownServers
    /// What servers have shown of themselves.
    package let cards: ServerCards
    /// Host keys that the user trusts, until ssh has them.
    package let hostKeys = AcceptedHostKeys()
    /// Where the panes are connected.
    package let browsing = BrowsedSites()
    let defaults: ConnectionDefaults
    private let connectionCount = Atomic<Int>(0)
    /// What archives were found to hold.
    let archives = ArchiveMemory()

    package init(
        credentials: Credentials, known: KnownServers = KnownServers(path: nil) { _ in },
        cards: ServerCards = ServerCards(path: nil),
        defaults: ConnectionDefaults = ConnectionDefaults(), log: @escaping ExchangeSink
    ) {
        self.credentials = credentials
        self.known = known
        self.cards = cards
        self.defaults = defaults
        self.log = log
    }

    /// Counts connections from 1, as the log shows them.
    package func nextConnection() -> Int {
        connectionCount.add(1, ordering: .relaxed).newValue
    }

    /// Why a site cannot be used by this version; nil where it can.
    package func refusal(of site: Site) -> FileSystemError? {
        do throws(FileSystemError) {
            _ = try defaults.applied(to: site)
        } catch {
            return error
        }
        guard FileSystemMakers.maker(for: site.scheme) == nil else { return nil }
        let known = Site.Scheme.allCases.filter {
            $0 != .file && FileSystemMakers.maker(for: $0) != nil
        }
        let list = known.map { "\($0.rawValue)://" }.joined(separator: ", ")
        return FileSystemError(
            .unsupported,
            detail: tr(
                "This version of Ferry does not support \(site.scheme.rawValue):// yet; it "
                    + "supports \(list) and local paths."))
    }

    /// A file system for the calling worker; it connects on first use, or says why it cannot.
    /// `prompter` is asked for what a login wants to know; nil where nobody watches. A job of the
    /// queue may use the password for those that have no other. `log` takes its lines instead of the
    /// context's own.
    package func fileSystem(
        for site: Site, connection: Int, prompter: (any LoginPrompter)? = nil,
        isForJob: Bool = false, log: ExchangeSink? = nil
    ) -> any FileSystem {
        if let archive = site.archive {
            let container = fileSystem(
                for: site.container, connection: connection, prompter: prompter,
                isForJob: isForJob, log: log)
            return ArchiveFileSystem(site, at: archive, in: container, memory: archives)
        }
        // Jobs of an earlier process come without having been asked for: none may go around a proxy
        // that cannot be read.
        let obstacle = refusal(of: site)
        let (credentials, defaults) = (credentials, defaults)
        let needs = ConnectionNeeds(
            site: (try? defaults.applied(to: site)) ?? site, number: connection,
            trust: defaults.policy(known, hostKeys), commands: known, refusals: known,
            notes: cards, sftp: defaults.sftp, log: log ?? self.log,
            password: { credentials.password(for: $0, isForJob: isForJob) },
            proxyPassword: {
                defaults.environment.password(for: $0) ?? defaults.proxyPassword($0)
            }, account: defaults.account, prompter: prompter, obstacle: obstacle)
        // One that is not there has an obstacle, and nothing is spoken.
        let make = FileSystemMakers.maker(for: site.scheme) ?? FileSystemMakers.ftp
        return make(needs)
    }

    /// No account has more connections than the user has said, where one protocol alone decides how
    /// many carry a file; 1 or more.
    package func limitConnections(to count: Int) {
        defaults.sftp.memory.limitConnections(to: count)
    }

    /// Ends what logins have started, for Ferry's own end: waits for that, two seconds at most; whether
    /// nothing is left. Nothing connects to sites that speak SFTP after it.
    @discardableResult
    package func close() -> Bool {
        defaults.sftp.memory.closeAll()
    }
}

extension ConnectionContext {
    /// What makes archives.
    package var packing: any Packing { ArchivePacker() }
}
