package import Files

extension FTPFileSystem {
    /// Compares sizes and sets times and modes of the parts, all in one window where it is known
    /// how, then gives the names in another. The bytes are safe, so a time or mode that the server
    /// does not take is no failure of theirs; the log shows it.
    package func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        var results: CommitResults = [:]
        var whole: [PendingCommit] = []
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
        let named = whole.filter { pending in
            guard case .success = results[pending.part.id] else { return false }
            return !pending.part.isInPlace
        }
        var naming = FTPNaming(self)
        for (id, failure) in naming.give(named, note: note) { results[id] = .failure(failure) }
        return results
    }

    /// Size, time and mode, in one window.
    private func check(
        _ parts: [PendingCommit]
    ) -> [Result<Committed, FileSystemError>] {
        let asksSize = memory.knows(.size)
        let time = certainTimeCommand
        var proofs: [Committed.Proof] = parts.map { _ in .none(unconfirmed) }
        let results = applyToEach(parts.map(\.part.path)) {
            session, index throws(FileSystemError) in
            let pending = parts[index]
            let path = pending.part.path
            var commands: [Command] = []
            if asksSize {
                commands.append(
                    try Command("SIZE", session.directory.argument(for: path), path: path))
                if pending.asksForName {
                    let file = pending.part.file
                    commands.append(
                        try Command("SIZE", session.directory.argument(for: file), path: file))
                }
            }
            if let time, let seconds = pending.creation.exactTime {
                commands.append(try time.command(seconds, of: path, on: session))
            }
            if self.memory.knows(.setMode), let mode = pending.creation.mode {
                commands.append(try self.modeCommand(mode, path, session))
            }
            return commands
        } judge: { replies, index, _, _ in
            guard asksSize else { return .success(()) }
            let pending = parts[index]
            guard let reply = replies.first else {
                return .failure(FileSystemError.unanswered(pending.part.file))
            }
            if pending.asksForName {
                guard replies.count > 1 else {
                    return .failure(FileSystemError.unanswered(pending.part.file))
                }
                if replies[1].code == 213 { return .failure(self.exists(pending.part.file)) }
            }
            return self.judge(reply, pending, &proofs[index])
        }
        return results.enumerated().map { index, result in
            result.map { Committed(proofs.indices.contains(index) ? proofs[index] : .none("")) }
        }
    }

    private var unconfirmed: String { "the server does not tell sizes" }

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
                        "\(name) has \(size) bytes on the server, not \(pending.size); send it again.",
                    isTransient: true))
        }
        // A server that tells sizes, and none of this file, has it under another name or not at all.
        let tellsSizes =
            memory.isCertain(of: .size) || memory.features?.contains("SIZE") ?? false
        if reply.code == 550, tellsSizes, ReplyMeaning.kind(reply) == .notFound {
            return .failure(
                FileSystemError(
                    .truncated, path: pending.part.file, reply: reply.text,
                    detail: "The server took \(name), but does not have it now; send it again."))
        }
        proof = .none("the server does not tell its size (\(reply.text))")
        return .success(())
    }

    /// Where no command is known yet to set times, they are set one way after the other.
    private func setTimes(of parts: [PendingCommit], _ results: inout CommitResults) {
        guard certainTimeCommand == nil, knowsSetModified else { return }
        let timed = parts.filter { $0.creation.exactTime != nil }
        let set = setModified(
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

    func exists(_ file: Path) -> FileSystemError {
        FileSystemError(
            .exists, path: file,
            detail: "\(file.text(on: site)) exists already on the server.")
    }

    package func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        // A name that cannot be sent is not worth asking for the other.
        _ = try Command("RNFR", source.bytes, path: source)
        guard try entry(at: target) != nil else { return try give(target, to: source) }
        guard let replacement else { throw exists(target) }
        var naming = FTPNaming(self)
        try naming.replace(target, with: source, as: replacement.id, note: replacement.note)
    }

    /// RNFR and RNTO, in one window.
    func give(_ target: Path, to source: Path) throws(FileSystemError) {
        try perform(.unanswered) { session throws(FileSystemError) in
            try session.directory.prepareName(of: source)
            let tickets = try session.control.send([
                Command("RNFR", session.directory.argument(for: source), path: source),
                Command("RNTO", session.directory.argument(for: target), path: target),
            ])
            let from = try session.control.final(for: tickets[0])
            let to = try session.control.final(for: tickets[1])
            if from.isFailure { throw refusal(from, "renamed", source, session) }
            guard to.isSuccess else {
                throw refusal(to, "renamed to \(target.text(on: site))", source, session)
            }
            if session.directory.path?.isInside(source) ?? false {
                session.directory.forget()
            }
        }
    }
}

extension PendingCommit {
    /// Whether the final name must be free, which is asked of the server first.
    fileprivate var asksForName: Bool { !part.isInPlace && !creation.replaces }
}

extension Creation {
    /// The time to give the file, where its zone is known: seconds since the epoch.
    fileprivate var exactTime: Int64? {
        modified.flatMap { $0.isZoned ? $0.seconds : nil }
    }
}
