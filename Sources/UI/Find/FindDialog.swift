import Files
import Terminal
import Words

/// `s`: asks what is looked for below the focused pane's directory.
struct FindDialog: FormDialog {
    enum Focus: CaseIterable, Sendable {
        case name, text, size, newer, type, start, cancel
    }

    private let location: Location
    private let side: Side
    var focus: Focus = .name
    private var name = TextField()
    private var text = TextField()
    private var size = TextField()
    private var newer = TextField()
    private var type: FindType?
    private var refusal: String?

    private init(_ location: Location, _ side: Side) {
        self.location = location
        self.side = side
    }

    /// Asks, where the focused pane shows a directory.
    static func open(_ workspace: inout Workspace) -> Outcome {
        let pane = workspace.panes.focused
        guard !pane.isEmpty else {
            return workspace.refuse(tr("Open a directory in this pane first."))
        }
        return .present(FindDialog(pane.location, workspace.panes.focus))
    }

    /// What a file holds can be looked for on this machine only.
    private var hasText: Bool {
        // A server's shell looks into its files; others would send all of them here.
        location.site.isLocal
            || location.site.archive == nil && location.site.scheme.wireProtocol == .sftp
    }

    var focuses: [Focus] { Focus.allCases.filter { $0 != .text || hasText } }

    mutating func takeInFocus(_ key: Key) -> DialogReply {
        refusal = nil
        switch focus {
        case .name: _ = name.handle(key)
        case .text: _ = text.handle(key)
        case .size: _ = size.handle(key)
        case .newer: _ = newer.handle(key)
        case .type: step(key)
        case .start: if key.code == .right { focus = .cancel }
        case .cancel: if key.code == .left { focus = .start }
        }
        return .stays
    }

    /// Another type, by the arrows or Space.
    private mutating func step(_ key: Key) {
        let types: [FindType?] = [nil] + FindType.allCases
        let step: Int
        switch key.code {
        case .right, .character(" "), .character("l"): step = 1
        case .left, .character("h"): step = types.count - 1
        default: return
        }
        let index = types.firstIndex(of: type) ?? 0
        type = types[(index + step) % types.count]
    }

    mutating func paste(_ pasted: String) {
        refusal = nil
        switch focus {
        case .name: name.insert(pasted)
        case .text: text.insert(pasted)
        case .size: size.insert(pasted)
        case .newer: newer.insert(pasted)
        case .type, .start, .cancel: break
        }
    }

    mutating func press(field: Int, _ workspace: inout Workspace) -> DialogReply {
        let fields: [Focus] = hasText ? [.name, .text, .size, .newer] : [.name, .size, .newer]
        if fields.indices.contains(field) { focus = fields[field] }
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        focus = .type
        step(Key(.right))
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        isFirstButton ? submit(&workspace) : .cancelled
    }

    mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        var filter = FindFilter(type: type, text: hasText ? FindText(text.text) : nil)
        filter.name = FindDialog.pattern(name.text)
        if !size.text.isEmpty {
            guard let wanted = FindSize(argument: size.text) else {
                refusal = tr(
                    "'\(VisibleText.make(size.text))' is not a size; type +10M, -500K or 0.")
                focus = .size
                return .stays
            }
            filter.size = wanted
        }
        if !newer.text.isEmpty {
            guard let time = FindDialog.time(newer.text, now: workspace.now) else {
                refusal =
                    tr(
                        "'\(VisibleText.make(newer.text))' is not a time; type 2026-11-20, or 7d, 12h."
                    )
                focus = .newer
                return .stays
            }
            filter.newer = time
        }
        let words = [name.text, text.text, size.text, newer.text].filter { !$0.isEmpty }
        return .closes(
            FoundScreen.start(
                filter, below: location, side, words: listed(words), &workspace))
    }

    /// A text without wildcards is looked for within names; nil where any name fits.
    static func pattern(_ text: String) -> NamePattern? {
        let trimmed = text.trimmedBlanks.composed
        guard !trimmed.isEmpty else { return nil }
        let isPattern = trimmed.contains { "*?[".contains($0) }
        return NamePattern(isPattern ? trimmed : "*\(trimmed)*")
    }

    /// A date, or how long ago; nil where it is neither.
    static func time(_ text: String, now: Double) -> Int64? {
        let units: [Character: Int64] = ["m": 60, "h": 3_600, "d": 86_400, "w": 604_800]
        if let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()),
            (0...100_000).contains(count)
        {
            return Int64(now) - count * unit
        }
        return ISOTime.read(text)
    }

    func box(in workspace: Workspace) -> DialogBox {
        let wide = min(56, workspace.size.width - 6)
        let labels = (
            name: tr("Name"), text: tr("Containing"), size: tr("Size"),
            newer: tr("Changed since"), type: tr("Type", meaning: "of a file")
        )
        let column = TextFit.column(
            [labels.name, labels.text, labels.size, labels.newer, labels.type], atLeast: 15)
        var lines: [DialogLine] = [
            .text(placeText(workspace.siteTitles.text(of: location), wide), .dialog),
            .labelled(TextFit.left(labels.name, column), name, isFocused: focus == .name),
        ]
        if hasText {
            lines.append(
                .labelled(TextFit.left(labels.text, column), text, isFocused: focus == .text))
        }
        lines += [
            .labelled(TextFit.left(labels.size, column), size, isFocused: focus == .size),
            .labelled(TextFit.left(labels.newer, column), newer, isFocused: focus == .newer),
            .option(
                TextFit.left(labels.type, column) + typeText, isFocused: focus == .type),
            .text(tr("Examples: *.jpg   +10M   7d   2026-11-20"), .dialog),
        ]
        lines += DialogLine.refusal(refusal, columns: wide)
        lines.append(.buttons([(tr("Find"), focus == .start), (tr("Cancel"), focus == .cancel)]))
        return DialogBox(
            title: tr("Find below"), width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    /// Where it looks; of a long path, the end is shown.
    private func placeText(_ place: String, _ columns: Int) -> String {
        func sentence(_ place: String) -> String { tr("Below \(place)") }
        let room = columns - CharacterWidth.of(sentence(""))
        return sentence(TextFit.cutStart(VisibleText.make(place), to: room))
    }

    private var typeText: String {
        switch type {
        case nil: tr("all", meaning: "files, directories and links")
        case .f: tr("files")
        case .d: tr("directories")
        case .l: tr("links")
        }
    }
}

extension String {
    /// Without blanks at both ends.
    var trimmedBlanks: String {
        var text = self[...]
        while text.first == " " { text.removeFirst() }
        while text.last == " " { text.removeLast() }
        return String(text)
    }
}
