package import Files

/// A connection whose server removes all that is in a directory, or says that something is left.
package final class RemovingMemoryFileSystem: MemoryFileSystem, RemovingTrees {
    package let treeRemovalDelay: Double?
    private let leaves: Set<Path>
    /// What it was asked to empty.
    package private(set) var asked: [Path] = []

    package init(_ volume: MemoryVolume, delay: Double?, leaves: Set<Path> = []) {
        treeRemovalDelay = delay
        self.leaves = leaves
        super.init(volume, 0)
    }

    package func removeContents(
        of directory: Path, isStopped: () -> Bool, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Bool {
        asked.append(directory)
        return try empty(directory, progress)
    }

    private func empty(
        _ directory: Path, _ progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Bool {
        var isAll = true
        for entry in try list(directory).entries {
            let path = directory.appending(entry.name)
            if entry.kind == .directory {
                guard try empty(path, progress) else {
                    isAll = false
                    continue
                }
                try removeDirectories([path], root: nil)[0].get()
            } else if leaves.contains(path) {
                isAll = false
            } else {
                try removeFiles([path], root: nil)[0].get()
                progress(1)
            }
        }
        return isAll
    }
}
