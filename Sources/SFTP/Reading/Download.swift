import Files
import Transport

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
    /// Bytes that are asked for behind a file's end, to see that it is there.
    private static let probeLength = 4 << 10

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
    /// Bytes of the whole file, as far as a listing or the server says.
    private var expectedSize: UInt64?
    private var isRead = false
    private var pieces: [DownloadPiece] = []
    /// The first of `pieces` that is not taken.
    private var head = 0
    /// The number of the first of `pieces`.
    private var firstNumber = 0
    /// Where the next piece begins.
    private var nextOffset: UInt64
    /// Where the next byte to be taken is.
    private var position: UInt64
    private var failure: FileSystemError?
    /// Where the reader's next bytes go, while it waits for them.
    private var destination: UnsafeMutableRawBufferPointer?
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
        expectedSize = size
        isAnnounced = size != nil
        nextOffset = offset
        position = offset
        if let size, size > offset { sides.prepare(for: size - offset) }
        handles.begun(path)
        channel.send(.open(path, .read, Attributes())) { [self] answer in
            take(
                Result { () throws(FileSystemError) in
                    try Answer(answer, "opened", path, on: channel.site).handle()
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
                    expectedSize = size
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
            case .open: expectedSize != nil || isDescribed
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
        guard case .open = state, let ways, failure == nil else { return }
        // Without a word of the server on what is open, nothing tells that it is the same elsewhere.
        if isRead, let attributes, let size = expectedSize, size > nextOffset {
            ways.open(ways.worthwhile(for: size - nextOffset), like: attributes)
        }
        guard isWorthAsking(ways) else { return }
        while !hasSeenEnd, Int(nextOffset - position) < room(of: ways),
            let way = ways.roomiest(of: SideChannels.askedLimit)
        {
            let length = way.window.packetLength(atMost: channel.limits.readLength)
            let wanted: Int
            if let size = expectedSize, size > nextOffset {
                wanted = Int(min(UInt64(length), size - nextOffset))
            } else if expectedSize != nil {
                // One answer tells whether it ends here.
                guard !isProbing else { return }
                wanted = min(Download.probeLength, length)
            } else {
                wanted = length
            }
            add(DownloadPiece(offset: nextOffset, length: wanted), over: way)
            nextOffset += UInt64(wanted)
        }
    }

    /// A large window is filled a part of it at a time: what goes out together costs both ends less.
    private func isWorthAsking(_ ways: FileChannels) -> Bool {
        guard isRead, !ways.areMany, head < pieces.count else { return true }
        let size = ways.main.window.size
        return size - Int(nextOffset - position) >= size / Download.refillParts
    }

    /// Whether something is asked for that lies behind the end, as far as that is known.
    private var isProbing: Bool {
        guard let size = expectedSize, let last = pieces.last, head < pieces.count else {
            return false
        }
        return last.offset >= size && last.isWaiting
    }

    /// Whether the server has said that the file ends.
    private var hasSeenEnd: Bool { pieces.last?.isAtEnd ?? false || endOffset != nil }
    private var endOffset: UInt64?

    private func add(_ piece: DownloadPiece, over way: FileChannels.Way) {
        let number = firstNumber + pieces.count
        pieces.append(piece)
        ask(piece.length, at: piece.offset, for: number, over: way)
    }

    private func ask(
        _ length: Int, at offset: UInt64, for number: Int, over way: FileChannels.Way
    ) {
        guard let handle = way.handle else { return }
        let request = Request.read(handle, offset: offset, length: UInt32(length))
        way.begin(length)
        let sent = way.channel.send(request) { [self] answer in
            var moved = 0
            if case .success(.data(let data)) = answer { moved = data.count }
            way.end(length, moved: moved)
            take(answer, for: number, over: way)
        }
        if let index = index(of: number) { pieces[index].request = sent }
    }

    /// Nil for one that is taken.
    private func index(of number: Int) -> Int? {
        let index = number - firstNumber
        return pieces.indices.contains(index) && index >= head ? index : nil
    }

    // MARK: Taking

    private func take(
        _ answer: Result<Reply, FileSystemError>, for number: Int, over way: FileChannels.Way
    ) {
        guard let index = index(of: number) else { return }
        switch answer {
        case .success(.data(let data)):
            take(data, at: index, number, over: way)
        case .success(.status(.end, _)):
            pieces[index].end()
            endOffset = min(endOffset ?? .max, pieces[index].endOffset)
        case .success(.status(let code, let message)):
            let text = VisibleText.make(message, limit: 300)
            pieces[index].fail(.refused(code, text, "read", path, on: channel.site))
        case .success:
            pieces[index].fail(
                .broken("its answer to a read is of another kind", on: channel.site))
        case .failure(let error):
            // Lost with a channel beside the first, it comes over that.
            if let main = ways?.main, way !== main, main.handle != nil {
                ask(
                    pieces[index].missing, at: pieces[index].endOffset, for: number, over: main)
            } else {
                pieces[index].fail(error)
            }
        }
    }

    private func take(
        _ data: UnsafeRawBufferPointer, at index: Int, _ number: Int, over way: FileChannels.Way
    ) {
        let missing = pieces[index].missing
        guard data.count <= missing else {
            return pieces[index].fail(.broken("it sent more than was asked for", on: channel.site))
        }
        // Nothing at all is not allowed, and can only mean the end.
        guard !data.isEmpty else {
            pieces[index].end()
            endOffset = min(endOffset ?? .max, pieces[index].endOffset)
            return
        }
        var rest = data
        if index == head, pieces[index].isEmpty, let destination {
            let count = min(rest.count, destination.count - directCount)
            UnsafeMutableRawBufferPointer(rebasing: destination[directCount..<directCount + count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
            directCount += count
            position += UInt64(count)
            pieces[index].skip(count)
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        pieces[index].append(rest)
        goOn(at: index, number, over: way)
    }

    /// Bytes of a piece have come.
    private func goOn(at index: Int, _ number: Int, over way: FileChannels.Way) {
        // There is more than was said: how much, nobody knows.
        if pieces[index].offset >= expectedSize ?? .max { expectedSize = nil }
        let left = pieces[index].missing
        // A server may give less than it was asked for: the rest is asked for again.
        if left > 0, case .open = state {
            ask(left, at: pieces[index].endOffset, for: number, over: way)
        }
        while head < pieces.count, pieces[head].isTaken { head += 1 }
    }

    /// Whether something can be read, or is known to be wrong, without waiting.
    private var hasNews: Bool {
        if directCount > 0 || failure != nil { return true }
        switch state {
        case .opening: return false
        case .refused, .closed: return true
        case .open: break
        }
        guard head < pieces.count else { return endOffset != nil }
        return !pieces[head].isWaiting
    }

    private func forgetTaken() {
        guard head > 64, head * 2 > pieces.count else { return }
        pieces.removeFirst(head)
        firstNumber += head
        head = 0
    }
}

extension Download: FileSource {
    var size: UInt64? { expectedSize }

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
            takePieces(into: buffer)
            askAhead()
            if directCount > 0 { return directCount }
            if let failure { throw failure }
            if case .refused(let error) = state { throw error }
            if case .closed = state { return 0 }
            if head == pieces.count, endOffset != nil { return 0 }
            try channel.wait { hasNews }
        }
    }

    /// What has come, in order, as far as there is room for it.
    private func takePieces(into buffer: UnsafeMutableRawBufferPointer) {
        while head < pieces.count, failure == nil {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[directCount...])
            let count = room.isEmpty ? 0 : pieces[head].take(into: room)
            directCount += count
            position += UInt64(count)
            if pieces[head].isTaken {
                head += 1
                continue
            }
            if let error = pieces[head].failure, pieces[head].isEmpty { failure = error }
            if pieces[head].isAtEnd, pieces[head].isEmpty {
                // What comes behind an end is no part of the file.
                head = pieces.count
            }
            break
        }
        forgetTaken()
    }

    func finish() throws(FileSystemError) {
        defer { cancel() }
        if let failure { throw failure }
        if case .refused(let error) = state { throw error }
        guard let size = attributes?.size, attributes?.kind ?? .file == .file, position < size
        else { return }
        throw FileSystemError(
            .truncated, path: path,
            detail: "\(path.text(on: channel.site)) ended after \(position) of its \(size) bytes; "
                + "it may be being written, so try again.", isTransient: true)
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
        pieces = []
        head = 0
        firstNumber = .max / 2
    }
}

extension Download: KernelSource {
    func move(
        to file: any FileDescriptorSink, atMost most: Int
    ) throws(FileSystemError) -> Int? {
        askAhead()
        // What comes over several channels at once does not come in order.
        guard case .open = state, let ways, !ways.areMany, failure == nil, head < pieces.count,
            pieces[head].isWaiting, pieces[head].missing <= most,
            let request = pieces[head].request
        else { return nil }
        let (index, number) = (head, firstNumber + head)
        let wanted = pieces[index].missing
        guard let count = try channel.move(request, to: file, atMost: wanted) else { return nil }
        ways.main.end(wanted, moved: count)
        position += UInt64(count)
        pieces[index].skip(count)
        goOn(at: index, number, over: ways.main)
        forgetTaken()
        return count
    }
}
