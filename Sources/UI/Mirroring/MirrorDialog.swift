import Files
import Settings
import Sync
import Terminal

/// `M`: asks what the two panes are to become, and how.
struct MirrorDialog: FormDialog {
    enum Focus: CaseIterable, Sendable {
        case kind, deletes, conflict, criterion, scope, newer, keeps, modes, names, lists, watches
        case start, cancel
    }

    /// The pane that a mirror is made of.
    let side: Side
    /// The focused pane's directory, and the other one's.
    let places: Pair<Location>
    private(set) var choices = MirrorChoices()
    private(set) var criterion: Criterion
    private(set) var names = TextField()
    private(set) var watches = false
    var focus = Focus.kind
    private(set) var refusal: String?

    private init(_ workspace: Workspace) {
        let panes = workspace.panes
        side = panes.focus
        places = Pair(panes.focused.location, panes[panes.focus.other].location)
        criterion = workspace.criterion
    }

    /// Asks; where a plan is made, or runs for these very panes, that is shown instead.
    static func open(_ workspace: inout Workspace) -> Outcome {
        if workspace.plan?.isInTheWay(of: workspace.panes) == true { return .show(.plan) }
        if let refusal = refusal(of: .mirror, from: workspace.panes.focus, workspace.panes) {
            return workspace.refuse(refusal)
        }
        var dialog = MirrorDialog(workspace)
        if let last = MirrorChoices.last(from: dialog.side, workspace) {
            dialog.choices = last
            dialog.names = TextField(last.excluded)
        }
        return .present(dialog)
    }

    /// Why that cannot be done with the panes, a sentence; nil where it can.
    static func refusal(of kind: MirrorChoices.Kind, from side: Side, _ panes: Panes) -> String? {
        if let refusal = PaneComparison.refusal(panes) { return refusal }
        let (left, right) = (panes.left, panes.right)
        if left.site == right.site,
            left.path.isInside(right.path) || right.path.isInside(left.path)
        {
            return "One of the two directories is inside the other; open two separate ones."
        }
        let targets = kind == .mirror ? [side.other] : Side.allCases
        return targets.lazy.compactMap { panes[$0].readOnlyRefusal(calledThe: $0) }.first
    }

    // MARK: - Keys and the mouse

    var focuses: [Focus] {
        let others: [Focus] = choices.kind == .mirror ? [.conflict] : [.deletes, .watches]
        return Focus.allCases.filter { !others.contains($0) }
    }

    mutating func takeInFocus(_ key: Key) -> DialogReply {
        refusal = nil
        switch focus {
        case .names: _ = names.handle(key)
        case .start: if key.code == .right { focus = .cancel }
        case .cancel: if key.code == .left { focus = .start }
        default: step(key)
        }
        return .stays
    }

    /// Another choice where the focus is, by the arrows or Space.
    private mutating func step(_ key: Key) {
        let step: Int
        switch key.code {
        case .right, .character(" "), .character("l"): step = 1
        case .left, .character("h"): step = -1
        default: return
        }
        switch focus {
        case .kind: choices.kind = choices.kind == .mirror ? .sync : .mirror
        case .deletes: choices.deletes.toggle()
        case .conflict:
            choices.conflict = MirrorDialog.next(
                to: choices.conflict, among: MirrorDialog.conflicts, by: step)
        case .criterion:
            criterion = MirrorDialog.next(
                to: criterion, among: [.sizeAndTime, .size, .contents], by: step)
        case .scope:
            choices.scope = MirrorDialog.next(
                to: choices.scope, among: [.all, .existing, .missing], by: step)
        case .newer: choices.replacesNewer.toggle()
        case .keeps: choices.keepsReplaced.toggle()
        case .modes: choices.comparesModes.toggle()
        case .lists: choices.readsIgnoreLists.toggle()
        case .watches: watches.toggle()
        case .names, .start, .cancel: break
        }
    }

    private static let conflicts: [SyncRules.Conflict] = [
        .keepBoth, .newer, .take(.first), .take(.second), .skip,
    ]

    private static func next<Choice: Equatable>(
        to choice: Choice, among choices: [Choice], by step: Int
    ) -> Choice {
        guard let index = choices.firstIndex(of: choice) else { return choice }
        return choices[(index + step + choices.count) % choices.count]
    }

    mutating func paste(_ text: String) {
        guard focus == .names else { return }
        names.insert(text)
    }

    mutating func press(field: Int, _ workspace: inout Workspace) -> DialogReply {
        focus = .names
        return .stays
    }

    mutating func press(option: Int, _ workspace: inout Workspace) -> DialogReply {
        let options = focuses.filter { ![.names, .start, .cancel].contains($0) }
        guard options.indices.contains(option) else { return .stays }
        focus = options[option]
        refusal = nil
        step(Key(.right))
        return .stays
    }

    mutating func press(isFirstButton: Bool, _ workspace: inout Workspace) -> DialogReply {
        isFirstButton ? submit(&workspace) : .cancelled
    }

    mutating func submit(_ workspace: inout Workspace) -> DialogReply {
        if let refusal = MirrorDialog.refusal(of: choices.kind, from: side, workspace.panes) {
            self.refusal = refusal
            focus = .kind
            return .stays
        }
        if let pattern = order.excluded.first(where: { PathPattern($0) == nil }) {
            refusal = "'\(VisibleText.make(pattern))' is not a pattern for names."
            focus = .names
            return .stays
        }
        var choices = choices
        choices.excluded = names.text
        let known = PairChoices(places.first, places.second, choices.values(side))
        workspace.keep(known)
        return .closes([.keepPairChoices(known)] + PlanScreen.start(order, &workspace))
    }

    /// What was chosen.
    var order: PlanOrder {
        var order: PlanOrder
        switch choices.kind {
        case .mirror: order = PlanOrder(.mirror(deletes: choices.deletes), places, by: criterion)
        case .sync: order = PlanOrder(.sync(choices.conflict), leftAndRight, by: criterion)
        }
        order.scope = choices.scope
        order.replacesNewer = choices.replacesNewer
        order.keepsReplaced = choices.keepsReplaced
        order.comparesModes = choices.comparesModes
        order.readsIgnoreLists = choices.readsIgnoreLists
        order.staysUpToDate = watches && choices.kind == .mirror
        order.excluded = names.text.split(separator: " ").map(String.init)
        return order
    }

    private var leftAndRight: Pair<Location> {
        side == .left ? places : Pair(places.second, places.first)
    }
}

extension MirrorDialog {
    /// Columns of what is before a choice.
    private static let labelWidth = 23

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let shown = (choices.kind == .mirror ? places : leftAndRight).map {
            TextFit.cutStart(PlanText.place($0, workspace), to: wide - 7)
        }
        var lines: [DialogLine] = [
            .text((choices.kind == .mirror ? "From   " : "Left   ") + shown.first, .dialog),
            .text((choices.kind == .mirror ? "To     " : "Right  ") + shown.second, .dialog),
        ]
        lines += focuses.compactMap(line)
        // One line: a longer one would push the buttons out of a low screen.
        let note = refusal.map { DialogLine.text(TextFit.cut($0, to: wide), .dialogDanger) }
        lines.append(note ?? hint.map { .text(TextFit.cut($0, to: wide), .dialog) } ?? .blank)
        if let refusal, workspace.size.height > lines.count + 5 {
            lines.removeLast()
            lines += DialogLine.refusal(refusal, columns: wide)
        }
        lines.append(
            .buttons([("Compare", focus == .start), ("Cancel", focus == .cancel)]))
        return DialogBox(
            title: "Mirror or synchronise", width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    /// What is to be known where the focus is.
    private var hint: String? {
        switch focus {
        case .names: "Patterns with spaces between them: *.log cache/"
        case .watches where watches: "Later changes are made too, until you cancel the job."
        default: nil
        }
    }

    private func line(_ row: Focus) -> DialogLine? {
        func option(_ label: String, _ choice: String) -> DialogLine {
            .option(
                TextFit.left("\(label):", MirrorDialog.labelWidth) + "< \(choice) >",
                isFocused: focus == row)
        }
        func option(_ label: String, _ isWanted: Bool) -> DialogLine {
            option(label, isWanted ? "yes" : "no")
        }
        switch row {
        case .kind: return option("What to do", kindText)
        case .deletes: return option("Delete what is extra", choices.deletes)
        case .conflict: return option("If both have changed", conflictText)
        case .criterion: return option("Compare by", criterionText)
        case .scope: return option("Files", scopeText)
        case .newer: return option("Replace newer files", choices.replacesNewer)
        case .keeps: return option("Keep old versions", keepsText)
        case .modes: return option("Same permissions", choices.comparesModes)
        case .names:
            return .labelled(
                TextFit.left("Names to skip:", MirrorDialog.labelWidth), names,
                isFocused: focus == row)
        case .lists: return option("Obey .ferryignore", choices.readsIgnoreLists)
        case .watches: return option("Keep up to date", watchesText)
        case .start, .cancel: return nil
        }
    }

    private var kindText: String {
        switch choices.kind {
        case .mirror: "mirror to the \(side == .left ? "right" : "left") pane"
        case .sync: "synchronise both ways"
        }
    }

    private var conflictText: String {
        switch choices.conflict {
        case .keepBoth: "keep both"
        case .newer: "take the newer"
        case .take(.first): "take the left one"
        case .take(.second): "take the right one"
        case .skip: "leave both as they are"
        }
    }

    private var criterionText: String {
        switch criterion {
        case .sizeAndTime: "size and time"
        case .size: "size"
        case .contents: "contents"
        }
    }

    private var scopeText: String {
        switch choices.scope {
        case .all: "all"
        case .existing: "only those that exist"
        case .missing: "only those that are missing"
        }
    }

    private var watchesText: String { watches ? "yes, copy every change" : "no" }

    private var keepsText: String { choices.keepsReplaced ? "yes, in .ferry-trash" : "no" }
}

extension Pane {
    /// `readOnlyRefusal` for a pane that need not be the focused one.
    fileprivate func readOnlyRefusal(calledThe side: Side) -> String? {
        let name = "The \(side == .left ? "left" : "right") pane"
        guard !isEmpty, site.archive != nil else {
            return readOnlyRefusal?.replacing("This pane", with: name)
        }
        return "\(name) shows an archive, and Ferry does not change archives."
    }
}
