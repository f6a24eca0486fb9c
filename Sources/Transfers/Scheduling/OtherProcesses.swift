import Files
import Jobs

/// What other processes of the user's leave in the store: the work of the one before, and what is
/// asked of the queue while this one works.
final class OtherProcesses {
    /// What has come of another process's having left something in the store.
    private enum Knocking {
        case none
        case looking
        /// More was left since that look began.
        case lookingAgain
    }

    /// Seconds between two looks at what they have left.
    private static let pace = 0.9

    private let store: StoreWriter
    /// Nil where others have to look into the store.
    private let control: ControlServer?
    private let takeLogin: @Sendable (Site, Secret) -> Void
    private let noteStops: (Int64) -> Void
    private let commandHandler: CommandHandler
    private let adopter: Adopter
    private let failures: FailurePolicy
    private let report: RunReport
    private let end: QueueEnd
    private let later: Later<OtherProcesses>

    /// Answers of the store that are on their way.
    private var openLooks = 0
    private var foreignVersion: Int64 = -1
    private var knocking = Knocking.none
    /// Whether this turn has just seen that they have left nothing.
    private(set) var hasFoundNothing = false

    /// `noteStops` hears how often the queue was ever stopped from outside.
    init(
        store: StoreWriter, control: ControlServer?, _ commandHandler: CommandHandler,
        _ adopter: Adopter, _ failures: FailurePolicy, _ report: RunReport, _ end: QueueEnd,
        later: Later<OtherProcesses>, takeLogin: @escaping @Sendable (Site, Secret) -> Void,
        noteStops: @escaping (Int64) -> Void
    ) {
        self.store = store
        self.control = control
        self.commandHandler = commandHandler
        self.adopter = adopter
        self.failures = failures
        self.report = report
        self.end = end
        self.later = later
        self.takeLogin = takeLogin
        self.noteStops = noteStops
    }

    /// Whether an answer of the store is on its way.
    var isLooking: Bool { openLooks > 0 }

    /// Takes over what an earlier worker left; the listener knows of the jobs in `shown`.
    func takeOver(showing shown: [JobID]) {
        // Until it has, nobody knows whether there is nothing to do.
        openLooks += 1
        tryToTakeOver(showing: shown)
    }

    private func tryToTakeOver(showing shown: [JobID]) {
        store.takeOver { [later] result in
            later.now { others in
                guard case .success(let (inheritance, commands)) = result else {
                    return others.takeOverLater(showing: shown)
                }
                others.openLooks -= 1
                others.take(inheritance, commands, showing: shown)
                others.keepLooking()
            }
        }
    }

    private func takeOverLater(showing shown: [JobID]) {
        later.after(OtherProcesses.pace) { others in
            guard others.end.isStopping else { return others.tryToTakeOver(showing: shown) }
            others.openLooks -= 1
        }
    }

    private func take(
        _ inheritance: Inheritance, _ commands: [QueueCommand], showing shown: [JobID]
    ) {
        failures.inherit(reached: inheritance.reached)
        report.inherit(inheritance.counts)
        if inheritance.isPaused, !commandHandler.isPaused { commandHandler.setPaused(true) }
        commandHandler.inherit(inheritance.answers, inheritance.limit)
        adopter.adopt(inheritance, showing: shown)
        commandHandler.answerInherited()
        for command in commands { commandHandler.obey(command) }
    }

    private func keepLooking() {
        later.after(OtherProcesses.pace) { others in
            guard !others.end.isStopping else { return }
            others.control?.lookAfterSocket()
            // The next look begins once this one has ended.
            others.look { $0.keepLooking() }
        }
    }

    /// Takes what others have left, then runs `looked`.
    func look(_ looked: @escaping @Sendable (OtherProcesses) -> Void = { _ in }) {
        openLooks += 1
        store.look(since: foreignVersion) { [later] news in
            later.now { others in
                others.openLooks -= 1
                others.take(news)
                looked(others)
            }
        }
    }

    /// A turn is over: what others have left since is not known.
    func endTurn() {
        hasFoundNothing = false
    }

    /// Hears another process of the user's.
    func hear(_ news: ControlServer.News) {
        guard !end.isStopping else { return }
        switch news {
        case .look:
            guard case .none = knocking else { return knocking = .lookingAgain }
            lookAtOnce()
        case .login(let site, let secret):
            takeLogin(site, secret)
            commandHandler.obey(.loginGiven(site))
        }
    }

    private func lookAtOnce() {
        knocking = .looking
        look { others in
            let isAgain = others.knocking == .lookingAgain
            others.knocking = .none
            if isAgain { others.lookAtOnce() }
        }
    }

    private func take(_ news: ForeignNews) {
        foreignVersion = news.version
        adopter.adopt(news.added)
        for command in news.commands { commandHandler.obey(command) }
        hasFoundNothing = news.added.isEmpty && news.commands.isEmpty
        if let stops = news.stops { noteStops(stops) }
    }
}
