import Files

/// Gives parts their final names: RNFR and RNTO, in one window for all. Where RNTO does not replace,
/// the renamer puts the old file aside.
struct PartNamer: ConnectionPart {
    let connection: Connection

    /// What failed, by its part.
    func give(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> [PartID: FileSystemError] {
        var failures: [PartID: FileSystemError] = [:]
        let aside = parts.filter { $0.creation.replaces && !memory.renameReplaces }
        let direct = parts.filter { !$0.creation.replaces || memory.renameReplaces }
        var again: [PendingCommit] = []
        var lost: [PendingCommit] = []
        let answers = renameAll(direct, &lost)
        for (index, pending) in direct.enumerated() {
            let answer =
                answers.indices.contains(index)
                ? answers[index] : .failure(FileSystemError.unanswered(pending.part.file))
            guard case .failure(let error) = answer else { continue }
            if pending.creation.replaces, Renamer.mayBeInTheWay(error) {
                again.append(pending)
            } else {
                failures[pending.part.id] = error
            }
        }
        for pending in lost {
            if let error = missing(pending) { failures[pending.part.id] = error }
        }
        let renamer = Renamer(connection: connection)
        for pending in again + aside {
            do throws(FileSystemError) {
                try renamer.replace(
                    pending.part.file, with: pending.part.path, as: pending.part.id, note: note)
            } catch {
                failures[pending.part.id] = error
            }
        }
        return failures
    }

    /// `lost` gathers those whose first answer was lost with the connection, and that may have
    /// their name already.
    private func renameAll(
        _ parts: [PendingCommit], _ lost: inout [PendingCommit]
    ) -> [Result<Void, FileSystemError>] {
        guard !parts.isEmpty else { return [] }
        var unsure: [PendingCommit] = []
        let results = PathWindow(connection: connection).apply(to: parts.map(\.part.path)) {
            session, index throws(FileSystemError) in
            let part = parts[index].part
            return [
                try Command("RNFR", session.directory.argument(for: part.path), path: part.path),
                try Command("RNTO", session.directory.argument(for: part.file), path: part.file),
            ]
        } judge: { replies, index, session, wasSentBefore in
            let part = parts[index].part
            guard replies.count == 2 else {
                return .failure(FileSystemError.unanswered(part.file))
            }
            if replies[1].isSuccess { return .success(()) }
            if wasSentBefore, replies[0].isFailure {
                unsure.append(parts[index])
                return .success(())
            }
            let refused = replies[0].isFailure ? replies[0] : replies[1]
            return .failure(session.refusal(refused, .name, part.file))
        }
        lost = unsure
        return results
    }

    /// Why a part that seems gone has not become its file; nil where it has. The size alone does not tell:
    /// the file that was to be replaced may have the same.
    private func missing(_ pending: PendingCommit) -> FileSystemError? {
        do throws(FileSystemError) {
            let found = try DetailReader.details(
                of: [pending.part.path, pending.part.file], over: connection)
            guard found.count == 2, found[0] == nil, found[1]?.size == pending.size else {
                return FileSystemError.unanswered(pending.part.file)
            }
            return nil
        } catch {
            return error
        }
    }
}
