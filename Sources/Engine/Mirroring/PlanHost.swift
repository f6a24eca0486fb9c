package import Files
package import Jobs
package import Sync

/// Whoever has a plan carried out: reaches its places, carries files, and hears what becomes of it.
package protocol PlanHost: TreeAccess {
    /// The store that remembers what was done; nil where nothing is remembered.
    var storePath: String? { get }

    /// Of a job of the queue, what all its runs are kept under; nil for a command's.
    var batch: BatchID? { get }

    /// As what that is kept that a mirror does.
    var undoAction: UndoRecord.Action { get }

    /// What was done of the plan, also by earlier runs.
    var journal: PlanJournal { get }

    /// Whether the plan may have been made long ago: what goes is looked for on the other side first.
    var isLate: Bool { get }

    /// Carries a job out to its end, and gives a sentence for each that failed. What it does to files is
    /// kept in `undo`; `ended` hears of each job that has come to its end, on any thread.
    func carry(
        _ request: JobRequest, keeping undo: RunningUndo,
        ended: @escaping @Sendable (Job) -> Void
    ) throws -> [String]

    /// Waits as long as the work is to rest; throws `.cancelled` where nothing more is to be done.
    func proceed() throws(FileSystemError)

    /// A row is gone, or why it is not.
    func note(removed row: MirrorPlan.Row, _ error: FileSystemError?, by steps: MirrorSteps)

    /// An earlier run turns out to have done what a row says.
    func note(found row: MirrorPlan.Row)

    /// Something at a side's path could not get its name.
    func note(unnamed error: FileSystemError, at path: Path, _ side: ComparedSide)

    /// A directory is replaced as a whole, and it is so far.
    func note(_ progress: SwapProgress)

    /// What an error that ends one step is told as; nil for one that ends all.
    func sentences(of error: any Error) -> [String]?

    /// Something is to be known that is no failure.
    func warn(_ sentence: String)
}

extension PlanHost {
    package var undoAction: UndoRecord.Action { .mirror }

    package func note(_ progress: SwapProgress) {}

    /// Makes the directory that a plan fills, where that is not there.
    func makeTop(_ place: Location, keeping undo: RunningUndo) throws {
        undo.keep(UndoStep(place.path, .madeDirectory))
        try use(place.site, keeps: true) { files in
            try files.makeDirectory(place.path, root: nil)
        }
    }

    /// Does a step; why it failed, where the next can be tried all the same.
    package func caught(_ body: () throws -> Void) throws -> [String] {
        do {
            try body()
            return []
        } catch {
            guard let sentences = sentences(of: error) else { throw error }
            return sentences
        }
    }
}
