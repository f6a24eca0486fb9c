import Files
import Words

/// A request, or several in a row, as the user typed them and as they go out.
package struct RawRequest: Hashable, Sendable {
    /// Bytes that one may have.
    package static let limit = 64 << 20

    /// What goes out.
    package let bytes: [UInt8]
    /// The method and the target of each request, in order.
    package let lines: [Line]
    /// What the server may stumble over, each a sentence; nothing is put right.
    package let remarks: [String]

    /// A request line (RFC 9112 section 3).
    package struct Line: Hashable, Sendable {
        /// As it was typed.
        package let method: String
        /// As it was typed: a path and a query, a URL, `*`.
        package let target: [UInt8]
    }

    /// Makes the line ends of heads CRLF, unless `isAsItIs`; bodies stay as they are. Nil where
    /// there is nothing but empty lines.
    package init?(typed: [UInt8], isAsItIs: Bool = false) {
        var composer = Composer(rest: typed[...], isAsItIs: isAsItIs)
        while !composer.rest.isEmpty { composer.takeRequest() }
        guard !composer.lines.isEmpty else { return nil }
        bytes = composer.bytes
        lines = composer.lines
        remarks = composer.remarks
    }

    /// The heads' lines with whatever is secret left out, for the log; at most `limit`.
    package func shownHead(limit: Int) -> [String] {
        var shown: [String] = []
        for line in bytes.split(separator: 0x0A, omittingEmptySubsequences: false) {
            let text = line.last == 0x0D ? line.dropLast() : line
            if text.isEmpty || shown.count == limit { break }
            let isFirst = shown.isEmpty
            shown.append(
                isFirst
                    ? SecretFields.maskedStart(Array(text)) : SecretFields.masked(Array(text)))
        }
        return shown
    }
}

/// Walks over what was typed, request by request.
private struct Composer {
    var rest: ArraySlice<UInt8>
    let isAsItIs: Bool
    var bytes: [UInt8] = []
    var lines: [RawRequest.Line] = []
    var remarks: [String] = []

    init(rest: ArraySlice<UInt8>, isAsItIs: Bool) {
        self.rest = rest
        self.isAsItIs = isAsItIs
        bytes.reserveCapacity(rest.count + 64)
    }

    mutating func takeRequest() {
        var head: [[UInt8]] = []
        var isEnded = false
        while let (line, hasEnd) = takeLine() {
            if line.isEmpty {
                if head.isEmpty { continue }
                isEnded = true
                break
            }
            head.append(line)
            // HTTP/0.9: one line without a version, and nothing after it.
            if head.count == 1, hasEnd, Composer.words(line).count == 2, nextIsNoField {
                isEnded = true
                break
            }
        }
        guard let first = head.first else { return }
        let words = Composer.words(first)
        lines.append(
            RawRequest.Line(
                method: String(decoding: words.first ?? [], as: UTF8.self),
                target: words.count > 1 ? Array(words[1]) : []))
        guard isEnded else {
            remarks.append(
                tr("The header has no empty line at its end, so the server may wait for more."))
            return
        }
        takeBody(head)
    }

    private static func words(_ line: [UInt8]) -> [ArraySlice<UInt8>] {
        line.split(separator: 0x20)
    }

    private var nextIsNoField: Bool {
        let next = rest.prefix { $0 != 0x0A }
        return next.isEmpty || !next.contains(0x3A) || startsRequest
    }

    /// Whether what follows looks like another request.
    private var startsRequest: Bool {
        let words = Composer.words(Array(rest.prefix { $0 != 0x0A && $0 != 0x0D }.prefix(8_192)))
        return words.count == 3 && words[2].starts(with: Array("HTTP/".utf8))
            && words[0].allSatisfy { (0x41...0x5A).contains($0) }
    }

    /// The next line without its end, which goes out as CRLF.
    private mutating func takeLine() -> (line: [UInt8], hasEnd: Bool)? {
        guard !rest.isEmpty else { return nil }
        guard let end = rest.firstIndex(of: 0x0A) else {
            defer { rest = [] }
            bytes += rest
            return (Array(rest), false)
        }
        let whole = rest[..<end]
        rest = rest[(end + 1)...]
        let line = Array(whole.last == 0x0D ? whole.dropLast() : whole)
        if isAsItIs {
            bytes += whole
            bytes.append(0x0A)
        } else {
            bytes += line
            bytes += [0x0D, 0x0A]
        }
        return (line, true)
    }

    private mutating func takeBody(_ head: [[UInt8]]) {
        let fields = head[1...]
        let isChunked = RawFields.values(of: "transfer-encoding", in: fields).contains {
            String(decoding: $0, as: UTF8.self).lowercased().hasSuffix("chunked")
        }
        if isChunked { return takeChunks() }
        if let length = RawFields.values(of: "content-length", in: fields).first {
            guard let count = UInt64(String(decoding: length, as: UTF8.self)) else {
                remarks.append(tr("Content-Length is not a number."))
                return takeRest()
            }
            if count > UInt64(rest.count) {
                remarks.append(
                    tr("Content-Length is \(count) bytes, but \(rest.count) follow the header."))
            }
            return take(Int(min(count, UInt64(rest.count))))
        }
        // A line end behind the last head is a slip of typing, and harmless.
        if rest.isEmpty || startsRequest || rest.allSatisfy({ $0 == 0x0A || $0 == 0x0D }) { return }
        remarks.append(
            tr(
                "\(rest.count) bytes follow the header without a Content-Length; the server may take "
                    + "them for another request."))
        takeRest()
    }

    private mutating func takeChunks() {
        var decoder = ChunkDecoder(trailerLimit: 1 << 20)
        let count = Array(rest).withUnsafeBytes { decoder.feed($0) { (_) throws(Never) in } }
        if !decoder.isOver {
            remarks.append(tr("The chunked body has no end marker ('0' and an empty line)."))
        }
        take(min(max(count, 0), rest.count))
    }

    private mutating func takeRest() { take(rest.count) }

    private mutating func take(_ count: Int) {
        bytes += rest.prefix(count)
        rest = rest.dropFirst(count)
    }
}
