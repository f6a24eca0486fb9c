package import Files
package import Sync
import Words

/// What is said of the rows of a plan for two sides.
package struct SyncWording: Sendable {
    package let places: Pair<Location>
    package let rules: SyncRules
    private let sides: Pair<String>
    /// When the two last agreed: `Nov 02`; nil for never.
    private let since: String?

    /// `sides`: how the two are called where their servers do not tell them apart; nil for the first and
    /// the second. `time`: when they agreed, in seconds since the epoch; `localOffset` is for showing it.
    package init(
        _ places: Pair<Location>, _ rules: SyncRules, since time: Int64?,
        localOffset: (Int64) -> Int, sides: Pair<String>? = nil
    ) {
        self.sides = sides ?? Pair(tr("the first"), tr("the second"))
        self.places = places
        self.rules = rules
        since = time.map { time in
            Format.day(Timestamp(seconds: time, precision: .day), localOffset: localOffset)
        }
    }

    /// How a side is called: `nas`, `this machine`.
    package func side(_ side: ComparedSide) -> String {
        func name(_ site: Site) -> String { site.isRemote ? site.host : tr("this machine") }
        let names = places.map { name($0.site) }
        guard names.first != names.second else {
            return sides[side]
        }
        return names[side]
    }

    /// Why, in a few words.
    package func words(_ row: SyncPlan.Row) -> String {
        let difference = row.difference
        switch row.action {
        case .carry(let target, let action):
            let source = side(target.other)
            switch (action, difference.reason) {
            case (.delete, _):
                return since.map { tr("gone from \(source) since \($0)") }
                    ?? tr("gone from \(source)")
            case (_, .only):
                if row.cause == .never { return tr("new on \(source)") }
                return action == .makeDirectory
                    ? tr("not empty on \(source)")
                    : tr("changed on \(source), deleted on \(side(target))")
            default:
                let words = (target == .second ? difference : difference.reversed).words
                // Who has changed permissions alone has not changed the file.
                let isOne =
                    row.cause == .one(target.other) || action == .setMode && row.cause != .never
                let change = isOne ? tr("changed on \(source)") : changedOnBoth(row)
                return "\(change); \(words)"
            }
        case .move(let target):
            let old = row.origin.map { VisibleText.make($0.path) } ?? ""
            return tr("renamed on \(side(target.other)) from '\(old)'")
        case .keepBoth(let renamed):
            let name = difference.entries[renamed].map { rules.keptName($0.name) }
            let text = name?.text(on: places[renamed].site) ?? ""
            let kept = tr("\(side(renamed))'s is kept as '\(text)'")
            return "\(changedOnBoth(row)); \(kept)"
        case .conflict:
            return row.difference.reason == .mode
                ? tr("permissions changed on both sides") : difference.words
        case .skip:
            return row.cause == .both || row.cause == .never
                ? "\(changedOnBoth(row)); \(difference.words)" : difference.words
        }
    }

    private func changedOnBoth(_ row: SyncPlan.Row) -> String {
        row.cause == .both ? tr("changed on both sides") : tr("different on both sides")
    }
}
