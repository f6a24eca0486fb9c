package import Files

/// Compares what was written with what it was copied from, before it takes its name.
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

    /// `part` holds all of `source`.
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
