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
    /// path. `copied`: paths at the target; `done`: whether one has got them already.
    package func setModes(
        on files: any FileSystem, copied: Set<Path>, without done: (Path) -> Bool = { _ in false },
        note: (UndoStep) -> Void
    ) throws(FileSystemError) -> [FileSystemError] {
        let wanted = plan.rows.compactMap(mode).filter {
            ($0.isAlone || copied.contains($0.path)) && !done($0.path)
        }
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

    /// What earlier runs have copied, and what may have been changed since.
    struct Earlier {
        /// At the target.
        var paths: Set<Path> = []
        /// When the last of these runs ended, in seconds since the epoch; nil where nobody knows.
        var end: Int64?

        /// Seconds by which a server's clock may differ.
        private static let tolerance: Int64 = 120

        /// Whether what is there is what was copied.
        func holds(_ entry: Entry, of source: Entry) -> Bool {
            if MirrorSteps.isCopy(entry, of: source) { return true }
            // A server that does not keep a file's time gives it that of its copy.
            guard let end, let time = entry.modified, time.isZoned else { return false }
            return time.seconds <= end &+ Earlier.tolerance
        }
    }

    /// What was copied or made, as it stands on both sides afterwards. `copied`: paths at the target.
    package func standing(
        of copied: Set<Path>, on files: any FileSystem
    ) throws(FileSystemError) -> [(names: Pair<[Name]>, entries: Pair<Entry>)] {
        try standing(of: copied, Earlier(), on: files)
    }

    /// The same where some of it was copied `earlier`.
    func standing(
        of copied: Set<Path>, _ earlier: Earlier, on files: any FileSystem
    ) throws(FileSystemError) -> [(names: Pair<[Name]>, entries: Pair<Entry>)] {
        let rows = plan.rows.filter { row in
            row.difference.entries.first != nil && copied.contains(target(row))
        }
        var found: [(names: Pair<[Name]>, entries: Pair<Entry>)] = []
        var doubts: [(item: (names: Pair<[Name]>, entries: Pair<Entry>), path: Path)] = []
        try list(rows, on: files) { rows, listing in
            for item in standing(rows, listing) {
                let path = Path(components: places.second.path.components + item.names.second)
                if item.entries.first.kind == .file, earlier.paths.contains(path),
                    !earlier.holds(item.entries.second, of: item.entries.first)
                {
                    doubts.append((item, path))
                } else {
                    found.append(item)
                }
            }
        }
        guard !doubts.isEmpty else { return found }
        // Listings may tell times less exactly, or on a clock that nobody knows.
        let details = try files.details(of: doubts.map(\.path))
        for (index, doubt) in doubts.enumerated() where details.indices.contains(index) {
            guard let entry = details[index],
                earlier.holds(entry, of: doubt.item.entries.first)
            else { continue }
            found.append(doubt.item)
        }
        return found
    }

    /// Those of the files that are to be copied which are there: as the source is, and not as the target
    /// was. Of directories those that come into another's place.
    func copied(
        of rows: [MirrorPlan.Row], on files: any FileSystem
    ) throws(FileSystemError) -> [MirrorPlan.Row] {
        var found: [MirrorPlan.Row] = []
        // Links that are right are found to be so when they are to be made.
        let rows = rows.filter { $0.copiedFile?.kind == .file || $0.takesAway }
        try list(rows, on: files) { rows, listing in
            let table = NameTable(listing)
            found += rows.filter { row in
                guard let source = row.difference.entries.first, let name = target(row).name,
                    let index = table.index(of: name, in: listing),
                    let entry = listing.entry(at: index), entry.kind == source.kind,
                    row.difference.entries.second.map({ entry.isOther(than: $0) }) ?? true
                else { return false }
                switch source.kind {
                case .directory: return true
                case .file: return MirrorSteps.isCopy(entry, of: source)
                case .link, .other: return false
                }
            }
        }
        return found
    }

    /// Whether a file has its source's size and time, as far as both tell.
    private static func isCopy(_ entry: Entry, of source: Entry) -> Bool {
        guard let size = source.size, size == entry.size, let time = source.modified,
            let other = entry.modified
        else { return false }
        return Timestamp.order(time, other) == 0
    }

    /// Lists the target's directories that hold these, and gives each listing with those in it. What
    /// cannot be listed is left out: what is not remembered is only compared, and maybe copied, again.
    private func list(
        _ rows: [MirrorPlan.Row], on files: any FileSystem,
        _ listed: ([MirrorPlan.Row], Directory) -> Void
    ) throws(FileSystemError) {
        let byDirectory = Dictionary(grouping: rows) { target($0).parent }
        for (directory, answer) in try answers(about: Array(byDirectory.keys), on: files) {
            if case .success(let listing) = answer {
                listed(byDirectory[directory, default: []], listing)
            }
        }
    }

    /// Lists directories, many together. Throws what ends the connection.
    func answers(
        about directories: [Path], on files: any FileSystem
    ) throws(FileSystemError) -> [(Path, Result<Directory, FileSystemError>)] {
        var found: [(Path, Result<Directory, FileSystemError>)] = []
        var rest = directories[...]
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
                    found.append((directory, .failure(error)))
                    continue
                }
                let shown = try LinkSight(files, discernsFiles: false)
                    .showLinks(in: listing, of: directory)
                found.append((directory, .success(shown)))
            }
        }
        return found
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
