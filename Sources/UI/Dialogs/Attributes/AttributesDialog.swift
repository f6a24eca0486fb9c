import Files
import Terminal
import Words

/// A: what modes, owners and times are now, and what modes and times are to be.
struct AttributesDialog: FormDialog {
    enum Focus: CaseIterable, Sendable {
        case mode, time, below, start, cancel
    }

    let chosen: Selection
    let source: Location
    let side: Side
    let setsModes: Bool
    let setsTimes: Bool
    /// What all have in common as they are.
    let attributes: SharedAttributes
    var mode = TextField()
    var time = TextField()
    var goesBelow = false
    var focus: Focus
    var refusal: String?

    init(
        _ chosen: Selection, in source: Location, side: Side, setsModes: Bool, setsTimes: Bool
    ) {
        self.chosen = chosen
        self.source = source
        self.side = side
        self.setsModes = setsModes
        self.setsTimes = setsTimes
        attributes = chosen.attributes
        focus = setsModes ? .mode : setsTimes ? .time : .cancel
    }

    var setsSomething: Bool { setsModes || setsTimes }
    var asksAboutBelow: Bool { setsModes && chosen.directoryCount > 0 }

    /// What can be focused, from top to bottom.
    var focuses: [Focus] {
        Focus.allCases.filter { focus in
            switch focus {
            case .mode: setsModes
            case .time: setsTimes
            case .below: asksAboutBelow
            case .start: setsSomething
            case .cancel: true
            }
        }
    }

    // MARK: Input

    mutating func takeInFocus(_ key: Key) -> DialogReply {
        if key == Key(.character("q")), !setsSomething { return .cancelled }
        edit(key)
        return .stays
    }

    mutating func paste(_ text: String) {
        switch focus {
        case .mode: mode.insert(text)
        case .time: time.insert(text)
        case .below, .start, .cancel: return
        }
        refusal = nil
    }

    mutating func press(field: Int, _ workspace: inout Workspace) -> DialogReply {
        let fields = focuses.filter { $0 == .mode || $0 == .time }
        if fields.indices.contains(field) { focus = fields[field] }
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        focus = .below
        goesBelow.toggle()
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        focus = isFirstButton && setsSomething ? .start : .cancel
        return take(Key(.enter), &workspace)
    }

    private mutating func edit(_ key: Key) {
        switch focus {
        case .mode: if mode.handle(key) { refusal = nil }
        case .time: if time.handle(key) { refusal = nil }
        case .below:
            switch key.code {
            case .character(" "), .left, .right, .character("h"), .character("l"):
                goesBelow.toggle()
                refusal = nil
            default: break
            }
        case .start: if key.code == .right { focus = .cancel }
        case .cancel: if key.code == .left, setsSomething { focus = .start }
        }
    }

    // MARK: What is asked for

    /// The mode that is written; nil where there is none, or what is written is none.
    func modeChange(in workspace: Workspace) -> ModeChange? {
        ModeChange(AttributesDialog.trimmed(mode.text), mask: workspace.options.mask)
    }

    /// The time that is written, in the same way.
    func newTime(in workspace: Workspace) -> Timestamp? {
        LocalTime.read(
            AttributesDialog.trimmed(time.text), localOffset: workspace.options.localOffset
        ).map { Timestamp(seconds: $0) }
    }

    private static func trimmed(_ text: String) -> String {
        text.split(separator: " ").joined(separator: " ")
    }

    mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        var change = AttributeChange(chosen, in: source)
        change.mode = modeChange(in: workspace)
        change.time = newTime(in: workspace)
        change.goesBelow = goesBelow && asksAboutBelow && change.mode != nil
        if change.mode == nil, !AttributesDialog.trimmed(mode.text).isEmpty {
            return refuse(
                tr("'\(VisibleText.make(mode.text))' is not a mode; type it as 640 or u+rwX,go-w."),
                .mode)
        }
        if change.time == nil, !AttributesDialog.trimmed(time.text).isEmpty {
            return refuse(
                tr(
                    "'\(VisibleText.make(time.text))' is not a time; type it as 2026-11-20 23:51:00."
                ),
                .time)
        }
        if change.mode == nil, goesBelow {
            return refuse(tr("Type the new permissions for everything below."), .mode)
        }
        guard !change.isEmpty else { return .cancelled }
        return .closes(RunningAttributeChange(change, side: side).start(&workspace))
    }

    private mutating func refuse(_ sentence: String, _ focus: Focus) -> DialogReply {
        refusal = sentence
        self.focus = focus
        return .stays
    }
}
