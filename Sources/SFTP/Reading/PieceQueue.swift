import Files

/// The bytes of a file that are asked for: in pieces, each with a number of its own, which are taken in
/// their order as they come.
struct PieceQueue {
    /// Bytes that are still to come.
    struct Rest {
        let offset: UInt64
        let length: Int
    }

    /// Bytes that are asked for behind a file's end, to see that it is there.
    private static let probeLength = 4 << 10
    /// Taken pieces that are kept, until there are more: to forget a few by themselves costs too much.
    private static let takenLimit = 64

    /// Bytes of the whole file, as far as a listing or the server says.
    var expectedSize: UInt64?
    /// Where the next byte to be taken is.
    private(set) var position: UInt64
    /// Whether the server has said that the file ends.
    private(set) var hasSeenEnd = false
    /// Why the next byte to be taken will not come.
    private(set) var failure: FileSystemError?
    private var pieces: [DownloadPiece] = []
    /// The first of `pieces` that is not taken.
    private var head = 0
    /// The number of the first of `pieces`.
    private var firstNumber = 0
    /// Where the next piece begins.
    private var nextOffset: UInt64

    /// `size`: as a listing has it.
    init(from offset: UInt64, size: UInt64?) {
        position = offset
        nextOffset = offset
        expectedSize = size
    }

    /// Whether all that is asked for is taken.
    var isEmpty: Bool { head == pieces.count }

    /// Whether no more will come.
    var isAtEnd: Bool { isEmpty && hasSeenEnd }

    /// Bytes that are asked for and not taken.
    var ahead: Int { Int(nextOffset - position) }

    /// Bytes that are still to be asked for; nil where there are none, or nobody knows how many.
    var unasked: UInt64? {
        guard let size = expectedSize, size > nextOffset else { return nil }
        return size - nextOffset
    }

    /// Whether something can be taken, or is known to be wrong, without waiting.
    var hasNews: Bool {
        if failure != nil { return true }
        return isEmpty ? hasSeenEnd : !pieces[head].isWaiting
    }

    // MARK: Asking

    /// Adds the piece that is to be asked for next, of `limit` bytes at most: its number. Nil where what
    /// was asked for has to come first.
    mutating func add(atMost limit: Int) -> Int? {
        let length: Int
        if let unasked {
            length = Int(min(UInt64(limit), unasked))
        } else if expectedSize != nil {
            // One answer tells whether it ends here.
            guard !isProbing else { return nil }
            length = min(PieceQueue.probeLength, limit)
        } else {
            length = limit
        }
        let number = firstNumber + pieces.count
        pieces.append(DownloadPiece(offset: nextOffset, length: length))
        nextOffset += UInt64(length)
        return number
    }

    /// Whether something is asked for that lies behind the end, as far as that is known.
    private var isProbing: Bool {
        guard let size = expectedSize, let last = pieces.last, !isEmpty else { return false }
        return last.offset >= size && last.isWaiting
    }

    /// The request that asks for the rest of a piece; nil where none does.
    mutating func setRequest(_ request: UInt32?, of number: Int) {
        if let index = index(of: number) { pieces[index].request = request }
    }

    /// What of a piece is still to come; nil for one that is taken.
    func rest(of number: Int) -> Rest? {
        guard let index = index(of: number) else { return nil }
        return Rest(offset: pieces[index].endOffset, length: pieces[index].missing)
    }

    /// The request that asks for all that is to be taken next; nil where some of it is there.
    var next: (number: Int, request: UInt32, length: Int)? {
        guard !isEmpty, pieces[head].isWaiting, let request = pieces[head].request else {
            return nil
        }
        return (firstNumber + head, request, pieces[head].missing)
    }

    /// Nil for one that is taken.
    private func index(of number: Int) -> Int? {
        let index = number - firstNumber
        return pieces.indices.contains(index) && index >= head ? index : nil
    }

    // MARK: What has come

    /// The file ends in a piece, or before it.
    mutating func end(_ number: Int) {
        guard let index = index(of: number) else { return }
        pieces[index].end()
        hasSeenEnd = true
    }

    /// The rest of a piece will not come.
    mutating func fail(_ number: Int, _ error: FileSystemError) {
        if let index = index(of: number) { pieces[index].fail(error) }
    }

    /// Bytes of a piece have come, no more than its rest. Those that are to be taken next go to `room` at
    /// once, as far as it has some; how many did.
    mutating func put(
        _ data: UnsafeRawBufferPointer, in number: Int, _ room: UnsafeMutableRawBufferPointer?
    ) -> Int {
        guard let index = index(of: number) else { return 0 }
        var (rest, count) = (data, 0)
        if index == head, pieces[index].isEmpty, let room {
            count = min(rest.count, room.count)
            UnsafeMutableRawBufferPointer(rebasing: room[..<count])
                .copyMemory(from: UnsafeRawBufferPointer(rebasing: rest[..<count]))
            position += UInt64(count)
            pieces[index].skip(count)
            rest = UnsafeRawBufferPointer(rebasing: rest[count...])
        }
        pieces[index].append(rest)
        noteMore(at: index)
        return count
    }

    /// So many bytes of a piece, which were to be taken next, have come and are taken.
    mutating func skip(_ count: Int, of number: Int) {
        guard let index = index(of: number) else { return }
        position += UInt64(count)
        pieces[index].skip(count)
        noteMore(at: index)
        forgetTaken()
    }

    /// More of a piece is there.
    private mutating func noteMore(at index: Int) {
        // There is more than was said: how much, nobody knows.
        if pieces[index].offset >= expectedSize ?? .max { expectedSize = nil }
        while !isEmpty, pieces[head].isTaken { head += 1 }
    }

    // MARK: Taking

    /// Takes what has come, in order, as far as there is room for it; how many bytes.
    mutating func take(into buffer: UnsafeMutableRawBufferPointer) -> Int {
        var taken = 0
        while !isEmpty, failure == nil {
            let room = UnsafeMutableRawBufferPointer(rebasing: buffer[taken...])
            let count = room.isEmpty ? 0 : pieces[head].take(into: room)
            taken += count
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
        return taken
    }

    private mutating func forgetTaken() {
        guard head > PieceQueue.takenLimit, head * 2 > pieces.count else { return }
        pieces.removeFirst(head)
        firstNumber += head
        head = 0
    }

    /// Forgets all pieces: none of them is waited for.
    mutating func removeAll() {
        firstNumber += pieces.count
        pieces = []
        head = 0
    }
}
