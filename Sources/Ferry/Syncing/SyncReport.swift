import Engine
import Files
import Sync
import UI
import Words

/// What is said of a plan for two sides, before and after it runs.
struct SyncReport {
    let plan: SyncPlan
    let outcome: PairWalk.Outcome
    let wording: SyncWording

    private var places: Pair<Location> { wording.places }

    // MARK: - The plan

    /// As lines for somebody to read: `>` is done at the second place, `<` at the first.
    func printPlan() throws {
        var output = PathOutput(places.first.site)
        let column = PlanWord.column
        for row in plan.rows {
            let path = row.difference.path + (row.difference.isDirectory ? [0x2F] : [])
            let word = ColumnText.left(row.planWord.title, column)
            try output.append("\(sign(row)) \(word)", path, "  (\(wording.words(row)))")
        }
        try output.flush()
    }

    private func sign(_ row: SyncPlan.Row) -> String {
        switch row.action {
        case .carry(to: .second, _), .move(on: .second): ">"
        case .carry(to: .first, _), .move(on: .first): "<"
        case .keepBoth, .conflict, .skip: "!"
        }
    }

    func append(to events: EventLines) {
        let lines = Pair(
            DifferenceLine(places: Pair(places.second, places.first)),
            DifferenceLine(places: places))
        let skipped = plan.rows.filter { $0.action == .skip }
        events.append(
            plan.rows.filter { $0.action != .skip }.map { row in
                let target = row.side ?? .second
                let reason = wording.words(row)
                let difference = turned(row.difference, to: target)
                guard let origin = row.origin else {
                    return lines[target].plan(row.word, difference, reason: reason, state: nil)
                }
                return lines[target].move(
                    turned(origin, to: target), to: difference, reason: reason)
            })
        events.append(
            skipped.map { lines.second.event("skipped", "replace", $0.difference) })
    }

    /// As a mirror to a side sees it.
    private func turned(_ difference: Difference, to side: ComparedSide) -> Difference {
        side == .second ? difference : difference.reversed
    }

    // MARK: - What is wrong

    /// What is wrong already before anything is done.
    var troubles: [String] {
        // One reason may hold for many directories.
        var said: Set<String> = []
        var lines = outcome.failures.map(\.error.message).filter { said.insert($0).inserted }
        for side in ComparedSide.allCases {
            guard let refusal = plan.refusals[side] else { continue }
            lines.append(sentence(refusal, side))
        }
        lines += plan.rows.rows { $0 == .conflict }.map(conflict)
        return lines
    }

    private func sentence(_ refusal: SyncPlan.Refusal, _ side: ComparedSide) -> String {
        let (place, other) = (places[side].text, places[side.other].text)
        switch refusal {
        case .tooMany(let count, let limit):
            return tr(
                "Nothing was deleted in \(place): \(Plural.count(count, "file")) would go, but "
                    + "--max-delete allows \(limit).")
        case .emptyOther:
            return tr(
                "Nothing was deleted in \(place), because \(other) is empty. To delete "
                    + "everything, add --max-delete 100%.")
        case .strangeOther:
            return tr(
                "Nothing was done, because \(other) holds none of the files of the last sync. If that "
                    + "is right, add --max-delete 100%.")
        case .unreadOther:
            return
                tr(
                    "Nothing was deleted in \(place), because \(other) could not be read to the end."
                )
        }
    }

    private func conflict(_ row: SyncPlan.Row) -> String {
        let path = Path(
            components: places.second.path.components + row.difference.names.second)
        let text = Location(site: places.second.site, path: path).text
        return row.difference.reason == .mode
            ? tr("\(text): \(wording.words(row)). To choose one, add --conflict first or second.")
            : tr("\(text) was left as it is: \(wording.words(row)). Rename one of them.")
    }

    /// Files that were changed on both sides and are left so.
    var skipped: [String] {
        let count = plan.rows.actions.count { $0 == .skip }
        return count == 0
            ? [] : [tr("\(Plural.count(count, "file")) left as they are on both sides.")]
    }

    // MARK: - The sum

    /// What is to be done, or was.
    func summary(isDone: Bool) -> String {
        var copied = Pair(Copies(), Copies())
        var (others, moved, conflicts, deleted) = (0, 0, 0, 0)
        for row in plan.rows {
            switch row.action {
            case .carry(_, .delete): deleted += 1
            case .carry(let side, _):
                if let file = row.copiedFile {
                    copied[side].count += 1
                    copied[side].bytes &+= file.size ?? 0
                } else {
                    others += 1
                }
            case .move: moved += 1
            case .keepBoth: conflicts += 1
            case .conflict, .skip: break
            }
        }
        var parts = [ComparedSide.second, .first].compactMap { side in
            text(copied[side], to: side, isDone)
        }
        if others > 0 { parts.append(Plural.count(others, "other change")) }
        if moved > 0 { parts.append(isDone ? tr("\(moved) renamed") : tr("\(moved) to rename")) }
        if deleted > 0 {
            parts.append(isDone ? tr("\(deleted) deleted") : tr("\(deleted) to delete"))
        }
        if conflicts > 0 {
            parts.append(tr("\(Plural.count(conflicts, "conflict")) (both files are kept)"))
        }
        let same = Plural.count(outcome.comparison.sameCount, "file")
        return parts.isEmpty
            ? tr("Nothing to do: \(same) the same.")
            : tr("\(listed(parts)); \(same) the same.")
    }

    /// Files that go to a side.
    private struct Copies {
        var count = 0
        var bytes: UInt64 = 0
    }

    private func text(_ copies: Copies, to side: ComparedSide, _ isDone: Bool) -> String? {
        guard copies.count > 0 else { return nil }
        let size =
            copies.bytes < 1_000
            ? Plural.count(Int(copies.bytes), "byte") : Format.size(copies.bytes)
        let (files, place) = (Plural.count(copies.count, "file"), wording.side(side))
        return isDone
            ? tr("\(files) copied to \(place) (\(size))")
            : tr("\(files) to copy to \(place) (\(size))")
    }
}

extension SyncPlan.Row {
    /// The file that a side gets from the other; nil where it is none.
    fileprivate var copiedFile: Entry? {
        guard case .carry(let side, let action) = action, action == .copy || action == .replace,
            let entry = difference.entries[side.other], entry.kind == .file
        else { return nil }
        return entry
    }
}
