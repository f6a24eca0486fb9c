import Files
import Settings
import Sync
import Terminal
import Words

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
            return tr("One of the two directories is inside the other; open two separate ones.")
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
            refusal = tr("'\(VisibleText.make(pattern))' is not a pattern for names.")
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
    /// Columns of what is before a choice, where the labels are as short as in English.
    private static let leastLabelWidth = 23

    /// The same for the labels that there are, at most half of so many columns where they are longer.
    private static func labelWidth(columns wide: Int) -> Int {
        let labels = Focus.allCases.compactMap { label(of: $0) }
        let wanted = TextFit.column(labels, atLeast: leastLabelWidth)
        return min(wanted, max(leastLabelWidth, wide / 2))
    }

    func box(in workspace: Workspace) -> DialogBox {
        let wide = DialogBox.wide(in: workspace.size)
        let isMirror = choices.kind == .mirror
        let titles =
            isMirror
            ? Pair(tr("From"), tr("To"))
            : Pair(tr("Left", meaning: "the left side"), tr("Right", meaning: "the right side"))
        let column = TextFit.column([titles.first, titles.second], atLeast: 7)
        let shown = (isMirror ? places : leftAndRight).map {
            TextFit.cutStart(PlanText.place($0, workspace), to: wide - column)
        }
        var lines: [DialogLine] = [
            .text(TextFit.left(titles.first, column) + shown.first, .dialog),
            .text(TextFit.left(titles.second, column) + shown.second, .dialog),
        ]
        let labelWidth = MirrorDialog.labelWidth(columns: wide)
        lines += focuses.compactMap { line($0, labelWidth: labelWidth) }
        // One line: a longer one would push the buttons out of a low screen.
        let note = refusal.map { DialogLine.text(TextFit.cut($0, to: wide), .dialogDanger) }
        lines.append(note ?? hint.map { .text(TextFit.cut($0, to: wide), .dialog) } ?? .blank)
        if let refusal, workspace.size.height > lines.count + 5 {
            lines.removeLast()
            lines += DialogLine.refusal(refusal, columns: wide)
        }
        lines.append(
            .buttons([(tr("Compare"), focus == .start), (tr("Cancel"), focus == .cancel)]))
        return DialogBox(
            title: tr("Mirror or synchronise"), width: wide,
            lines: DialogBox.fitting(lines, in: workspace.size))
    }

    /// What is to be known where the focus is.
    private var hint: String? {
        switch focus {
        case .names: tr("Patterns with spaces between them: *.log cache/")
        case .watches where watches: tr("Later changes are made too, until you cancel the job.")
        default: nil
        }
    }

    private func line(_ row: Focus, labelWidth: Int) -> DialogLine? {
        guard let label = MirrorDialog.label(of: row) else { return nil }
        let start = TextFit.left(label, labelWidth)
        guard let choice = choiceText(of: row) else {
            return .labelled(start, names, isFocused: focus == row)
        }
        return .option(start + "< \(choice) >", isFocused: focus == row)
    }

    /// What is before a choice, with its colon; nil for buttons.
    private static func label(of row: Focus) -> String? {
        let label: String
        switch row {
        case .kind: label = tr("What to do")
        case .deletes: label = tr("Delete what is extra")
        case .conflict: label = tr("If both have changed")
        case .criterion: label = tr("Compare by")
        case .scope: label = tr("Files")
        case .newer: label = tr("Replace newer files")
        case .keeps: label = tr("Keep old versions")
        case .modes: label = tr("Same permissions")
        case .names: label = tr("Names to skip")
        case .lists: label = tr("Obey .ferryignore")
        case .watches: label = tr("Keep up to date")
        case .start, .cancel: return nil
        }
        return tr("\(label):")
    }

    /// What is chosen in a row; nil where nothing is.
    private func choiceText(of row: Focus) -> String? {
        switch row {
        case .kind: kindText
        case .deletes: MirrorDialog.word(choices.deletes)
        case .conflict: conflictText
        case .criterion: criterionText
        case .scope: scopeText
        case .newer: MirrorDialog.word(choices.replacesNewer)
        case .keeps: choices.keepsReplaced ? tr("yes, in .ferry-trash") : tr("no")
        case .modes: MirrorDialog.word(choices.comparesModes)
        case .lists: MirrorDialog.word(choices.readsIgnoreLists)
        case .watches: watches ? tr("yes, copy every change") : tr("no")
        case .names, .start, .cancel: nil
        }
    }

    private static func word(_ isWanted: Bool) -> String { isWanted ? tr("yes") : tr("no") }

    private var kindText: String {
        switch choices.kind {
        case .mirror where side == .left: tr("mirror to the right pane")
        case .mirror: tr("mirror to the left pane")
        case .sync: tr("synchronise both ways")
        }
    }

    private var conflictText: String {
        switch choices.conflict {
        case .keepBoth: tr("keep both")
        case .newer: tr("take the newer")
        case .take(.first): tr("take the left one")
        case .take(.second): tr("take the right one")
        case .skip: tr("leave both as they are")
        }
    }

    private var criterionText: String {
        switch criterion {
        case .sizeAndTime: tr("size and time")
        case .size: tr("size")
        case .contents: tr("contents")
        }
    }

    private var scopeText: String {
        switch choices.scope {
        case .all: tr("all")
        case .existing: tr("only those that exist")
        case .missing: tr("only those that are missing")
        }
    }
}

extension Pane {
    /// `readOnlyRefusal` for a pane that need not be the focused one.
    fileprivate func readOnlyRefusal(calledThe side: Side) -> String? {
        guard readOnlyRefusal != nil else { return nil }
        guard site.archive == nil else {
            return side == .left
                ? tr("The left pane shows an archive, and Ferry does not change archives.")
                : tr("The right pane shows an archive, and Ferry does not change archives.")
        }
        let host = VisibleText.make(site.host)
        let dav = site.scheme == .http ? "dav://" : "davs://"
        return side == .left
            ? tr("The left pane is read-only; if \(host) supports WebDAV, open it with \(dav).")
            : tr("The right pane is read-only; if \(host) supports WebDAV, open it with \(dav).")
    }
}
