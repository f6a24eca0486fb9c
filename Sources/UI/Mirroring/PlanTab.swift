import Words

/// Which rows of a plan are shown.
enum PlanTab: Int, CaseIterable, Sendable {
    case all, copies, replacements, deletions, conflicts, others

    /// Whether a row of that kind is among them.
    func holds(_ deed: PlanDeed) -> Bool { self == .all || self == PlanTab(deed) }

    /// The one that a row is in, besides the one with all of them.
    init(_ deed: PlanDeed) {
        switch deed {
        case .create: self = .copies
        case .replace: self = .replacements
        case .delete: self = .deletions
        case .conflict, .keepBoth: self = .conflicts
        case .changeMode, .rename, .skip: self = .others
        }
    }

    /// The one that an action shows; nil for any other action.
    init?(_ action: Action) {
        switch action {
        case .planAll: self = .all
        case .planCopies: self = .copies
        case .planReplacements: self = .replacements
        case .planDeletions: self = .deletions
        case .planConflicts: self = .conflicts
        case .planOthers: self = .others
        default: return nil
        }
    }

    var title: String {
        switch self {
        case .all: tr("All")
        case .copies: tr("Copies")
        case .replacements: tr("Replacements")
        case .deletions: tr("Deletions")
        case .conflicts: tr("Conflicts")
        case .others: tr("Other")
        }
    }

    /// For a narrow screen.
    var shortTitle: String {
        switch self {
        case .all: tr("All")
        case .copies: tr("Copy", meaning: "a tab, in short")
        case .replacements: tr("Repl", meaning: "a tab, in short")
        case .deletions: tr("Del", meaning: "a tab, in short")
        case .conflicts: tr("Conf", meaning: "a tab, in short")
        case .others: tr("Other")
        }
    }

    /// The one that many steps further, and round at the ends.
    func stepped(by step: Int) -> PlanTab {
        let all = PlanTab.allCases
        return all[(rawValue + step + all.count) % all.count]
    }
}
