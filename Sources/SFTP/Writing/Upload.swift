import Files
import Transport

/// A file on its way to a server: its bytes go out ahead of the answers, and once the last of these is
/// there, what belongs to it (its sync, size, time and mode) is seen to, whoever waits meanwhile.
final class Upload {
    enum State {
        case opening
        case writing([UInt8])
        /// The last byte is out.
        case ending([UInt8])
        case closing
        case closed
        case failed(FileSystemError)
    }

    /// Whether anybody wants what is written.
    private enum Fate {
        case wanted
        /// Not gone on with now; what was written stays.
        case givenUp
        /// Nothing was written to it, and nothing will be.
        case thrownAway
    }

    /// Bytes of a file that a machine may keep as one.
    private static let page: UInt64 = 4 << 10

    private(set) var part: Part
    let remark: String?
    private(set) var state = State.opening
    /// What is known of the part, for its commit.
    private(set) var written = WrittenPart()
    /// Hears of it once all is written.
    var didFinish: ((Part, WrittenPart) -> Void)?
    private var creation: Creation
    private let channel: Channel
    private let handles: OpenFiles
    private let sides: SideChannels
    /// Over which it goes; nil while it is not open.
    private var ways: FileChannels?
    private let refusals: Refusals
    /// Bytes that are sent, and not answered yet.
    private var unanswered = 0
    private var offset: UInt64
    /// What is done before it is closed; nil until all bytes are answered.
    private var ending: PartEnding?
    private var fate = Fate.wanted
    /// What the server copies into it by itself; nil before that, and after it.
    private var siteCopy: SiteCopy?

    /// Asks for the part to be opened as `mode` says.
    init(
        _ part: Part, _ creation: Creation, _ mode: OpenMode, remark: String? = nil,
        over channel: Channel, _ handles: OpenFiles, _ sides: SideChannels, _ refusals: Refusals
    ) {
        self.sides = sides
        self.part = part
        self.creation = creation
        self.remark = remark
        self.channel = channel
        self.handles = handles
        self.refusals = refusals
        offset = creation.offset
        if !part.isInPlace, let size = creation.size, size > offset {
            sides.prepare(for: size - offset)
        }
        handles.begun(part.path)
        // Some servers refuse to open a file that is to have a mode.
        channel.send(.open(part.path, mode, Attributes())) { [self] answer in
            take(
                Result { () throws(FileSystemError) in
                    try Answer(answer, "written", part.path, on: channel.site).handle()
                })
        }
    }

    private func take(_ handle: Result<[UInt8], FileSystemError>) {
        switch handle {
        case .success(let handle):
            handles.granted(part.path)
            if case .opening = state {
                state = .writing(handle)
                ways = FileChannels(
                    part.path, .write, on: channel, handle, besides: sides, isWhole: true)
            }
            if fate != .wanted { end() }
        case .failure(let error):
            handles.refused(part.path, error)
            if case .opening = state { state = .failed(error) }
        }
    }

    /// Whether the server has refused to open it; nil until it has answered.
    var refusal: FileSystemError? {
        if case .failed(let error) = state { return error }
        return nil
    }

    /// Goes on as `creation` says, with a part that was opened before that was known.
    func adopt(_ creation: Creation) {
        self.creation = creation
    }

    /// Nobody will write it: what was made of it goes.
    func throwAway() {
        fate = .thrownAway
        end()
    }

    /// Waits until the server has opened the part, or refused to.
    func waitUntilOpen() throws(FileSystemError) {
        try channel.wait {
            if case .opening = state { return false }
            return true
        }
        if case .failed(let error) = state { throw error }
    }

    /// Whether the part, which is open, takes bytes behind those that it has; refuses one that is too
    /// short.
    func isContinued(by resumption: Resumption) throws(FileSystemError) -> Bool {
        guard case .writing(let handle) = state else { return true }
        return try resumption.isTaken(by: handle)
    }

    // MARK: Writing

    /// Over which channel the next bytes go, with the handle there, and how many.
    private struct Room {
        let way: FileChannels.Way
        let handle: [UInt8]
        let length: Int
    }

    private func send(_ bytes: UnsafeRawBufferPointer, over room: Room) {
        let taker = begin(bytes.count, over: room.way)
        room.way.channel.write(bytes, at: offset, of: room.handle, taker)
        offset += UInt64(bytes.count)
    }

    private func send(
        _ file: any FileDescriptorSource, over room: Room
    ) throws(FileSystemError) {
        let taker = begin(room.length, over: room.way)
        try room.way.channel.write(file, room.length, at: offset, of: room.handle, taker)
        offset += UInt64(room.length)
    }

    /// So many bytes are sent; what hears the answer.
    private func begin(_ count: Int, over way: FileChannels.Way) -> PendingReply.Taker {
        unanswered += count
        way.begin(count)
        return { [self] answer in
            unanswered -= count
            way.end(count, moved: count)
            do throws(FileSystemError) {
                try Answer(answer, "written", part.file, on: channel.site).done()
            } catch {
                fail(error)
            }
            goOn()
        }
    }

    /// Goes over more channels from the next write on, where that is worth it: until then it can be
    /// written down that the part's end may have holes.
    private func widen() {
        // The file itself may be another one by the time it is opened once more.
        guard let ways, !part.isInPlace, let size = creation.size, size > offset else { return }
        let kinds = ways.worthwhile(for: size - offset)
        guard !kinds.isEmpty else { return }
        if part.scattered > 0 {
            ways.open(kinds)
        } else {
            part.scattered = UInt64(TransferWindow.most)
        }
    }

    private func fail(_ error: FileSystemError) {
        switch state {
        case .failed, .closed: return
        case .opening, .closing: break
        case .writing(let handle), .ending(let handle): close(handle)
        }
        ways?.closeOthers()
        state = .failed(error)
    }

    private func close(_ handle: [UInt8]) {
        handles.closed()
        channel.send(.close(handle)) { _ in }
    }

    /// Whether more may be on its way.
    private var hasRoom: Bool { roomiest != nil }

    private var roomiest: FileChannels.Way? { ways?.roomiest(of: SideChannels.sentLimit) }

    // MARK: Ending

    /// Once all bytes are answered: what can only be done to an open file, then its close.
    private func goOn() {
        guard case .ending(let handle) = state, unanswered == 0, ending == nil else { return }
        let ending = PartEnding(part.file, creation, over: channel, refusals) { [self] result in
            settled(result)
        }
        self.ending = ending
        ending.run(handle, ways)
    }

    private func settled(_ result: Result<WrittenPart, FileSystemError>) {
        guard case .ending(let handle) = state else { return }
        switch result {
        case .success(let written): self.written = written
        case .failure(let error): return fail(error)
        }
        state = .closing
        handles.closed()
        channel.send(.close(handle)) { [self] answer in
            guard case .closing = state else { return }
            do throws(FileSystemError) {
                try Answer(answer, "finished", part.file, on: channel.site).done()
                state = .closed
            } catch {
                state = .failed(error)
            }
        }
    }

    /// What failed, with the reason that only the room on the server tells.
    private func explained(_ error: FileSystemError) -> FileSystemError {
        guard error.kind == .other, channel.loss == nil,
            let space = try? SpaceQuestion(channel: channel).space(at: part.file.parent),
            space.free < SpaceQuestion.little
        else { return error }
        var full = error
        full.kind = .full
        full.detail =
            "\(part.file.text(on: channel.site)) could not be written: there is no room on the "
            + "server."
        return full
    }
}

extension Upload: FileSink {
    var isReady: Bool {
        switch state {
        case .opening, .ending, .closing: false
        case .writing: hasRoom
        case .closed, .failed: true
        }
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        try waitUntilOpen()
        widen()
        var rest = buffer
        while !rest.isEmpty {
            let room = try room(for: rest.count)
            send(UnsafeRawBufferPointer(rebasing: rest[..<room.length]), over: room)
            rest = UnsafeRawBufferPointer(rebasing: rest[room.length...])
        }
        if case .failed(let error) = state { throw explained(error) }
    }

    /// Waits until some of `count` bytes can be sent. Throws what keeps it from that for good.
    private func room(for count: Int) throws(FileSystemError) -> Room {
        if !hasRoom {
            try channel.wait {
                if case .writing = state { return hasRoom }
                return true
            }
        }
        // A connection that was lost while no answer was awaited has told nobody.
        guard case .writing = state, let ways, let way = roomiest, let handle = way.handle else {
            throw explained(
                refusal ?? channel.loss
                    ?? .broken("a file is closed already", on: channel.site))
        }
        let length = min(count, way.window.packetLength(atMost: channel.limits.writeLength))
        let end = (offset + UInt64(length)) / Upload.page * Upload.page
        // Connections to a server that is several machines share no page of the file.
        guard ways.areMany, end > offset, length < count else {
            return Room(way: way, handle: handle, length: length)
        }
        return Room(way: way, handle: handle, length: Int(end - offset))
    }

    func endWriting() {
        guard case .writing(let handle) = state else { return }
        state = .ending(handle)
        goOn()
    }

    func finish() throws(FileSystemError) {
        try waitUntilOpen()
        endWriting()
        try channel.wait {
            switch state {
            case .closed, .failed: true
            default: false
            }
        }
        if case .failed(let error) = state { throw explained(error) }
        didFinish?(part, written)
    }

    func cancel() {
        fate = .givenUp
        end()
    }

    private func end() {
        endSiteCopy()
        switch state {
        case .writing(let handle), .ending(let handle):
            state = .closed
            close(handle)
            ways?.closeOthers()
            guard fate == .thrownAway, !part.isInPlace else { return }
            channel.send(.remove(part.path)) { _ in }
        case .opening, .closing, .closed, .failed: break
        }
    }
}

extension Upload: KernelSink {
    func move(
        from file: any FileDescriptorSource, atMost most: Int
    ) throws(FileSystemError) -> Int? {
        guard file.left > 0 else { return nil }
        try waitUntilOpen()
        widen()
        let room = try room(for: min(most, Int(clamping: file.left)))
        try send(file, over: room)
        if case .failed(let error) = state { throw explained(error) }
        return room.length
    }
}

extension Upload: FillingFromSite {
    func fill(
        from file: Path, _ fingerprint: FileFingerprint
    ) throws(FileSystemError) -> UInt64? {
        guard channel.version.has(.copyData), refusals.allows(.copyData) else { return nil }
        try waitUntilOpen()
        guard case .writing(let handle) = state, let size = fingerprint.size, offset < size else {
            return nil
        }
        let isFirst = siteCopy == nil
        if isFirst { siteCopy = try SiteCopy(file, fingerprint, over: channel, handles) }
        guard let siteCopy else { return nil }
        do throws(FileSystemError) {
            let count = try siteCopy.copy(from: offset, of: size, to: handle, of: part.file)
            offset += count
            refusals.noteSuccess(.copyData)
            if offset == size { endSiteCopy() }
            return count
        } catch {
            guard channel.loss == nil, isFirst, refusals.isRefusal(error, of: .copyData) else {
                throw explained(error)
            }
            endSiteCopy()
            if refusals.isRefusal(error) { refusals.note(.copyData) }
            return nil
        }
    }

    private func endSiteCopy() {
        siteCopy?.close()
        siteCopy = nil
    }
}
