package import Files

/// What an archive holds, to be looked at as a whole.
package struct ArchiveContents: Sendable {
    /// The first entries, each directory before what is in it, and how many directories it lies below.
    package var entries: [(entry: Entry, depth: Int)] = []
    /// How many the archive has in all.
    package var count = 0
}

extension ArchiveFileSystem {
    /// The first `limit` entries, in the archive's own order.
    package func contents(upTo limit: Int) throws(FileSystemError) -> ArchiveContents {
        let tree = try tree(isFresh: true) { _ in }
        var contents = ArchiveContents()
        contents.count = tree.nodes.count - 1
        // A stack of its own: how deep an archive goes is up to a stranger.
        var rest = children(of: 0, depth: 0, in: tree)
        while let next = rest.popLast(), contents.entries.count < limit {
            contents.entries.append((tree.entry(next.number, named: next.name), next.depth))
            rest += children(of: next.number, depth: next.depth + 1, in: tree)
        }
        return contents
    }

    /// The last one first, as they are taken from the end.
    private func children(
        of number: Int, depth: Int, in tree: ArchiveTree
    ) -> [(name: Name, number: Int, depth: Int)] {
        guard case .directory(let children) = tree.nodes[number].kind else { return [] }
        return children.sorted { $0.value > $1.value }
            .map { (name: $0.key, number: Int($0.value), depth: depth) }
    }
}
