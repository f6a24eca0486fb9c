import Curses
import Engine
import Files
import Jobs
import SFTP
import Settings
import Terminal
import Transfers
import UI
import Words
import Work

/// The screen with everything behind it, put together and taken apart again.
struct ScreenProgram {
    let settings: SettingsFiles
    let context: ConnectionContext
    private let inbox: Inbox
    private let signals: Signals
    private let completions: CompletionCounter
    private let options: any ConnectionChoices & Sendable
    private let look: any LookChoices
    private let theme: Theme
    /// What holds of the settings by now.
    private let live: LiveConfig
    private let keymap: Keymap

    /// Reads and checks all settings, so that what is wrong is said before the screen opens.
    /// Must be made before any thread is started: see `Signals`.
    init(
        _ look: any LookChoices, _ options: any ConnectionChoices & Sendable, _ places: [Place]
    ) throws {
        guard let signals = Signals(), let inbox = Inbox(), let completions = CompletionCounter()
        else {
            throw Failure([tr("Too many files are open; close some programs.")])
        }
        self.signals = signals
        self.inbox = inbox
        self.completions = completions
        self.look = look
        self.options = options
        settings = try SettingsFiles(options)
        live = LiveConfig(settings.config)
        theme = try settings.theme(look.theme)
        keymap = try settings.keymap()
        context = try settings.context(
            options, places, trouble: { inbox.post(.notice($0, isError: true)) },
            log: { inbox.log($0) })
        if let connections = settings.config.connections {
            context.limitConnections(to: connections)
        }
        if options.insecure {
            inbox.post(.notice(ConnectionOptions.insecureWarning, isError: true))
        }
    }

    /// Runs the screen until its end. A nil `storePath` keeps the queue in memory; servers that
    /// were reached are remembered for the sites screen only where `remembers`. Where it `attaches`,
    /// it begins with the queue, and says who works on it.
    func run(
        left: Opening, right: Opening?, storePath: String?, remembers: Bool = true,
        restores: Bool = false, attaches: Bool = false
    ) throws {
        if remembers,
            case .failure(let error) = settings.siteChoices(
                context.known, context.cards)
        {
            throw Failure.usage(error.description)
        }
        let terminal = try lookAtTerminal()
        let demo = RunningDemo()
        defer { demo.stop() }
        var configuration = queueConfiguration
        configuration.isHeld = true
        let plans = plans(storePath)
        let queue = TransferQueue(
            storePath: storePath, configuration: configuration, plans: plans, context: context,
            inbox: inbox)
        let engine = Engine(
            context: context, queue: queue, inbox: inbox,
            settings: settingsAccess(demo, remembers: remembers),
            edits: Path(settings.paths.edits), plans: plans,
            shareProgram: SSHCarrierOpener.Surroundings.ownProgram)
        let handover = BackgroundHandover(context, options, inbox)
        var model = makeModel(size: terminal.size, isKept: storePath != nil)
        var effects: [Effect]
        var later: [Effect] = []
        let session = remembers && restores ? settings.session : TabSession()
        if !session.isEmpty {
            effects = model.restore(session)
            // Titles have the names of sites.
            later.append(.loadSites)
            if session.left.tabs.isEmpty {
                effects += model.open(.left, left.site, left.path, below: left.below)
            }
            if session.right.tabs.isEmpty { effects += model.perform(.sites) }
        } else if let right {
            effects = model.open(.left, left.site, left.path, below: left.below)
            effects += model.open(.right, right.site, right.path, below: right.below)
            later.append(.loadSites)
        } else {
            effects = model.open(.left, left.site, left.path, below: left.below)
            effects += model.perform(.sites)
        }
        later.append(.editing(.findLeftovers))
        if attaches {
            effects += model.perform(.queue)
            sayWhoWorks(on: queue)
        }
        // The panes are being listed while the terminal is set up.
        let commands = effects.compactMap { engine.run($0) }
        let screen: CursesScreen
        do {
            screen = try openScreen(on: terminal)
        } catch {
            queue.begin()
            close(queue, engine)
            throw error
        }
        defer { screen.leave() }
        let loop = ScreenLoop(
            screen: screen, signals: signals, engine: engine, inbox: inbox,
            outside: OutsideCommands(editor: settings.config.editor),
            notices: DesktopNotice(settings.config.doneNotice), model: model,
            handOver: { handover.begin(queue) }, useTheme: { screen.draw(with: $0) },
            useConfig: { [live, context] config in
                screen.use(isASCII: config.isASCII, hasMouse: config.hasMouse)
                live.take(config)
                if let connections = config.connections {
                    context.limitConnections(to: connections)
                }
            })
        loop.run(first: commands, later: later) { queue.begin() }
        // A screen that ended before it was drawn has a queue to end too.
        queue.begin()
        if remembers, settings.config.restores,
            let error = settings.keep(loop.session.keeping { !demo.serves($0.site) })
        {
            StandardError.say(error.description)
        }
        if let successor = handover.successor {
            // The terminal is its user's again before the last good-bye is said.
            screen.leave()
            StandardError.say(
                tr(
                    "The transfers continue in the background, in process \(successor); 'ferry "
                        + "attach' shows them."))
        }
        close(queue, engine)
    }

    /// What runs is put down so that it can be gone on with; a dead line must not hold us.
    private func close(_ queue: TransferQueue, _ engine: Engine) {
        let completions = completions
        queue.stop { completions.note() }
        engine.close { completions.note() }
        completions.wait(for: 2, seconds: 3)
        context.close()
    }

    private func sayWhoWorks(on queue: TransferQueue) {
        queue.standing { [inbox] standing in
            switch standing {
            case .works:
                inbox.post(
                    .notice(
                        tr(
                            "No process was running the queue in the background; this screen runs it "
                                + "now."),
                        isError: false))
            case .looksOn, .rests:
                inbox.post(
                    .notice(
                        tr(
                            "Another Ferry is running the queue; this screen shows and controls it."
                        ),
                        isError: false))
            case .ended:
                // Why there is no queue has been said.
                break
            }
        }
    }

    private func settingsAccess(_ demo: RunningDemo, remembers: Bool) -> SettingsAccess {
        let (settings, known, cards) = (settings, context.known, context.cards)
        var access = SettingsAccess()
        access.choices = { settings.siteChoices(known, cards) }
        access.remotes = { settings.remoteChoices() }
        access.keepPassword = { settings.keep($0, for: $1) }
        access.theme = { settings.namedTheme($0) }
        access.saveSite = { settings.save($0) }
        access.removeSite = { settings.takeOutSite(named: $0) }
        access.forgetSite = { settings.forget($0) }
        access.siteLists = { settings.siteLists }
        access.importSites = { settings.importSites($0, isRehearsal: $1) }
        access.demo = { [credentials = context.credentials] in
            do {
                let site = try demo.start()
                credentials.remember(RunningDemo.password, for: site)
                return .success(site)
            } catch {
                return .failure(
                    SettingsError(file: "demo", (error as? Failure)?.words ?? "\(error)"))
            }
        }
        access.settings = { settings.report(for: $0) }
        access.changeSetting = { settings.change($0) }
        access.hints = { [live] in live.config.showsHints ? settings.hints : nil }
        guard remembers else { return access }
        access.directories = { settings.visitedDirectories }
        access.keepDirectories = { locations in
            settings.keep(locations.filter { !demo.serves($0.site) })
        }
        access.keepTabs = { session in
            guard settings.config.restores else { return nil }
            return settings.keep(session.keeping { !demo.serves($0.site) })
        }
        access.used = { settings.usedItems }
        access.keepUsed = { settings.keepUsed($0) }
        access.keepHints = { settings.keepHints($0) }
        access.pairChoices = { settings.pairChoices }
        access.keepPairChoices = { choices in
            guard ![choices.first, choices.second].contains(where: { demo.serves($0.site) })
            else { return nil }
            return settings.keep(choices)
        }
        // The demo's server is gone with this process.
        access.visited = { demo.serves($0.site) ? nil : settings.remember($0) }
        access.keepCharset = { settings.keepCharset(of: $0) }
        access.keepLinks = { settings.keep($0) }
        access.keepModes = { settings.keep($0) }
        access.keepTheme = { settings.keepTheme($0) }
        return access
    }

    /// Says why it cannot be used before anything is begun. One that shrinks later is told so on the
    /// screen, where nothing is lost by waiting.
    private func lookAtTerminal() throws -> TerminalProbe {
        let terminal: TerminalProbe
        do {
            terminal = try TerminalProbe()
        } catch {
            throw Failure.usage(error.description)
        }
        let (size, least) = (terminal.size, Model.smallestSize)
        guard size.width >= least.width, size.height >= least.height else {
            throw Failure.usage(
                tr(
                    "The screen needs \(least.width)x\(least.height) characters, but this terminal "
                        + "has \(size.width)x\(size.height); enlarge it, or use commands such as "
                        + "'ferry ls'."))
        }
        return terminal
    }

    private func openScreen(on terminal: TerminalProbe) throws -> CursesScreen {
        var screenOptions = CursesScreen.Options()
        screenOptions.isASCII = look.ascii || settings.config.isASCII
        screenOptions.hasMouse = settings.config.hasMouse
        screenOptions.hasTitle = settings.config.hasTitle
        screenOptions.asksBackground = (look.theme ?? settings.config.theme) == AutoTheme.name
        do {
            return try CursesScreen(theme: theme, options: screenOptions, on: terminal)
        } catch {
            throw Failure.usage(error.description)
        }
    }

    private var queueConfiguration: TransferQueue.Configuration {
        var configuration = TransferQueue.Configuration()
        configuration.usualLanes = { [live] in live.config.connections }
        configuration.memory = context.known
        configuration.isBrowsed = { [context] in context.browsing.isBrowsed($0) }
        let config = settings.config
        configuration.limit =
            options.limitRate?.bytesPerSecond ?? config.limitNow.bytesPerSecond
        if options.limitRate == nil {
            // Times may be set while it runs.
            configuration.limitNow = { [live] in live.config.limitNow }
        }
        if let command = config.onDone {
            let worker = Worker<Void>(label: "ferry.done") {}
            configuration.whenDone = { [inbox] counts in
                worker.perform { _ in
                    do throws(SettingsError) {
                        try DoneCommand.run(command, counts.variables)
                    } catch {
                        inbox.post(.notice(error.description, isError: true))
                    }
                }
            }
        }
        return configuration
    }

    /// Plans carry files as the queue does.
    private func plans(_ storePath: String?) -> PlanJobSetup {
        var setup = PlanJobSetup()
        setup.transfers = queueConfiguration
        setup.storePath = storePath
        return setup
    }

    /// `isKept`: whether the queue is one that another process can go on with.
    private func makeModel(size: Size, isKept: Bool) -> Model {
        var modelOptions = Model.Options()
        modelOptions.isASCII = look.ascii || settings.config.isASCII
        modelOptions.isPlain = look.plain || settings.config.isPlain
        modelOptions.arrangement = settings.arrangement
        modelOptions.localOffset = { WallClock.localOffset(at: $0) }
        modelOptions.mergeCommand = settings.config.mergeCommand
        modelOptions.openWith = settings.config.openWith
        modelOptions.desktopOpener = DesktopOpener.command
        modelOptions.mask = ProcessMask.value
        modelOptions.home = settings.home
        modelOptions.hasKeyring = settings.keyring != nil
        modelOptions.links = settings.links
        modelOptions.modes = settings.modes
        modelOptions.themes = [AutoTheme.name] + settings.paths.themes.names
        modelOptions.languages = settings.paths.languages.names
        modelOptions.shade = settings.shade
        modelOptions.theme = look.theme ?? settings.config.theme
        modelOptions.announcesDone = settings.config.doneNotice != .none
        modelOptions.deletion = settings.config.deletion
        modelOptions.macFiles = settings.config.macFiles
        modelOptions.confirmsQuit = settings.config.confirmsQuit
        if isKept {
            modelOptions.background = .available(warning: LogoutRule.ofThisProcess().warning)
        }
        var empty = Pane(site: .local, path: .root)
        empty.isEmpty = true
        empty.arrangement = modelOptions.arrangement
        var model = Model(
            size: size, left: empty, right: empty, keymap: keymap, options: modelOptions)
        model.workspace.now = WallClock.now()
        model.workspace.instant = .now()
        return model
    }
}
