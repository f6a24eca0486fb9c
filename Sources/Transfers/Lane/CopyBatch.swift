import Files
import Jobs

/// How far a lane is with the files that it was given together: which wait, which are open, which
/// are written and wait to be committed.
struct CopyBatch {
    /// What comes next.
    enum Turn {
        case begin(FilePlan)
        /// A block of the open file at that index.
        case move(Int)
    }

    let source: any FileSystem
    let target: any FileSystem
    /// The names that the target was told of.
    private let ids: [JobID: PartID]
    private var waiting: ArraySlice<FilePlan>
    private(set) var open: [FileCopy] = []
    var written: [WrittenFile] = []

    init(
        _ plans: [FilePlan], from source: any FileSystem, to target: any FileSystem,
        ids: [JobID: PartID]
    ) {
        self.source = source
        self.target = target
        self.ids = ids
        waiting = plans[...]
    }

    /// Files that may be open together: a server may show under way that it takes fewer.
    private var limit: Int { min(source.openFiles, target.openFiles) }

    /// Whether parts may be committed while other files are open.
    var mayInterleave: Bool { limit > 1 }

    /// Bytes that the open files still have to write, where it is known.
    var unwritten: UInt64 {
        open.reduce(0) { sum, copy in
            let size = copy.task.size ?? 0
            return sum &+ (size > copy.bytes ? size - copy.bytes : 0)
        }
    }

    func id(of plan: FilePlan) -> PartID? { ids[plan.task.id] }

    /// Bytes that fill the time in which files wait for their ends: with as many to come, no other
    /// file is begun.
    private static let enoughBytes: UInt64 = 16 << 20

    /// Open files go on before others are begun, which so fill the time in which all wait; where no
    /// more may be open, or these are large, the oldest is waited for. Nil once all are written.
    mutating func nextTurn() -> Turn? {
        if let ready = open.firstIndex(where: \.isReady) { return .move(ready) }
        if open.count < limit, unwritten < CopyBatch.enoughBytes, let plan = waiting.popFirst() {
            return .begin(plan)
        }
        return open.isEmpty ? nil : .move(0)
    }

    /// Takes back one that could not be begun because others are open, as an end has shown by taking
    /// no more than these; false where that is not the reason.
    mutating func putBack(_ plan: FilePlan) -> Bool {
        guard !open.isEmpty, open.count >= limit else { return false }
        waiting = [plan] + waiting
        return true
    }

    mutating func add(_ copy: FileCopy) {
        open.append(copy)
    }

    /// Lets `body` work on an open file.
    mutating func move<Value>(
        _ index: Int, _ body: (inout FileCopy) throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value {
        try body(&open[index])
    }

    /// Takes out an open file that has come to its end.
    mutating func close(_ index: Int) {
        open.remove(at: index)
    }

    /// Takes out all open files.
    mutating func closeAll() -> [FileCopy] {
        defer { open = [] }
        return open
    }

    /// Takes out those that were not begun.
    mutating func giveUpWaiting() -> [FilePlan] {
        defer { waiting = [] }
        return Array(waiting)
    }
}
