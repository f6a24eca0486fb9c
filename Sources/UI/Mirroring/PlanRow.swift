import Files
import Sync
import Words

/// What becomes of a row of a plan, as the user sees it.
enum PlanDeed: UInt8, Sendable {
    /// Something comes to where nothing of its name is.
    case create
    case replace, delete, changeMode, rename
    /// One of two gets another name, and both go to the other side.
    case keepBoth
    case conflict, skip

    /// Whether it can be ticked: the others are only shown.
    var isRunnable: Bool { self != .conflict && self != .skip }

    /// The same as a word.
    var word: String {
        switch self {
        case .create: tr("new")
        case .replace: tr("replace")
        case .delete: tr("delete")
        case .changeMode: tr("permissions")
        case .rename: tr("rename")
        case .keepBoth: tr("keep both")
        case .conflict: tr("conflict")
        case .skip: tr("skip")
        }
    }

    /// One column.
    var sign: String {
        switch self {
        case .create, .keepBoth: "+"
        case .replace: "~"
        case .delete: "-"
        case .changeMode: "m"
        case .rename: "r"
        case .conflict: "!"
        case .skip: "."
        }
    }
}

/// A row of a plan, whichever kind the plan is of.
struct PlanRow: Sendable {
    private enum Source: Sendable {
        case mirror(MirrorPlan.Row)
        case sync(SyncPlan.Row, SyncWording)
    }

    private let source: Source
    let deed: PlanDeed
    /// The side that changes; nil where none or both do.
    let target: ComparedSide?
    let difference: Difference

    init(_ row: MirrorPlan.Row) {
        source = .mirror(row)
        difference = row.difference
        deed = PlanDeed(row.action)
        target = deed.isRunnable ? .second : nil
    }

    init(_ row: SyncPlan.Row, _ wording: SyncWording) {
        source = .sync(row, wording)
        difference = row.difference
        switch row.action {
        case .carry(let side, let action): (deed, target) = (PlanDeed(action), side)
        case .move(let side): (deed, target) = (.rename, side)
        case .keepBoth: (deed, target) = (.keepBoth, nil)
        case .conflict: (deed, target) = (.conflict, nil)
        // Wanted or not, it is a conflict, and stays one.
        case .skip where [.both, .never].contains(row.cause): (deed, target) = (.conflict, nil)
        case .skip: (deed, target) = (.skip, nil)
        }
    }

    /// Why, in a few words.
    var words: String {
        switch source {
        case .mirror(let row): row.words
        case .sync(let row, let wording): wording.words(row)
        }
    }

    /// The same in a narrow place.
    var shortWords: String {
        guard deed == .replace, let target else { return words }
        switch difference.reason {
        case .size, .time: return (target == .second ? difference : difference.reversed).shortWords
        default: return words
        }
    }

    /// Whether a mirror replaces what is newer than its source.
    var replacesNewer: Bool {
        guard case .mirror(let row) = source, row.action == .replace else { return false }
        switch row.difference.reason {
        case .size(let gap): return gap.map { $0 < 0 } ?? false
        case .time(let gap): return gap < 0
        default: return false
        }
    }

    /// Of something that gets a new name, what has the old one.
    var origin: Difference? {
        if case .sync(let row, _) = source { row.origin } else { nil }
    }

    /// The side whose state is wanted; for what both keep, the one that has it.
    var wantedSide: ComparedSide {
        if let target, difference.entries[target.other] != nil { return target.other }
        return difference.entries.first == nil ? .second : .first
    }

    /// What the row is about: the new state, where there is one.
    var entry: Entry? { difference.entries[wantedSide] }

    /// What a copy to a side is made from; nil where nothing is copied there.
    func copied(to side: ComparedSide) -> Entry? {
        switch deed {
        case .keepBoth: difference.entries[side.other]
        case .create, .replace: target == side ? difference.entries[side.other] : nil
        default: nil
        }
    }

    /// What is in the way is another kind of thing, which is deleted first.
    var replacesKind: Bool { deed == .replace && difference.reason == .kind }

    /// Whether it is a directory on a side.
    var holdsDirectory: Bool {
        difference.entries.first?.kind == .directory
            || difference.entries.second?.kind == .directory
    }

    /// Whether the target gets a directory by it.
    var makesDirectory: Bool {
        if deed == .keepBoth { return difference.reason == .kind && holdsDirectory }
        guard let target, deed == .create || replacesKind else { return false }
        return difference.entries[target.other]?.kind == .directory
    }

    /// Whether a directory of the target's goes with all that it holds.
    var takesDirectory: Bool {
        guard let target, deed == .delete || replacesKind else { return false }
        return difference.entries[target]?.kind == .directory
    }
}

extension PlanDeed {
    fileprivate init(_ action: MirrorPlan.Action) {
        switch action {
        case .copy, .makeDirectory, .makeLink: self = .create
        case .replace: self = .replace
        case .setMode: self = .changeMode
        case .delete: self = .delete
        case .conflict: self = .conflict
        case .skip: self = .skip
        }
    }
}

extension PreparedPlan.Rows {
    /// All of them.
    var count: Int {
        switch self {
        case .mirror(let rows): rows.count
        case .sync(let rows, _): rows.count
        }
    }

    /// One of them, by its index.
    func row(at index: Int) -> PlanRow {
        switch self {
        case .mirror(let rows): PlanRow(rows[index])
        case .sync(let rows, let wording): PlanRow(rows[index], wording)
        }
    }
}
