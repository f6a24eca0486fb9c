import ArgumentParser
import Engine
import Files
import Jobs
import Sync
import UI
import Words

/// What is said of a mirror's plan, before and after it runs.
struct MirrorReport {
    let trees: ComparedTrees
    let outcome: PairWalk.Outcome
    let steps: MirrorSteps
    let events: EventLines?
    let wishes: MirrorWishes
    let isVerbose: Bool

    private var target: Location { trees.places.second }
    private var plan: MirrorPlan { steps.plan }

    // MARK: - What is said

    /// Prints the plan, where somebody reads it.
    func show(isDry: Bool) throws {
        let lines = DifferenceLine(places: trees.places)
        if let events {
            events.append(
                plan.rows.filter { $0.action != .skip }.map {
                    lines.plan($0.word, $0.difference, reason: $0.words, state: nil)
                })
            events.append(
                plan.rows.filter { $0.action == .skip }.map {
                    lines.event("skipped", "replace", $0.difference)
                })
        } else if isDry || isVerbose {
            var output = PathOutput(trees.places.first.site)
            let column = PlanWord.column
            for row in plan.rows {
                let path = row.difference.path + (row.difference.isDirectory ? [0x2F] : [])
                try output.append(
                    ColumnText.left(row.planWord.title, column), path, "  (\(row.words))")
            }
            try output.flush()
        }
        CompareNotes.say(outcome.comparison)
    }

    /// Ends after nothing was done; throws what would fail.
    func endDry() throws {
        if events == nil { StandardError.say("ferry: \(summary(isDone: false))") }
        let lines = troubles
        if !lines.isEmpty { throw Failure(lines) }
    }

    /// What is wrong already before anything is done.
    var troubles: [String] {
        // One reason may hold for many directories.
        var said: Set<String> = []
        var lines = outcome.failures.map(\.error.message).filter { said.insert($0).inserted }
        switch plan.refusal {
        case .tooMany(let count, let limit):
            lines.append(
                tr(
                    "Nothing was deleted: \(Plural.count(count, "file")) would go, but --max-delete "
                        + "allows \(limit)."))
        case .emptySource:
            lines.append(
                tr(
                    "Nothing was deleted, because \(trees.places.first.text) is empty. To delete "
                        + "everything, add --max-delete 100%."))
        case .unreadSource:
            lines.append(
                tr(
                    "Nothing was deleted, because \(trees.places.first.text) could not be read to the "
                        + "end."))
        case nil: break
        }
        lines += plan.rows.rows { $0 == .conflict }.map(conflict)
        return lines
    }

    private func conflict(_ row: MirrorPlan.Row) -> String {
        let names = row.difference.names.second
        let path = Location(site: target.site, path: steps.target(row)).text
        guard row.difference.reason == .kind else {
            return tr("\(path) was not copied: \(row.words). Rename one of them.")
        }
        if outcome.comparison.holding.second.contains(names) {
            return tr(
                "\(path) was kept, because it is of another kind (\(row.words)) and contains files "
                    + "that are excluded or could not be read.")
        }
        return wishes.deletes
            ? tr("\(path) was kept, because it is of another kind (\(row.words)).")
            : tr(
                "\(path) was kept, because it is of another kind (\(row.words)); to replace it, add "
                    + "--delete.")
    }

    /// That what was deleted or replaced is gone, a sentence; nil where nothing is.
    var loss: String? {
        let isLoss = plan.rows.actions.contains { $0 == .delete || $0 == .replace }
        return wishes.backup == nil && isLoss
            ? tr("What was deleted or replaced was not kept; --backup DIR keeps it.") : nil
    }

    /// What is to be done, or was.
    func summary(isDone: Bool) -> String {
        var (copied, bytes, others) = (0, UInt64(0), 0)
        let made = plan.rows.rows { $0 != .delete && $0 != .conflict && $0 != .skip }
        for row in made {
            if row.action != .setMode, row.difference.isFile {
                copied += 1
                bytes &+= row.difference.entries.first?.size ?? 0
            } else {
                others += 1
            }
        }
        let size = bytes < 1_000 ? Plural.count(Int(bytes), "byte") : Format.size(bytes)
        let deleted = plan.rows.actions.count { $0 == .delete }
        var parts: [String] = []
        if copied > 0 {
            let files = Plural.count(copied, "file")
            parts.append(
                isDone ? tr("\(files) copied (\(size))") : tr("\(files) to copy (\(size))"))
        }
        if others > 0 { parts.append(Plural.count(others, "other change")) }
        if deleted > 0 {
            parts.append(isDone ? tr("\(deleted) deleted") : tr("\(deleted) to delete"))
        }
        let same = Plural.count(outcome.comparison.sameCount, "file")
        return parts.isEmpty
            ? tr("Nothing to do: \(same) the same.")
            : tr("\(listed(parts)); \(same) the same.")
    }
}

extension Difference {
    /// Whether the source's is a file.
    fileprivate var isFile: Bool { entries.first?.kind == .file }
}

extension MirrorPlan.Row {
    /// What is done.
    var planWord: PlanWord {
        switch action {
        case .copy: .copy
        case .makeDirectory: .makeDirectory
        case .makeLink: .makeLink
        case .replace, .setMode: .replace
        case .delete: .delete
        case .conflict: .conflict
        case .skip: .skip
        }
    }

    /// The same in the words of `--json`.
    var word: String { planWord.rawValue }
}
