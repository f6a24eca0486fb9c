package import Files

/// A job that stood by itself and has come to its end, as the history keeps it: also once its row is
/// cleared from the queue.
package struct FinishedJob: Hashable, Sendable {
    /// How it ended.
    package enum Ending: String, Sendable {
        case done, skipped
    }

    package var id: JobID
    package var ending: Ending
    package var operation: Job.Operation
    package var kind: Job.Kind
    /// Whether only names went that were chosen in the source, a directory.
    package var isChoice: Bool
    package var source: Location
    /// Nil for a delete.
    package var target: Location?
    /// Files, or what a removal removed; those below a directory.
    package var files: Int
    /// Bytes of all its files.
    package var bytes: UInt64
    /// When it ended, in seconds since the epoch.
    package var ended: Int64
    /// As a job has it: for a single file only.
    package var via: Job.Via
    package var verified: String?
    /// What could not be copied.
    package var leftOut: Int

    /// What the history keeps of a job that ended then; nil of one that has not, or that is part of
    /// another.
    package init?(_ job: Job, ended: Int64) {
        guard job.parent == nil else { return nil }
        switch job.state {
        case .done: ending = .done
        case .skipped: ending = .skipped
        default: return nil
        }
        id = job.id
        operation = job.operation
        kind = job.kind
        isChoice = job.chosen != nil
        source = job.source
        target = job.target
        let isTree = job.kind == .directory || job.operation.isRemoval
        files = ending == .skipped ? 0 : isTree ? job.filesDone : 1
        bytes = ending == .skipped || job.operation.isRemoval ? 0 : job.done
        self.ended = ended
        via = job.via
        verified = job.verified
        leftOut = job.leftOut.count
    }

    /// One that was kept.
    package init(
        id: JobID, ending: Ending, operation: Job.Operation, kind: Job.Kind, isChoice: Bool,
        source: Location, target: Location?, files: Int, bytes: UInt64, ended: Int64, via: Job.Via,
        verified: String?, leftOut: Int
    ) {
        self.id = id
        self.ending = ending
        self.operation = operation
        self.kind = kind
        self.isChoice = isChoice
        self.source = source
        self.target = target
        self.files = files
        self.bytes = bytes
        self.ended = ended
        self.via = via
        self.verified = verified
        self.leftOut = leftOut
    }

    /// Whether each of these words is in its source or its target, whatever their case.
    package func fits(_ words: [String]) -> Bool {
        guard !words.isEmpty else { return true }
        let places = [source.text, target?.text ?? ""].map { $0.lowercased() }
        return words.allSatisfy { word in
            let word = word.lowercased()
            return places.contains { $0.contains(word) }
        }
    }
}
