package import Files
package import Jobs
package import Local
import UI
import Words
package import Work

/// What came of taking something back.
package struct UndoResult: Sendable {
    /// The numbers of the steps that were taken back, or of which nothing is left.
    package var undone: [Int64] = []
    /// Why others were not: as many as are told.
    package var failures = FailureList(atMost: 20)
    /// What the queue is to move back.
    package var requests: [JobRequest] = []
    /// What is to be known, and is no failure.
    package var notes: [String] = []

    /// Nothing was done yet.
    package init() {}
}

/// Takes back what was done, the newest step first: each only where the place is still as that step left
/// it. Nothing is ever replaced, and nothing is removed that was changed since.
package struct Undoer {
    /// Paths that are given to the file system together.
    private static let window = 500

    let record: UndoRecord
    let files: any FileSystem
    private let trash: Trash
    private let stop: Cancellation
    var result = UndoResult()

    /// Takes back what it can, until `stop` says so at the latest.
    package static func run(
        _ record: UndoRecord, on files: any FileSystem, trash: Trash = Trash(),
        stop: Cancellation
    ) -> UndoResult {
        var undoer = Undoer(record: record, files: files, trash: trash, stop: stop)
        do throws(FileSystemError) {
            try undoer.undoAll()
        } catch {
            undoer.result.failures.append(stop.isCancelled ? Undoer.stopped : error)
        }
        return undoer.result
    }

    private init(record: UndoRecord, files: any FileSystem, trash: Trash, stop: Cancellation) {
        self.record = record
        self.files = files
        self.trash = trash
        self.stop = stop
    }

    private static let stopped = FileSystemError(
        .cancelled, detail: tr("The rest was not undone, because you stopped it."))

    private mutating func undoAll() throws(FileSystemError) {
        if !record.action.isMirror, record.count > 1, let renamings = renamings() {
            return undo(renamings)
        }
        var steps = record.steps
        let swap = record.action.isMirror ? SwapUndo(steps) : nil
        if let swap {
            guard let made = try undo(swap) else { return }
            steps = made
        }
        try undo(record.action.isMirror ? MirrorUndo.ordered(steps) : steps)
        // As long as something of it is left, it is known where that is.
        let undone = Set(result.undone)
        if let swap, swap.exit == nil, steps.allSatisfy({ undone.contains($0.number) }) {
            result.undone += swap.renamings.map(\.number)
        }
        tidyTrash()
    }

    private mutating func undo(_ steps: [UndoStep]) throws(FileSystemError) {
        var rest = steps[...]
        while let last = rest.last {
            if stop.isCancelled { throw Undoer.stopped }
            // What is of the same kind goes together, as far as one exchange takes it.
            let group = rest.suffix(while: { $0.isLike(last) }, atMost: Undoer.window)
            rest = rest.dropLast(group.count)
            try undo(group.reversed(), like: last.what)
        }
    }

    /// Removes the directories that were made in a server's trash, where nothing is left in them.
    private func tidyTrash() {
        guard record.action == .trash, files.site.isRemote else { return }
        for place in Set(record.steps.map(\.path.parent)) {
            // It may hold what was not undone, and an empty directory harms nobody.
            try? removeDirectory(place)
        }
    }

    private mutating func undo(
        _ steps: [UndoStep], like what: UndoStep.What
    ) throws(FileSystemError) {
        switch what {
        case .madeFile: try removeFiles(steps)
        case .changed: try changeBack(steps)
        case .madeDirectory, .madeLink, .renamed, .moved, .trashed:
            for step in steps {
                if stop.isCancelled { throw Undoer.stopped }
                try attempt(step) { (undoer) throws(FileSystemError) in
                    try undoer.undo(step)
                }
            }
        }
    }

    /// Goes on after what concerns this step alone.
    mutating func attempt(
        _ step: UndoStep, _ body: (inout Undoer) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        do throws(FileSystemError) {
            try body(&self)
            result.undone.append(step.number)
        } catch {
            try note(error)
        }
    }

    /// Throws what concerns the rest as well.
    mutating func note(_ error: FileSystemError) throws(FileSystemError) {
        if error.endsConnection || error.question != nil || error.kind == .login { throw error }
        result.failures.append(error)
    }

    private mutating func undo(_ step: UndoStep) throws(FileSystemError) {
        switch step.what {
        case .madeDirectory: try removeDirectory(step.path)
        case .madeLink(let text): try removeLink(step.path, to: text)
        case .renamed(let from): try rename(step.path, to: from)
        case .moved(let from): try moveBack(step.path, to: from)
        case .trashed(let id): try restore(id, to: step.path)
        case .madeFile, .changed: break
        }
    }

    // MARK: - What was made

    func removeDirectory(_ path: Path) throws(FileSystemError) {
        guard let entry = try files.entry(at: path) else { return }
        guard entry.kind == .directory else {
            throw FileSystemError(
                .changed, path: path,
                detail: tr("\(path.text) is not a directory any more; it was kept."))
        }
        // Some servers remove a directory with all that is in it.
        let listing = try files.list(path)
        guard listing.count > 0 || listing.isWhole else {
            throw FileSystemError.unlisted(path, on: files.site)
        }
        guard listing.count == 0 else {
            throw FileSystemError(
                .notEmpty, path: path,
                detail: tr(
                    "\(path.text) is not empty, and was kept; delete it yourself if you do not "
                        + "need it."))
        }
        guard let answer = files.removeDirectories([path]).first else {
            throw FileSystemError.unanswered(path)
        }
        try answer.get()
    }

    private func removeLink(_ path: Path, to text: [UInt8]) throws(FileSystemError) {
        guard let entry = try files.entry(at: path) else { return }
        guard entry.kind == .link, isLink(path, entry.target ?? text, to: text) else {
            throw FileSystemError(
                .changed, path: path,
                detail: tr("\(path.text) is not the link that was created; it was kept."))
        }
        guard let answer = files.removeFiles([path]).first else {
            throw FileSystemError.unanswered(path)
        }
        try answer.get()
    }

    /// Whether a link leads to where it was made to lead: some servers tell of each where that is from
    /// their root.
    private func isLink(_ path: Path, _ told: [UInt8], to text: [UInt8]) -> Bool {
        if told == text { return true }
        func carried(_ text: [UInt8]) -> [UInt8]? {
            LinkText.carried(
                text, of: path, depth: path.components.count - 1, from: files.site, to: .local)
        }
        return carried(told).map { $0 == carried(text) } ?? false
    }

    // MARK: - What has another place

    private func rename(_ path: Path, to old: Path) throws(FileSystemError) {
        // A mirror writes down what it does beforehand, and may have been ended before it was done.
        if record.action.isMirror, try files.entry(at: path) == nil,
            try files.entry(at: old) != nil
        {
            return
        }
        try checkFree(old, on: files)
        guard try files.entry(at: path) != nil else { throw Undoer.missing(path) }
        try files.rename(path, to: old)
    }

    func checkFree(
        _ path: Path, on files: any FileSystem
    ) throws(FileSystemError) {
        guard try files.entry(at: path) == nil else {
            throw FileSystemError(
                .exists, path: path,
                detail: tr(
                    "\(path.text) already exists and was not replaced. Rename it, then undo "
                        + "again."))
        }
    }

    private static func missing(_ path: Path) -> FileSystemError {
        FileSystemError(
            .notFound, path: path,
            detail: tr("\(path.text) no longer exists, so it cannot be moved back."))
    }

    /// The renamings of one directory, which may have exchanged names; nil where there are others.
    private func renamings() -> [Renaming]? {
        var found: [Renaming] = []
        for step in record.steps {
            guard case .renamed(let from) = step.what, let old = from.name,
                let new = step.path.name, from.parent == step.path.parent,
                from.parent == record.steps.first?.path.parent
            else { return nil }
            found.append(Renaming(from: new, to: old))
        }
        return found.isEmpty ? nil : found
    }

    /// All of them or none.
    private mutating func undo(_ renamings: [Renaming]) {
        guard let directory = record.steps.first?.path.parent else { return }
        let outcome = BatchRenamer.run(renamings, in: directory, on: files)
        if let failure = outcome.failure {
            result.failures.append(failure)
        } else {
            result.undone = record.steps.map(\.number)
        }
    }

    /// The queue moves it, as it did before.
    private mutating func moveBack(_ path: Path, to old: Path) throws(FileSystemError) {
        guard let origin = record.origin else { throw Undoer.missing(path) }
        guard let entry = try files.entry(at: path) else { throw Undoer.missing(path) }
        result.requests.append(
            JobRequest(
                operation: .move, source: Location(site: record.site, path: path), entry: entry,
                target: Location(site: origin, path: old), root: old.parent))
    }

    private func restore(_ id: TrashID, to path: Path) throws(FileSystemError) {
        _ = try trash.restore(id)
    }

    // MARK: - What was changed

    private mutating func changeBack(_ steps: [UndoStep]) throws(FileSystemError) {
        for step in steps {
            try attempt(step) { (undoer) throws(FileSystemError) in
                guard case .changed(let mode, let modified) = step.what else { return }
                guard try undoer.files.entry(at: step.path) != nil else {
                    throw FileSystemError(
                        .notFound, path: step.path,
                        detail: tr(
                            "\(step.path.text) no longer exists, so nothing was changed back."))
                }
                if let mode {
                    try undoer.files.settingModes(step.path).setMode(mode, of: step.path)
                }
                guard let modified else { return }
                guard let setter = undoer.files as? any SettingTimes,
                    let answer = setter.setModified([(step.path, modified)]).first
                else { throw FileSystemError.unanswered(step.path) }
                try answer.get()
            }
        }
    }
}

extension FileSystem {
    fileprivate func settingModes(_ path: Path) throws(FileSystemError) -> any SettingModes {
        guard let setter = self as? any SettingModes else {
            throw FileSystemError(
                .unsupported, path: path,
                detail: tr("Permissions cannot be set over \(site.scheme.rawValue)://."))
        }
        return setter
    }
}

extension UndoStep {
    /// Whether both are taken back in the same way.
    fileprivate func isLike(_ other: UndoStep) -> Bool {
        switch (what, other.what) {
        case (.madeFile, .madeFile), (.changed, .changed): true
        case (.madeFile, _), (.changed, _), (_, .madeFile), (_, .changed): false
        case (.madeDirectory, _), (.madeLink, _), (.renamed, _), (.moved, _), (.trashed, _): true
        }
    }
}

extension ArraySlice {
    /// The last elements that fit, so many at most, in their order.
    fileprivate func suffix(
        while fits: (Element) -> Bool, atMost most: Int
    ) -> ArraySlice<Element> {
        var start = endIndex
        while start > startIndex, endIndex - start < most, fits(self[start - 1]) { start -= 1 }
        return self[start...]
    }
}
