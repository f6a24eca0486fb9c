import Files
import Synchronization
import Words

/// A walk from the bottom up, many directories at a time.
struct TreeRemoval {
    /// Directories that are read together at most.
    private static let window = 128

    let source: any FileSystem
    let control: TaskControl
    /// The directory that holds what is deleted: below it no link is followed.
    private let root: Path
    /// Names found below the directory, directories among them; what is shown counts files only.
    private var names = 0
    /// The directory itself, unless it stays.
    private var ownNames = 1
    private var failures = 0
    private var firstFailure: FileSystemError?
    /// Directories that stay, because something in them does.
    private var kept: Set<Path> = []
    /// What may remove the rest at once; nil where nothing does.
    private var shortcut: TreeShortcut?

    init(source: any FileSystem, control: TaskControl, root: Path) {
        self.root = root
        self.source = source
        self.control = control
    }

    mutating func run(_ top: Path) throws(FileSystemError) {
        shortcut = TreeShortcut(source)
        if try empty([top], depth: 0) { return }
        // What is left is found again, and what could not go, too.
        (failures, firstFailure, kept) = (0, nil, [])
        if try removeAtOnce(top) {
            note(source.removeDirectories([top], root: root), of: [top])
        } else {
            let removed = control.removed.load(ordering: .relaxed)
            control.found.store(removed, ordering: .relaxed)
            _ = try empty([top], depth: 0)
        }
    }

    /// Removes what was chosen in a directory, which stays; where that was begun before, without what
    /// has the name of something that may be gone since. Directories are known by their names alone.
    mutating func run(
        _ chosen: ChosenListing, in top: Path, mayBeAnew: Bool
    ) throws(FileSystemError) {
        ownNames = 0
        let listing: Directory
        switch chosen.takenAway(from: source) {
        case .known(let known, _): listing = known
        // What is gone already is as wanted.
        case .named(let names):
            var found = try ChosenListing.named(names, try source.list(top), top).listing
            if mayBeAnew, let names { leave(found.takeOutChanged(since: names), in: top) }
            listing = found
        }
        var (files, below): ([Path], [Path]) = ([], [])
        _ = try take(listing, of: top, &files, &below)
        try remove(&files)
        _ = try empty(below, depth: 1)
    }

    /// Leaves names that something else has by now.
    private mutating func leave(_ changed: [Name], in directory: Path) {
        names += changed.count
        control.found.wrappingAdd(changed.count, ordering: .relaxed)
        for name in changed {
            let path = directory.appending(name)
            failed(
                path,
                FileSystemError(
                    .other, path: path,
                    detail: tr(
                        "\(path) was replaced or changed after you chose it, so it was kept. "
                            + "To delete it anyway, delete it again.")))
        }
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

    /// What went wrong; nil where everything is gone.
    func summary(_ top: Path) -> FileSystemError? {
        guard let firstFailure else { return nil }
        return FileSystemError(
            firstFailure.kind, path: firstFailure.path, reply: firstFailure.reply,
            detail: tr(
                "\(failures) of \(names + ownNames) names in \(top) could not be deleted. The "
                    + "first error: \(firstFailure.detail)"),
            isTransient: firstFailure.isTransient)
    }

    // MARK: - Directories

    /// Removes directories of one depth with all that is in them: their files, then what lies below,
    /// then themselves, each for many together. False where it broke off, since all of the tree may be
    /// removed at once.
    private mutating func empty(
        _ directories: [Path], depth: Int
    ) throws(FileSystemError) -> Bool {
        if let first = directories.first, depth > TreeLimits.depth {
            throw FileSystemError(
                .protocolViolation, path: first,
                detail: tr(
                    "\(first) is more than \(TreeLimits.depth) directories deep and may "
                        + "contain itself; Ferry stopped there."))
        }
        var rest = directories[...]
        while !rest.isEmpty {
            try checkStopped()
            let window = Array(rest.prefix(TreeRemoval.window))
            rest = rest.dropFirst(window.count)
            let answers = source.answers(about: window) { [control] in !control.isStopped }
            var (read, large, later): ([Path], [Path], [Path]) = ([], [], [])
            var (files, below): ([Path], [Path]) = ([], [])
            for (directory, answer) in zip(window, answers) {
                switch answer {
                case .listed(let listing):
                    guard try take(listing, of: directory, &files, &below) else { return false }
                    read.append(directory)
                case .large: large.append(directory)
                case .later: later.append(directory)
                case .failed(let error): try pass(over: directory, error, depth)
                }
            }
            try remove(&files)
            rest = later + rest
            shortcut?.note(directories: read.count)
            let left = below.count + large.count + rest.count
            if left > 0, shortcut?.isWorthwhile(left: left) ?? false { return false }
            guard try empty(below, depth: depth + 1) else { return false }
            try removeEmptied(read)
            for directory in large {
                guard try empty([directory], depth: depth) else { return false }
            }
        }
        return true
    }

    /// Sorts what is in a directory; false where that is broken off.
    private mutating func take(
        _ listing: Directory, of directory: Path, _ files: inout [Path], _ below: inout [Path]
    ) throws(FileSystemError) -> Bool {
        let doubts = try source.doubts(about: listing, of: directory)
        names += listing.count
        let fileCount = (0..<listing.count).count { listing.kind(at: $0) != .directory }
        let linkCount = doubts.values.count { if case .link = $0 { true } else { false } }
        control.found.wrappingAdd(fileCount + linkCount, ordering: .relaxed)
        for index in 0..<listing.count {
            guard let name = Name(listing.nameBytes(at: index)) else { continue }
            let path = directory.appending(name)
            let doubt =
                listing.kind(at: index) == .directory
                ? doubts[name, default: .directory] : .link(target: [])
            switch doubt {
            case .directory: below.append(path)
            case .unknown:
                if try !removeAsFile(path) { below.append(path) }
            case .link:
                files.append(path)
                guard files.count == Remover.window else { continue }
                try remove(&files)
                if shortcut?.isWorthwhile(left: 0) ?? false { return false }
            }
        }
        return true
    }

    /// Leaves a directory that cannot be read, unless it is all that was asked for, or there is
    /// nobody to ask.
    private mutating func pass(
        over directory: Path, _ error: FileSystemError, _ depth: Int
    ) throws(FileSystemError) {
        // What is gone already is as wanted.
        if depth > 0, error.kind == .notFound { return }
        guard depth > 0, !error.endsConnection,
            ![.security, .protocolViolation].contains(error.kind)
        else { throw error }
        failed(directory, error)
    }

    /// Removes directories of which all that was in them is gone.
    private mutating func removeEmptied(_ directories: [Path]) throws(FileSystemError) {
        var emptied: [Path] = []
        for directory in directories {
            if kept.remove(directory) == nil {
                emptied.append(directory)
            } else {
                kept.insert(directory.parent)
            }
        }
        guard !emptied.isEmpty else { return }
        try checkStopped()
        note(source.removeDirectories(emptied, root: root), of: emptied)
    }

    // MARK: - Files

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
            // What is gone already is as wanted.
            case .failure(let error) where error.kind == .notFound: removed += 1
            case .failure(let error): failed(path, error)
            }
        }
        return removed
    }

    private mutating func failed(_ path: Path, _ error: FileSystemError) {
        failures += 1
        kept.insert(path.parent)
        if firstFailure == nil { firstFailure = error }
    }

    private func checkStopped() throws(FileSystemError) {
        if control.isStopped {
            throw FileSystemError(.cancelled, detail: tr("The deletion was stopped."))
        }
    }
}
