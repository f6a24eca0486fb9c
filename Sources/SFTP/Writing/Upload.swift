import Files
import Transport

/// A file on its way to a server: its bytes go out ahead of the answers, and once the last of these is
/// there, what belongs to it (its sync, size, time and mode) is seen to, whoever waits meanwhile.
final class Upload {
    /// Whether anybody wants what is written.
    private enum Fate {
        case wanted
        /// Not gone on with now; what was written stays.
        case givenUp
        /// Nothing was written to it, and nothing will be.
        case thrownAway
    }

    private(set) var part: Part
    let remark: String?
    private(set) var state = UploadState.opening
    /// What is known of the part, for its commit.
    private(set) var written = WrittenPart()
    private var creation: Creation
    private let channel: Channel
    private let handles: OpenFiles
    private let sides: SideChannels
    /// Over which it goes; nil while it is not open.
    private var ways: FileChannels?
    private let refusals: Refusals
    /// Bytes that are sent, and not answered yet.
    private var unanswered = 0
    /// Where the next byte goes.
    private(set) var offset: UInt64
    /// What is done before it is closed; nil until all bytes are answered.
    private var ending: PartEnding?
    private var fate = Fate.wanted
    /// Whether the file is made, so that its mode is nobody else's.
    private let givesMode: Bool

    /// Asks for the part to be opened as `mode` says.
    init(
        _ part: Part, _ creation: Creation, _ mode: OpenMode, remark: String? = nil,
        over channel: Channel, _ handles: OpenFiles, _ sides: SideChannels, _ refusals: Refusals
    ) {
        self.sides = sides
        self.part = part
        // What was made earlier under a name of its own is nobody else's either.
        givesMode = mode.contains(.create) || !part.isInPlace
        // What is written into a file that is there keeps its own.
        self.creation =
            part.isInPlace && !givesMode ? creation.withoutMode : creation
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
        let first =
            mode.contains(.create) && refusals.allows(.creationMode)
            ? Attributes(permissions: creation.firstMode.map { UInt32($0) }) : Attributes()
        channel.send(.open(part.path, mode, first)) { [self] answer in
            take(
                Result { () throws(FileSystemError) in
                    try Answer(answer, .write, part.path, on: channel.site).handle()
                })
        }
    }

    private func take(_ handle: Result<[UInt8], FileSystemError>) {
        switch handle {
        case .success(let handle):
            handles.granted(part.path)
            if case .opening = state {
                state = .writing(handle)
                keepOthersOut(handle)
                ways = FileChannels(
                    part.path, .write, on: channel, handle, besides: sides, isWhole: true)
            }
            if fate != .wanted { end() }
        case .failure(let error):
            handles.refused(part.path, error)
            if case .opening = state { state = .failed(error) }
        }
    }

    /// Goes on as `creation` says, with a part that was opened before that was known.
    func adopt(_ creation: Creation) {
        self.creation = creation
        if case .writing(let handle) = state { keepOthersOut(handle) }
    }

    /// What not all may read is shut before there is a byte in it, also where the server does not
    /// heed with which mode a file is to be made.
    private func keepOthersOut(_ handle: [UInt8]) {
        guard givesMode, let mode = creation.firstMode, mode & 0o044 != 0o044,
            refusals.allows(.setStatus), refusals.allows(.setMode)
        else { return }
        // Where it is refused, the end of the file tells.
        channel.send(.setOpenStatus(handle, Attributes(permissions: UInt32(mode)))) { _ in }
    }

    /// Nobody will write it: what was made of it goes.
    func throwAway() {
        fate = .thrownAway
        end()
    }

    /// Waits until the server has opened the part, or refused to.
    func waitUntilOpen() throws(FileSystemError) {
        try channel.wait { !state.isOpening }
        if let failure = state.failure { throw failure }
    }

    /// Whether the part, which is open, takes bytes behind those that it has; refuses one that is too
    /// short.
    func isContinued(by resumption: Resumption) throws(FileSystemError) -> Bool {
        guard let handle = state.handle else { return true }
        return try resumption.isTaken(by: handle)
    }

    // MARK: Writing

    /// Whether whoever writes it need not wait for the server.
    var isReady: Bool {
        switch state {
        case .opening, .ending, .closing: false
        case .writing: hasRoom
        case .closed, .failed: true
        }
    }

    /// Whether it takes bytes, but no more of them now.
    var isFull: Bool {
        if case .writing = state { return !hasRoom }
        return false
    }

    /// Whether more may be on its way.
    private var hasRoom: Bool { ways.map { WriteRoom.way(on: $0) != nil } ?? false }

    /// Where some of the next `count` bytes go; nil where none can be sent.
    func room(for count: Int) -> WriteRoom? {
        guard case .writing = state, let ways else { return nil }
        return WriteRoom(on: ways, for: count, at: offset, atMost: channel.limits.writeLength)
    }

    /// Sends the next bytes, as many as `room` has.
    func send(_ bytes: UnsafeRawBufferPointer, over room: WriteRoom) {
        let taker = begin(bytes.count, over: room.way)
        room.way.channel.write(bytes, at: offset, of: room.handle, taker)
        offset += UInt64(bytes.count)
    }

    /// The same of a file that the kernel reads. Throws what keeps it from being read.
    func send(
        _ file: any FileDescriptorSource, over room: WriteRoom
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
                try Answer(answer, .write, part.file, on: channel.site).done()
            } catch {
                fail(error)
            }
            goOn()
        }
    }

    /// So many of the next bytes are there without being sent.
    func skip(_ count: UInt64) {
        offset += count
    }

    /// Goes over more channels from the next write on, where that is worth it: until then it can be
    /// written down that the part's end may have holes.
    func widen() {
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

    // MARK: Ending

    /// No more is written: what is left to do goes on by itself.
    func endWriting() {
        guard case .writing(let handle) = state else { return }
        state = .ending(handle)
        goOn()
    }

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
                try Answer(answer, .name, part.file, on: channel.site).done()
                state = .closed
            } catch {
                state = .failed(error)
            }
        }
    }

    /// Not gone on with now; what was written stays.
    func cancel() {
        fate = .givenUp
        end()
    }

    private func end() {
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
