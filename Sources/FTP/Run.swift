import Files

/// Divides work on many paths so that what can go out in one window does.
struct Run {
    /// The directory to enter first, so that names can be sent alone; nil names paths in full.
    let directory: Path?
    /// Into the paths that were divided, in their order.
    let indices: [Int]

    /// From so many files in one directory on, entering it is worth a round trip.
    private static let worthwhile = 3

    /// Neighbours that share a directory become a run; the few in between are put together, unless
    /// names have to be sent alone.
    static func divide(_ paths: [Path], prefersNames: Bool) -> [Run] {
        let worthwhile = prefersNames ? 1 : Run.worthwhile
        var runs: [Run] = []
        var loose: [Int] = []
        var start = 0
        while start < paths.count {
            let parent = paths[start].parent
            let end = paths[start...].firstIndex { $0.parent != parent } ?? paths.count
            if end - start >= worthwhile {
                if !loose.isEmpty { runs.append(Run(directory: nil, indices: loose)) }
                loose = []
                runs.append(Run(directory: parent, indices: Array(start..<end)))
            } else {
                loose += start..<end
            }
            start = end
        }
        if !loose.isEmpty { runs.append(Run(directory: nil, indices: loose)) }
        return runs
    }
}
