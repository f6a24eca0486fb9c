import Files

/// What the names in a tree are to get, and in which order: a directory that must be opened first comes
/// before what is in it, one that may be closed after it.
struct ModeTree {
    /// What is found in a tree, a directory before what is in it.
    struct Finding {
        let path: Path
        let mode: UInt16?
        let isDirectory: Bool
    }

    /// What the owner needs to look into a directory.
    private static let entering: UInt16 = 0o500

    private let change: ModeChange
    private var directories: [(path: Path, mode: UInt16)] = []
    private(set) var files: [(path: Path, mode: UInt16)] = []
    /// Names of which the mode that is there must be known, and is not.
    private(set) var unknown: [Path] = []
    /// Why directories could not be read, and stay so.
    private(set) var failures: [FileSystemError] = []
    private var wasOpened: Set<Path> = []

    init(_ change: ModeChange) {
        self.change = change
    }

    /// Takes in what was found, and why directories were `unreadable`. Gives those that have to get
    /// their mode now, an outer one first, and then to be read again: what was found in them until
    /// then may not be all, and is left out.
    mutating func take(
        _ found: [Finding], unreadable: [FileSystemError]
    ) -> [(path: Path, mode: UInt16)] {
        let shut = Set(unreadable.compactMap(\.path))
        var opening: [(path: Path, mode: UInt16)] = []
        var opened: Set<Path> = []
        for finding in found where !isBelow(opened, finding.path) {
            let path = finding.path
            guard let mode = change.mode(from: finding.mode, isDirectory: finding.isDirectory)
            else {
                unknown.append(path)
                continue
            }
            if !finding.isDirectory {
                files.append((path, mode))
            } else if opens(finding, mode, isShut: shut.contains(path)),
                wasOpened.insert(path).inserted
            {
                opened.insert(path)
                opening.append((path, mode))
            } else {
                directories.append((path, mode))
            }
        }
        failures += unreadable.filter { failure in
            guard let path = failure.path else { return true }
            return !opened.contains(path) && !isBelow(opened, path)
        }
        return opening
    }

    private func opens(_ finding: Finding, _ mode: UInt16, isShut: Bool) -> Bool {
        guard mode & ModeTree.entering == ModeTree.entering else { return false }
        if isShut { return true }
        return finding.mode.map { $0 & ModeTree.entering != ModeTree.entering } ?? false
    }

    private func isBelow(_ directories: Set<Path>, _ path: Path) -> Bool {
        guard !directories.isEmpty else { return false }
        var above = path
        while !above.isRoot {
            above = above.parent
            if directories.contains(above) { return true }
        }
        return false
    }

    /// The directories that get their mode last, an inner one first.
    var closed: [(path: Path, mode: UInt16)] {
        directories.sorted { $0.path.components.count > $1.path.components.count }
    }
}
