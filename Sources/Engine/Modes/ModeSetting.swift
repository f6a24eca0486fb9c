package import Files
import Words
package import Work

/// Changes modes on one file system: what is there is asked for many files together, and so they are
/// set.
package struct ModeSetting {
    /// Paths that are given to the file system together.
    private static let window = 1_000

    private let change: ModeChange
    private let files: any FileSystem
    private let setter: any SettingModes
    private let stop: Cancellation
    /// Why modes could not be set.
    package private(set) var failures: FailureList

    /// Throws `.unsupported` where nothing there has a mode that can be set. `stop` ends it between what
    /// goes out together; so many failures are kept at most.
    package init(
        _ change: ModeChange, on files: any FileSystem, stop: Cancellation = Cancellation(),
        keepingFailures most: Int = .max
    ) throws(FileSystemError) {
        failures = FailureList(atMost: most)
        guard let setter = files as? any SettingModes, setter.setsModes else {
            throw FileSystemError(
                .unsupported,
                detail: tr(
                    "Permissions cannot be set over \(files.site.scheme.rawValue)://; "
                        + "\(VisibleText.make(files.site.host)) keeps its permissions."))
        }
        self.change = change
        self.files = files
        self.setter = setter
        self.stop = stop
    }

    // MARK: Single names

    /// Of the paths themselves; of links, what they lead to. Throws what ends the connection.
    package mutating func set(_ paths: [Path]) throws(FileSystemError) {
        // Here it costs nothing to know more than must be known.
        guard change.needsMode || files.site.isLocal else {
            try apply(
                paths.compactMap { path in
                    change.mode(from: nil, isDirectory: false).map { (path, $0) }
                }, root: nil)
            return
        }
        let (found, missing) = try present(paths)
        var modes: [(path: Path, mode: UInt16)] = []
        for path in paths {
            let entry = found[path]
            if let mode = change.mode(
                from: entry?.mode, isDirectory: entry?.kind == .directory)
            {
                modes.append((path, mode))
            } else {
                failures.append(unknown(path, isMissing: missing.contains(path)))
            }
        }
        try apply(modes, root: nil)
    }

    /// What is known of each: as the file system tells it of many, else from the listings of the
    /// directories that they lie in. Also those that are not there.
    private func present(
        _ paths: [Path]
    ) throws(FileSystemError) -> (found: [Path: Entry], missing: Set<Path>) {
        var found: [Path: Entry] = [:]
        var missing: Set<Path> = []
        for (path, entry) in zip(paths, try files.details(of: paths)) {
            if let entry, entry.mode != nil { found[path] = entry }
        }
        let unclear = Dictionary(grouping: paths.filter { found[$0] == nil }, by: \.parent)
        for (directory, paths) in unclear {
            let listing: Directory
            do throws(FileSystemError) {
                listing = try files.list(directory)
            } catch {
                if error.endsConnection || error.question != nil { throw error }
                continue
            }
            for path in paths {
                guard let name = path.name, let index = listing.index(of: name),
                    let entry = listing.entry(at: index)
                else {
                    if listing.isWhole { missing.insert(path) }
                    continue
                }
                // The mode of a link is not the mode of what it leads to.
                if entry.kind != .link { found[path] = entry }
            }
        }
        return (found, missing)
    }

    private func unknown(_ path: Path, isMissing: Bool = false) -> FileSystemError {
        let text = path.text(on: files.site)
        if isMissing {
            return FileSystemError(
                .notFound, path: path, detail: tr("\(text) does not exist; check the name."))
        }
        return FileSystemError(
            .unsupported, path: path,
            detail: tr(
                "The server does not report the permissions of \(text); give the new ones in "
                    + "octal."))
    }

    // MARK: Trees

    /// Of `top` and all below it; no link is followed. Directories are opened before what is in them
    /// is looked at, and closed after it.
    package mutating func set(below top: Path) throws(FileSystemError) {
        let entry: Entry
        do throws(FileSystemError) {
            entry = try self.entry(of: top)
        } catch {
            if error.endsConnection || error.question != nil { throw error }
            failures.append(error)
            return
        }
        guard entry.kind == .directory else { return try set([top]) }
        var known = entry.mode
        if known == nil, change.needsMode { known = try present([top]).found[top]?.mode }
        var tree = ModeTree(change)
        var found = [ModeTree.Finding(path: top, mode: known, isDirectory: true)]
        let root = top.isRoot ? top : top.parent
        var unread = [top]
        while let directory = unread.popLast() {
            try goOn()
            let unreadable = try walk(below: directory, &found)
            let opening = tree.take(found, unreadable: unreadable)
            found = []
            let refused = try apply(opening, root: root)
            unread += opening.map(\.path).filter { !refused.contains($0) }
        }
        for error in tree.failures { failures.append(error) }
        for path in tree.unknown { failures.append(unknown(path)) }
        try apply(tree.files, root: root)
        try apply(tree.closed, root: root)
    }

    /// What `top` is; throws where that is a link, or nothing.
    private func entry(of top: Path) throws(FileSystemError) -> Entry {
        let place: FoundPlace
        do throws(FileSystemError) {
            place = try FoundPlace(top, on: files)
        } catch {
            // A directory that nobody may enter some servers do not tell from none.
            guard error.kind == .notFound, let entry = try present([top]).found[top] else {
                throw error
            }
            return entry
        }
        guard try isLink(place) else { return place.entry }
        throw FileSystemError(
            .unsupported, path: top,
            detail: tr(
                "\(top.text(on: files.site)) is a link, and links are not followed when "
                    + "changing a tree; name its target."))
    }

    private func isLink(_ place: FoundPlace) throws(FileSystemError) -> Bool {
        if place.entry.kind == .link { return true }
        guard let name = place.path.name, let files = files as? any DiscerningLinks,
            files.listsLinksAsDirectories,
            case .link? = try files.natures(of: [name], in: place.path.parent)[name]
        else { return false }
        return true
    }

    /// Adds what lies below a directory; why directories could not be read.
    private func walk(
        below directory: Path, _ found: inout [ModeTree.Finding]
    ) throws(FileSystemError) -> [FileSystemError] {
        var below: [ModeTree.Finding] = []
        var walk = TreeWalk(files, below: directory, discernsFiles: true) { entry, names in
            if stop.isCancelled { throw ModeSetting.stopped }
            guard entry.kind != .link else { return }
            below.append(
                ModeTree.Finding(
                    path: Path(components: directory.components + names), mode: entry.mode,
                    isDirectory: entry.kind == .directory))
        }
        defer { found += below }
        do {
            try walk.run()
            return walk.failures
        } catch let error as FileSystemError {
            if error.endsConnection || error.question != nil { throw error }
            try goOn()
            return walk.failures + [error]
        } catch {
            throw FileSystemError(.other, path: directory, detail: "\(error)")
        }
    }

    // MARK: Setting

    /// Why no more is set once the user has said so.
    static let stopped = FileSystemError(
        .cancelled, detail: tr("Stopped; the changes already made were kept."))

    private func goOn() throws(FileSystemError) {
        if stop.isCancelled { throw ModeSetting.stopped }
    }

    /// Sets them, in their order; gives those that were refused. Throws what ends the connection.
    @discardableResult private mutating func apply(
        _ modes: [(path: Path, mode: UInt16)], root: Path?
    ) throws(FileSystemError) -> Set<Path> {
        var refused: Set<Path> = []
        var rest = modes[...]
        while !rest.isEmpty {
            try goOn()
            let window = Array(rest.prefix(ModeSetting.window))
            rest = rest.dropFirst(window.count)
            let answers = setter.setModes(window, root: root)
            for (path, _) in window {
                switch answers[path] {
                case .success: break
                case .failure(let error):
                    // The others have no answer either, for the same reason.
                    if error.endsConnection || error.question != nil { throw error }
                    failures.append(error)
                    refused.insert(path)
                case nil:
                    failures.append(.unanswered(path))
                    refused.insert(path)
                }
            }
        }
        return refused
    }
}
