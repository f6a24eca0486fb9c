package import Files
import Terminal

/// The boxes over the screen; the last one is on top and has the keyboard. Keys that were typed for
/// something else must not answer it: where an answer trusts, gives a secret away or destroys, the
/// box takes no such key until the keyboard has rested since it was drawn.
package struct DialogStack: Sendable {
    /// Seconds without a key after which such a dialog takes them.
    package static let quietTime = 0.5

    /// How far the dialog on top is from taking keys.
    private enum Readiness: Hashable, Sendable {
        /// Nobody has seen it since it came to the top.
        case unseen
        /// It was drawn, and no key has come since.
        case quiet(since: Instant)
        case ready
    }

    /// Those that are open, the one on top last.
    private(set) var dialogs: [any Dialog] = []
    /// Those that something waits for until no other is open.
    private var waiting: [any Dialog] = []
    private var readiness = Readiness.unseen
    /// Whether one that took a secret has gone by itself: the rest of it may still be typed, and is
    /// for nobody.
    private var isStray = false

    /// None is open.
    package init() {}

    /// Whether none is open.
    package var isEmpty: Bool { dialogs.isEmpty }
    /// How many are open.
    package var count: Int { dialogs.count }
    /// The one on top.
    var last: (any Dialog)? { dialogs.last }

    /// Whether the dialog on top, or what is below where none is open, takes keys other than Esc.
    package var takesKeys: Bool {
        guard isStray || last?.isGrave == true else { return true }
        return readiness == .ready
    }

    /// Whether the dialog on top takes this key all the same: it was seen, and the key neither trusts,
    /// gives a secret away nor destroys.
    func takesAtOnce(_ key: Key) -> Bool {
        guard !isStray, readiness != .unseen, let last else { return false }
        return !last.isGraveAnswer(key)
    }

    /// When the dialog on top takes keys, unless one comes before; nil where that does not hang on
    /// time.
    package var quietTimeEnds: Instant? {
        guard !takesKeys, case .quiet(let since) = readiness else { return nil }
        return since + DialogStack.quietTime
    }

    /// The dialogs can be seen as they are now.
    mutating func noteDrawn(at now: Instant) {
        if readiness == .unseen { readiness = .quiet(since: now) }
    }

    /// They are hidden: once they come back, the keyboard has to rest anew.
    mutating func noteHidden() {
        readiness = .unseen
    }

    /// Something was typed.
    mutating func noteTyping(at now: Instant) {
        guard case .quiet(let since) = readiness else { return }
        readiness = .quiet(since: Swift.max(since, now))
    }

    /// At `now` nothing was on its way from the keyboard.
    mutating func noteQuiet(at now: Instant) {
        guard let quietTimeEnds, quietTimeEnds <= now else { return }
        readiness = .ready
        isStray = false
    }

    // MARK: Opening and closing

    /// Opens a dialog on top of the others.
    mutating func present(_ dialog: any Dialog) {
        dialogs.append(dialog)
        readiness = .unseen
    }

    /// Opens a dialog once no other is open, unless one asks the same already.
    mutating func ask(_ dialog: any Dialog) {
        for index in dialogs.indices where dialogs[index].merge(dialog, isOpen: true) { return }
        for index in waiting.indices where waiting[index].merge(dialog, isOpen: false) { return }
        let precedence = type(of: dialog).precedence
        let place = waiting.firstIndex { type(of: $0).precedence < precedence }
        waiting.insert(dialog, at: place ?? waiting.endIndex)
    }

    /// Opens the next one that something waits for; whether there was one.
    mutating func presentNext() -> Bool {
        guard !waiting.isEmpty else { return false }
        present(waiting.removeFirst())
        return true
    }

    /// Closes those whose questions have been settled some other way: by the queue, the share, or a
    /// login that has ended, or a plan that the queue has taken.
    mutating func closeSettled(after message: Message, in workspace: Workspace) {
        switch message {
        case .queue, .shared, .promptWithdrawn, .siteSaved, .edits, .planQueued: break
        default: return
        }
        waiting.removeAll { $0.isOver(in: workspace) }
        let isOver = dialogs.map { $0.isOver(in: workspace) }
        if isOver.last == true {
            readiness = .unseen
            if dialogs.last?.isGrave == true { isStray = true }
        }
        dialogs = zip(dialogs, isOver).filter { !$0.1 }.map(\.0)
    }

    private mutating func outcome(of reply: DialogReply) -> Outcome {
        switch reply {
        case .goesOn(let outcome):
            return outcome
        case .closes(let outcome):
            dialogs.removeLast()
            readiness = .unseen
            return outcome
        }
    }

    // MARK: Input

    /// A key for the dialog on top.
    mutating func take(_ key: Key, _ workspace: inout Workspace) -> Outcome {
        guard let top = dialogs.indices.last else { return .nothing }
        return outcome(of: dialogs[top].take(key, &workspace))
    }

    /// Text pasted into the dialog on top.
    mutating func paste(_ text: String) {
        guard let top = dialogs.indices.last else { return }
        dialogs[top].paste(text)
    }

    /// Presses on options and buttons do what Enter on them does, those on the words of a key what
    /// that key does. Elsewhere they do nothing, but outside some dialogs they close them.
    mutating func take(_ mouse: Mouse, _ workspace: inout Workspace) -> Outcome {
        guard mouse.isPress, let top = dialogs.indices.last else { return .nothing }
        switch mouse.button {
        case .left: break
        case .wheelUp, .wheelDown:
            dialogs[top].turn(by: mouse.button == .wheelUp ? -1 : 1)
            return .nothing
        default: return .nothing
        }
        switch dialogs[top].box(in: workspace).part(at: mouse.point, in: workspace.size) {
        case .option(let number):
            return outcome(of: dialogs[top].press(option: number, &workspace))
        case .field(let number):
            return outcome(of: dialogs[top].press(field: number, &workspace))
        case .button(let isFirst):
            return outcome(of: dialogs[top].press(isFirstButton: isFirst, &workspace))
        case .key(let key):
            return outcome(of: dialogs[top].take(key, &workspace))
        case nil:
            let isOutside = !dialogs[top].box(in: workspace).rect(in: workspace.size)
                .contains(mouse.point)
            guard isOutside, dialogs[top].closesOutside else { return .nothing }
            return outcome(of: dialogs[top].take(Key(.escape), &workspace))
        }
    }

    /// An answer from the Engine, for whichever asked.
    mutating func take(_ message: Message) {
        for index in dialogs.indices { dialogs[index].take(message) }
    }

    /// Draws them over what is there, the one on top last; for a screen that is read out that one alone.
    func draw(_ workspace: Workspace, into frame: inout Frame) {
        for dialog in workspace.options.isPlain ? dialogs.suffix(1) : dialogs[...] {
            dialog.box(in: workspace).draw(
                isFocused: takesKeys, workspace.glyphs, into: &frame)
        }
    }
}
