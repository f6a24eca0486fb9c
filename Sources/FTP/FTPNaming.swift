import Files

/// Gives parts their final names: RNFR and RNTO, in one window for all. Where RNTO does not replace,
/// the old file goes aside first, which is written down before, and comes back where that fails.
struct FTPNaming {
    private let files: FTPFileSystem

    init(_ files: FTPFileSystem) {
        self.files = files
    }

    /// What failed, by its part.
    mutating func give(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> [PartID: FileSystemError] {
        var failures: [PartID: FileSystemError] = [:]
        let aside = parts.filter { $0.creation.replaces && !files.memory.renameReplaces }
        let direct = parts.filter { !$0.creation.replaces || files.memory.renameReplaces }
        var again: [PendingCommit] = []
        var lost: [PendingCommit] = []
        let answers = renameAll(direct, &lost)
        for (index, pending) in direct.enumerated() {
            let answer =
                answers.indices.contains(index)
                ? answers[index] : .failure(FileSystemError.unanswered(pending.part.file))
            guard case .failure(let error) = answer else { continue }
            if pending.creation.replaces, FTPNaming.mayBeInTheWay(error) {
                again.append(pending)
            } else {
                failures[pending.part.id] = error
            }
        }
        for pending in lost {
            if let error = missing(pending) { failures[pending.part.id] = error }
        }
        for pending in again + aside {
            do throws(FileSystemError) {
                try replace(
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
        let results = files.applyToEach(parts.map(\.part.path)) {
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
            return .failure(files.refusal(refused, "given its name", part.file, session))
        }
        lost = unsure
        return results
    }

    /// Why a part that is gone has not become its file; nil where it has.
    private func missing(_ pending: PendingCommit) -> FileSystemError? {
        do throws(FileSystemError) {
            let size = try files.details(of: [pending.part.file]).first.flatMap { $0?.size }
            guard size == pending.size else {
                return FileSystemError.unanswered(pending.part.file)
            }
            return nil
        } catch {
            return error
        }
    }

    /// Whether the refusal may mean that something has the name.
    private static func mayBeInTheWay(_ error: FileSystemError) -> Bool {
        ![.connection, .timeout, .cancelled, .login, .full].contains(error.kind)
            && error.reply != nil
    }

    /// Gives `target`'s name to `source`, in place of the file that has it.
    mutating func replace(
        _ target: Path, with source: Path, as id: PartID,
        note: (Part) throws(FileSystemError) -> Void
    ) throws(FileSystemError) {
        if files.memory.renameReplaces {
            do throws(FileSystemError) {
                return try files.give(target, to: source)
            } catch {
                // The reason may be another one: only where something is there does aside help.
                guard FTPNaming.mayBeInTheWay(error), try files.entry(at: target) != nil,
                    try files.entry(at: source) != nil
                else { throw error }
            }
        }
        let place = target.parent.appending(id.name(inRole: 3))
        guard try files.entry(at: target) != nil else {
            return try files.give(target, to: source)
        }
        try note(Part(id: id, file: target, place: .inPlace, aside: place.name))
        try files.give(place, to: target)
        do throws(FileSystemError) {
            try files.give(target, to: source)
        } catch {
            do throws(FileSystemError) {
                try files.give(target, to: place)
            } catch let second {
                throw FileSystemError(
                    .other, path: target, reply: second.reply,
                    detail:
                        "\(target.text(on: files.site)) timeouts as \(place.text(on: files.site)): "
                        + "it could not be renamed back. Rename it by hand, or try again.",
                    isTransient: true)
            }
            throw error
        }
        files.memory.renameReplaces = false
        for result in files.removeFiles([place]) {
            guard case .failure(let error) = result else { continue }
            files.log.trouble(
                "The replaced \(place.text(on: files.site)) stays there: \(error.detail)")
            noteLeftover(place, as: id, note)
        }
    }

    /// The new file has its name whether or not that can be written down.
    private func noteLeftover(
        _ place: Path, as id: PartID, _ note: (Part) throws(FileSystemError) -> Void
    ) {
        guard let name = place.name else { return }
        do throws(FileSystemError) {
            try note(Part(id: id, file: place, place: .beside(name)))
        } catch {
            files.log.trouble(error.message)
        }
    }
}
