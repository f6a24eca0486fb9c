import Files
import Transport
import Words

/// What a new operation on the connection ends, where it is open yet.
protocol EndingEarly: AnyObject {
    func abort()
}

/// The connection to an account: made on first use, and again after a loss. The one place for
/// connecting, and for trying again.
final class Connection {
    /// Whether an operation may be done twice.
    enum Repetition {
        /// Doing it twice is the same as doing it once.
        case always
        /// Only while the server cannot have done it yet.
        case unanswered
    }

    private let opener: SessionOpener
    private let obstacle: FileSystemError?
    /// How long it waits; a change holds for connections made afterwards.
    var timeouts: Timeouts
    /// What of a listing is kept; a change holds for connections made afterwards.
    var listingLimits = DirectoryBuilder.Limits()

    /// The connection in use, where there is one.
    private(set) var session: Session?
    /// How often one was made.
    private(set) var sessionCount = 0
    /// The open handle's transfer.
    private var transfer: (any EndingEarly)?

    /// `obstacle` is why it may not connect at all, thrown by whatever would.
    init(_ opener: SessionOpener, obstacle: FileSystemError? = nil) {
        self.opener = opener
        self.obstacle = obstacle
        timeouts = Timeouts(opener.site)
    }

    deinit {
        session?.control.close()
    }

    var site: Site { opener.site }
    var memory: ServerMemory { opener.memory }
    var log: ExchangeLog { opener.log }
    var isInterrupted: Bool { opener.interrupter.isInterrupted }

    /// Takes in what came unasked first: a server that said good-bye, or closed, is noticed here.
    var isOpen: Bool {
        session?.control.checkIdle()
        return session?.isUsable ?? false
    }

    /// How it is protected; nil without one.
    var security: ConnectionSecurity? {
        guard let session, session.isUsable else { return nil }
        return session.protection.security
    }

    /// Says good-bye.
    func close() {
        endTransfer()
        session?.quit()
        session = nil
    }

    // MARK: Connecting, and trying again

    /// Runs `body` on a connection that is logged in. A connection that is lost is made again, once
    /// and silently, and `body` run again, as far as `repetition` allows.
    @discardableResult
    func perform<Value>(
        _ repetition: Repetition, _ body: (Session) throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value {
        let session = try ready()
        let replies = session.control.replyCount
        do {
            return try body(session)
        } catch {
            guard session.control.isLost, !isInterrupted,
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
            drop()
            guard mayRepeat else { throw error }
            log.retry()
            return try body(connected())
        }
    }

    /// The connection for a new operation, made if need be, with no handle open on it.
    func ready() throws(FileSystemError) -> Session {
        endTransfer()
        return try connected()
    }

    private func connected() throws(FileSystemError) -> Session {
        if let obstacle { throw obstacle }
        if let session {
            session.control.checkIdle()
            if session.isUsable { return session }
            if !isInterrupted {
                log.remark(tr("The server closed the idle connection; reconnecting."))
            }
            drop()
        }
        // Only what was made before the interruption is interrupted.
        opener.interrupter.reset()
        let made = try opener.open(timeouts, listingLimits)
        session = made
        sessionCount += 1
        return made
    }

    /// Another connection beside this one, which belongs to the caller; no reply may take longer than so
    /// many seconds there.
    func openBeside(patience: Double) throws(FileSystemError) -> Session {
        if let obstacle { throw obstacle }
        var timeouts = timeouts
        timeouts.idle = min(timeouts.idle, patience)
        return try opener.open(timeouts, listingLimits)
    }

    /// Gives the connection up.
    func drop() {
        session?.control.close()
        session = nil
    }

    // MARK: The open handle

    /// One handle is open at a time: a new operation ends it.
    func begin(_ transfer: any EndingEarly) { self.transfer = transfer }

    /// The handle is closed.
    func end(_ transfer: any EndingEarly) {
        if self.transfer === transfer { self.transfer = nil }
    }

    private func endTransfer() {
        guard let transfer else { return }
        self.transfer = nil
        transfer.abort()
    }
}
