// Engine: turns an `Effect` into work and work into `Message`s. The only place that names every
// protocol. It must never import ncurses, nor decide what the user sees.

package import Files
import Jobs
import Settings
package import Transfers
package import UI
import Work

/// Runs effects. Belongs to the main thread and never makes it wait: everything that takes time
/// happens on a worker, whose answer comes through the mailbox.
package final class Engine {
    let context: ConnectionContext
    let queue: TransferQueue
    private let share: ShareController
    let inbox: Inbox
    let connections: PaneConnections
    var stops: [RequestID: Cancellation] = [:]
    /// What was asked for last beside the panes, of each kind: one is asked for at a time.
    var lastPreview: RequestID?
    var lastMeasure: RequestID?
    var lastComparison: RequestID?
    var lastWalk: RequestID?
    /// What is taken back, or was last.
    var undoing: (request: RequestID, number: Int64, site: Site)?
    /// The newest listing asked for on each tab, to be asked again once there is a password.
    var listings: [ListingOrder] = []
    private let newest = NewestRequest()
    private let newestAlignment = NewestRequest()
    private let aligner = Worker<Void>(label: "ferry.alignment") {}
    let paneMemory: PaneMemory
    let raws: RawController
    let prompts: LoginPrompts
    let tools: SiteTools
    let settings: SettingsWorker
    private let edits: EditController
    private let trash: TrashController
    private let plans: PlanController
    let undo: UndoController

    /// Opens nothing yet. Copies of files that are edited go into `edits`. `shareProgram` is Ferry's, which serves a
    /// share in a process of its own; nil serves it here.
    package init(
        context: ConnectionContext, queue: TransferQueue, inbox: Inbox, settings: SettingsAccess,
        edits: Path = Path(SettingsPaths().edits),
        plans setup: PlanJobSetup = PlanJobSetup(), shareProgram: String? = nil
    ) {
        self.context = context
        self.queue = queue
        self.inbox = inbox
        share = ShareController(
            inbox: inbox, context: context, storePath: setup.storePath, program: shareProgram)
        raws = RawController(context, inbox)
        let prompts = LoginPrompts(inbox)
        self.prompts = prompts
        self.edits = EditController(context, at: edits, inbox: inbox) {
            EngineLoginPrompter(prompts)
        }
        connections = PaneConnections(context, inbox, prompts)
        tools = SiteTools(context, inbox, prompts)
        self.settings = SettingsWorker(settings, inbox)
        trash = TrashController(inbox)
        plans = PlanController(context, inbox, prompts, setup, queue)
        undo = UndoController(queue, inbox)
        paneMemory = PaneMemory(storePath: setup.storePath) { [inbox] sentence in
            inbox.post(.notice(sentence, isError: true))
        }
    }

    /// Starts what an effect asks for; gives back what is the terminal's own.
    package func run(_ effect: Effect) -> TerminalCommand? {
        switch effect {
        case .list, .listBelowHome, .arrange, .align, .makeDirectory, .makeFile, .makeLink, .rename,
            .renameMany, .sendRaw,
            .cancel, .password, .trust:
            runInPane(effect)
        case .keepTabs(let session):
            settings.keepTabs(session)
        case .showTab(let tab):
            connections.show(tab)
        case .closeTab(let tab):
            newest.set(nil, for: tab)
            listings.removeAll { $0.tab == tab }
            connections.close(tab)
        case .changeAttributes(let request, let tab, let change):
            changeAttributes(request, tab, change)
        case .count(let request, _, let site, let counted):
            count(request, site, counted)
        case .measure(let request, let place):
            measure(request, place)
        case .preview(let request, let order):
            preview(request, order)
        case .compareSides(let request, let new, let there):
            compareSides(request, new, there)
        case .compareBelow(let request, let pair):
            compareBelow(request, pair)
        case .makePlan, .runPlan, .dropPlan, .compareTexts:
            plans.perform(effect)
        case .find(let request, let location, let filter):
            find(request, location, filter)
        case .read(let request, let location, let offset, let length):
            read(request, location, offset, length)
        case .exchangeRaw(let request, let site, let typed):
            raws.begin(request, site, typed)
        case .saveRaw(let request, let body, let path):
            raws.save(request, body: body, to: path)
        case .stop(let request):
            raws.stop(request)
            tools.stop(request)
            plans.stop(request)
            stops.removeValue(forKey: request)?.cancel()
            connections[.viewer]?.endReading()
        case .enqueue(let batch):
            Submission(batch, context, queue, inbox).start(connections)
        case .control(let command):
            queue.send(command)
        case .loadHistory(let request, let words):
            queue.history(words) { [inbox] in inbox.post(.history(request, HistoryAnswer($0))) }
        case .loadTrash(let request):
            trash.load(request)
        case .restoreFromTrash(let request, let id):
            trash.restore(request, id)
        case .deleteFromTrash(let request, let id):
            trash.delete(request, id)
        case .loadUndo(let request):
            undo.load(request)
        case .undo(let request, let number, let site):
            takeBack(request, number, site)
        case .share(let command):
            share.send(command)
        case .loadAddresses:
            share.findAddresses()
        case .loadSites:
            settings.loadSites()
        case .complete(let request, let directory):
            complete(request, directory)
        case .keepUsed(let keys):
            settings.keepUsed(keys)
        case .keepHints(let names):
            settings.keepHints(names)
        case .keepPairChoices(let choices):
            settings.keepPairChoices(choices)
        case .noteVisited(let location):
            settings.noteVisited(location)
        case .loadRemotes:
            settings.loadRemotes()
        case .saveSite(let change):
            settings.saveSite(change)
        case .removeSite(let name):
            settings.removeSite(name)
        case .forgetSite(let site):
            settings.forgetSite(site)
        case .testSite(let request, let site, let path, let below):
            tools.test(request, site, path, below)
        case .probe(let request, let host, let ports):
            tools.probe(request, host, ports)
        case .openDemo:
            settings.openDemo()
        case .findSiteLists(let request):
            settings.findSiteLists(request)
        case .importSites(let request, let files, let isRehearsal):
            settings.importSites(request, files, isRehearsal: isRehearsal)
        case .keepCharset(let site):
            settings.keepCharset(site)
        case .keepLinks(let links):
            settings.keepLinks(links)
        case .keepModes(let modes):
            settings.keepModes(modes)
        case .showTheme(let name):
            settings.showTheme(name)
        case .keepTheme(let name):
            settings.keepTheme(name)
        case .loadSettings(let site):
            settings.loadSettings(site)
        case .changeSetting(let change):
            settings.changeSetting(change)
        case .use(let config):
            return .use(config)
        case .answerLogin(let id, let answer):
            prompts.answer(id, answer)
        case .keepPassword(let secret, let site):
            settings.keepPassword(secret, for: site)
        case .saveLog(let exchanges, let path):
            settings.perform { [inbox] in inbox.post(LogFile.write(exchanges, to: path)) }
        case .copy(let text): return .copy(text)
        case .announce(let text): return .announce(text)
        case .edit(let location, let program): return .edit(location, program: program)
        case .editText(let request, let text): return .editText(request, text)
        case .editing(let command):
            edits.perform(command)
        case .runEditor(let order): return .runEditor(order)
        case .shell(let path): return .shell(path)
        case .draw(let theme): return .draw(theme)
        case .suspend: return .suspend
        case .redraw: return .redraw
        case .quit: return .quit
        case .handOver: return .handOver
        }
        return nil
    }

    /// Once a second or so: notices connections that were lost while idle, and closes those that
    /// nobody has used for a minute.
    package func tick(now: Instant) {
        connections.tick(now: now)
    }

    /// Says good-bye to every server and breaks the share off, without waiting for them; `closed`
    /// is called once nothing is shared any more.
    package func close(_ closed: @escaping @Sendable () -> Void = {}) {
        share.stop(closed)
        raws.stopAll()
        tools.stopAll()
        plans.stopAll()
        edits.stop()
        prompts.close()
        connections.close()
    }

    private func runInPane(_ effect: Effect) {
        switch effect {
        case .list, .listBelowHome:
            guard let order = ListingOrder(effect) else { return }
            listings.removeAll { $0.tab == order.tab }
            listings.append(order)
            list(order)
        case .arrange(let request, _, let arranged, let arrangement):
            let inbox = inbox
            settings.perform {
                inbox.post(.arranged(request, arrangement.entryOrder(of: arranged.directory)))
            }
        case .align(let request, let pair, let arrangement, let found):
            let (inbox, newest) = (inbox, newestAlignment)
            newest.set(request, for: .left)
            aligner.perform { [paneMemory] _ in
                // Each letter of a filter asks for another one.
                guard newest.get(.left) == request else { return }
                let pair = paneMemory.recalled(pair)
                inbox.post(.aligned(request, PaneAlignment(pair, arrangement, found: found)))
            }
        case .makeDirectory(let request, let tab, let location):
            let step = UndoStep(location.path, .madeDirectory)
            change(request, tab, location.site, .makeDirectory, step) {
                (files) throws(FileSystemError) in
                try files.makeDirectory(location.path, root: nil)
            }
        case .makeFile(let request, let tab, let location):
            let step = UndoStep(location.path, .madeFile(size: 0, modified: nil))
            change(request, tab, location.site, .makeFile, step) {
                (files) throws(FileSystemError) in
                try files.makeEmptyFile(location.path)
            }
        case .makeLink(let request, let tab, let location, let target):
            let step = UndoStep(location.path, .madeLink(to: target))
            change(request, tab, location.site, .makeLink, step) {
                (files) throws(FileSystemError) in
                try files.makeLink(location, to: target)
            }
        case .renameMany(let request, let tab, let location, let renamings):
            connections.connection(for: .pane(tab), location.site).perform(inbox) {
                [undo] files in
                let outcome = BatchRenamer.run(renamings, in: location.path, on: files)
                if outcome.failure == nil { undo.note(renamings, in: location) }
                return .renamed(request, outcome)
            }
        case .rename(let request, let tab, let site, let from, let to):
            change(request, tab, site, .rename, UndoStep(to, .renamed(from: from))) {
                (files) throws(FileSystemError) in
                try files.rename(from, to: to)
            }
        case .sendRaw(let request, let tab, let site, let line):
            connections.connection(for: .pane(tab), site).perform(inbox) { files in
                .replied(
                    request,
                    Result { () throws(FileSystemError) in
                        try files.takingCommands().raw(line)
                    })
            }
        case .cancel(let tab, _):
            newest.set(nil, for: tab)
            connections.abandon(tab)
        case .password(let request, let site, let answer):
            takePassword(request, site, answer)
        case .trust(let request, let site, let question, let answer):
            takeTrust(request, site, question, answer)
        default:
            break
        }
    }

    // MARK: Panes

    func list(_ order: ListingOrder) {
        let (request, tab, site) = (order.request, order.tab, order.site)
        newest.set(request, for: tab)
        let connection = connections.connection(for: .pane(tab), site)
        inbox.post(.attached(tab, connection: connection.connection))
        let lister = PaneLister(order, newest, inbox, context, settings)
        connection.perform(inbox) { lister.answer(from: $0) }
    }

    private func change(
        _ request: RequestID, _ tab: TabID, _ site: Site, _ action: UndoRecord.Action,
        _ step: UndoStep,
        _ body: @escaping @Sendable (any FileSystem) throws(FileSystemError) -> Void
    ) {
        connections.connection(for: .pane(tab), site).perform(inbox) { [undo] files in
            let result = Result { () throws(FileSystemError) in try body(files) }
            if case .success = result { undo.note(action, [step], on: site) }
            return .finished(request, result)
        }
    }
}
