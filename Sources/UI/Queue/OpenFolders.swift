import Jobs

/// The folders of the queue that are shown with what is in hand below them, and the rows that this
/// takes: made anew only where something below an open folder comes or goes.
struct OpenFolders: Sendable {
    /// What is shown below one folder that stands by itself.
    private struct Block: Sendable {
        /// Its position in the queue.
        var position: Int
        var rows: [JobID]
    }

    /// Those that are open, also where a folder above them is not.
    private var ids: Set<JobID> = []
    /// In the queue's order.
    private var blocks: [Block] = []

    /// Rows below folders.
    private(set) var rowCount = 0

    var isEmpty: Bool { ids.isEmpty }

    func contains(_ id: JobID) -> Bool { ids.contains(id) }

    mutating func set(_ id: JobID, isOpen: Bool) {
        if isOpen { ids.insert(id) } else { ids.remove(id) }
    }

    /// Finds the rows anew. `position`: of a folder that stands by itself, nil for others; `below`: the
    /// jobs in a folder, in their order.
    mutating func layOut(position: (JobID) -> Int?, below: (JobID) -> [JobID]) {
        blocks = ids.compactMap { id in
            position(id).map { Block(position: $0, rows: rows(in: id, below)) }
        }
        .sorted { $0.position < $1.position }
        rowCount = blocks.reduce(0) { $0 + $1.rows.count }
    }

    private func rows(in id: JobID, _ below: (JobID) -> [JobID]) -> [JobID] {
        below(id).flatMap { child in
            [child] + (ids.contains(child) ? rows(in: child, below) : [])
        }
    }

    /// What stands in a row: a row below a folder, or the one of that number among the jobs that
    /// stand by themselves. `row(of:)` gives the number of the one at a position.
    func find(_ row: Int, row rowOf: (Int) -> Int) -> (below: JobID?, top: Int) {
        var passed = 0
        for block in blocks {
            let first = rowOf(block.position) + passed + 1
            if row < first { break }
            if row < first + block.rows.count { return (block.rows[row - first], 0) }
            passed += block.rows.count
        }
        return (nil, row - passed)
    }

    /// The rows below folders that stand before a position.
    func rows(before position: Int) -> Int {
        blocks.reduce(0) { $0 + ($1.position < position ? $1.rows.count : 0) }
    }

    /// Where a job below the folder at that position stands among its rows; nil where it is not shown.
    func offset(of id: JobID, belowFolderAt position: Int) -> Int? {
        blocks.first { $0.position == position }?.rows.firstIndex(of: id)
    }
}
