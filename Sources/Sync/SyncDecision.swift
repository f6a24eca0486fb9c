import Files

/// What becomes of one difference between two sides, by what they agreed about it last.
struct SyncDecision {
    /// What has happened to it on a side since then.
    private enum Change {
        case nothing, changed, gone
    }

    private let difference: Difference
    private let state: AgreedState?
    private let rules: SyncRules
    private let offset: Int64?

    /// `offset`: the seconds by which all of the first side's times are ahead, where they are.
    init(
        _ difference: Difference, _ state: AgreedState?, _ rules: SyncRules, _ offset: Int64?
    ) {
        self.difference = difference
        self.state = state
        self.rules = rules
        self.offset = offset
    }

    /// Nil where nothing becomes of it.
    var action: SyncPlan.Action? {
        switch difference.reason {
        case .only(let side): alone(on: side)
        case .nameMeets: .conflict
        case .mode: mode
        case .kind, .size, .time, .contents, .unknown, .link: changed
        }
    }

    /// Which sides have changed it.
    var cause: SyncPlan.Cause {
        guard state != nil else { return .never }
        return switch (change(on: .first), change(on: .second)) {
        case (.nothing, .nothing): .neither
        case (.nothing, _): .one(.second)
        case (_, .nothing): .one(.first)
        default: .both
        }
    }

    private func change(on side: ComparedSide) -> Change {
        guard let entry = difference.entries[side] else { return .gone }
        return state?.isStill(entry, on: side) == true ? .nothing : .changed
    }

    private func alone(on side: ComparedSide) -> SyncPlan.Action? {
        guard let entry = difference.entries[side] else { return nil }
        // What was changed here and deleted there survives.
        guard state == nil || change(on: side) == .changed else {
            return .carry(to: side, .delete)
        }
        return rules.scope == .existing ? nil : .carry(to: side.other, .making(entry))
    }

    private var changed: SyncPlan.Action? {
        guard state != nil else { return conflict }
        switch (change(on: .first), change(on: .second)) {
        case (.nothing, .changed): return replacing(on: .first)
        case (.changed, .nothing): return replacing(on: .second)
        default: return conflict
        }
    }

    private func replacing(on side: ComparedSide) -> SyncPlan.Action? {
        guard rules.scope != .missing else { return .skip }
        if !rules.replacesNewer, let newer = newerSide, newer == side { return .skip }
        return .carry(to: side, .replace)
    }

    /// What both sides have changed, or have never agreed about.
    private var conflict: SyncPlan.Action? {
        guard rules.scope != .missing else { return .skip }
        switch rules.conflict {
        case .keepBoth: return keptBoth
        case .newer:
            guard difference.reason != .kind, let newer = newerSide else { return keptBoth }
            return .carry(to: newer.other, .replace)
        case .take(let side): return .carry(to: side.other, .replace)
        case .skip: return .skip
        }
    }

    /// A directory keeps its name, and so does the first side's of two others.
    private var keptBoth: SyncPlan.Action {
        guard rules.scope == .all else { return .conflict }
        return .keepBoth(
            renamed: difference.entries.second?.kind == .directory ? .first : .second)
    }

    /// Nil where nothing tells which of the two is newer.
    private var newerSide: ComparedSide? {
        guard let one = difference.entries.first?.modified,
            let two = difference.entries.second?.modified,
            one.isZoned == two.isZoned || offset != nil
        else { return nil }
        let gap = TimeSpan(one, two).gap(without: offset ?? 0)
        return gap == 0 ? nil : gap > 0 ? .first : .second
    }

    private var mode: SyncPlan.Action? {
        guard rules.scope != .missing, let one = difference.entries.first,
            let two = difference.entries.second
        else { return nil }
        guard let state else {
            guard case .take(let side) = rules.conflict else { return nil }
            return .carry(to: side.other, .setMode)
        }
        switch (state.hasOtherMode(one, on: .first), state.hasOtherMode(two, on: .second)) {
        case (false, false): return nil
        case (true, false): return .carry(to: .second, .setMode)
        case (false, true): return .carry(to: .first, .setMode)
        case (true, true):
            guard case .take(let side) = rules.conflict else {
                return rules.conflict == .skip ? .skip : .conflict
            }
            return .carry(to: side.other, .setMode)
        }
    }
}
