package import Files
import Transport

/// An account on an FTP server as a `FileSystem`. Connects on first use and again after a loss;
/// belongs to one worker.
package final class FTPFileSystem: FileSystem, SettingModes, SettingTimes, TakingCommands {
    package let site: Site
    package let interrupt: @Sendable () -> Void
    private let password: PasswordProvider
    private let proxyPassword: ProxyPasswordProvider?
    private let account: AccountProvider
    private let encryption: Encryption
    private let obstacle: FileSystemError?
    let log: ExchangeLog
    let interrupter: Interrupter
    let memory: ServerMemory
    /// How long it waits; a change holds for connections made afterwards.
    package var timeouts: Timeouts
    /// What of a listing is kept.
    package var listingLimits = DirectoryBuilder.Limits()

    /// The connection in use, where there is one.
    private(set) var session: Session?
    /// The open handle's transfer.
    var transfer: Transfer?
    /// Files that come next, and what was sent ahead for the first of them.
    var upcoming: [Upcoming] = []
    var ahead: Request?

    /// `connection` numbers the connection in the log, from 1; `trust` judges certificates, and
    /// remembers which sites have TLS; `commands` remembers how servers take theirs. `password` is asked when the server asks, on the worker's own
    /// thread, and may block; `proxyPassword` in the same way where the site's proxy has a user, and
    /// `account` where the server wants one and the site names none.
    /// `obstacle` is why it may not connect at all, thrown by whatever would.
    package init(
        site: Site, connection: Int, trust: TrustPolicy,
        commands: any CommandMemory = TransientCommands(), log sink: @escaping ExchangeSink,
        password: @escaping @Sendable (Site) -> Secret?,
        proxyPassword: (@Sendable (Proxy) -> Secret?)? = nil,
        account: @escaping @Sendable (Site) -> Secret? = { _ in nil },
        obstacle: FileSystemError? = nil
    ) {
        self.site = site
        timeouts = Timeouts(site)
        self.proxyPassword = proxyPassword
        self.account = account
        self.obstacle = obstacle
        self.password = password
        let log = ExchangeLog(connection: connection, site: site, sink: sink)
        self.log = log
        encryption = Encryption(site, trust, log)
        memory = ServerMemory(of: site, in: commands)
        let interrupter = Interrupter()
        self.interrupter = interrupter
        interrupt = { interrupter.interrupt() }
    }

    deinit {
        session?.control.close()
    }

    var isInterrupted: Bool { interrupter.isInterrupted }

    /// Takes in what came unasked first: a server that said good-bye, or closed, is noticed here.
    package var isConnected: Bool {
        session?.control.checkIdle()
        return session?.isUsable ?? false
    }

    package var security: ConnectionSecurity? {
        guard let session, session.isUsable else { return nil }
        return session.security
    }

    package var capabilities: Capabilities {
        var all: Capabilities = [.write, .resumeUpload, .setModified]
        if memory.listsFacts, memory.features?.listsTimes ?? false { all.insert(.exactTimes) }
        if !knowsSetModified { all.remove(.setModified) }
        return all
    }

    package var setsModes: Bool { memory.knows(.setMode) || memory.knows(.setModeByFact) }

    var knowsSetModified: Bool {
        TimeCommand.allCases.contains { memory.knows($0.ability) }
    }

    package func home() throws(FileSystemError) -> Path {
        _ = try perform(.always) { _ throws(FileSystemError) in }
        return memory.home ?? .root
    }

    package func close() {
        transfer?.abort()
        transfer = nil
        session?.quit()
        session = nil
    }

    // MARK: One place for connecting, and for trying again

    /// Whether an operation may be done twice.
    enum Repetition {
        /// Doing it twice is the same as doing it once.
        case always
        /// Only while the server cannot have done it yet.
        case unanswered
    }

    /// Runs `body` on a connection that is logged in. A connection that is lost is made again, once
    /// and silently, and `body` run again, as far as `repetition` allows.
    @discardableResult
    func perform<Value>(
        _ repetition: Repetition, _ body: (Session) throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value {
        endTransfer()
        let session = try connectedSession()
        let replies = session.control.replyCount
        do {
            return try body(session)
        } catch {
            guard session.control.isLost, !interrupter.isInterrupted,
                [.connection, .timeout].contains(error.kind)
            else { throw error }
            let isClosing = session.control.loss?.reply != nil
            let mayRepeat =
                switch repetition {
                case .always: error.kind == .connection
                case .unanswered:
                    error.kind == .connection
                        && (isClosing || session.control.replyCount == replies)
                }
            dropSession()
            guard mayRepeat else { throw error }
            log.remark("The connection was lost; connecting again.")
            return try body(connectedSession())
        }
    }

    /// The connection, made if need be.
    func connectedSession() throws(FileSystemError) -> Session {
        if let obstacle { throw obstacle }
        if let session {
            session.control.checkIdle()
            if session.isUsable { return session }
            if !interrupter.isInterrupted {
                log.remark("The server closed the idle connection; connecting again.")
            }
            dropSession()
        }
        // Only what was made before the interruption is interrupted.
        interrupter.reset()
        let dialer = Dialer(
            site: site, timeouts: timeouts, interrupter: interrupter, proxyPassword: proxyPassword)
        let made = try Session.open(
            site, timeouts: timeouts, memory: memory, encryption: encryption, log: log,
            dialer: dialer,
            password: password, account: account)
        session = made
        return made
    }

    func dropSession() {
        session?.control.close()
        session = nil
        ahead = nil
    }

    /// One handle is open at a time: a new operation ends the one before.
    func endTransfer() {
        guard let transfer else { return }
        self.transfer = nil
        transfer.abort()
    }

    /// The error for a refusal, with the connection's loss taking precedence.
    func refusal(
        _ reply: Reply, _ action: String, _ path: Path, _ session: Session
    ) -> FileSystemError {
        if reply.code == 421, let loss = session.control.loss { return loss }
        return ReplyMeaning.error(reply, action, path, on: site)
    }
}
