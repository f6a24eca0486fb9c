import Files

/// Decides whether what is left of a tree is removed by one exchange of the server's own, which takes
/// its time to begin. What the walk has taken so far tells: when it has lasted as long as that takes,
/// or is sure to, it is broken off. So a small tree is walked, and no tree takes much more than twice
/// as long as the better way.
struct TreeShortcut {
    let files: any RemovingTrees
    /// When the first directory of the walk was begun; a login is no part of it.
    private var start: Instant?
    private var directories = 0

    /// Nil where `source` has no such exchange.
    init?(_ source: any FileSystem) {
        guard let files = source as? any RemovingTrees else { return nil }
        self.files = files
        if files.isConnected { start = .now() }
    }

    /// So many directories more were read, and their files are gone.
    mutating func note(directories count: Int) {
        if start == nil { start = .now() }
        directories += count
    }

    /// Whether it is time to break off, with so many directories known to be left, or more.
    mutating func isWorthwhile(left: Int) -> Bool {
        guard let start, let delay = files.treeRemovalDelay else {
            self.start = self.start ?? .now()
            return false
        }
        let elapsed = Instant.now().seconds(since: start)
        let each = directories > 0 ? elapsed / Double(directories) : 0
        return elapsed >= delay || each * Double(left) >= 2 * delay
    }
}
