import Files

/// The locks of a directory and of what is in it, as they are at one moment: a listing of many entries does not
/// look through all locks for each.
struct KnownLocks: Sendable {
    private let below: Path
    private let directory: SharedPath
    private let folds: Bool
    /// For all that is in the directory.
    private let deep: [Lock]
    private let own: [SharedPath: [Lock]]

    init(below path: Path, in folder: SharedFolder) {
        below = path
        let directory = folder.shared(path)
        self.directory = directory
        folds = folder.foldsNames(in: path)
        let locks = folder.locks.locks { $0.covers(directory) || $0.root.parent == directory }
        deep = locks.filter { $0.isDeep && directory.isInside($0.root) }
        own = Dictionary(grouping: locks, by: \.root)
    }

    /// Of the directory itself, or of something in it.
    func locks(for path: Path) -> [Lock] {
        if own.isEmpty { return deep }
        guard path != below, let name = path.name else {
            return deep.filter { $0.root != directory } + (own[directory] ?? [])
        }
        return deep + (own[directory.appending(name, folds: folds)] ?? [])
    }
}
