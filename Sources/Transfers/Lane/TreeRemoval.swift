import Files
import Synchronization

/// A walk from the bottom up.
struct TreeRemoval {
    let source: any FileSystem
    let control: TaskControl
    /// The directory that holds what is deleted: below it no link is followed.
    private let root: Path
    /// Names found below the directory, directories among them; what is shown counts files only.
    private var names = 0
    private var failures = 0
    private var firstFailure: FileSystemError?
    /// What may remove the rest at once; nil where nothing does.
    private var shortcut: TreeShortcut?

    init(source: any FileSystem, control: TaskControl, root: Path) {
        self.root = root
        self.source = source
        self.control = control
    }

    mutating func run(_ top: Path) throws(FileSystemError) {
        let failuresBefore = failures
        shortcut = TreeShortcut(source)
        if try !empty(top, depth: 0) {
            // What is left is found again, and what could not go, too.
            (failures, firstFailure) = (failuresBefore, nil)
            if try !removeAtOnce(top) {
                let removed = control.removed.load(ordering: .relaxed)
                control.found.store(removed, ordering: .relaxed)
                _ = try empty(top, depth: 0)
            }
        }
        if failures == failuresBefore {
            note(source.removeDirectories([top], root: root), of: [top])
        }
    }

    /// What went wrong; nil where everything is gone.
    func summary(_ top: Path) -> FileSystemError? {
        guard let firstFailure else { return nil }
        return FileSystemError(
            firstFailure.kind, path: firstFailure.path, reply: firstFailure.reply,
            detail: "\(failures) of \(names + 1) names in "
                + "\(top) could not be deleted; the first: \(firstFailure.detail)",
            isTransient: firstFailure.isTransient)
    }

    /// Has the server remove what is in the directory; whether all of it is gone.
    private mutating func removeAtOnce(_ top: Path) throws(FileSystemError) -> Bool {
        guard let files = shortcut?.files else { return false }
        shortcut = nil
        names = control.removed.load(ordering: .relaxed)
        let control = control
        return try files.removeContents(of: top) {
            control.isStopped
        } progress: { count in
            names += count
            control.found.store(
                max(names, control.found.load(ordering: .relaxed)), ordering: .relaxed)
            control.removed.wrappingAdd(count, ordering: .relaxed)
        }
    }

    /// Removes what is in a directory; false where it broke off, since all of the tree may be removed
    /// at once.
    private mutating func empty(
        _ directory: Path, depth: Int
    ) throws(FileSystemError) -> Bool {
        guard depth <= TreeLimits.depth else {
            throw FileSystemError(
                .protocolViolation, path: directory,
                detail: "\(directory) lies more than \(TreeLimits.depth) directories deep; "
                    + "it may contain itself, so Ferry stopped there.")
        }
        try checkStopped()
        let listing = try source.list(directory)
        let doubts = try source.doubts(about: listing, of: directory)
        names += listing.count
        let fileCount = (0..<listing.count).count { listing.kind(at: $0) != .directory }
        let linkCount = doubts.values.count { if case .link = $0 { true } else { false } }
        control.found.wrappingAdd(fileCount + linkCount, ordering: .relaxed)
        var files: [Path] = []
        var directories: [Path] = []
        for index in 0..<listing.count {
            guard let name = Name(listing.nameBytes(at: index)) else { continue }
            let path = directory.appending(name)
            let doubt =
                listing.kind(at: index) == .directory
                ? doubts[name, default: .directory] : .link(target: [])
            switch doubt {
            case .directory: directories.append(path)
            case .unknown:
                if try !removeAsFile(path) { directories.append(path) }
            case .link:
                files.append(path)
                if files.count == Remover.window {
                    try remove(&files)
                    if shortcut?.isWorthwhile(left: 0) ?? false { return false }
                }
            }
        }
        try remove(&files)
        shortcut?.noteDirectory()
        var emptied: [Path] = []
        for (index, path) in directories.enumerated() {
            if shortcut?.isWorthwhile(left: directories.count - index) ?? false { return false }
            let failuresBefore = failures
            if try !empty(path, depth: depth + 1) { return false }
            if failures == failuresBefore { emptied.append(path) }
            if emptied.count == Remover.window {
                note(source.removeDirectories(emptied, root: root), of: emptied)
                emptied = []
            }
        }
        if !emptied.isEmpty { note(source.removeDirectories(emptied, root: root), of: emptied) }
        return true
    }

    /// Whether something that may be a link, or a directory, is gone as a file is.
    func removeAsFile(_ path: Path) throws(FileSystemError) -> Bool {
        try checkStopped()
        switch source.removeFiles([path], root: root).first {
        case .success: return true
        case .failure(let error):
            switch error.kind {
            case .connection, .timeout, .cancelled, .login, .security: throw error
            default: return false
            }
        case nil: throw FileSystemError.unanswered(path)
        }
    }

    private mutating func remove(_ files: inout [Path]) throws(FileSystemError) {
        guard !files.isEmpty else { return }
        try checkStopped()
        let removed = note(source.removeFiles(files, root: root), of: files)
        control.removed.wrappingAdd(removed, ordering: .relaxed)
        files = []
        if let firstFailure, firstFailure.kind == .connection { throw firstFailure }
    }

    /// Notes what could not be removed; how many are gone.
    @discardableResult
    private mutating func note(
        _ results: [Result<Void, FileSystemError>], of paths: [Path]
    ) -> Int {
        var removed = 0
        for (index, path) in paths.enumerated() {
            let result =
                results.indices.contains(index)
                ? results[index] : .failure(FileSystemError.unanswered(path))
            switch result {
            case .success: removed += 1
            case .failure(let error):
                // What is gone already is as wanted.
                if error.kind == .notFound {
                    removed += 1
                } else {
                    failures += 1
                    if firstFailure == nil { firstFailure = error }
                }
            }
        }
        return removed
    }

    private func checkStopped() throws(FileSystemError) {
        if control.isStopped {
            throw FileSystemError(.cancelled, detail: "The deletion was stopped.")
        }
    }
}
