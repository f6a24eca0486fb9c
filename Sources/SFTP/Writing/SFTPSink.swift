import Files
import Words

/// An open part on a server, as whoever writes it has it: waits for room for its bytes, and for its end.
final class SFTPSink: FileSink {
    private let upload: Upload
    private let session: Session
    /// What the server copies into it by itself; nil before that, and after it.
    private var siteCopy: SiteCopy?

    /// What is known of the part at its end is kept in `session`, for its commit.
    init(_ upload: Upload, _ session: Session) {
        self.upload = upload
        self.session = session
    }

    var part: Part { upload.part }

    var remark: String? { upload.remark }

    var isReady: Bool { upload.isReady }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        try upload.waitUntilOpen()
        upload.widen()
        var rest = buffer
        while !rest.isEmpty {
            let room = try room(for: rest.count)
            upload.send(UnsafeRawBufferPointer(rebasing: rest[..<room.length]), over: room)
            rest = UnsafeRawBufferPointer(rebasing: rest[room.length...])
        }
        if let error = upload.state.failure { throw explained(error) }
    }

    /// Waits until some of `count` bytes can be sent. Throws what keeps it from that for good.
    private func room(for count: Int) throws(FileSystemError) -> WriteRoom {
        if upload.isFull { try session.channel.wait { !upload.isFull } }
        // A connection that was lost while no answer was awaited has told nobody.
        guard let room = upload.room(for: count) else {
            throw explained(
                upload.state.failure ?? session.channel.loss
                    ?? .broken(tr("a file is already closed"), on: session.site))
        }
        return room
    }

    func endWriting() { upload.endWriting() }

    func finish() throws(FileSystemError) {
        try upload.waitUntilOpen()
        upload.endWriting()
        try session.channel.wait { upload.state.isOver }
        if let error = upload.state.failure { throw explained(error) }
        session.written[part.id] = upload.written
    }

    func cancel() {
        endSiteCopy()
        upload.cancel()
    }

    /// What failed, with the reason that only the room on the server tells.
    private func explained(_ error: FileSystemError) -> FileSystemError {
        guard error.kind == .other, session.channel.loss == nil,
            let space = try? SpaceQuestion(channel: session.channel).space(at: part.file.parent),
            space.free < SpaceQuestion.little
        else { return error }
        var full = error
        full.kind = .full
        full.detail =
            tr(
                "\(part.file.text(on: session.site)) could not be written: there is not enough space "
                    + "on the server.")
        return full
    }
}

extension SFTPSink: KernelSink {
    /// Who takes them is ssh, which encrypts them: that takes many times as long as fetching them.
    var isReceiverHere: Bool { false }

    func move(
        from file: any FileDescriptorSource, atMost most: Int
    ) throws(FileSystemError) -> Int? {
        guard file.left > 0 else { return nil }
        try upload.waitUntilOpen()
        upload.widen()
        let room = try room(for: min(most, Int(clamping: file.left)))
        try upload.send(file, over: room)
        if let error = upload.state.failure { throw explained(error) }
        return room.length
    }
}

extension SFTPSink: FillingFromSite {
    func fill(
        from file: Path, _ fingerprint: FileFingerprint
    ) throws(FileSystemError) -> UInt64? {
        guard session.has(.copyData), session.refusals.allows(.copyData) else { return nil }
        try upload.waitUntilOpen()
        let offset = upload.offset
        guard let handle = upload.state.handle, let size = fingerprint.size, offset < size else {
            return nil
        }
        let isFirst = siteCopy == nil
        if isFirst {
            siteCopy = try SiteCopy(file, fingerprint, over: session.channel, session.handles)
        }
        guard let siteCopy else { return nil }
        do throws(FileSystemError) {
            let count = try siteCopy.copy(from: offset, of: size, to: handle, of: part.file)
            upload.skip(count)
            session.refusals.noteSuccess(.copyData)
            if upload.offset == size { endSiteCopy() }
            return count
        } catch {
            guard session.channel.loss == nil, isFirst,
                session.refusals.isRefusal(error, of: .copyData)
            else { throw explained(error) }
            endSiteCopy()
            if session.refusals.isRefusal(error) { session.refusals.note(.copyData) }
            return nil
        }
    }

    private func endSiteCopy() {
        siteCopy?.close()
        siteCopy = nil
    }
}

extension SFTPSink: TellingLine {
    var waited: Double { session.channel.waited }
    var roundTrip: Double? { session.channel.quickestAnswer }
}
