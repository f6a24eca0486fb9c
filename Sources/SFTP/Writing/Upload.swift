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
    private var window = TransferWindow()
    /// Bytes that are sent, and not answered yet.
    private var unanswered = 0
    private var offset: UInt64
    /// Answers that are waited for before it can be closed.
    private var settling = 0
    private var fate = Fate.wanted

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
                ways = FileChannels(part.path, .write, on: channel, handle, besides: sides)
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

    private func send(_ bytes: UnsafeRawBufferPointer, over way: FileChannels.Way) {
        guard let handle = way.handle else { return }
        let count = bytes.count
        unanswered += count
        way.unanswered += count
        way.channel.write(bytes, at: offset, of: handle) { [self] answer in
            unanswered -= count
            way.unanswered -= count
            window.answered(count, at: Deadline.now(), roundTrip: channel.quickestAnswer ?? 0)
            do throws(FileSystemError) {
                try Answer(answer, "written", part.file, on: channel.site).done()
            } catch {
                fail(error)
            }
            goOn()
        }
        offset += UInt64(count)
    }

    /// Goes over more channels from the next write on, where that is worth it: until then it can be
    /// written down that the part's end may have holes.
    private func widen() {
        // The file itself may be another one by the time it is opened once more.
        guard let ways, !part.isInPlace, let size = creation.size, size > offset,
            ways.areWorthwhile(window: window.size, left: size - offset)
        else { return }
        if part.scattered > 0 {
            ways.open()
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

    /// Once all bytes are answered: what can only be done to an open file.
    private func goOn() {
        guard case .ending(let handle) = state, unanswered == 0, settling == 0 else { return }
        settling = 1
        closeSides()
        settle(handle)
        settled()
    }

    private func closeSides() {
        guard let ways, ways.areMany else { return }
        settling += ways.closingCount
        ways.closeOthers { [self] answer in
            do throws(FileSystemError) {
                try Answer(answer, "finished", part.file, on: channel.site).done()
            } catch {
                fail(error)
            }
            settled()
        }
    }

    private func settle(_ handle: [UInt8]) {
        if refusals.allows(.sync), channel.version.has(.sync) {
            ask(.extended(.sync, [.bytes(handle)])) { [self] answer in
                switch finished(answer) {
                case .success:
                    refusals.noteSuccess(.sync)
                    written.isSynced = true
                case .failure(let error) where refusals.isRefusal(error, of: .sync):
                    refusals.note(.sync)
                case .failure(let error):
                    // What is not on the disk is not written.
                    fail(error)
                }
            }
        }
        let attributes = creation.attributes
        if attributes != Attributes(), refusals.allows(.setStatus) {
            ask(.setOpenStatus(handle, attributes)) { [self] answer in
                guard case .failure(let error) = finished(answer) else { return }
                if error.kind == .unsupported { refusals.note(.setStatus) }
                written.remark = "Its time could not be set: \(error.reply ?? error.detail)."
            }
        }
        guard refusals.allows(.openStatus) else { return }
        ask(.openStatus(handle)) { [self] answer in
            guard case .success(.attributes(let attributes)) = answer else {
                if case .success(.status(let code, _)) = answer, code == .unsupported {
                    refusals.note(.openStatus)
                }
                return
            }
            written.size = attributes.size
        }
    }

    private func ask(_ request: Request, _ take: @escaping PendingReply.Taker) {
        settling += 1
        channel.send(request) { [self] answer in
            take(answer)
            settled()
        }
    }

    private func finished(
        _ answer: Result<Reply, FileSystemError>
    ) -> Result<Void, FileSystemError> {
        Result { () throws(FileSystemError) in
            try Answer(answer, "finished", part.file, on: channel.site).done()
        }
    }

    private func settled() {
        settling -= 1
        guard settling == 0, case .ending(let handle) = state else { return }
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
        case .writing: unanswered < window.size
        case .closed, .failed: true
        }
    }

    func write(_ buffer: UnsafeRawBufferPointer) throws(FileSystemError) {
        try waitUntilOpen()
        widen()
        var rest = buffer
        while !rest.isEmpty {
            if unanswered >= window.size {
                try channel.wait {
                    if case .writing = state { return unanswered < window.size }
                    return true
                }
            }
            guard case .writing = state, let ways else {
                throw explained(refusal ?? .broken("a file is closed already", on: channel.site))
            }
            let length = min(
                rest.count, window.packetLength(atMost: channel.limits.writeLength))
            send(UnsafeRawBufferPointer(rebasing: rest[..<length]), over: ways.freest)
            rest = UnsafeRawBufferPointer(rebasing: rest[length...])
        }
        if case .failed(let error) = state { throw explained(error) }
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
