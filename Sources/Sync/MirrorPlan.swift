import Files
import Words

/// What is done to make a target what its source is, from where the two differ. The source is the first
/// side of the comparison.
package struct MirrorPlan: Sendable {
    /// What becomes of a name.
    package enum Action: Hashable, Sendable {
        case copy, makeDirectory, makeLink
        /// The target's is replaced.
        case replace
        /// The target's gets the source's permissions.
        case setMode
        case delete
        /// It stays as it is on both sides, which is told as a failure.
        case conflict
        /// It stays as it was wanted.
        case skip
    }

    /// One name for which something is done or told.
    package struct Row: Hashable, Sendable {
        package var action: Action
        package var difference: Difference

        package init(_ action: Action, _ difference: Difference) {
            self.action = action
            self.difference = difference
        }
    }

    /// Why nothing is deleted.
    package enum Refusal: Hashable, Sendable {
        /// So many files would go, and at most so many may.
        case tooMany(Int, limit: Int)
        case emptySource
        /// The source could not be read to its end.
        case unreadSource
    }

    /// The rows as they are kept: where a million files differ, none is there twice.
    package struct Rows: PlanRows, Sendable {
        fileprivate struct Mark: Sendable {
            var action: Action
            var index: Int32
        }

        fileprivate var differences: Differences
        fileprivate var marks: [Mark] = []

        package var startIndex: Int { 0 }
        package var endIndex: Int { marks.count }

        package func action(at position: Int) -> Action { marks[position].action }

        package subscript(position: Int) -> Row {
            let mark = marks[position]
            return Row(mark.action, differences[Int(mark.index)])
        }

        fileprivate mutating func keep(_ isWanted: (Row) -> Bool) {
            marks = marks.indices.filter { isWanted(self[$0]) }.map { marks[$0] }
        }
    }

    /// By their paths.
    package private(set) var rows: Rows
    package private(set) var refusal: Refusal?

    /// Of a comparison that is finished, whose rules descend what only the source has, and what only the
    /// target has where `rules` delete. `isSourceWhole`: whether nothing but single directories could not
    /// be read there.
    package init(_ comparison: Comparison, _ rules: MirrorRules, isSourceWhole: Bool) {
        rows = Rows(differences: comparison.differences)
        for (index, difference) in comparison.differences.enumerated() {
            guard let action = MirrorPlan.action(of: difference, comparison, rules),
                let index = Int32(exactly: index)
            else { continue }
            rows.marks.append(Rows.Mark(action: action, index: index))
        }
        let met = MirrorPlan.met(comparison.differences)
        if !met.isEmpty {
            rows.keep { $0.action != .delete || !MirrorPlan.is($0, orIsBelow: met) }
        }
        var (takesAway, deleted) = (false, 0)
        for row in rows.rows(doing: { $0 == .delete || $0 == .replace }) where row.takesAway {
            takesAway = true
            if row.difference.entries.second?.kind != .directory { deleted += 1 }
        }
        let most = rules.limit.most(of: comparison.fileCounts.second)
        if takesAway {
            if !isSourceWhole {
                refusal = .unreadSource
            } else if comparison.isEmpty.first, !rules.limit.holdsForEmptySource {
                refusal = .emptySource
            } else if deleted > most {
                refusal = .tooMany(deleted, limit: most)
            }
        }
        if refusal != nil {
            rows.marks.removeAll { $0.action == .delete }
            for index in rows.indices
            where rows.action(at: index) == .replace && rows[index].takesAway {
                rows.marks[index].action = .conflict
            }
        }
        // What would come into the place of something that stays has none.
        let conflicts = Set(rows.rows { $0 == .conflict }.map(\.difference.names))
        if !conflicts.isEmpty { rows.keep { !MirrorPlan.isBelow($0, conflicts) } }
    }

    /// Of rows that are settled, by their paths.
    package init(_ settled: some Sequence<Row> = []) {
        rows = Rows(differences: Differences())
        for row in settled { append(row) }
    }

    /// Adds a row that is settled, and comes behind the others.
    package mutating func append(_ row: Row) {
        guard let index = Int32(exactly: rows.differences.count) else { return }
        rows.differences.append(row.difference)
        rows.marks.append(Rows.Mark(action: row.action, index: index))
    }

    /// The same without rows that are not wanted.
    package func keeping(_ isWanted: (Row) -> Bool) -> MirrorPlan {
        var plan = self
        plan.rows.keep(isWanted)
        return plan
    }

    /// Nil for what the rules leave alone.
    private static func action(
        of difference: Difference, _ comparison: Comparison, _ rules: MirrorRules
    ) -> Action? {
        switch difference.reason {
        case .only(.second):
            guard rules.deletes else { return nil }
            let holds =
                difference.isDirectory
                && comparison.holding.second.contains(difference.names.second)
            return holds ? nil : .delete
        case .only(.first):
            guard rules.scope != .existing else { return nil }
            switch difference.entries.first?.kind {
            case .directory: return .makeDirectory
            case .link: return .makeLink
            default: return .copy
            }
        case .nameMeets:
            // What the target alone has is not in the way of anything.
            return difference.entries.first == nil || rules.scope == .existing ? nil : .conflict
        case .kind:
            // Nothing is copied into its place where that was not read, or not wanted.
            let holds =
                comparison.holding.second.contains(difference.names.second)
                || comparison.unlisted.contains(difference.names.first)
            return rules.deletes && !holds && rules.scope == .all ? .replace : .conflict
        case .mode: return rules.scope == .missing ? nil : .setMode
        case .link, .unknown, .contents, .size, .time:
            guard rules.scope != .missing else { return nil }
            let isOlder = difference.isOlder(sharing: comparison.sharedOffset)
            return rules.replacesNewer || isOlder ? .replace : .skip
        }
    }

    /// What the target has under a name that is one with another of the source's.
    private static func met(_ differences: Differences) -> Set<[Name]> {
        var met: Set<[Name]> = []
        for position in differences.indices {
            guard case .nameMeets(let other) = differences.reason(at: position),
                let name = Name(other)
            else { continue }
            let difference = differences[position]
            guard difference.entries.first != nil else { continue }
            met.insert(difference.names.second.dropLast() + [name])
        }
        return met
    }

    private static func `is`(_ row: Row, orIsBelow places: Set<[Name]>) -> Bool {
        var names = row.difference.names.second
        while !names.isEmpty {
            if places.contains(names) { return true }
            names.removeLast()
        }
        return false
    }

    private static func isBelow(_ row: Row, _ conflicts: Set<Pair<[Name]>>) -> Bool {
        var names = row.difference.names
        while !names.first.isEmpty, !names.second.isEmpty {
            names.first.removeLast()
            names.second.removeLast()
            if conflicts.contains(names) { return true }
        }
        return false
    }
}

extension MirrorPlan.Row {
    /// Whether something of the target's goes that is not merely replaced by a newer state of itself.
    package var takesAway: Bool {
        action == .delete || action == .replace && difference.reason == .kind
    }

    /// Why, in a few words.
    package var words: String {
        switch (action, difference.reason) {
        case (_, .only(.first)): tr("new")
        case (_, .only(.second)): tr("not in the source")
        case (.skip, .unknown), (.skip, .size(newerBy: nil)):
            tr("nothing says which of the two is newer")
        case (.skip, _): tr("the target is newer; \(difference.words)")
        default: difference.words
        }
    }
}

extension Difference {
    /// Whether the second side's is known not to be newer than the first's.
    /// `offset`: the seconds by which all of the first side's times are ahead, where they are.
    fileprivate func isOlder(sharing offset: Int64?) -> Bool {
        switch reason {
        case .time, .size, .contents, .link:
            guard let one = entries.first?.modified, let two = entries.second?.modified,
                one.isZoned == two.isZoned || offset != nil
            else { return false }
            return TimeSpan(one, two).gap(without: offset ?? 0) >= 0
        default: return false
        }
    }
}
