import Files

/// Divides work on many paths so that what can go out in one window does.
struct DirectoryBatch {
    /// The directory to enter first, so that names can be sent alone; nil names paths in full.
    let directory: Path?
    /// Into the paths that were divided, in their order.
    let indices: [Int]

    /// From so many files in one directory on, entering it is worth a round trip.
    private static let worthwhile = 3

    /// Neighbours that share a directory become a run; the few in between are put together, unless
    /// names have to be sent alone.
    static func divide(_ paths: [Path], prefersNames: Bool) -> [DirectoryBatch] {
        let worthwhile = prefersNames ? 1 : DirectoryBatch.worthwhile
        var runs: [DirectoryBatch] = []
        var loose: [Int] = []
        var start = 0
        while start < paths.count {
            let parent = paths[start].parent
            let end = paths[start...].firstIndex { $0.parent != parent } ?? paths.count
            if end - start >= worthwhile {
                if !loose.isEmpty { runs.append(DirectoryBatch(directory: nil, indices: loose)) }
                loose = []
                runs.append(DirectoryBatch(directory: parent, indices: Array(start..<end)))
            } else {
                loose += start..<end
            }
            start = end
        }
        if !loose.isEmpty { runs.append(DirectoryBatch(directory: nil, indices: loose)) }
        return runs
    }
}
