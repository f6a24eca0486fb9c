package import Files
package import Jobs
package import Sync

/// What is done one after the other to carry a plan out; what each step needs of the plan.
package struct MirrorSteps: Sendable {
    /// Directories of which the listings are asked for together.
    private static let window = 64

    package let plan: MirrorPlan
    /// The tops of the source and of the target.
    package let places: Pair<Location>
    private let rules: ComparisonRules
    private let directories: [[Name]: Entry]
    /// Where what is deleted or replaced is kept; nil for nowhere.
    package let aside: Path?

    /// `directories`: those of the source that the target has too; `aside`: names below the target's top.
    package init(
        _ plan: MirrorPlan, directories: [[Name]: Entry], _ rules: ComparisonRules,
        _ places: Pair<Location>, aside: [Name]?
    ) {
        self.plan = plan
        self.places = places
        self.rules = rules
        self.directories = directories
        self.aside = aside.map {
            Path(components: places.second.path.components + $0)
        }
    }

    /// The path of a row at the target.
    package func target(_ row: MirrorPlan.Row) -> Path {
        Path(components: places.second.path.components + row.difference.names.second)
    }

    // MARK: - What goes

    /// What goes before the copies, and what after them: all before, or all after but what is in their
    /// way.
    package func removals(last: Bool) -> (first: [MirrorPlan.Row], last: [MirrorPlan.Row]) {
        let rows = plan.rows.filter(\.takesAway)
        guard last else { return (rows, []) }
        let inTheWay = Set(
            rows.lazy.filter { $0.action == .replace }.map(\.difference.names.second))
        func goesFirst(_ row: MirrorPlan.Row) -> Bool {
            var names = row.difference.names.second
            while !names.isEmpty {
                if inTheWay.contains(names) { return true }
                names.removeLast()
            }
            return false
        }
        return (rows.filter(goesFirst), rows.filter { !goesFirst($0) })
    }

    /// Takes rows away; see `MirrorRemoval`.
    package func remove(
        _ rows: [MirrorPlan.Row], on files: any FileSystem,
        ended: @escaping (MirrorPlan.Row, FileSystemError?) -> Void,
        note: @escaping (UndoStep?) -> Void,
        proceed: @escaping () throws(FileSystemError) -> Void = {}
    ) throws(FileSystemError) {
        var removal = MirrorRemoval(
            rows, in: places.second.path, on: files, aside: aside, ended: ended, note: note,
            proceed: proceed)
        try removal.run()
    }

    // MARK: - What is copied

    /// What is copied or made, directories among it.
    var copies: [MirrorPlan.Row] {
        plan.rows.filter { row in
            switch row.action {
            case .copy, .makeDirectory, .makeLink, .replace: true
            case .setMode, .delete, .conflict, .skip: false
            }
        }
    }

    /// The job that copies; nil where nothing is to be copied. `done`: what is copied already, as paths at
    /// the target. `willDo` as in `PlannedTree`.
    package func request(
        without done: Set<Path> = [], willDo: @escaping @Sendable ([UndoStep]) -> Void
    ) -> JobRequest? {
        let rows = copies.filter { !done.contains(target($0)) }
        guard
            let tree = PlannedTree(
                rows, places.map(\.site), directories: directories, aside: aside,
                willDo: willDo),
            let name = places.first.path.name ?? Name("root")
        else { return nil }
        return JobRequest(
            operation: .copy, source: places.first, entry: Entry(name: name, kind: .directory),
            target: places.second, root: places.second.path, policy: .overwrite,
            modes: rules.comparesModes ? .source : .target, plan: tree)
    }

    /// Gives the target's files and directories their permissions, where these differ or a file that was
    /// copied has kept those of the one that it replaced. Gives why some have not got them, each with its
    /// path. `copied`: paths at the target.
    package func setModes(
        on files: any FileSystem, copied: Set<Path>, note: (UndoStep) -> Void
    ) throws(FileSystemError) -> [FileSystemError] {
        let wanted = plan.rows.compactMap(mode).filter { $0.isAlone || copied.contains($0.path) }
        guard !wanted.isEmpty, let setter = files as? any SettingModes else { return [] }
        let answers = setter.setModes(
            wanted.map { ($0.path, $0.mode) }, root: places.second.path)
        var failures: [FileSystemError] = []
        for (path, _, old, _) in wanted {
            switch answers[path] {
            case .success: note(UndoStep(path, .changed(mode: old, modified: nil)))
            case .failure(var error):
                if error.endsConnection { throw error }
                error.path = path
                failures.append(error)
            case nil: failures.append(.unanswered(path))
            }
        }
        return failures
    }

    /// `isAlone`: whether nothing else of it changes.
    private func mode(
        _ row: MirrorPlan.Row
    ) -> (path: Path, mode: UInt16, old: UInt16, isAlone: Bool)? {
        guard rules.comparesModes, row.action == .setMode || row.replacesFile,
            let mode = row.difference.entries.first?.mode,
            let old = row.difference.entries.second?.mode
        else { return nil }
        let new = mode & 0o777 & ~rules.umask
        guard row.action == .setMode || new != old & 0o777 else { return nil }
        return (target(row), new, old & 0o7777, row.action == .setMode)
    }

    // MARK: - What is there afterwards

    /// What was copied or made, as it stands on both sides afterwards. `copied`: paths at the target.
    package func standing(
        of copied: Set<Path>, on files: any FileSystem
    ) throws(FileSystemError) -> [(names: Pair<[Name]>, entries: Pair<Entry>)] {
        let rows = plan.rows.filter { row in
            row.difference.entries.first != nil && copied.contains(target(row))
        }
        var found: [(names: Pair<[Name]>, entries: Pair<Entry>)] = []
        try list(rows, on: files) { found += standing($0, $1) }
        return found
    }

    /// Those of what is to be copied, directories aside, that are there: as the source is, and not as the
    /// target was.
    func copied(
        of rows: [MirrorPlan.Row], on files: any FileSystem
    ) throws(FileSystemError) -> [MirrorPlan.Row] {
        var found: [MirrorPlan.Row] = []
        let rows = rows.filter { $0.difference.entries.first?.kind != .directory }
        try list(rows, on: files) { rows, listing in
            let table = NameTable(listing)
            found += rows.filter { row in
                guard let source = row.difference.entries.first, let name = target(row).name,
                    let index = table.index(of: name, in: listing),
                    let entry = listing.entry(at: index), entry.kind == source.kind,
                    row.difference.entries.second.map({ entry.isOther(than: $0) }) ?? true
                else { return false }
                guard source.kind == .file else { return true }
                guard let size = source.size, size == entry.size, let time = source.modified,
                    let other = entry.modified
                else { return false }
                return Timestamp.order(time, other) == 0
            }
        }
        return found
    }

    /// Lists the target's directories that hold these, and gives each listing with those in it.
    private func list(
        _ rows: [MirrorPlan.Row], on files: any FileSystem,
        _ listed: ([MirrorPlan.Row], Directory) -> Void
    ) throws(FileSystemError) {
        let byDirectory = Dictionary(grouping: rows) { target($0).parent }
        var rest = Array(byDirectory.keys)[...]
        while !rest.isEmpty {
            let window = Array(rest.prefix(MirrorSteps.window))
            rest = rest.dropFirst(window.count)
            let answers = files.answers(about: window)
            guard answers.count == window.count else { throw .unanswered(window[0]) }
            for (directory, answer) in zip(window, answers) {
                let listing: Directory
                switch answer {
                case .listed(let found): listing = found
                case .large, .later: listing = try files.list(directory)
                case .failed(let error):
                    if error.endsConnection { throw error }
                    // What is not remembered is only compared, and maybe copied, again.
                    continue
                }
                let shown = try LinkSight(files, discernsFiles: false)
                    .showLinks(in: listing, of: directory)
                listed(byDirectory[directory, default: []], shown)
            }
        }
    }

    private func standing(
        _ rows: [MirrorPlan.Row], _ listing: Directory
    ) -> [(names: Pair<[Name]>, entries: Pair<Entry>)] {
        let table = NameTable(listing)
        return rows.compactMap { row in
            guard let source = row.difference.entries.first, let name = target(row).name,
                let index = table.index(of: name, in: listing),
                let entry = listing.entry(at: index), entry.kind == source.kind,
                row.action != .setMode
                    || row.difference.entries.second.map({ !entry.isOther(than: $0) }) == true,
                entry.kind != .file || entry.size == nil || source.size == nil
                    || entry.size == source.size
            else { return nil }
            return (row.difference.names, Pair(source, entry))
        }
    }
}

extension MirrorPlan.Row {
    /// Whether a file gets another's contents, and keeps its permissions.
    fileprivate var replacesFile: Bool {
        action == .replace && !takesAway && difference.entries.first?.kind == .file
    }
}
