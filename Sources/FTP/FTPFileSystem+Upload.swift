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
        guard let name = file.name else {
            throw FileSystemError(.isDirectory, path: file, detail: "/ is a directory.")
        }
        let approach = try session.approach(file.parent, binary: true)
        var commands = approach.commands
        let asksSize = memory.knows(.size) && (creation.offset > 0 || !creation.replaces)
        if asksSize { commands.append(try Command("SIZE", name.bytes, path: file)) }
        let passive = try session.passiveRequest(for: Command("STOR", name.bytes, path: file))
        commands += passive?.commands ?? []
        var tickets = try session.control.send(commands)[...]
        let refused = try session.complete(approach, tickets.prefix(approach.commands.count))
        tickets = tickets.dropFirst(approach.commands.count)
        var size: UInt64?
        if asksSize, let ticket = tickets.popFirst() {
            let reply = try session.control.final(for: ticket)
            memory.note(reply, of: .size)
            if refused == nil, reply.code == 213 { size = ReplyValues.size(reply) }
        }
        if let refused, refused.code == 421 { throw refusal(refused, "written", file, session) }
        if !creation.replaces, creation.offset == 0, size != nil {
            throw FileSystemError(
                .exists, path: file, detail: "\(file.text) exists already on the server.")
        }
        if creation.offset > 0, let size, size != creation.offset {
            throw FileSystemError(
                .changed, path: file,
                detail:
                    "\(file.text) has \(size) bytes on the server, not \(creation.offset); it cannot be resumed there."
            )
        }
        let data = try session.openData(
            asked: passive.flatMap { asked in tickets.last.map { (asked.mode, $0) } })
        do throws(FileSystemError) {
            let verb = try upload(verbFor: creation.offset, of: file, size: size, on: session)
            let isSmall =
                creation.offset == 0 && (creation.size ?? .max) <= FTPFileSystem.eagerLimit
            let transfer = try Transfer(
                Command(verb, session.argument(for: file), path: file), .up, over: data, of: file,
                on: session)
            if !isSmall || transfer.isListening, let reply = try transfer.begin() {
                throw transfer.refusal(reply)
            }
            self.transfer = transfer
            return FTPSink(transfer, creation, isSmall: isSmall, of: self)
        } catch {
            data.close()
            throw error
        }
    }

    /// STOR, after REST where the server restarts streams; else APPE, which needs the size to be
    /// known.
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
        if memory.features?.restartsStreams ?? false {
            let reply = try session.control.exchange(Command("REST", String(offset)))
            if reply.isIntermediate || reply.isSuccess {
                session.hasRestarted = true
                return "STOR"
            }
        }
        guard size == offset else {
            throw FileSystemError(
                .unsupported, path: file,
                detail:
                    "\(file.text) cannot be resumed: the server does not tell how much of it is there."
            )
        }
        return "APPE"
    }

    /// Closes an upload: the final reply is what counts; sizes are compared by `settle`.
    func finish(upload transfer: Transfer, offset: UInt64) throws(FileSystemError) {
        if self.transfer === transfer { self.transfer = nil }
        transfer.closeData()
        if isInterrupted { throw cancelled(transfer.path) }
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
