package import Files
package import Sync

/// What is said of the rows of a plan for two sides.
package struct SyncWording: Sendable {
    package let places: Pair<Location>
    package let rules: SyncRules
    private let sides: Pair<String>
    /// When the two last agreed: `Nov 02`; nil for never.
    private let since: String?

    /// `sides`: how the two are called where their servers do not tell them apart. `time`: when they agreed, in seconds since the epoch; `now` and `localOffset` are for showing it.
    package init(
        _ places: Pair<Location>, _ rules: SyncRules, since time: Int64?, now: Double,
        localOffset: (Int64) -> Int, sides: Pair<String> = Pair("the first", "the second")
    ) {
        self.sides = sides
        self.places = places
        self.rules = rules
        since = time.map { time in
            let text = Format.time(
                Timestamp(seconds: time, precision: .day), now: now, localOffset: localOffset)
            return text.split(separator: " ").prefix(2).joined(separator: " ")
        }
    }

    /// How a side is called: `nas`, `this machine`.
    package func side(_ side: ComparedSide) -> String {
        func name(_ site: Site) -> String { site.isRemote ? site.host : "this machine" }
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
                return "gone on \(source)" + (since.map { " since \($0)" } ?? "")
            case (_, .only):
                if row.cause == .never { return "new on \(source)" }
                return action == .makeDirectory
                    ? "not empty on \(source)"
                    : "changed on \(source), deleted on \(side(target))"
            default:
                let words = (target == .second ? difference : difference.reversed).words
                // Who has changed permissions alone has not changed the file.
                let isOne =
                    row.cause == .one(target.other) || action == .setMode && row.cause != .never
                return "\(isOne ? "changed on \(source)" : changedOnBoth(row)); \(words)"
            }
        case .move(let target):
            let old = row.origin.map { VisibleText.make($0.path) } ?? ""
            return "renamed on \(side(target.other)) from '\(old)'"
        case .keepBoth(let renamed):
            let name = difference.entries[renamed].map { rules.keptName($0.name) }
            return "\(changedOnBoth(row)); \(side(renamed))'s is kept as "
                + "'\(name?.text(on: places[renamed].site) ?? "")'"
        case .conflict:
            return row.difference.reason == .mode
                ? "permissions changed on both sides" : difference.words
        case .skip:
            return row.cause == .both || row.cause == .never
                ? "\(changedOnBoth(row)); \(difference.words)" : difference.words
        }
    }

    private func changedOnBoth(_ row: SyncPlan.Row) -> String {
        row.cause == .both ? "changed on both sides" : "different on both sides"
    }
}
