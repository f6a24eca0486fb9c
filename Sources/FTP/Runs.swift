import Files

/// Divides work so that what is together on the server is done together.
enum Runs {
    /// The indices of `paths`, in their order, in runs that share a directory.
    static func byDirectory(_ paths: [Path]) -> [[Int]] {
        var runs: [[Int]] = []
        for (index, path) in paths.enumerated() {
            if let last = runs.last?.last, paths[last].parent == path.parent {
                runs[runs.count - 1].append(index)
            } else {
                runs.append([index])
            }
        }
        return runs
    }
}
