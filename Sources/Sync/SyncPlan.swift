package import Files

/// What is done so that two trees have the same again, from where they differ and what they agreed about
/// last: what is new or changed on one side goes to the other, and what is gone from one goes from the
/// other.
package struct SyncPlan: Sendable {
    /// What becomes of a name.
    package enum Action: Hashable, Sendable {
        /// It becomes on that side what it is on the other: in which way, as a mirror has it.
        case carry(to: ComparedSide, MirrorPlan.Action)
        /// That side's gets the name that it was given on the other.
        case move(on: ComparedSide)
        /// That side's gets another name, and then both go to the other side.
        case keepBoth(renamed: ComparedSide)
        /// It stays as it is on both sides, which is told as a failure.
        case conflict
        /// It stays as it was wanted.
        case skip
    }

    /// Which sides have changed something since they last agreed about it.
    package enum Cause: Hashable, Sendable {
        /// They never have agreed.
        case never
        case neither, both
        case one(ComparedSide)
    }

    /// One name for which something is done or told.
    package struct Row: Hashable, Sendable {
        package var action: Action
        package var difference: Difference
        package var cause: Cause
        /// Of a move, what gets its name: as it is on the side where it is moved.
        package var origin: Difference?

        package init(
            action: Action, difference: Difference, cause: Cause, origin: Difference? = nil
        ) {
            self.action = action
            self.difference = difference
            self.cause = cause
            self.origin = origin
        }
    }

    /// Why nothing is deleted on a side.
    package enum Refusal: Hashable, Sendable {
        /// So many files would go, and at most so many may.
        case tooMany(Int, limit: Int)
        /// The other side is empty.
        case emptyOther
        /// The other side has nothing of what both sides had the last time: it may be another disk. Then
        /// nothing is done at all, or the next run would find that they have something in common.
        case strangeOther
        /// The other side could not be read to its end.
        case unreadOther
    }

    /// The rows as they are kept: where a million files differ, none is there twice.
    package struct Rows: PlanRows, Sendable {
        struct Mark: Sendable {
            var action: Action
            var cause: Cause
            var index: Int32
            /// Of a move, the index of what gets its name.
            var origin: Int32?
        }

        fileprivate(set) var differences: Differences
        var marks: [Mark]

        package var startIndex: Int { 0 }
        package var endIndex: Int { marks.count }

        /// Adds a row that comes behind the others.
        package mutating func append(_ row: Row) {
            guard let index = add(row.difference) else { return }
            let origin = row.origin.flatMap { add($0) }
            marks.append(
                Mark(action: row.action, cause: row.cause, index: index, origin: origin))
        }

        private mutating func add(_ difference: Difference) -> Int32? {
            differences.append(difference)
            return Int32(exactly: differences.count - 1)
        }

        package func action(at position: Int) -> Action { marks[position].action }

        package subscript(position: Int) -> Row {
            let mark = marks[position]
            return Row(
                action: mark.action, difference: differences[Int(mark.index)],
                cause: mark.cause, origin: mark.origin.map { differences[Int($0)] })
        }
    }

    /// By their paths.
    package private(set) var rows: Rows
    /// By the side on which nothing is deleted.
    package private(set) var refusals: Pair<Refusal?>
    private let rules: SyncRules

    /// Of a comparison that is finished, whose rules descend what one side alone has.
    /// `unread`: indices of differences that nobody could settle: nothing becomes of them. `areWhole`:
    /// sides of which nothing but single directories could not be read. `unmoved`: indices of what is
    /// known not to have had another name.
    package init(
        _ comparison: Comparison, _ memory: SyncMemory, _ rules: SyncRules,
        unread: Set<Int> = [], unmoved: Set<Int> = [], areWhole: Pair<Bool>
    ) {
        self.rules = rules
        var draft = SyncDraft(comparison, memory, rules, unread: unread, unmoved: unmoved)
        draft.settle()
        refusals = draft.guardDeletions(areWhole)
        rows = draft.rows
    }

    /// Of rows that are settled, by their paths. `stamp` as in `SyncRules`.
    package init(_ settled: some Sequence<Row> = [], stamp: String) {
        rules = SyncRules(stamp: stamp)
        refusals = Pair(nil, nil)
        rows = Rows(differences: Differences(), marks: [])
        for row in settled { rows.append(row) }
    }

    /// Whether a side is not the one that was synced the last time.
    package var isStrange: Bool {
        ComparedSide.allCases.contains { refusals[$0] == .strangeOther }
    }

    /// What is put into the names of files that are kept twice.
    package var stamp: String { rules.stamp }

    /// The same without rows that are not wanted.
    package func keeping(_ isWanted: (Row) -> Bool) -> SyncPlan {
        var plan = self
        plan.rows.marks = rows.indices.filter { isWanted(rows[$0]) }.map { rows.marks[$0] }
        return plan
    }

    /// Indices of differences of which only the contents tell whether they are any: who only touched a file
    /// has not changed it, and the same change on both sides is none.
    package static func doubts(_ comparison: Comparison) -> [Int] {
        comparison.differences.indices.filter { index in
            let differences = comparison.differences
            guard differences.kind(at: index, on: .first) == .file,
                differences.kind(at: index, on: .second) == .file
            else { return false }
            switch differences.reason(at: index) {
            case .time, .unknown: return true
            case .only, .size, .contents, .link, .mode, .kind, .nameMeets: return false
            }
        }
    }

    /// Files with a new name, as only their sizes and times tell: with the indices of what is new among the
    /// differences, and both files, each as its side has it.
    package var moves: [(index: Int, files: UnreadPair)] {
        rows.marks.compactMap { mark in
            guard case .move(let side) = mark.action, let number = mark.origin else { return nil }
            let (new, origin) = (
                rows.differences[Int(mark.index)], rows.differences[Int(number)]
            )
            let (one, two) = side == .second ? (new, origin) : (origin, new)
            return UnreadPair(one, two).map { (Int(mark.index), $0) }
        }
    }

    // MARK: - What is done with it

    /// A new name on one side.
    package struct Renaming: Sendable {
        /// Which row wants it.
        package var row: Int
        package var from: [Name]
        package var to: [Name]
        /// What has the old name.
        package var entry: Entry
    }

    /// What gets another name on a side, before anything else is done.
    package func renamings(on side: ComparedSide) -> [Renaming] {
        rows.indices.compactMap { index in
            let row = rows[index]
            switch row.action {
            case .move(on: side):
                guard let origin = row.origin, let entry = origin.entries[side] else { return nil }
                return Renaming(
                    row: index, from: origin.names[side], to: row.difference.names[side],
                    entry: entry)
            case .keepBoth(renamed: side):
                guard let entry = row.difference.entries[side] else { return nil }
                let names = row.difference.names[side]
                return Renaming(
                    row: index, from: names,
                    to: names.dropLast() + [rules.keptName(entry.name)], entry: entry)
            default: return nil
            }
        }
    }

    /// What a mirror to that side does for it. `renamed`: the rows whose new names are there; a move
    /// that did not succeed becomes a copy.
    package func mirror(to side: ComparedSide, renamed: Set<Int>) -> MirrorPlan {
        var plan = MirrorPlan()
        func add(_ action: MirrorPlan.Action, _ difference: Difference) {
            plan.append(
                MirrorPlan.Row(action, side == .second ? difference : difference.reversed))
        }
        for (index, row) in rows.enumerated() {
            switch row.action {
            case .carry(to: side, let action): add(action, row.difference)
            case .move(on: side) where !renamed.contains(index):
                add(.copy, row.difference)
                if let origin = row.origin { add(.delete, origin) }
            case .keepBoth(let other) where renamed.contains(index):
                let name = row.difference.entries[other].map { rules.keptName($0.name) }
                let alone =
                    other == side
                    ? row.difference.alone(on: side.other)
                    : row.difference.alone(on: other, named: name)
                if let entry = alone.entries[side.other] { add(.making(entry), alone) }
            default: break
            }
        }
        return plan
    }
}

extension MirrorPlan.Action {
    /// How something comes to where nothing of its name is.
    static func making(_ entry: Entry) -> MirrorPlan.Action {
        switch entry.kind {
        case .directory: .makeDirectory
        case .link: .makeLink
        case .file, .other: .copy
        }
    }
}
