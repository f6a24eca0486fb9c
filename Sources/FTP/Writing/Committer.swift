import Files
import Words

/// After the bytes: makes parts final.
struct Committer: ConnectionPart {
    let connection: Connection

    /// Compares sizes and sets times and modes of the parts, all in one window where it is known
    /// how, then gives the names in another. The bytes are safe, so a time or mode that the server
    /// does not take is no failure of theirs; the log shows it.
    func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        var results: CommitResults = [:]
        var whole: [PendingCommit] = []
        // Whatever comes of it: they may be other files from now on.
        for pending in parts { connection.session?.sizes.forget(pending.part.file) }
        let checked = check(parts)
        for (index, pending) in parts.enumerated() {
            let answer =
                checked.indices.contains(index)
                ? checked[index] : .failure(FileSystemError.unanswered(pending.part.file))
            switch answer {
            case .success(let committed):
                results[pending.part.id] = .success(committed)
                whole.append(pending)
            case .failure(let error): results[pending.part.id] = .failure(error)
            }
        }
        setTimes(of: whole, &results)
        setModes(of: whole, &results)
        let named = whole.filter { pending in
            guard case .success = results[pending.part.id] else { return false }
            return !pending.part.isInPlace
        }
        let namer = PartNamer(connection: connection)
        for (id, failure) in namer.give(named, note: note) { results[id] = .failure(failure) }
        return results
    }

    /// Size, time and mode, in one window.
    private func check(
        _ parts: [PendingCommit]
    ) -> [Result<Committed, FileSystemError>] {
        let asksSize = memory.knows(.size)
        let time = TimeSetter(connection: connection).certainCommand
        let setter = ModeSetter(connection: connection)
        // As the commands go out, whatever the first replies say.
        let asksForMode = parts.map { $0.asksForMode(memory.modeRefusals) }
        var remarks: [PartID: String] = [:]
        var proofs: [Committed.Proof] = parts.map { _ in .none(unconfirmed) }
        let results = PathWindow(connection: connection).apply(to: parts.map(\.part.path)) {
            session, index throws(FileSystemError) in
            let pending = parts[index]
            let path = pending.part.path
            let name = session.directory.argument(for: path)
            var commands: [Command] = []
            if asksSize {
                commands.append(try Command("SIZE", name, path: path))
                if pending.asksForName {
                    let file = pending.part.file
                    commands.append(
                        try Command("SIZE", session.directory.argument(for: file), path: file))
                }
            }
            if let time, let seconds = pending.creation.exactTime, time.isSafe(for: path) {
                commands.append(try time.command(seconds, of: path, as: name))
            }
            if let mode = pending.newMode, let way = setter.certainCommand(for: path),
                asksForMode[index]
            {
                commands.append(try way.command(mode, of: path, as: name))
            }
            return commands
        } judge: { replies, index, _, _ in
            let pending = parts[index]
            if pending.newMode != nil, setter.certainCommand(for: pending.part.path) != nil {
                remarks[pending.part.id] =
                    asksForMode[index]
                    ? replies.last.flatMap { modeRemark($0, of: pending.part) }
                    : tr("The server sets no permissions in this directory.")
            }
            guard asksSize else { return .success(()) }
            guard let reply = replies.first else {
                return .failure(FileSystemError.unanswered(pending.part.file))
            }
            if pending.asksForName {
                guard replies.count > 1 else {
                    return .failure(FileSystemError.unanswered(pending.part.file))
                }
                if replies[1].code == 213 {
                    return .failure(FileSystemError.taken(pending.part.file, on: site))
                }
            }
            return judge(reply, pending, &proofs[index])
        }
        return results.enumerated().map { index, result in
            result.map {
                Committed(
                    proofs.indices.contains(index) ? proofs[index] : .none(""),
                    remark: parts.indices.contains(index) ? remarks[parts[index].part.id] : nil)
            }
        }
    }

    /// What the user is told where the server did not set a mode.
    private func modeRemark(_ reply: Reply, of part: Part) -> String? {
        guard !reply.isSuccess else {
            memory.modeRefusals.noteTaken(in: part.file.parent)
            return nil
        }
        // A file that was there may be somebody else's.
        if !part.isInPlace, !reply.isTransientFailure, !reply.isUnknownCommand {
            memory.modeRefusals.noteRefused(in: part.file.parent)
        }
        return Committer.remark(reply.text)
    }

    private static func remark(_ reason: String) -> String {
        tr("Its permissions could not be set (\(reason)).")
    }

    private var unconfirmed: String { tr("The server does not report sizes.") }

    /// What SIZE says of a part: another size is a failure, none that it is not there.
    private func judge(
        _ reply: Reply, _ pending: PendingCommit, _ proof: inout Committed.Proof
    ) -> Result<Void, FileSystemError> {
        let name = pending.part.file.text(on: site)
        memory.note(reply, of: .size)
        if reply.code == 213, let size = ReplyValues.size(reply) {
            guard size != pending.size else {
                proof = .sizeConfirmed
                return .success(())
            }
            return .failure(
                FileSystemError(
                    .truncated, path: pending.part.file,
                    detail:
                        tr(
                            "\(name) has \(size) bytes on the server, not \(pending.size); send it again."
                        ),
                    isTransient: true))
        }
        // A server that tells sizes, and none of this file, has it under another name or not at all.
        let tellsSizes =
            memory.isCertain(of: .size) || memory.features?.contains("SIZE") ?? false
        if reply.code == 550, tellsSizes, ReplyMeaning.kind(reply) == .notFound {
            return .failure(
                FileSystemError(
                    .truncated, path: pending.part.file, reply: reply.text,
                    detail: tr("The server accepted \(name) but no longer has it; send it again.")))
        }
        proof = .none(tr("The server does not report its size (\(reply.text))."))
        return .success(())
    }

    /// Where no command is known yet to set times, they are set one way after the other.
    private func setTimes(of parts: [PendingCommit], _ results: inout CommitResults) {
        let setter = TimeSetter(connection: connection)
        guard setter.certainCommand == nil, setter.isPossible else { return }
        let timed = parts.filter { $0.creation.exactTime != nil }
        let set = setter.set(
            timed.compactMap { pending in
                pending.creation.modified.map { (pending.part.path, $0) }
            })
        for (pending, result) in zip(timed, set) {
            if case .failure(let error) = result,
                [.connection, .timeout, .cancelled].contains(error.kind)
            {
                results[pending.part.id] = .failure(error)
            }
        }
    }

    /// The same of modes.
    private func setModes(of parts: [PendingCommit], _ results: inout CommitResults) {
        let setter = ModeSetter(connection: connection)
        var modes: [(path: Path, mode: UInt16)] = []
        var open: [PendingCommit] = []
        for pending in parts {
            let path = pending.part.path
            guard let mode = pending.newMode, case .success = results[pending.part.id],
                setter.certainCommand(for: path) == nil
            else { continue }
            open.append(pending)
            if setter.isPossible, setter.isSafe(for: path) { modes.append((path, mode)) }
        }
        guard !open.isEmpty else { return }
        let set = Dictionary(setter.set(modes), of: modes.map(\.path))
        for pending in open {
            guard case .success(var committed)? = results[pending.part.id] else { continue }
            switch set[pending.part.path] {
            case .success: continue
            case .failure(let error) where error.endsConnection:
                results[pending.part.id] = .failure(error)
            case .failure(let error) where error.kind != .unsupported:
                if error.reply != nil, !error.isTransient, !pending.part.isInPlace {
                    memory.modeRefusals.noteRefused(in: pending.part.file.parent)
                }
                committed.remark = Committer.remark(error.reply ?? error.detail)
                results[pending.part.id] = .success(committed)
            case .failure, nil:
                // A server without modes has none to keep, but what was private is so no more.
                guard pending.creation.mode.map({ $0 & 0o077 == 0 }) ?? false else { continue }
                committed.remark =
                    tr(
                        "Others may be able to read it, because the server does not "
                            + "set permissions.")
                results[pending.part.id] = .success(committed)
            }
        }
    }
}

extension PendingCommit {
    /// The mode to give the part; nil where the file that is written into has its own.
    fileprivate var newMode: UInt16? {
        part.isInPlace && creation.offset > 0 ? nil : creation.mode
    }

    /// Whether its mode is to be asked for although those of other files in the directory were refused: that of
    /// a file which not all may read, and of one that was there.
    fileprivate func asksForMode(_ refusals: ModeRefusals) -> Bool {
        part.isInPlace || creation.mode.map { $0 & 0o044 != 0o044 } ?? false
            || !refusals.isCertain(in: part.file.parent)
    }

    /// Whether the final name must be free, which is asked of the server first.
    fileprivate var asksForName: Bool { !part.isInPlace && !creation.replaces }
}

extension Creation {
    /// The time to give the file, where its zone is known: seconds since the epoch.
    fileprivate var exactTime: Int64? {
        modified.flatMap { $0.isZoned ? $0.seconds : nil }
    }
}
