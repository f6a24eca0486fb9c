import Words

/// Reads the replies of one connection as they come (RFC 9112), fed in pieces of any size. Does no
/// I/O and refuses little: whoever asks by hand wants to see what is wrong.
package struct RawReplyParser {
    /// Bytes of one head, and of one trailer, that are taken.
    package static let headLimit = 256 << 10
    /// Replies of one connection, interim ones included.
    package static let replyLimit = 1_000

    /// What was found in the bytes.
    package enum Event {
        case head(RawReplyHead)
        /// A reply without a head, as HTTP/0.9 gave them, or what follows a reply and is none: all
        /// that comes is its body.
        case headless
        /// What the head got wrong, or what it means for what follows: a sentence.
        case remark(String)
        /// A part of the body; only good until the call returns.
        case body(UnsafeRawBufferPointer)
        /// A line behind a chunked body.
        case trailer([UInt8])
        case end(End)
    }

    /// How a reply ended.
    package enum End: Hashable, Sendable {
        case whole
        /// With the connection, as its framing has it: nobody knows whether something is missing.
        case closed
        /// An interim reply: the real one follows.
        case interim
        /// The connection ended too early; the words complete "it ended …".
        case cut(String)
        /// It breaks a rule or a limit; the words complete "because …". Nothing more is read.
        case broken(String)
    }

    private enum State {
        /// Whether it is a head is not known yet.
        case start
        case head
        case counted(UInt64)
        case chunked(ChunkDecoder)
        case untilClose
        case over
    }

    private static let mark = Array("HTTP/".utf8)

    private var state = State.start
    private var lines: [[UInt8]] = []
    private var line: [UInt8] = []
    private var headRoom = headLimit
    private var replies = 0
    private var methods: ArraySlice<String>

    /// `methods` are those of the requests, in order.
    package init(methods: [String]) {
        self.methods = methods[...]
    }

    /// Final replies that are still to come, as far as the requests are known.
    package var awaited: Int { methods.count }

    /// Whether a reply has begun and not ended.
    package var isInside: Bool {
        switch state {
        case .start: !line.isEmpty
        case .over: false
        default: true
        }
    }

    /// Whether a head, or what may be one, has begun and not ended.
    package var isInsideHead: Bool {
        switch state {
        case .start: !line.isEmpty
        case .head: true
        default: false
        }
    }

    /// Whether nothing more is read.
    package var isOver: Bool {
        if case .over = state { return true }
        return false
    }

    /// Takes a piece.
    package mutating func feed<Failure: Error>(
        _ piece: UnsafeRawBufferPointer, _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        var index = 0
        while index < piece.count {
            switch state {
            case .start:
                try begin(piece[index], take)
                index += 1
            case .head:
                try takeHead(piece[index], take)
                index += 1
            case .counted(let left):
                let count = Int(min(left, UInt64(piece.count - index)))
                let end = index + count
                try take(.body(UnsafeRawBufferPointer(rebasing: piece[index..<end])))
                index = end
                let rest = left - UInt64(count)
                state = .counted(rest)
                if rest == 0 { try finish(.whole, take) }
            case .chunked(var decoder):
                let rest = UnsafeRawBufferPointer(rebasing: piece[index...])
                var ending: End?
                index += try decoder.feed(rest) { event throws(Failure) in
                    switch event {
                    case .body(let bytes): try take(.body(bytes))
                    case .trailer(let line): try take(.trailer(line))
                    case .end: ending = .whole
                    case .broken(let words): ending = .broken(words)
                    }
                }
                state = .chunked(decoder)
                if let ending { try finish(ending, take) }
            case .untilClose:
                try take(.body(UnsafeRawBufferPointer(rebasing: piece[index...])))
                index = piece.count
            case .over:
                return
            }
        }
    }

    /// The connection has ended.
    package mutating func end<Failure: Error>(
        _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        switch state {
        case .start:
            if line.contains(where: { $0 != 0x0D && $0 != 0x0A }) {
                try turnHeadless(take)
                try finish(.closed, take)
            }
        case .head:
            if !line.isEmpty { lines.append(line) }
            try take(.head(RawReplyHead(lines: lines)))
            try finish(.cut(tr("inside the header")), take)
        case .counted(let left):
            try finish(.cut(tr("\(left) bytes before the end of the body")), take)
        case .chunked:
            try finish(.cut(tr("inside the chunked body")), take)
        case .untilClose:
            try finish(.closed, take)
        case .over:
            break
        }
        state = .over
    }

    /// Whether a head begins here. Empty lines before it belong to nothing.
    private mutating func begin<Failure: Error>(
        _ byte: UInt8, _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        let blanks = line.prefix { $0 == 0x0D || $0 == 0x0A }.count
        line.append(byte)
        let shown = line[min(blanks, line.count)...]
        let isBlank = byte == 0x0D || byte == 0x0A
        if isBlank, shown.count == 1, line.count <= 4 { return }
        guard RawReplyParser.mark.starts(with: shown) else { return try turnHeadless(take) }
        guard shown.count == RawReplyParser.mark.count else { return }
        replies += 1
        guard replies <= RawReplyParser.replyLimit else {
            return try finish(.broken(tr("there are more than 1000 replies")), take)
        }
        line = Array(shown)
        lines = []
        headRoom = RawReplyParser.headLimit
        state = .head
    }

    private mutating func turnHeadless<Failure: Error>(
        _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        let first = line
        line = []
        state = .untilClose
        _ = methods.popFirst()
        try take(.headless)
        var failure: Failure?
        first.withUnsafeBytes { bytes in
            do throws(Failure) { try take(.body(bytes)) } catch { failure = error }
        }
        if let failure { throw failure }
    }

    private mutating func takeHead<Failure: Error>(
        _ byte: UInt8, _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        headRoom -= 1
        guard headRoom >= 0 else {
            try take(.head(RawReplyHead(lines: lines)))
            return try finish(.broken(tr("its header is longer than 256 KiB")), take)
        }
        guard byte == 0x0A else {
            line.append(byte)
            return
        }
        if line.last == 0x0D { line.removeLast() }
        guard !line.isEmpty else { return try endHead(take) }
        lines.append(line)
        line.removeAll(keepingCapacity: true)
    }

    private mutating func endHead<Failure: Error>(
        _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        let head = RawReplyHead(lines: lines)
        lines = []
        try take(.head(head))
        if head.isInterim { return try finish(.interim, take) }
        let (framing, remark) = RawFraming.of(head, to: methods.popFirst() ?? "GET")
        if let remark { try take(.remark(remark)) }
        switch framing {
        case .none, .length(0): try finish(.whole, take)
        case .length(let length): state = .counted(length)
        case .chunked: state = .chunked(ChunkDecoder(trailerLimit: RawReplyParser.headLimit))
        case .close: state = .untilClose
        }
    }

    private mutating func finish<Failure: Error>(
        _ end: End, _ take: (Event) throws(Failure) -> Void
    ) throws(Failure) {
        line = []
        lines = []
        if case .broken = end { state = .over } else { state = .start }
        try take(.end(end))
    }
}
