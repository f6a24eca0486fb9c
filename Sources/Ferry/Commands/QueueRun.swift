import ArgumentParser
import Engine
import Files
import Glibc
import Transfers
import Words

struct QueueRun: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "run",
        abstract: tr("Run the queue without a screen until nothing more can be done."),
        discussion: tr(
            """
            Exits with 0, or with 1 if jobs failed or need an answer; those jobs stay in the \
            queue. If another process is running the queue, this one waits and takes over when it \
            dies. Ctrl-C and SIGTERM stop it; the queue is kept. FERRY_PASSWORD and \
            --password-file apply to jobs without another login. With --detach the process \
            outlives the terminal; if one is already running, its number is printed.
            """))

    /// Milliseconds between two looks at who works, and how many there are at most.
    private static let lookPace: CInt = 30
    private static let lookLimit = 50

    @Flag(
        help: ArgumentHelp(tr("Continue in the background, and print the process's number.")))
    var detach = false

    /// Set by Ferry for the process that it starts.
    @Flag(name: .customLong("in-background"), help: .private)
    var isInBackground = false

    @Flag(help: ArgumentHelp(tr("Print events to stdout, one JSON object per line.")))
    var json = false

    @OptionGroup var options: ConnectionOptions

    func validate() throws {
        guard !detach || !json else {
            throw ValidationError(
                tr("A background process prints no events; leave out --json or --detach."))
        }
    }

    func run() throws {
        guard !detach else { return try startInBackground() }
        try EventLines.telling(json) { try work($0) }
    }

    private func work(_ events: EventLines?) throws {
        if isInBackground { try BackgroundBeginning.begin() }
        guard let signals = EndSignals() else {
            throw Failure([tr("Too many files are open; close some programs.")])
        }
        let manner: QueueRunner.Manner =
            isInBackground
            ? .inBackground(try BackgroundBeginning.takeHandover()) : .inForeground
        let session = try HeadlessSession(options, [], isCommand: false)
        defer { session.close() }
        if case .inBackground(let handover) = manner { handover.tell(session.session) }
        try QueueRunner(session, Queue.open(options), signals, manner, telling: events).run()
    }

    private func startInBackground() throws {
        let store = try Queue.open(options)
        let session = try HeadlessSession(options, [], isCommand: false)
        var number: Int32?
        do throws(StoreError) {
            number = try worker(of: store)
        } catch {
            throw Failure([error.description])
        }
        if number == nil {
            let rule = LogoutRule.ofThisProcess()
            if let warning = rule.warning { StandardError.say(Failure.prefix + warning) }
            let handover = Handover(
                of: session.session,
                QueueChoices(limit: session.limit, limitHolds: session.limitNow == nil),
                isSuccession: false)
            number = try BackgroundProcess.start(options, handover, rule)
        }
        var output = Output.standard
        if let number { try output.append(line: "\(number)") }
        try output.flush()
    }

    /// The process that works already; nil where none does.
    private func worker(of store: Store) throws(StoreError) -> Int32? {
        // One that has only just begun has not said yet who it is.
        var looks = 0
        while try store.isWorkedOn(), looks < QueueRun.lookLimit {
            if let number = try store.workingProcess() { return number }
            poll(nil, 0, QueueRun.lookPace)
            looks += 1
        }
        return nil
    }
}
