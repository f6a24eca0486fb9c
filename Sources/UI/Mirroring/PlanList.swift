import Files
import Sync
import Words

/// The rows of a plan that waits to be run: which are ticked, and which are shown.
struct PlanList: Sendable {
    let plan: PreparedPlan
    private(set) var ticked: MarkSet
    private(set) var totals: PlanTotals
    private(set) var tab = PlanTab.all
    private(set) var filter = ""
    /// The rows that are shown; nil for all.
    private var shown: [UInt32]?
    private(set) var cursor = ListCursor()

    /// All is ticked that can be.
    init(_ plan: PreparedPlan) {
        self.plan = plan
        (ticked, totals) = (plan.index.runnable, plan.index.totals)
    }

    var index: PlanIndex { plan.index }

    // MARK: - What is shown

    /// Rows that are shown.
    var count: Int { shown?.count ?? index.marks.count }

    /// The row at a position of the list; nil outside.
    func row(at position: Int) -> Int? {
        guard position >= 0, position < count else { return nil }
        return shown.map { Int($0[position]) } ?? position
    }

    /// The row under the cursor.
    var current: Int? { row(at: cursor.cursor) }

    func isTicked(_ row: Int) -> Bool { ticked.contains(UInt32(truncatingIfNeeded: row)) }

    /// Whether nothing that can be ticked is not.
    var isAllTicked: Bool { ticked.count == index.runnable.count }

    mutating func move(to position: Int, height: Int) {
        cursor.move(to: position, count: count, height: height)
    }

    mutating func show(_ tab: PlanTab, height: Int) {
        guard tab != self.tab else { return }
        self.tab = tab
        refresh(height: height)
    }

    mutating func setFilter(_ text: String, height: Int) {
        guard text != filter else { return }
        filter = text
        refresh(height: height)
    }

    /// The cursor stays on its row, where that is still shown.
    private mutating func refresh(height: Int) {
        let before = current
        let places = plan.order.places
        let charsets = [places.first, places.second].map(\.site.nameCharset)
        let matches = filter.isEmpty ? [] : charsets.map { NameMatch(filter, charset: $0) }
        shown = index.rows(of: tab, holding: matches)
        let position = before.flatMap { row in
            shown.map { shown in
                shown.firstIndex { $0 >= UInt32(truncatingIfNeeded: row) } ?? shown.count - 1
            } ?? row
        }
        move(to: position ?? 0, height: height)
    }

    /// Sentences for what is ticked and kept twice: 20 at most, and one for the rest.
    var keptTwice: [String] {
        guard totals.keptTwice > 0 else { return [] }
        let rows = index.marks.indices.lazy.filter { row in
            index.marks[row].deed == .keepBoth && isTicked(row)
        }
        let sentences = Array(rows.prefix(20)).map { number in
            let row = plan.rows.row(at: number)
            return tr("\(VisibleText.make(row.difference.path)) was \(row.words).")
        }
        let others = totals.keptTwice - sentences.count
        guard others > 0 else { return sentences }
        return sentences + [tr("\(Format.count(others, "more conflict")) like these.")]
    }

    // MARK: - Ticks

    /// The tick of a row without what it means for others.
    private mutating func set(_ row: Int, _ isTicked: Bool) {
        let number = UInt32(truncatingIfNeeded: row)
        guard index.marks[row].deed.isRunnable, ticked.contains(number) != isTicked else { return }
        if isTicked { ticked.insert(number) } else { ticked.remove(number) }
        totals.count(plan.rows.row(at: row), by: isTicked ? 1 : -1)
    }

    /// Ticks a row with all below it, or takes their ticks away; false where none of them can be ticked.
    @discardableResult
    mutating func toggle(_ row: Int) -> Bool {
        // Permissions of a directory say nothing of what is in it.
        let branch = [row] + (index.marks[row].deed == .changeMode ? [] : index.below(row))
        let runnable = branch.filter { index.marks[$0].deed.isRunnable }
        guard !runnable.isEmpty else { return false }
        if index.marks[row].deed.isRunnable ? isTicked(row) : runnable.allSatisfy(isTicked) {
            untick(branch)
        } else {
            tick(branch)
        }
        return true
    }

    /// Directories that they go into are ticked as well, and what would be deleted with them has to
    /// have been taken out before.
    private mutating func tick(_ rows: [Int]) {
        for row in rows {
            set(row, true)
            for leaving in index.leaving(row) where !isTicked(leaving) { tick([leaving]) }
        }
        // All rows but the first are below it.
        guard let first = rows.first else { return }
        for above in index.above(first) where index.marks[above].bond == .isNeeded {
            set(above, true)
        }
    }

    /// A directory stays in which something is to stay.
    private mutating func untick(_ rows: [Int]) {
        for row in rows {
            set(row, false)
            keepAbove(row)
        }
    }

    private mutating func keepAbove(_ row: Int) {
        for above in index.above(row) where index.marks[above].bond == .takesAll {
            set(above, false)
        }
    }

    /// Changes the ticks of all that is shown: to one state, or (nil) to the other of each.
    mutating func setAll(_ isTicked: Bool?) {
        if shown == nil, let isTicked {
            ticked = isTicked ? index.runnable : MarkSet()
            totals = isTicked ? index.totals : PlanTotals()
            return
        }
        for position in 0..<count {
            guard let row = row(at: position) else { continue }
            set(row, isTicked ?? !self.isTicked(row))
            // Otherwise what goes into it, and may not be shown, would bring it back.
            guard isTicked == false, index.marks[row].bond == .isNeeded else { continue }
            for below in index.below(row) { set(below, false) }
        }
        // A tick comes before what it needs, and what stays before what would take it away.
        for row in index.marks.indices where self.isTicked(row) {
            for above in index.above(row) where index.marks[above].bond == .isNeeded {
                set(above, true)
            }
        }
        for row in index.marks.indices
        where index.marks[row].deed.isRunnable && !self.isTicked(row) { keepAbove(row) }
    }
}
