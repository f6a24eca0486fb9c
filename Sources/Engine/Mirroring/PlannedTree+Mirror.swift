import Files
import Jobs
import Sync

extension PlannedTree {
    /// What is copied of a plan, for the queue. `sites`: of the source and the target. `directories`: those
    /// of the source that the target has too, by their names. Nil where nothing is copied.
    convenience init?(
        _ rows: [MirrorPlan.Row], _ sites: Pair<Site>, directories: [[Name]: Entry], aside: Path?,
        willDo: @escaping @Sendable ([UndoStep]) -> Void
    ) {
        var builder = PlannedTreeBuilder(sites, directories)
        for row in rows { builder.add(row) }
        guard !builder.isEmpty else { return nil }
        self.init(builder.levels, aside: aside, willDo: willDo)
    }
}

/// Puts what is copied together by the directories that hold it.
private struct PlannedTreeBuilder {
    private final class Level {
        var entries = DirectoryBuilder()
        var replaced = DirectoryBuilder()
        var directories: Set<Name> = []
        var spellings: [Name: Name] = [:]
    }

    private let sites: Pair<Site>
    private let directories: [[Name]: Entry]
    private var found: [[Name]: Level] = [:]

    init(_ sites: Pair<Site>, _ directories: [[Name]: Entry]) {
        self.sites = sites
        self.directories = directories
    }

    var isEmpty: Bool { found.isEmpty }

    var levels: [[Name]: PlannedTree.Level] {
        found.mapValues {
            PlannedTree.Level(
                entries: $0.entries.directory, replaced: $0.replaced.directory,
                spellings: $0.spellings)
        }
    }

    mutating func add(_ row: MirrorPlan.Row) {
        let (names, entries) = (row.difference.names, row.difference.entries)
        guard let entry = entries.first, !names.first.isEmpty else { return }
        makeDirectories(above: names)
        let level = level(Array(names.first.dropLast()))
        // What comes into another's place is spelled as that was.
        if entries.second != nil || names.first.last != names.second.last {
            note(names, depth: names.first.count - 1, level)
        }
        if entry.kind == .directory {
            guard level.directories.insert(entry.name).inserted else { return }
        }
        level.entries.append(entry)
        guard let present = entries.second, row.action == .replace, !row.takesAway else { return }
        level.replaced.append(present)
    }

    /// Has the directories above a name among what goes.
    private mutating func makeDirectories(above names: Pair<[Name]>) {
        for depth in 0..<max(0, names.first.count - 1) {
            let path = Array(names.first.prefix(depth + 1))
            let level = level(Array(path.dropLast()))
            guard let name = path.last, level.directories.insert(name).inserted else { continue }
            note(names, depth: depth, level)
            level.entries.append(directories[path] ?? Entry(name: name, kind: .directory))
            if directories[path] != nil, names.second.indices.contains(depth) {
                level.replaced.append(Entry(name: names.second[depth], kind: .directory))
            }
        }
    }

    /// Keeps how a name is spelled at the target, where that is not what it would be called there.
    private func note(_ names: Pair<[Name]>, depth: Int, _ level: Level) {
        guard names.second.indices.contains(depth) else { return }
        let (name, other) = (names.first[depth], names.second[depth])
        let isLast = depth == names.first.count - 1
        guard other != name.carried(from: sites.first, to: sites.second),
            isLast || other != name
        else { return }
        level.spellings[name] = other
    }

    private mutating func level(_ names: [Name]) -> Level {
        if let known = found[names] { return known }
        let level = Level()
        found[names] = level
        return level
    }
}
