import Files

/// A plan for two sides while it is being made: first each difference by itself, then what they mean for
/// one another.
struct SyncDraft {
    private let comparison: Comparison
    private let memory: SyncMemory
    private let rules: SyncRules
    private let unread: Set<Int>
    private let unmoved: Set<Int>
    /// Of each difference; nil where nothing becomes of it.
    private var actions: [SyncPlan.Action?] = []
    private var causes: [SyncPlan.Cause] = []
    /// By the index of what is moved to a name, the index of what has the old one.
    private var origins: [Int: Int] = [:]

    private var differences: Differences { comparison.differences }

    init(
        _ comparison: Comparison, _ memory: SyncMemory, _ rules: SyncRules, unread: Set<Int>,
        unmoved: Set<Int>
    ) {
        self.comparison = comparison
        self.memory = memory
        self.rules = rules
        self.unread = unread
        self.unmoved = unmoved
    }

    /// What is done, by its paths.
    var rows: SyncPlan.Rows {
        let moved = Set(origins.values)
        return SyncPlan.Rows(
            differences: differences,
            marks: differences.indices.compactMap { index in
                guard let action = actions[index], !moved.contains(index),
                    let number = Int32(exactly: index)
                else { return nil }
                return SyncPlan.Rows.Mark(
                    action: action, cause: causes[index], index: number,
                    origin: origins[index].flatMap { Int32(exactly: $0) })
            })
    }

    mutating func settle() {
        for (index, difference) in differences.enumerated() {
            let state = memory.state(of: difference)
            let decision = SyncDecision(difference, state, rules, comparison.sharedOffset)
            causes.append(decision.cause)
            actions.append(unread.contains(index) ? nil : decision.action)
        }
        if rules.findsMoves {
            let finder = MoveFinder(differences, actions, memory, unmoved: unmoved)
            for (index, origin) in finder.moves {
                origins[index] = origin
                if case .carry(let side, _)? = actions[index] { actions[index] = .move(on: side) }
            }
        }
        keepDirectories()
        dropBlocked()
    }

    // MARK: - Directories

    /// A directory of which something stays does so itself.
    private mutating func keepDirectories() {
        var alive = comparison.holding
        // Of those, the ones of which something goes to the other side.
        var shared: Pair<Set<[Name]>> = Pair([], [])
        for side in ComparedSide.allCases {
            // Most of what a directory holds says the same of it.
            var (seenAlive, seenShared): (Set<Int32>, Set<Int32>) = ([], [])
            for index in differences.indices
            where differences.kind(at: index, on: side) != nil
                && differences.kind(at: index, on: side.other) == nil
            {
                let directory = differences.directory(at: index)
                let isShared: Bool
                switch actions[index] {
                case .carry(side, .delete)?: continue
                case .carry(side.other, _)?, .move(on: side.other)?: isShared = true
                default: isShared = false
                }
                if seenAlive.insert(directory).inserted {
                    SyncDraft.noteAbove(differences[index].names[side], in: &alive[side])
                }
                if isShared, seenShared.insert(directory).inserted {
                    SyncDraft.noteAbove(differences[index].names[side], in: &shared[side])
                }
            }
        }
        for index in differences.indices {
            guard case .carry(let side, let action)? = actions[index],
                differences.kind(at: index, on: side) == .directory
            else { continue }
            let difference = differences[index]
            guard alive[side].contains(difference.names[side]) else { continue }
            let mayBeMade = rules.scope != .existing
            switch action {
            case .delete:
                actions[index] =
                    mayBeMade && shared[side].contains(difference.names[side])
                    ? .carry(to: side.other, .makeDirectory) : nil
            case .replace where difference.reason == .kind:
                actions[index] =
                    mayBeMade && !comparison.holding[side].contains(difference.names[side])
                    ? .keepBoth(renamed: side.other) : .conflict
            default: break
            }
        }
    }

    private static func noteAbove(_ names: [Name], in places: inout Set<[Name]>) {
        var names = names
        while !names.isEmpty {
            names.removeLast()
            guard places.insert(names).inserted else { return }
        }
    }

    // MARK: - What is in the way

    /// What would come into the place of something that stays has none.
    private mutating func dropBlocked() {
        var blocked: Pair<Set<[Name]>> = Pair([], [])
        var met: Pair<Set<[Name]>> = Pair([], [])
        for index in differences.indices {
            let stays: Bool
            switch (actions[index], differences.reason(at: index)) {
            case (nil, .kind), (.conflict?, _), (.skip?, .kind): stays = true
            default: stays = false
            }
            guard stays else { continue }
            let difference = differences[index]
            for side in ComparedSide.allCases where difference.entries[side] != nil {
                blocked[side].insert(difference.names[side])
            }
            if case .nameMeets(let other) = difference.reason, let name = Name(other) {
                let side: ComparedSide = difference.entries.first == nil ? .first : .second
                met[side].insert(difference.names[side].dropLast() + [name])
            }
        }
        guard !blocked.first.isEmpty || !blocked.second.isEmpty else { return }
        for (index, difference) in differences.enumerated() where actions[index] != nil {
            for side in ComparedSide.allCases where difference.entries[side] != nil {
                let names = difference.names[side]
                if isBelow(names, blocked[side]) || met[side].contains(names)
                    || isBelow(names, met[side])
                {
                    forget(index)
                }
            }
        }
    }

    private func isBelow(_ names: [Name], _ places: Set<[Name]>) -> Bool {
        guard !places.isEmpty else { return false }
        var names = names
        while !names.isEmpty {
            names.removeLast()
            if places.contains(names) { return true }
        }
        return false
    }

    private mutating func forget(_ index: Int) {
        actions[index] = nil
        // What it would have been moved from stays as well.
        if let origin = origins.removeValue(forKey: index) { actions[origin] = nil }
    }

    // MARK: - Guards

    /// Why nothing is deleted on each side, where that is so.
    mutating func guardDeletions(_ areWhole: Pair<Bool>) -> Pair<SyncPlan.Refusal?> {
        var refusals: Pair<SyncPlan.Refusal?> = Pair(nil, nil)
        for side in ComparedSide.allCases {
            let gone = differences.indices.filter { takesAway($0, from: side) }
            guard !gone.isEmpty || origins.keys.contains(where: { actions[$0] == .move(on: side) })
            else { continue }
            let moved = Set(origins.values)
            let count = gone.count {
                !moved.contains($0) && differences.kind(at: $0, on: side) != .directory
            }
            let most = rules.limit.most(of: comparison.fileCounts[side])
            if !areWhole[side.other] {
                refusals[side] = .unreadOther
            } else if comparison.isEmpty[side.other], !rules.limit.holdsForEmptySource {
                refusals[side] = .emptyOther
            } else if count > 1, !comparison.holdsAgreed[side.other],
                !rules.limit.holdsForEmptySource
            {
                refusals[side] = .strangeOther
            } else if count > most {
                refusals[side] = .tooMany(count, limit: most)
            }
            if refusals[side] == .strangeOther {
                actions = actions.map { _ in nil }
                origins = [:]
                break
            }
            if refusals[side] != nil { refuse(gone, side) }
        }
        return refusals
    }

    private func takesAway(_ index: Int, from side: ComparedSide) -> Bool {
        switch actions[index] {
        case .carry(side, .delete)?: true
        case .carry(side, .replace)?: differences.reason(at: index) == .kind
        default: false
        }
    }

    private mutating func refuse(_ gone: [Int], _ side: ComparedSide) {
        for index in gone {
            actions[index] = differences.reason(at: index) == .kind ? .conflict : nil
        }
        // What has a new name is copied, and the old one stays.
        for index in Array(origins.keys) where actions[index] == .move(on: side) {
            origins[index] = nil
            actions[index] = .carry(to: side, .copy)
        }
        dropBlocked()
    }
}
