import Files
import Sync
import Terminal
import Words

/// What is said of a plan.
struct PlanText {
    private let order: PlanOrder
    private let workspace: Workspace

    init(_ order: PlanOrder, _ workspace: Workspace) {
        self.order = order
        self.workspace = workspace
    }

    /// What can be said of it by its kind and its places.
    var words: PlanWords { PlanWords(order, workspace) }

    var isMirror: Bool { words.isMirror }

    /// `~/site`, `web01:/www`.
    static func place(_ location: Location, _ workspace: Workspace) -> String {
        let isHere = location.site.isLocal && location.site.archive == nil
        return isHere
            ? VisibleText.make(workspace.options.homeText(location.path))
            : VisibleText.make(workspace.siteTitles.text(of: location))
    }

    func place(_ side: ComparedSide) -> String {
        PlanText.place(order.places[side], workspace)
    }

    // MARK: - Totals

    /// How many rows are ticked, and how much there is no row for.
    func ticks(_ list: PlanList) -> String {
        let ticked = Format.number(list.ticked.count)
        let all = Format.number(list.index.marks.count)
        let same = list.plan.sameCount
        let files = Format.count(same, "file")
        return tr(
            same, one: "\(ticked) of \(all) ticked, \(files) is the same",
            other: "\(ticked) of \(all) ticked, \(files) are the same")
    }

    /// What the ticked rows come to, in a line.
    func totals(_ list: PlanList) -> String {
        let totals = list.totals
        var words: [String] = []
        if isMirror {
            let flow = totals.sides.second
            words.append(tr("\(copies(flow)) to copy"))
            if flow.deleted > 0 { words.append(tr("\(Format.number(flow.deleted)) to delete")) }
        } else {
            words.append("> \(copies(totals.sides.second))")
            words.append("< \(copies(totals.sides.first))")
            let deleted = totals.all.deleted
            if deleted > 0 { words.append(tr("\(Format.number(deleted)) to delete")) }
        }
        let others = totals.all.others
        if others > 0 { words.append(Format.count(others, "other change")) }
        let conflicts = list.index.untouched
        if conflicts > 0 { words.append(Format.count(conflicts, "conflict")) }
        return listed(words)
    }

    private func copies(_ flow: PlanTotals.Flow) -> String {
        let files = Format.count(flow.copied, "file")
        return flow.bytes > 0 ? "\(files) (\(Format.amount(flow.bytes)))" : files
    }

    /// The sentences of the question before it is run.
    func question(_ list: PlanList) -> [String] {
        var lines: [String] = []
        for side in [ComparedSide.second, .first] {
            let deeds = deeds(list.totals.sides[side])
            guard !deeds.isEmpty else { continue }
            lines.append(tr("In \(place(side)):"))
            lines.append(sentence(deeds))
        }
        if order.staysUpToDate {
            lines.append(
                tr(
                    "Each later change in \(place(.first)) is made there as well, until you cancel the "
                        + "job in the queue."))
        }
        if list.totals.all.destroys {
            lines.append(
                order.keepsReplaced
                    ? tr("What is deleted or replaced is kept in .ferry-trash.")
                    : tr("What is deleted or replaced is not kept."))
        }
        let twice = list.totals.keptTwice
        if twice > 0 {
            lines.append(
                tr(
                    twice,
                    one:
                        "Both versions of \(Format.number(twice)) file are kept; one gets another name.",
                    other:
                        "Both versions of \(Format.number(twice)) files are kept; one of each gets "
                        + "another name."))
        }
        let conflicts = list.index.untouched
        if conflicts > 0 {
            lines.append(tr("\(Format.count(conflicts, "conflict")) will not be touched."))
        }
        let problems = list.plan.troubles.count
        if problems > 0 {
            lines.append(tr("The comparison found \(Format.count(problems, "problem"))."))
        }
        return lines
    }

    /// `copy 3 files (4.2M)`, `delete 1 directory`: what is done on a side.
    private func deeds(_ flow: PlanTotals.Flow) -> [String] {
        var deeds: [String] = []
        if flow.created > 0 { deeds.append(tr("copy \(Format.count(flow.created, "new file"))")) }
        if flow.replaced > 0 { deeds.append(tr("replace \(Format.count(flow.replaced, "file"))")) }
        if flow.bytes > 0, let last = deeds.popLast() {
            let bytes = Format.amount(flow.bytes)
            deeds.append(deeds.isEmpty ? "\(last) (\(bytes))" : tr("\(last) (\(bytes) in all)"))
        }
        if flow.deleted > 0 {
            let items = Format.files(flow.deletedFiles, directories: flow.deletedDirectories)
            deeds.append(tr("delete \(items)"))
        }
        if flow.madeDirectories > 0 {
            deeds.append(tr("create \(Format.count(flow.madeDirectories, "directory"))"))
        }
        if flow.renamed > 0 { deeds.append(tr("rename \(Format.count(flow.renamed, "file"))")) }
        if flow.modes > 0 {
            deeds.append(tr("change the permissions of \(Format.count(flow.modes, "item"))"))
        }
        return deeds
    }

    private func sentence(_ deeds: [String]) -> String {
        let text = listed(deeds)
        return withFullStop((text.first.map { String($0).uppercased() } ?? "") + text.dropFirst())
    }

    /// How many sentences `problems` has.
    static func problemCount(_ plan: PreparedPlan) -> Int {
        plan.troubles.count + (plan.offset == nil ? 0 : 1)
    }

    /// All that is wrong with a plan, or is to be known of it: sentences.
    static func problems(_ plan: PreparedPlan) -> [String] {
        plan.troubles + (plan.offset.map { [PaneComparison.text(ofOffset: $0)] } ?? [])
    }
}
