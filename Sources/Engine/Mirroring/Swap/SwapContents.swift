import Files
import Sync

/// What a source and a target hold, where the one is to come into the other's place as a whole.
struct SwapContents {
    /// All of the source, as it goes into an empty directory: directories before what is in them.
    private(set) var copies: [MirrorPlan.Row] = []
    /// All that was seen of the target, by the names of the directory that holds it.
    private(set) var seen: [[Name]: [Name: Entry]] = [:]
    /// A directory that only the target's filters pass through: nothing of the source goes into it.
    private(set) var lone: [Name]?
    /// Where earlier runs have put what they replaced, below the target.
    private let aside: [Name]?

    /// Of a comparison whose rules ask for `agreed`, with nothing known before, and `keepsDirectories`.
    init(_ comparison: Comparison, hasTarget: Bool, aside: [Name]?) {
        self.aside = aside
        var sources: [[Name]: (names: [Name], entry: Entry)] = [:]
        if hasTarget { seen[[]] = [:] }
        for pair in comparison.agreements {
            sources[pair.names.first] = (pair.names.second, pair.entries.first)
            see(pair.names.second, pair.entries.second)
        }
        for difference in comparison.differences {
            let names = difference.names
            if let entry = difference.entries.first {
                sources[names.first] = (names.second, entry)
            }
            if let entry = difference.entries.second { see(names.second, entry) }
        }
        // Directories that filters only pass through go along for what is in them.
        var passed: Set<[Name]> = []
        for (first, source) in sources {
            var names = Pair(first, source.names)
            while names.first.count > 1, names.second.count > 1 {
                names = names.map { Array($0.dropLast()) }
                guard sources[names.first] == nil else { break }
                passed.insert(names.second)
                guard let entry = comparison.directories.first[names.first] else { continue }
                sources[names.first] = (names.second, entry)
            }
        }
        copies = sources.map { names, source in
            MirrorPlan.Row(
                SwapContents.action(source.entry),
                Difference(
                    names: Pair(names, source.names), entries: Pair(source.entry, nil),
                    reason: .only(.first)))
        }.sorted { $0.difference.names.first.count < $1.difference.names.first.count }
        for (names, entry) in comparison.directories.second where !isSeen(names) {
            see(names, entry)
            if !passed.contains(names) { lone = names }
        }
    }

    private static func action(_ entry: Entry) -> MirrorPlan.Action {
        switch entry.kind {
        case .directory: .makeDirectory
        case .link: .makeLink
        case .file, .other: .copy
        }
    }

    private mutating func see(_ names: [Name], _ entry: Entry) {
        guard let name = names.last else { return }
        seen[Array(names.dropLast()), default: [:]][name] = entry
        if entry.kind == .directory, seen[names] == nil { seen[names] = [:] }
    }

    private func isSeen(_ names: [Name]) -> Bool {
        names.last.map { seen[Array(names.dropLast())]?[$0] != nil } ?? true
    }

    /// What is copied, by the names of the directory that holds it there, and its own; nil is a directory
    /// that filters only pass through.
    var copied: [[Name]: [Name: Entry?]] {
        var copied: [[Name]: [Name: Entry?]] = [[]: [:]]
        for row in copies {
            var names = row.difference.names.second
            if row.action == .makeDirectory, copied[names] == nil { copied[names] = [:] }
            guard let name = names.popLast() else { continue }
            copied[names, default: [:]][name] = .some(row.difference.entries.first)
            while let name = names.popLast(), copied[names]?[name] == nil {
                copied[names, default: [:]][name] = .some(nil)
            }
        }
        return copied
    }

    /// All of the target, as what goes from there.
    var leaving: [MirrorPlan.Row] {
        seen.flatMap { directory, entries in
            entries.map { name, entry in
                let names = directory + [name]
                return MirrorPlan.Row(
                    .delete,
                    Difference(
                        names: Pair(names, names), entries: Pair(nil, entry),
                        reason: .only(.second)))
            }
        }
    }

    /// What goes from the old directory to the new one, where it is there.
    var asides: [[Name]] {
        [Name(Comparison.trash).map { [$0] }, aside].compactMap(\.self)
    }

    /// Directories that hold what earlier runs have put aside, also where no comparison looks into them.
    var asideHolders: [[Name]] {
        aside.map { names in (0..<names.count).map { Array(names.prefix($0)) } } ?? []
    }

    /// Whether something of those names goes from the old directory to the new one: what earlier runs
    /// have put aside is no part of any tree.
    func movesAlong(_ names: [Name]) -> Bool {
        if names.count == 1, names[0].bytes == Comparison.trash { return true }
        return aside.map { Comparison.isAlike($0, names) } ?? false
    }

    /// Whether a directory has in it what goes to the new one.
    private func holdsAside(_ names: [Name]) -> Bool {
        guard let aside, aside.count > names.count else { return false }
        return Comparison.isAlike(Array(aside.prefix(names.count)), names)
    }

    /// What the target would lose that no row of a plan takes away.
    func loss(
        _ comparison: Comparison, _ plan: MirrorPlan, deletes: Bool, in target: Location
    ) -> SwapRefusal? {
        if let row = plan.rows.first(where: { $0.action == .conflict }) {
            return .stays(target.below(row.difference.names.second), in: target)
        }
        let going = Set(plan.rows.lazy.filter(\.takesAway).map(\.difference.names.second))
        for difference in comparison.differences where difference.entries.first == nil {
            let names = difference.names.second
            if going.contains(names) || difference.isDirectory && holdsAside(names) { continue }
            return deletes
                ? .stays(target.below(names), in: target) : .extra(target.below(names))
        }
        return lone.map { .hidden(target.below($0)) }
    }
}

extension Location {
    /// What has these names below it.
    func below(_ names: [Name]) -> Location {
        Location(site: site, path: path.below(names))
    }
}

extension Path {
    /// What has these names below it.
    func below(_ names: [Name]) -> Path { Path(components: components + names) }
}
