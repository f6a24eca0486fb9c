import Files
import Transport
import Words

/// The connection to an account: made on first use, and again after a loss. The one place for
/// connecting, and for trying again.
final class Connection {
    /// Where the login puts the user.
    private final class Home {
        enum State {
            case unknown
            case asked
            case told(Path)
        }

        var state = State.unknown
    }

    let site: Site
    let log: ConnectionLog
    private let opener: any CarrierOpener
    private let refusals: Refusals
    private let notes: any ServerNotes
    private let interrupter: Interrupter
    private let obstacle: FileSystemError?
    private var home = Home()
    /// What of a listing is kept.
    var listingLimits = DirectoryBuilder.Limits()
    /// What came to be prepared while there was no connection.
    private var upcoming: [Upcoming] = []
    /// Where room was to be asked for while there was no connection.
    private var unaskedSpace: Path?
    /// The conversation in use, where there is one.
    private(set) var session: Session?

    /// `obstacle` is why it may not connect at all, thrown by whatever would.
    init(
        _ site: Site, _ opener: any CarrierOpener, _ refusals: Refusals, _ notes: any ServerNotes,
        log: ConnectionLog,
        interrupter: Interrupter, obstacle: FileSystemError?
    ) {
        self.site = site
        self.opener = opener
        self.refusals = refusals
        self.notes = notes
        self.log = log
        self.interrupter = interrupter
        self.obstacle = obstacle
    }

    deinit {
        session?.channel.close()
    }

    /// Takes in what came unasked first: a server that closed is noticed here.
    var isOpen: Bool { session?.channel.isUsable ?? false }

    /// Runs `body` on a connection that is logged in. One that is lost under way is made again, once,
    /// where doing it twice is the same as doing it once.
    @discardableResult
    func perform<Value>(
        _ body: (Session) throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value {
        let wasOpen = session != nil
        let session = try ready()
        do throws(FileSystemError) {
            return try body(session)
        } catch {
            guard wasOpen, session.channel.loss != nil, error.kind == .connection,
                !interrupter.isInterrupted
            else { throw error }
            log.retry(on: site)
            return try body(ready())
        }
    }

    /// The same for what is done only once: a connection that is lost under way is not made again.
    func once<Value>(
        _ body: (Session) throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value {
        try body(ready())
    }

    /// Many answers, in order; where there is no connection, that is each of them.
    func answers(
        _ count: Int, _ body: (Session) -> [Result<Void, FileSystemError>]
    ) -> [Result<Void, FileSystemError>] {
        guard count > 0 else { return [] }
        do throws(FileSystemError) {
            return body(try ready())
        } catch {
            return Array(repeating: .failure(error), count: count)
        }
    }

    /// The connection for a new operation, made if need be.
    func ready() throws(FileSystemError) -> Session {
        if let obstacle { throw obstacle }
        if let session {
            if session.channel.isUsable { return session }
            if !interrupter.isInterrupted {
                if let loss = session.channel.loss, loss.kind == .protocolViolation {
                    log.trouble(loss.message)
                }
                log.remark(tr("The server closed the connection; reconnecting."))
            }
            drop()
        }
        // Only what was made before the interruption is interrupted.
        interrupter.reset()
        let channel = try noted()
        let made = Session(channel, asked(channel), refusals) {
            [opener, interrupter] kind throws(FileSystemError) in
            try opener.openAnother(kind, interrupter)
        } shell: { [opener, interrupter] script throws(FileSystemError) in
            try opener.openShell(reading: script, interrupter)
        }
        session = made
        prepare(upcoming)
        if let directory = unaskedSpace { askSpace(at: directory) }
        return made
    }

    /// A channel, with what it shows of the server, or why there is none, written down.
    private func noted() throws(FileSystemError) -> Channel {
        do throws(FileSystemError) {
            let channel = Channel(try greeted(), site: site, log: log)
            notes.note(site) { card in
                card.features = channel.version.extensions.keys.sorted()
                card.software = channel.version.vendor ?? card.software
            }
            return channel
        } catch {
            notes.noteFailure(error, of: site)
            throw error
        }
    }

    /// Asks what the server takes and where the login begins. None of it is waited for: it is answered
    /// before whatever is asked next.
    private func asked(_ channel: Channel) -> OpenFiles {
        let asksLimits = channel.version.has(.limits)
        let handles = OpenFiles(isAsked: asksLimits)
        if asksLimits {
            channel.send(.extended(.limits, [])) { answer in
                if case .success(.extended(let fields)) = answer,
                    let limits = try? ServerLimits(fields)
                {
                    channel.limits = limits
                }
                handles.told(channel.limits.handles)
            }
        }
        let (site, home) = (site, Home())
        self.home = home
        home.state = .asked
        channel.send(.realPath(Array(".".utf8))) { answer in
            // A server that does not tell where it begins, begins at its root.
            let name = try? Answer(answer, .find, .root, on: site).name()
            home.state = name.map { .told(Path($0)) } ?? .unknown
        }
        return handles
    }

    /// Where the login puts the user; nil where the server does not tell.
    func findHome() throws(FileSystemError) -> Path? {
        let channel = try ready().channel
        try channel.wait {
            if case .asked = home.state { false } else { true }
        }
        if case .told(let path) = home.state { return path }
        if let loss = channel.loss { throw loss }
        return nil
    }

    /// Asks what room there is in a directory, together with what is asked next; nil forgets the answer.
    func askSpace(at directory: Path?) {
        unaskedSpace = session == nil ? directory : nil
        guard let session else { return }
        session.spaceAhead = directory.flatMap { SpaceAhead($0, over: session.channel) }
    }

    /// What comes next; it is begun with the first of it.
    func prepare(_ next: [Upcoming]) {
        upcoming = session == nil ? next : []
        session?.readAhead.prepare(next.filter { $0.direction == .read })
        session?.writeAhead.prepare(next.filter { $0.direction == .write })
        if next.isEmpty { session?.channel.flushAvailable() }
    }

    /// Whether the server is not known to refuse it.
    func allows(_ refusal: Refusal) -> Bool { refusals.allows(refusal) }

    /// Half of the handles that may be open; the others are for what comes next.
    var openFileLimit: Int {
        ((session?.handles.expectedLimit ?? OpenFiles.usual) + 1) / 2
    }

    private func greeted() throws(FileSystemError) -> Greeting {
        if !refusals.allows(.subsystem) {
            do throws(FileSystemError) {
                if let found = try greetedByShell() { return found }
            } catch {
                // A server that was changed since may have a subsystem now.
                guard [.protocolViolation, .unsupported].contains(error.kind) else { throw error }
            }
        }
        do throws(FileSystemError) {
            let found = try Greeting(opener.open(interrupter), site: site, log: log)
            if opener.suits(found.version) { return found }
            found.carrier.close()
            return try Greeting(opener.open(interrupter), site: site, log: log)
        } catch {
            guard [.protocolViolation, .unsupported].contains(error.kind),
                !interrupter.isInterrupted
            else { throw error }
            log.trouble(error.message)
            // Where that leads to nothing either, the first reason is the one to tell.
            guard let found = (try? greetedByShell()) ?? nil else { throw error }
            refusals.note(.subsystem)
            log.remark(
                tr(
                    "Ferry found the server's sftp-server through its login shell and uses it. To "
                        + "choose one, set sftp_server = \"/path/to/sftp-server\" for the site."))
            return found
        }
    }

    private func greetedByShell() throws(FileSystemError) -> Greeting? {
        guard let carrier = try opener.open(running: ServerSearch.command, interrupter) else {
            return nil
        }
        return try Greeting(carrier, behind: ServerSearch.mark, site: site, log: log)
    }

    /// Has what was sent answered, then ends the connection.
    func close() {
        session?.channel.settle()
        drop()
    }

    /// Gives the connection up.
    func drop() {
        session?.channel.close()
        session = nil
    }
}
