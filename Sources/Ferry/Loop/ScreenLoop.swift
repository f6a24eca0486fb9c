import Curses
import Engine
import Files
import Glibc
import Settings
import Terminal
import UI

/// The one loop of the main thread: waits for the terminal, for a signal or for a message, takes
/// in all that is there, runs the effects, draws once. It does nothing that could wait.
final class ScreenLoop {
    private let screen: any Display
    private let signals: Signals
    private let engine: Engine
    private let inbox: Inbox
    private var outside: OutsideCommands
    private var notices: DesktopNotice
    /// What the first frame need not wait for: it would share the processors with it.
    private var later: (begin: () -> Void, effects: [Effect])?
    private let handOver: () -> Void
    private let useTheme: (Theme) -> Void
    private let useConfig: (Config) -> Void
    private var model: Model
    private var isRunning = true
    private var pace = FramePace()
    private var needsFrame = true

    /// `handOver` has another process go on with the transfers, without waiting for it; `useTheme` has
    /// the screen drawn with another theme, `useConfig` by other settings.
    init(
        screen: any Display, signals: Signals, engine: Engine, inbox: Inbox,
        outside: OutsideCommands, notices: DesktopNotice, model: Model,
        handOver: @escaping () -> Void, useTheme: @escaping (Theme) -> Void,
        useConfig: @escaping (Config) -> Void
    ) {
        self.screen = screen
        self.signals = signals
        self.engine = engine
        self.inbox = inbox
        self.outside = outside
        self.notices = notices
        self.handOver = handOver
        self.useTheme = useTheme
        self.useConfig = useConfig
        self.model = model
    }

    /// Runs until the user quits or a signal ends the program; `first` are done at the start, `later`
    /// once a frame has been drawn, after `begin`.
    func run(first: [Engine.TerminalCommand], later: [Effect], begin: @escaping () -> Void) {
        self.later = (begin, later)
        takeTime(.now())
        if screen.size != model.workspace.size { take(.terminal(.resize(screen.size))) }
        for command in first { perform(command) }
        // What is drawn first reads most of the program's pages: better now than once the listings are here.
        if model.awaitsLocalListing { _ = model.view() }
        drawFirst(at: .now())
        while isRunning {
            wait()
            let now = Instant.now()
            takeTime(now)
            for message in inbox.drain() { take(message) }
            handleSignals()
            let events = screen.events()
            if !events.isEmpty { takeTime(.now()) }
            for event in events { take(.terminal(event)) }
            listen(events, since: now)
            if screen.isClosed { isRunning = false }
            if pace.takeTick(at: now) {
                engine.tick(now: now)
                needsFrame = true
            }
            guard isRunning, needsFrame else { continue }
            if !events.isEmpty {
                draw()
            } else if pace.isFrameDue(at: now) {
                drawFirst(at: now)
            }
        }
        engine.close()
    }

    /// What the tabs show.
    var session: TabSession { model.workspace.panes.session }

    private func wait() {
        var descriptors = [
            pollfd(fd: screen.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0),
            pollfd(fd: inbox.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        var milliseconds = pace.timeout(
            at: .now(), wantsFrame: needsFrame, other: model.dialogs.quietTimeEnds)
        if let timeout = screen.timeout { milliseconds = min(milliseconds, timeout) }
        poll(&descriptors, nfds_t(descriptors.count), milliseconds)
    }

    private func handleSignals() {
        for signal in signals.drain() {
            switch signal {
            case .resize: break  // `events` looks at the size itself.
            case .stop: suspend()
            case .continued:
                screen.resume()
                take(.resumed)
            case .terminate, .hangUp, .interrupt: isRunning = false
            }
        }
    }

    /// Tells a dialog that waits for the keyboard to rest what came from it. What is held back, as a
    /// paste that has not ended, is being typed.
    private func listen(_ events: [Event], since moment: Instant) {
        guard !model.dialogs.takesKeys else { return }
        take(.listened(moment, isQuiet: events.isEmpty && screen.timeout == nil))
    }

    private func takeTime(_ now: Instant) {
        take(.clock(now, date: WallClock.now()))
    }

    private func take(_ message: Message) {
        switch message {
        case .clock, .drawn: break
        default: needsFrame = true
        }
        if message.isAnswer { pace.noteAnswer() }
        perform(model.update(message))
    }

    private func perform(_ effects: [Effect]) {
        for effect in effects {
            if case .noteVisited = effect, later != nil {
                // It writes a file, which the first frame need not wait for either.
                later?.effects.append(effect)
            } else if let command = engine.run(effect) {
                perform(command)
            }
        }
    }

    private func perform(_ command: Engine.TerminalCommand) {
        switch command {
        case .quit: isRunning = false
        case .handOver: handOver()
        case .suspend: suspend()
        case .redraw: screen.redraw()
        case .draw(let theme): useTheme(theme)
        case .use(let config): use(config)
        case .copy(let text): Clipboard.copy(text)
        case .announce(let text): notices.show(text)
        case .edit(let location, let program):
            runOutside { $0.edit(location, program: program) }
        case .editText(let request, let text): editText(request, text)
        case .runEditor(let order): run(order)
        case .shell(let path): runOutside { $0.shell(path) }
        }
    }

    private func use(_ config: Config) {
        outside.editor = config.editor
        notices = DesktopNotice(config.doneNotice)
        useConfig(config)
    }

    private func suspend() {
        screen.suspend()
        take(.resumed)
    }

    private func run(_ order: EditorOrder) {
        let start = Instant.now()
        var trouble: String?
        screen.runOutside { trouble = outside.run(order) }
        take(.resumed)
        let end = EditorEnd(seconds: Instant.now().seconds(since: start), trouble: trouble)
        take(.editorEnded(order.id, end))
    }

    private func runOutside(_ body: (OutsideCommands) -> String?) {
        var trouble: String?
        screen.runOutside { trouble = body(outside) }
        take(.resumed)
        if let trouble { take(.notice(trouble, isError: true)) }
    }

    private func editText(_ request: RequestID, _ text: String) {
        var edited: Result<String, EditFailure>?
        screen.runOutside { edited = outside.edit(text: text) }
        take(.resumed)
        if let edited { take(.edited(request, edited)) }
    }

    /// Draws, unless it would be the first time and without listings that are due at once.
    private func drawFirst(at now: Instant) {
        if pace.isFirstFrameDue(at: now, isComing: model.awaitsLocalListing) { draw() }
    }

    private func draw() {
        needsFrame = false
        pace.noteFrame(at: .now())
        screen.draw(model.view())
        screen.setTitle(model.windowTitle)
        screen.setProgress(model.windowProgress)
        take(.drawn(.now()))
        guard let later else { return }
        self.later = nil
        later.begin()
        perform(later.effects)
    }
}
