import Files
import Jobs
import Words

extension JobNode {
    /// What goes of a directory that is part of a plan; nil where all of it does.
    var planned: PlannedTree.Level? {
        let top = top
        guard let plan = top.plan else { return nil }
        return plan.level(
            Array(job.source.path.components.dropFirst(top.job.source.path.components.count)))
    }

    /// What is to be at the target of a file that is part of a plan.
    var foreseen: Foreseen {
        guard top.plan != nil, let name = job.source.path.name, let level = parent?.planned else {
            return .anything
        }
        guard let target = job.target else { return .nothing }
        let other = level.spellings[name] ?? name.carried(from: job.source.site, to: target.site)
        return level.replaced(other).map { .entry($0) } ?? .nothing
    }

    /// Where what has its name at the target goes before it is replaced; nil for nowhere.
    var aside: Path? {
        guard let target = job.target?.path, case .entry = foreseen else { return nil }
        let top = top
        guard let aside = top.plan?.aside, let start = top.job.target?.path else { return nil }
        return Path(
            components: aside.components + target.components.dropFirst(start.components.count))
    }
}

/// What was seen at the target of a file when it was planned.
enum Foreseen: Sendable {
    /// Nobody has looked.
    case anything
    case nothing
    case entry(Entry)

    var isNothing: Bool {
        if case .nothing = self { true } else { false }
    }

    /// Whether what is there is what was to be replaced.
    func isStill(_ entry: Entry) -> Bool {
        if case .entry(let seen) = self { !entry.isOther(than: seen) } else { false }
    }

    /// Why the file is not written, where something else is there by now; nil where it is as foreseen.
    func refusal(of entry: Entry?, at path: Path) -> FileSystemError? {
        let detail: String
        switch (self, entry) {
        case (.anything, _), (_, nil): return nil
        case (.nothing, _?):
            detail = tr("\(path) was created since you looked, and was kept. Run it again.")
        case (.entry(let seen), let entry?):
            guard entry.isOther(than: seen) else { return nil }
            detail = tr("\(path) was changed since you looked, and was kept. Run it again.")
        }
        return FileSystemError(.changed, path: path, detail: detail)
    }
}
