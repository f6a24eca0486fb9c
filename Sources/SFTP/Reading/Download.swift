import Files
import Transport
import Words

/// A file on its way here: its bytes are asked for ahead, in order, and taken as they come. It begins
/// to ask as soon as the server has opened it, whoever waits for what meanwhile.
final class Download {
    enum State {
        case opening
        case open([UInt8])
        /// It could not be opened.
        case refused(FileSystemError)
        case closed
    }

    /// Bytes that are asked for before anybody reads the file.
    static let aheadLimit = 64 << 10
    /// Parts of a window, of which at least one is empty when it is filled again.
    private static let refillParts = 8

    let path: Path
    private(set) var state = State.opening
    /// What the server said of the open file; nil where it has not, or does not.
    private(set) var attributes: Attributes?
    private var isDescribed = false
    private let channel: Channel
    private let handles: OpenFiles
    private let sides: SideChannels
    /// Over which it comes; nil while it is not open.
    private var ways: FileChannels?
    /// Whether it was told ahead that it will be read, and how large it is.
    private let isAnnounced: Bool
    private var isRead = false
    private var pieces: PieceQueue
    /// Where the reader's next bytes go, while it waits for them.
    private var destination: UnsafeMutableRawBufferPointer?
    /// Bytes that are there already.
    private var directCount = 0

    /// Asks for the file to be opened. `size`: as a listing has it.
    init(
        _ path: Path, from offset: UInt64, size: UInt64?, over channel: Channel,
        _ handles: OpenFiles, _ sides: SideChannels
    ) {
        self.path = path
        self.channel = channel
        self.handles = handles
        self.sides = sides
        isAnnounced = size != nil
        pieces = PieceQueue(from: offset, size: size)
        if let size, size > offset { sides.prepare(for: size - offset) }
        handles.begun(path)
        channel.send(.open(path, .read, Attributes())) { [self] answer in
            take(
                Result { () throws(FileSystemError) in
                    try Answer(answer, .open, path, on: channel.site).handle()
                })
        }
    }

    // MARK: Opening

    private func take(_ handle: Result<[UInt8], FileSystemError>) {
        switch handle {
        case .success(let handle):
            handles.granted(path)
            // Given up meanwhile.
            if case .closed = state { return close(handle) }
            state = .open(handle)
            ways = FileChannels(
                path, .read, on: channel, handle, besides: sides, isWhole: isAnnounced)
            channel.send(.openStatus(handle)) { [self] answer in
                isDescribed = true
                // A server that does not say is no worse a server.
                guard case .success(.attributes(let attributes)) = answer else { return }
                self.attributes = attributes
                if attributes.kind ?? .file == .file, let size = attributes.size {
                    pieces.expectedSize = size
                }
            }
            askAhead()
        case .failure(let error):
            handles.refused(path, error)
            if case .opening = state { state = .refused(error) }
        }
    }

    /// Whether the server has refused to open it.
    var wasRefused: Bool {
        if case .refused = state { return true }
        return false
    }

    private func close(_ handle: [UInt8]) {
        handles.closed()
        channel.send(.close(handle)) { _ in }
    }

    /// Waits until the server has opened the file and its size is known, or it has refused to.
    func waitUntilOpen() throws(FileSystemError) {
        try channel.wait {
            switch state {
            case .opening: false
            case .open: pieces.expectedSize != nil || isDescribed
            case .refused, .closed: true
            }
        }
        if case .refused(let error) = state { throw error }
        isRead = true
        askAhead()
    }

    // MARK: Asking

    /// Bytes that are asked for and not taken.
    private func room(of ways: FileChannels) -> Int {
        guard isRead else { return Download.aheadLimit }
        return ways.areMany ? TransferWindow.most : ways.main.window.size
    }

    /// Fills the window.
    private func askAhead() {
        guard case .open = state, let ways, pieces.failure == nil else { return }
        // Without a word of the server on what is open, nothing tells that it is the same elsewhere.
        if isRead, let attributes, let unasked = pieces.unasked {
            ways.open(ways.worthwhile(for: unasked), like: attributes)
        }
        guard isWorthAsking(ways) else { return }
        while !pieces.hasSeenEnd, pieces.ahead < room(of: ways),
            let way = ways.roomiest(of: SideChannels.askedLimit)
        {
            let length = way.window.packetLength(atMost: channel.limits.readLength)
            guard let number = pieces.add(atMost: length) else { return }
            ask(number, over: way)
        }
    }

    /// A large window is filled a part of it at a time: what goes out together costs both ends less.
    private func isWorthAsking(_ ways: FileChannels) -> Bool {
        guard isRead, !ways.areMany, !pieces.isEmpty else { return true }
        let size = ways.main.window.size
        return size - pieces.ahead >= size / Download.refillParts
    }

    /// Asks for what of a piece is still to come, where anything is.
    private func ask(_ number: Int, over way: FileChannels.Way) {
        guard let handle = way.handle, let rest = pieces.rest(of: number), rest.length > 0 else {
            return
        }
        let length = rest.length
        let request = Request.read(handle, offset: rest.offset, length: UInt32(length))
        way.begin(length)
        let sent = way.channel.send(request) { [self] answer in
            var moved = 0
            if case .success(.data(let data)) = answer { moved = data.count }
            way.end(length, moved: moved)
            take(answer, for: number, over: way)
        }
        pieces.setRequest(sent, of: number)
    }

    // MARK: Taking

    private func take(
        _ answer: Result<Reply, FileSystemError>, for number: Int, over way: FileChannels.Way
    ) {
        guard let rest = pieces.rest(of: number) else { return }
        switch answer {
        case .success(.data(let data)) where data.count > rest.length:
            pieces.fail(number, .broken(tr("it sent more data than requested"), on: channel.site))
        case .success(.data(let data)) where !data.isEmpty:
            take(data, for: number, over: way)
        // Nothing at all is not allowed, and can only mean the end.
        case .success(.data), .success(.status(.end, _)):
            pieces.end(number)
        case .success(.status(let code, let message)):
            let text = VisibleText.make(message, limit: 300)
            pieces.fail(number, .refused(code, text, .read, path, on: channel.site))
        case .success:
            pieces.fail(
                number, .broken(tr("its answer to a read has the wrong type"), on: channel.site))
        case .failure(let error):
            // Lost with a channel beside the first, it comes over that.
            if let main = ways?.main, way !== main, main.handle != nil {
                ask(number, over: main)
            } else {
                pieces.fail(number, error)
            }
        }
    }

    private func take(
        _ data: UnsafeRawBufferPointer, for number: Int, over way: FileChannels.Way
    ) {
        let room = destination.map {
            UnsafeMutableRawBufferPointer(rebasing: $0[directCount...])
        }
        directCount += pieces.put(data, in: number, room)
        goOn(with: number, over: way)
    }

    /// A server may give less than it was asked for: the rest is asked for again.
    private func goOn(with number: Int, over way: FileChannels.Way) {
        if case .open = state { ask(number, over: way) }
    }

    /// Whether something can be read, or is known to be wrong, without waiting.
    private var hasNews: Bool {
        if directCount > 0 { return true }
        switch state {
        case .opening: return false
        case .open: return pieces.hasNews
        case .refused, .closed: return true
        }
    }
}

extension Download: FileSource {
    var size: UInt64? { pieces.expectedSize }

    var fingerprint: FileFingerprint? {
        attributes.map { FileFingerprint(size: $0.size, modified: $0.modified) }
    }

    var isReady: Bool { hasNews }

    func read(into buffer: UnsafeMutableRawBufferPointer) throws(FileSystemError) -> Int {
        guard !buffer.isEmpty else { return 0 }
        destination = buffer
        directCount = 0
        defer { destination = nil }
        while true {
            directCount += pieces.take(
                into: UnsafeMutableRawBufferPointer(rebasing: buffer[directCount...]))
            askAhead()
            if directCount > 0 { return directCount }
            if let failure = pieces.failure { throw failure }
            if case .refused(let error) = state { throw error }
            if case .closed = state { return 0 }
            if pieces.isAtEnd { return 0 }
            try channel.wait { hasNews }
        }
    }

    func finish() throws(FileSystemError) {
        defer { cancel() }
        if let failure = pieces.failure { throw failure }
        if case .refused(let error) = state { throw error }
        let position = pieces.position
        guard let size = attributes?.size, attributes?.kind ?? .file == .file, position < size
        else { return }
        throw FileSystemError(
            .truncated, path: path,
            detail: tr(
                "\(path.text(on: channel.site)) ended after \(position) of its \(size) bytes; "
                    + "something may still be writing it. Retry later."), isTransient: true)
    }

    func cancel() {
        switch state {
        case .opening: state = .closed
        case .open(let handle):
            state = .closed
            close(handle)
            ways?.closeOthers()
            ways = nil
        case .refused, .closed: break
        }
        pieces.removeAll()
    }
}

extension Download: KernelSource {
    func move(
        to file: any FileDescriptorSink, atMost most: Int
    ) throws(FileSystemError) -> Int? {
        askAhead()
        // What comes over several channels at once does not come in order.
        guard case .open = state, let ways, !ways.areMany, pieces.failure == nil,
            let (number, request, length) = pieces.next, length <= most
        else { return nil }
        guard let count = try channel.move(request, to: file, atMost: length) else { return nil }
        ways.main.end(length, moved: count)
        pieces.skip(count, of: number)
        goOn(with: number, over: ways.main)
        return count
    }
}

extension Download: TellingLine {
    var waited: Double { channel.waited }
    var roundTrip: Double? { channel.quickestAnswer }
}
