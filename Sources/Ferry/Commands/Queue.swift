import ArgumentParser
import Files
import Jobs
import Local
import Transfers
import UI
import Words

struct Queue: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "queue", abstract: tr("Show, control and run your transfer queue."),
        subcommands: [
            QueueList.self, QueueAdd.self, QueuePause.self, QueueResume.self, QueueRetry.self,
            QueueCancel.self, QueueMove.self, QueueClear.self, QueueRun.self, QueueStop.self,
        ],
        defaultSubcommand: QueueList.self)

    /// The store of this user's queue.
    static func open(_ options: any ConnectionChoices) throws -> Store {
        let store: Store
        do {
            store = try Store.openLasting(at: SettingsFiles(options).storePath)
        } catch let error as StoreError {
            throw Failure([tr("The queue cannot be opened. \(error.description)")])
        }
        if let notice = store.notice { StandardError.say(Failure.prefix + notice) }
        return store
    }

    /// Gives a command for one job, or for all where there is one for all.
    static func send(
        _ job: String, _ options: any ConnectionChoices, one: (JobID) -> QueueCommand,
        all: QueueCommand?
    ) throws {
        let command: QueueCommand
        if job == "all", let all {
            command = all
        } else if let number = Int64(job), number > 0 {
            command = one(JobID(rawValue: number))
        } else {
            let shown = VisibleText.make(job)
            throw Failure.usage(
                all == nil
                    ? tr("'\(shown)' is not a job; give its number. `ferry queue` lists them.")
                    : tr(
                        "'\(shown)' is not a job; give its number, or 'all'. `ferry queue` lists "
                            + "them."))
        }
        try send(command, options)
    }

    static func send(_ command: QueueCommand, _ options: any ConnectionChoices) throws {
        let store = try open(options)
        do {
            try store.send(command)
            store.knock()
        } catch {
            throw Failure([error.description])
        }
    }
}

struct QueueList: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list",
        abstract: tr("List the jobs, one per line; with --done, finished ones."),
        discussion: tr(
            """
            With --done, list jobs finished or skipped within a year, newest last, including those \
            cleared from the queue. With words, list only jobs that have every word in their \
            source or target. The last line has the totals: transfers, files, bytes.
            """))

    @Flag(help: ArgumentHelp(tr("Print one JSON object per line.")))
    var json = false

    @Flag(help: ArgumentHelp(tr("List finished jobs, including cleared ones.")))
    var done = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("Words to search for, with --done."), valueName: "WORD"))
    var words: [String] = []

    func validate() throws {
        guard done || words.isEmpty else {
            throw ValidationError(tr("Words search finished jobs only; add --done."))
        }
    }

    func run() throws {
        guard !done else { return try showHistory() }
        let store = try Queue.open(options)
        let jobs: [Job]
        let isWorkedOn: Bool
        do {
            (jobs, isWorkedOn) = (try store.allJobs(), try store.isWorkedOn())
        } catch {
            throw Failure([error.description])
        }
        var output = Output.standard
        for job in jobs {
            try output.append(
                line: json ? JobText.json(job, isWorkedOn: isWorkedOn) : JobText.line(job))
        }
        try output.flush()
    }
}

extension QueueList {
    private func showHistory() throws {
        let store = try Queue.open(options)
        let jobs: [FinishedJob]
        do {
            jobs = try store.history(words)
        } catch {
            throw Failure([error.description])
        }
        var output = Output.standard
        for job in jobs {
            try output.append(line: json ? HistoryText.json(job) : HistoryText.line(job))
        }
        if !json { try output.append(line: HistoryText.total(of: jobs)) }
        try output.flush()
    }
}

struct QueueAdd: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add",
        abstract: tr("Add a copy; it starts at once if a process is running the queue."))

    @Flag(name: .short, help: ArgumentHelp(tr("The source is a directory.")))
    var recursive = false

    @OptionGroup var links: LinkOptions

    @OptionGroup var modes: ModeOptions

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A URL or a path.")))
    var source: ArgumentBytes

    @Argument(help: ArgumentHelp(tr("The directory to copy it into: a URL or a path.")))
    var directory: ArgumentBytes

    /// What holds for a process alone would be gone before the job begins.
    func validate() throws {
        let useless: [(option: String, isGiven: Bool)] = [
            ("--password-file", options.passwordFile != nil), ("--ca", options.ca != nil),
            ("--insecure", options.insecure), ("--limit-rate", options.limitRate != nil),
        ]
        for (option, isGiven) in useless where isGiven {
            throw ValidationError(
                tr(
                    "\(option) cannot be saved with a job; give it to the screen that runs the queue."
                )
            )
        }
    }

    func run() throws {
        var from = try Place(source, options)
        var into = try Place(directory, options)
        guard from.password == nil, into.password == nil else {
            throw Failure.usage(
                tr(
                    "A password in a URL would be stored in the queue; put it into ~/.netrc instead."
                ))
        }
        if from.below != nil || into.below != nil {
            // Only its server knows where the login leads, and the job is to be told.
            let session = try HeadlessSession(options, [from, into])
            (from, into) = (try session.resolved(from), try session.resolved(into))
        }
        guard let path = from.path, let name = path.name else {
            throw Failure.usage(tr("'\(source.text)' does not name a file."))
        }
        guard let target = into.path else {
            throw Failure.usage(tr("'\(directory.text)' does not name a directory."))
        }
        let isDirectory = recursive || from.isDirectory
        let request = JobRequest(
            operation: .copy, source: Location(site: from.site, path: path),
            entry: QueueAdd.entry(name, at: path, on: from.site, isDirectory),
            target: Location(
                site: into.site,
                path: target.appending(name.carried(from: from.site, to: into.site))),
            root: target, links: links.policy, modes: modes.policy)
        let store = try Queue.open(options)
        let added: [JobID]
        do {
            added = try store.add([request])
            store.knock()
        } catch {
            throw Failure([error.description])
        }
        var output = Output.standard
        for id in added { try output.append(line: "\(id.rawValue)") }
        try output.flush()
    }
}

extension QueueAdd {
    /// What the job begins with: no server is asked, but a link of this machine is known as one.
    private static func entry(
        _ name: Name, at path: Path, on site: Site, _ isDirectory: Bool
    ) -> Entry {
        if site.isLocal, let found = try? LocalFileSystem().entry(at: path), found.kind == .link {
            return found
        }
        return Entry(name: name, kind: isDirectory ? .directory : .file)
    }
}

struct QueuePause: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pause", abstract: tr("Pause a job, or all jobs."))

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A job's number, or 'all'.")))
    var job: String

    func run() throws {
        try Queue.send(job, options, one: { .pause($0) }, all: .pauseAll)
    }
}

struct QueueResume: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "resume", abstract: tr("Resume a job, or all jobs."))

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A job's number, or 'all'.")))
    var job: String

    func run() throws {
        try Queue.send(job, options, one: { .resume($0) }, all: .resumeAll)
    }
}

struct QueueRetry: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "retry", abstract: tr("Retry a failed job, or all failed jobs."))

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A job's number, or 'all'.")))
    var job: String

    func run() throws {
        try Queue.send(job, options, one: { .retry($0) }, all: .retryFailed)
    }
}

struct QueueCancel: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "cancel", abstract: tr("Cancel a job and delete its partial files."))

    @Flag(help: ArgumentHelp(tr("Keep its row and partial files, so that a retry resumes them.")))
    var keep = false

    @OptionGroup var options: ConnectionOptions

    @Argument(help: ArgumentHelp(tr("A job's number.")))
    var job: String

    func run() throws {
        try Queue.send(job, options, one: { .cancel($0, keepsParts: keep) }, all: nil)
    }
}

struct QueueClear: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "clear", abstract: tr("Clear finished jobs from the queue."))

    @OptionGroup var options: ConnectionOptions

    func run() throws {
        try Queue.send(.clearDone, options)
    }
}
