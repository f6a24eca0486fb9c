import Files
import Sync

/// What is known of the rows of a plan once each was visited: what becomes of it, what lies below it, and
/// its path.
struct PlanIndex: Sendable {
    /// What a row means for those below it.
    enum Bond: UInt8, Sendable {
        case none
        /// It makes the directory that they go into.
        case isNeeded
        /// It deletes a directory, and with it whatever is in there.
        case takesAll
    }

    struct Mark: Sendable {
        var deed: PlanDeed
        var bond: Bond
    }

    private(set) var marks: [Mark] = []
    /// The rows that can be ticked, and what they come to.
    private(set) var runnable = MarkSet()
    private(set) var totals = PlanTotals()
    /// Rows that stay as they are on both sides, because nothing says what is to become of them.
    private(set) var untouched = 0
    /// Rows of each tab.
    private(set) var counts = [Int](repeating: 0, count: PlanTab.allCases.count)
    /// Of each row the row of the nearest directory above it; -1 where there is none.
    private var parents: [Int32] = []
    /// The rows right below a row: the first one, and from each to the next; -1 at the end.
    private var firstBelow: [Int32] = []
    private var nextBeside: [Int32] = []
    /// The same of the old place of what gets a new name, by its row.
    private var oldParents: [Int: Int] = [:]
    /// By a directory's row, the rows that take something out of it.
    private var leaving: [Int: [Int]] = [:]
    /// The paths, one behind the other, and where each ends.
    private var paths: [UInt8] = []
    private var ends: [Int] = []

    init(_ rows: PreparedPlan.Rows) {
        let count = rows.count
        marks.reserveCapacity(count)
        runnable = MarkSet(capacity: count)
        ends.reserveCapacity(count)
        var places = Places()
        for index in 0..<count {
            let row = rows.row(at: index)
            let bond: Bond =
                row.takesDirectory ? .takesAll : row.makesDirectory ? .isNeeded : .none
            marks.append(Mark(deed: row.deed, bond: bond))
            counts[PlanTab(row.deed).rawValue] += 1
            if row.deed == .conflict { untouched += 1 }
            if row.deed.isRunnable {
                runnable.insert(UInt32(truncatingIfNeeded: index))
                totals.count(row, by: 1)
            }
            paths += row.difference.path
            ends.append(paths.count)
            if bond != .none || row.holdsDirectory {
                places.note(row.difference.names, row: index)
            }
        }
        counts[PlanTab.all.rawValue] = count
        let none = [Int32](repeating: -1, count: count)
        (parents, firstBelow, nextBeside) = (none, none, none)
        if !places.isEmpty { connect(rows, &places) }
    }

    private mutating func connect(_ rows: PreparedPlan.Rows, _ places: inout Places) {
        // From the last to the first, so that each list begins with its first row.
        for index in marks.indices.reversed() {
            let row = rows.row(at: index)
            if let parent = places.row(above: row.difference.names) {
                parents[index] = Int32(truncatingIfNeeded: parent)
                nextBeside[index] = firstBelow[parent]
                firstBelow[parent] = Int32(truncatingIfNeeded: index)
            }
            guard let origin = row.origin, let old = places.row(above: origin.names) else {
                continue
            }
            oldParents[index] = old
            leaving[old, default: []].append(index)
        }
    }

    // MARK: - Rows above and below

    func parent(of row: Int) -> Int? { parents[row] < 0 ? nil : Int(parents[row]) }

    /// The rows of the directories above it, the nearest first; also those above its old place.
    func above(_ row: Int) -> [Int] {
        chain(from: parent(of: row)) + (oldParents[row].map { chain(from: $0) } ?? [])
    }

    private func chain(from row: Int?) -> [Int] {
        var rows: [Int] = []
        var next = row
        while let row = next {
            rows.append(row)
            next = parent(of: row)
        }
        return rows
    }

    /// All rows below it, each after the one above it.
    func below(_ row: Int) -> [Int] {
        var rows: [Int] = []
        var next = firstBelow[row]
        var position = 0
        while true {
            while next >= 0 {
                rows.append(Int(next))
                next = nextBeside[Int(next)]
            }
            guard position < rows.count else { return rows }
            next = firstBelow[rows[position]]
            position += 1
        }
    }

    /// The rows that take something out of a directory.
    func leaving(_ row: Int) -> [Int] { leaving[row] ?? [] }

    // MARK: - Showing

    /// The rows of a tab whose paths hold one of some texts, where there are any; nil for all.
    func rows(of tab: PlanTab, holding matches: [NameMatch]) -> [UInt32]? {
        if tab == .all, matches.isEmpty { return nil }
        return paths.withUnsafeBufferPointer { paths in
            var found: [UInt32] = []
            var start = 0
            for (index, end) in ends.enumerated() {
                defer { start = end }
                guard tab.holds(marks[index].deed) else { continue }
                let path = UnsafeBufferPointer(rebasing: paths[start..<end])
                guard matches.isEmpty || matches.contains(where: { $0.isIn(path) }) else {
                    continue
                }
                found.append(UInt32(truncatingIfNeeded: index))
            }
            return found
        }
    }
}

/// The rows of directories, by their names on either side.
private struct Places {
    private var rows: Pair<[[Name]: Int]> = Pair([:], [:])
    /// What was asked for last: a directory's rows mostly follow one another.
    private var last: (directory: Pair<[Name]>, row: Int?)?

    var isEmpty: Bool { rows.first.isEmpty }

    mutating func note(_ names: Pair<[Name]>, row: Int) {
        rows.first[names.first] = row
        rows.second[names.second] = row
    }

    /// The row of the nearest directory above what has these names.
    mutating func row(above names: Pair<[Name]>) -> Int? {
        let directory = names.map { Array($0.dropLast()) }
        if let last, last.directory == directory { return last.row }
        var rest = directory
        var found: Int?
        while found == nil, !(rest.first.isEmpty && rest.second.isEmpty) {
            found = rows.first[rest.first] ?? rows.second[rest.second]
            _ = rest.first.popLast()
            _ = rest.second.popLast()
        }
        last = (directory, found)
        return found
    }
}
