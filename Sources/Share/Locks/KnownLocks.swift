import Files

/// The locks of a directory and of what is in it, as they are at one moment: a listing of many entries does not
/// look through all locks for each.
struct KnownLocks: Sendable {
    private let below: Path
    /// For all that is in the directory.
    private let deep: [Lock]
    private let own: [Path: [Lock]]

    init(below path: Path, _ table: LockTable) {
        below = path
        let locks = table.locks { $0.covers(path) || $0.root.parent == path }
        deep = locks.filter { $0.isDeep && path.isInside($0.root) }
        own = Dictionary(grouping: locks, by: \.root)
    }

    /// Of the directory itself, or of something in it.
    func locks(for path: Path) -> [Lock] {
        let others = path == below ? deep.filter { $0.root != path } : deep
        return others + (own[path] ?? [])
    }
}
