import Files
import Words

/// Sends files, as a part beside the final name where the server can have that.
struct Uploader: ConnectionPart {
    let connection: Connection
    let lookahead: Lookahead

    /// Up to this size the bytes are on their way before the server has said that it is ready.
    private static let eagerLimit: UInt64 = 64 << 10

    /// Begins a part under the name of `id`, or in the file itself.
    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        // A name that cannot be sent is known before anything is.
        _ = try Command("STOR", file.bytes, path: file)
        // What begins with the file that is there goes on in it.
        guard creation.placement != .inPlace, creation.offset == 0 else {
            return try send(Part(id: id, file: file, place: .inPlace), creation, isKnown: true)
        }
        switch try placement(of: file, for: id) {
        case .inPlace(let reason):
            return try sendInPlace(file, as: id, creation, because: reason)
        case .beside(let isKnown):
            let part = Part(id: id, file: file, place: .beside(id.name))
            do throws(FileSystemError) {
                let sink: FTPSink
                if let filled = try PrivateUpload(uploader: self).begin(part, creation) {
                    sink = filled
                } else {
                    sink = try send(part, creation, isKnown: isKnown)
                }
                memory.notePartDirectory(file.parent)
                return sink
            } catch {
                guard !isKnown, PartPlacement.isRefusal(error),
                    connection.session?.isUsable ?? false
                else {
                    throw error
                }
                // The directory takes no new name, but the file that is there may be written.
                let reason = tr("No other name can be created in \(file.parent.text(on: site)).")
                let sink = try sendInPlace(file, as: id, creation, because: reason)
                memory.noteInPlace(file.parent, because: reason)
                return sink
            }
        }
    }

    /// Goes on with a part at `creation.offset`.
    func resume(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        try send(part, creation, isKnown: true)
    }

    private func sendInPlace(
        _ file: Path, as id: PartID, _ creation: Creation, because reason: String
    ) throws(FileSystemError) -> FTPSink {
        if creation.placement == .besideOnly { throw .onlyInPlace(file, on: site) }
        let part = Part(id: id, file: file, place: .inPlace)
        let remark = tr("Written in place. \(reason)")
        if let filled = try PrivateUpload(uploader: self).begin(part, creation, remark: remark) {
            return filled
        }
        return try send(part, creation, isKnown: true, remark: remark)
    }

    private func send(
        _ part: Part, _ creation: Creation, isKnown: Bool, remark: String? = nil
    ) throws(FileSystemError) -> FTPSink {
        try connection.perform(.always) { session throws(FileSystemError) in
            try send(part, creation, isKnown: isKnown, remark, on: session)
        }
    }

    /// Sends by `verb`; nil for the one that fits.
    func send(
        _ part: Part, _ creation: Creation, isKnown: Bool, _ remark: String? = nil,
        by chosen: String? = nil, on session: Session
    ) throws(FileSystemError) -> FTPSink {
        // Of a part that is begun the file's own size tells whether its name is free; of one that
        // is continued, its own tells where.
        let continued = creation.offset > 0
        let request = try lookahead.request(
            Upcoming(
                path: continued ? part.path : part.file, direction: .write,
                offset: creation.offset, part: part.isInPlace ? nil : part.id),
            asksSize: continued || !creation.replaces, on: session)
        let (data, size) = try request.answer(.write) {
            size throws(FileSystemError) in
            try check(size, of: part, against: creation)
        }
        do throws(FileSystemError) {
            let verb: String
            if let chosen {
                try session.clearRestart()
                verb = chosen
            } else {
                verb = try upload(
                    verbFor: creation.offset, of: part.path, size: size, on: session)
            }
            // Through a proxy the bytes may overtake the command, and some servers then lose them.
            // In a directory that may take no part the refusal is waited for.
            let isSmall =
                isKnown && !continued && (creation.size ?? .max) <= Uploader.eagerLimit
                && !session.data.dialer.isThroughProxy
            let transfer = try Transfer(
                Command(verb, session.directory.argument(for: part.path), path: part.path), .up,
                over: data, of: part.path, for: part.file, on: session)
            if !transfer.isReady || !isSmall,
                let reply = try transfer.begin(eagerly: isSmall && !transfer.isListening)
            {
                throw transfer.refusal(reply)
            }
            transfer.prepare(forSize: creation.size)
            connection.begin(transfer)
            return FTPSink(
                transfer, part, creation, remark: remark,
                TransferEnd(connection: connection, lookahead: lookahead))
        } catch {
            data.close()
            throw error
        }
    }

    /// Refuses to replace, or to continue, what is not as it should be.
    func check(
        _ size: UInt64?, of part: Part, against creation: Creation
    ) throws(FileSystemError) {
        guard let size else { return }
        if creation.offset == 0, !creation.replaces {
            throw FileSystemError.taken(part.file, on: site)
        }
        if creation.offset > 0, size != creation.offset {
            throw FileSystemError(
                .changed, path: part.path,
                detail:
                    tr(
                        "\(part.path.text(on: site)) has \(size) bytes on the server, not "
                            + "\(creation.offset), so it cannot be resumed.")
            )
        }
    }

    /// STOR, after REST where the server restarts streams; else APPE. Either needs the size to be
    /// known, before and afterwards.
    func upload(
        verbFor offset: UInt64, of file: Path, size: UInt64?, on session: Session
    ) throws(FileSystemError) -> String {
        guard offset > 0 else {
            try session.clearRestart()
            return "STOR"
        }
        guard size == offset else {
            throw FileSystemError(
                .unsupported, path: file,
                detail:
                    tr(
                        "\(file.text(on: site)) cannot be resumed, because the server does not report "
                            + "its size.")
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

    /// Where the part of a file goes. Of an unknown server it is found out with an empty part that
    /// is made, renamed and removed: afterwards nothing of it is left, and no bytes were in vain.
    func placement(
        of file: Path, for id: PartID
    ) throws(FileSystemError) -> PartPlacement {
        let directory = file.parent
        if let known = memory.placement(in: directory) { return known }
        let reason = try connection.perform(.always) { session throws(FileSystemError) in
            try PartTrial(session: session).reasonAgainstParts(of: file, id)
        }
        memory.learnPlacement(because: reason)
        return memory.placement(in: directory) ?? .beside(isKnown: false)
    }
}
