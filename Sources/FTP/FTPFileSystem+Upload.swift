package import Files

extension FTPFileSystem {
    /// Up to this size the bytes are on their way before the server has said that it is ready.
    private static let eagerLimit: UInt64 = 64 << 10

    package func create(
        _ file: Path, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        try perform(.always) { session throws(FileSystemError) in
            try create(file, creation, on: session)
        }
    }

    private func create(
        _ file: Path, _ creation: Creation, on session: Session
    ) throws(FileSystemError) -> FTPSink {
        let request = try request(
            Upcoming(path: file, direction: .write, offset: creation.offset),
            asksSize: creation.offset > 0 || !creation.replaces, on: session)
        let (data, size) = try answer(to: request, "written", on: session) {
            size throws(FileSystemError) in
            try check(size, of: file, against: creation)
        }
        do throws(FileSystemError) {
            let verb = try upload(verbFor: creation.offset, of: file, size: size, on: session)
            // Through a proxy the bytes may overtake the command, and some servers then lose them.
            let isSmall =
                creation.offset == 0 && (creation.size ?? .max) <= FTPFileSystem.eagerLimit
                && !session.route.isThroughProxy
            let transfer = try Transfer(
                Command(verb, session.argument(for: file), path: file), .up, over: data, of: file,
                on: session)
            if !transfer.isReady || !isSmall,
                let reply = try transfer.begin(eagerly: isSmall && !transfer.isListening)
            {
                throw transfer.refusal(reply)
            }
            self.transfer = transfer
            return FTPSink(transfer, creation, isSmall: isSmall, of: self)
        } catch {
            data.close()
            throw error
        }
    }

    /// Refuses to replace, or to continue, what is not as it should be.
    private func check(
        _ size: UInt64?, of file: Path, against creation: Creation
    ) throws(FileSystemError) {
        guard let size else { return }
        if creation.offset == 0, !creation.replaces {
            throw FileSystemError(
                .exists, path: file, detail: "\(file.text(on: site)) exists already on the server.")
        }
        if creation.offset > 0, size != creation.offset {
            throw FileSystemError(
                .changed, path: file,
                detail:
                    "\(file.text(on: site)) has \(size) bytes on the server, not \(creation.offset); it cannot be resumed there."
            )
        }
    }

    /// STOR, after REST where the server restarts streams; else APPE. Either needs the size to be
    /// known, before and afterwards.
    private func upload(
        verbFor offset: UInt64, of file: Path, size: UInt64?, on session: Session
    ) throws(FileSystemError) -> String {
        guard offset > 0 else {
            if session.hasRestarted {
                _ = try session.control.exchange(Command("REST", "0"))
                session.hasRestarted = false
            }
            return "STOR"
        }
        guard size == offset else {
            throw FileSystemError(
                .unsupported, path: file,
                detail:
                    "\(file.text(on: site)) cannot be resumed: the server does not tell how much of it is there."
            )
        }
        if memory.features?.restartsStreams ?? false {
            let reply = try session.control.exchange(Command("REST", String(offset)))
            if reply.isIntermediate || reply.isSuccess {
                session.hasRestarted = true
                return "STOR"
            }
        }
        return "APPE"
    }

    /// Closes an upload: the final reply is what counts; sizes are compared by `settle`.
    func finish(upload transfer: Transfer, offset: UInt64) throws(FileSystemError) {
        if self.transfer === transfer { self.transfer = nil }
        transfer.closeData()
        if isInterrupted { throw cancelled(transfer.path) }
        if transfer.session === session, memory.readsNothingMeanwhile {
            sendAhead(.write, on: transfer.session)
        }
        let final: Reply
        do {
            final = try transfer.finalReply()
        } catch {
            dropSession()
            guard [.connection, .timeout].contains(error.kind), !isInterrupted else {
                throw error
            }
            return try confirm(transfer.path, size: offset + transfer.count)
        }
        guard final.isSuccess else { throw transfer.refusal(final) }
    }

    /// Uploads go to their own name, so what is there may be the part of an earlier try.
    package func partialSize(of file: Path, root: Path?) throws(FileSystemError) -> UInt64 {
        try details(of: [file]).first.flatMap { $0?.size } ?? 0
    }

    package func discard(_ file: Path, root: Path?) throws(FileSystemError) {
        do {
            try removeFiles([file]).first?.get()
        } catch {
            if error.kind != .notFound { throw error }
        }
    }
}
