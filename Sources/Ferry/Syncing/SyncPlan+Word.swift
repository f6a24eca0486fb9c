import Sync

extension SyncPlan.Row {
    /// What is done.
    var planWord: PlanWord {
        switch action {
        case .carry(_, let action): MirrorPlan.Row(action, difference).planWord
        case .move: .move
        case .keepBoth, .conflict: .conflict
        case .skip: .skip
        }
    }

    /// The same in the words of `--json`.
    var word: String { planWord.rawValue }

    /// The side that changes; nil where nothing is done.
    var side: ComparedSide? {
        switch action {
        case .carry(let side, _), .move(let side), .keepBoth(let side): side
        case .conflict, .skip: nil
        }
    }
}
