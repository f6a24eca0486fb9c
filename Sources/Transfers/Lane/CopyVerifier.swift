package import Files
import Jobs

/// Compares what was written with what it was copied from, before it takes its name; and what has its name
/// already, and would be passed over as whole.
package protocol CopyVerifier: Sendable {
    /// How each part was found to be the same as its source (`sha256 by the server`), or why it was not:
    /// `.truncated` for other bytes. A part that is missing in the answer is not verified.
    /// `isStopped` is asked between blocks.
    func verify(
        _ copies: [WrittenCopy], from source: any FileSystem, to target: any FileSystem,
        isStopped: () -> Bool
    ) -> [PartID: Result<String, FileSystemError>]
}

/// A file, and the part that was made of it.
package struct WrittenCopy: Hashable, Sendable {
    package let source: Path
    package let part: Part

    /// `part` holds all of `source`; of what has its name already it is in place.
    package init(source: Path, part: Part) {
        self.source = source
        self.part = part
    }
}

/// Lets only those copies be committed that are what they were made of.
struct VerifiedWriting: LanePart {
    let ends: LaneEnds

    /// Those whose bytes are their source's. The others have failed, and what was written of them goes;
    /// what there was before has its name still.
    func verified(_ files: [WrittenFile], on target: any FileSystem) -> [WrittenFile] {
        guard let verifier = ends.verifier, !files.isEmpty else { return files }
        let answers = verifier.verify(
            files.map { WrittenCopy(source: $0.task.source, part: $0.pending.part) }, from: source,
            to: target
        ) { files.contains { $0.task.control.isStopped } }
        return files.filter { file in
            switch answers[file.pending.part.id] {
            case .success(let way):
                tell(.verified(file.task.id, way))
                return true
            case .failure(let error):
                refuse(file, error, target)
            case nil: refuse(file, FileSystemError.unanswered(file.task.target), target)
            }
            return false
        }
    }

    private func refuse(
        _ file: WrittenFile, _ error: FileSystemError, _ target: any FileSystem
    ) {
        let task = file.task
        if error.kind == .truncated { PartRecovery(ends: ends).throwAway(file.part, task, target) }
        task.parts.unlock(task.target, on: target.site)
        // Another one was stopped, and this one with it.
        let isReturned = error.kind == .cancelled && !task.control.isStopped
        finish(task.id, isReturned ? .returned : outcome(of: error, task.control))
    }
}

/// Finds out whether files that are at their targets already are what their sources are.
struct VerifiedTargets: LanePart {
    let ends: LaneEnds

    /// Those that are others. All the rest have ended: as done, or as what could not be compared.
    func differing(_ tasks: [FileTask], on target: any FileSystem) -> Set<JobID> {
        guard let verifier = ends.verifier, !tasks.isEmpty else { return [] }
        interrupter.begin(tasks.map(\.control))
        let copies = tasks.enumerated().map { index, task in
            // They have their names, so no part of anybody's is meant.
            let id = PartID(token: "", number: UInt64(index))
            return WrittenCopy(
                source: task.source, part: Part(id: id, file: task.target, place: .inPlace))
        }
        let answers = verifier.verify(copies, from: source, to: target) {
            tasks.contains { $0.control.isStopped }
        }
        var differing: Set<JobID> = []
        for (task, copy) in zip(tasks, copies) {
            switch answers[copy.part.id] {
            case .success(let way):
                tell(.verified(task.id, way))
                task.control.setProgress(task.size ?? 0)
                finish(task.id, .done(task.size ?? 0))
            case .failure(let error) where error.kind == .truncated:
                tell(.differed(task.id))
                differing.insert(task.id)
            case .failure(let error):
                // Another one was stopped, and this one with it.
                let isReturned = error.kind == .cancelled && !task.control.isStopped
                finish(task.id, isReturned ? .returned : outcome(of: error, task.control))
            case nil:
                finish(task.id, .failed(FileSystemError.unanswered(task.target)))
            }
        }
        return differing
    }
}
