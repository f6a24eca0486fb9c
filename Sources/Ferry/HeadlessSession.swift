import Engine
import Files
import Jobs
import Settings
import Synchronization
import UI

/// What a command without a screen needs: passwords, settings, and the log on stderr with `-v`.
struct HeadlessSession {
    let session: ConnectionContext
    let options: any ConnectionChoices
    let settings: SettingsFiles
    /// Where the user can be asked; nil where there is nobody.
    let terminal = ControllingTerminal()
    /// What logins want to know is asked there.
    let prompter: TerminalLoginPrompter?
    /// The connection over which a login directory was asked for, until it is used.
    private let kept = KeptConnection()
    /// Hears of signals, where nobody else does.
    private let end: CommandEnd?

    /// `places` are those named on the command line: their passwords are remembered. `isCommand`: whether
    /// somebody waits for its end, and Ctrl-C and its like end it with all that it has started.
    init(
        _ options: any ConnectionChoices, _ places: [Place], isCommand: Bool = true
    ) throws {
        let closing = Closing()
        end = isCommand ? CommandEnd.watching { closing.close() } : nil
        self.options = options
        prompter = terminal.map { TerminalLoginPrompter($0) }
        settings = try SettingsFiles(options)
        let isVerbose = options.verbose
        session = try settings.context(
            options, places, isCommand: isCommand, trouble: { StandardError.say("ferry: \($0)") },
            log: { exchange in
                if isVerbose {
                    StandardError.say(exchange.line(localOffset: WallClock.localOffset))
                } else if exchange.isRetry {
                    StandardError.say(Failure.prefix + exchange.text)
                }
            })
        closing.take(session)
        if options.insecure, places.contains(where: { !$0.site.isLocal }) {
            StandardError.say("ferry: \(ConnectionOptions.insecureWarning)")
        }
    }

    /// Works on one file system in the calling thread, then says good-bye. `body` runs once more
    /// where it failed because the user had to be asked about the server first. Errors that are not
    /// the file system's are thrown as they are. Where it `keeps` the connection, the next use of
    /// the site goes on with it.
    func use<Value>(
        _ site: Site, keeps: Bool = false, _ body: (any FileSystem) throws -> Value
    ) throws -> Value {
        if let refusal = session.refusal(of: site) { throw Failure.usage(refusal.message) }
        let files =
            kept.take(site)
            ?? session.fileSystem(
                for: site, connection: session.nextConnection(), prompter: prompter)
        var isKept = false
        defer { if !isKept { files.close() } }
        while true {
            do {
                let value = try body(files)
                isKept = keeps && kept.put(files, for: site)
                return value
            } catch let error as FileSystemError {
                if let question = error.question,
                    TrustPrompt.settles(question, error, site, self)
                {
                    continue
                }
                throw Failure(error, on: site)
            }
        }
    }

    /// Places by their whole paths: those that are written without a slash in front start where the
    /// login leads, which their servers are asked for.
    func resolved(_ places: [Place]) throws -> [Place] {
        return try places.map { place in
            guard place.path == nil, let below = place.below else { return place }
            var place = place
            place.path = try use(place.site, keeps: true) { try $0.path(of: below) }
            place.below = nil
            return place
        }
    }

    /// The same of one.
    func resolved(_ place: Place) throws -> Place {
        try resolved([place]).first ?? place
    }

    /// Closes the connection that was kept: a server may allow but few.
    func closeKept() {
        kept.close()
    }

    /// Ends what its connections have started; for the command's end.
    func close() {
        end?.settle()
        kept.close()
        if !session.close(), end != nil { OwnChildren.kill() }
        end?.settle()
    }

    /// The path that a place names: where the login puts the user, if it names none.
    func path(
        of place: Place, on files: any FileSystem
    ) throws(FileSystemError) -> Path {
        if let path = place.path { return path }
        return try files.home()
    }

    /// Where `count` things go for which a place was named.
    func destination(
        _ place: Place, count: Int = 1, on files: any FileSystem
    ) throws(FileSystemError) -> Destination {
        guard let path = place.path else { return .into(try files.home()) }
        return try Destination(
            path, endsInSlash: place.isDirectory, count: count, isDirectory: files.isDirectory)
    }

    /// Bytes a second for all transfers together; nil for no limit.
    var limit: UInt64? {
        options.limitRate?.bytesPerSecond ?? settings.config.limitNow.bytesPerSecond
    }

    /// How that changes with the time of the day; nil where it does not.
    var limitNow: (@Sendable () -> TimedRate)? {
        let config = settings.config
        guard options.limitRate == nil, !config.limitTimes.isEmpty else { return nil }
        return { config.limitNow }
    }
}

/// What a signal has closed, once it is there.
private final class Closing: Sendable {
    private let session = Mutex<ConnectionContext?>(nil)

    func take(_ session: ConnectionContext) {
        self.session.withLock { $0 = session }
    }

    func close() {
        _ = session.withLock { $0 }?.close()
    }
}
