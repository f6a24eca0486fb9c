import Files
import Transport
import Words

/// Puts response heads together from their lines: any number of 1xx heads, then the final one.
/// Does no I/O.
struct HeadReader {
    enum Piece {
        case more
        /// 1xx: the final head is still to come.
        case interim(ResponseHead)
        case final(ResponseHead)
    }

    /// Bytes, and lines, of all heads of one answer together, trailers included.
    static let byteLimit = 64 << 10
    static let lineLimit = 200

    private var head: ResponseHead?
    private var byteCount = 0
    private var lineCount = 0
    private(set) var isComplete = false

    /// Takes one line with its line end. What follows the final head, trailers, is only counted;
    /// a new status line begins another head.
    mutating func feed(_ line: UnsafeRawBufferPointer) throws(TransportError) -> Piece {
        byteCount += line.count
        lineCount += 1
        guard byteCount <= HeadReader.byteLimit else {
            throw TransportError(.violation, tr("the header of its answer is longer than 64 KiB"))
        }
        guard lineCount <= HeadReader.lineLimit else {
            throw TransportError(
                .violation,
                tr("the header of its answer has more than \(HeadReader.lineLimit) lines"))
        }
        var bytes = Array(line)
        while let last = bytes.last, last == 0x0A || last == 0x0D { bytes.removeLast() }
        if bytes.starts(with: Array("HTTP/".utf8)), head == nil || isComplete {
            head = try HeadReader.statusLine(bytes)
            isComplete = false
            return .more
        }
        if isComplete { return .more }
        guard let head else {
            throw TransportError(.violation, tr("its answer does not begin with a status line"))
        }
        if bytes.isEmpty { return try end(head) }
        try add(bytes)
        return .more
    }

    private mutating func end(_ head: ResponseHead) throws(TransportError) -> Piece {
        if (100..<200).contains(head.status) {
            self.head = nil
            guard head.status != 101 else {
                throw TransportError(
                    .violation,
                    tr(
                        "it switches to a protocol that Ferry did not "
                            + "request"))
            }
            return .interim(head)
        }
        if head.hasLengthsThatDiffer {
            throw TransportError(.violation, tr("it gives two different lengths for one body"))
        }
        if head.value("content-length") != nil, head.contentLength.flatMap(Int64.init) == nil {
            throw TransportError(.violation, tr("it gives an invalid length for its body"))
        }
        isComplete = true
        return .final(head)
    }

    private mutating func add(_ bytes: [UInt8]) throws(TransportError) {
        guard let first = bytes.first else { return }
        // A folded line goes on with the one before (RFC 9112 section 5.2).
        if first == 0x20 || first == 0x09 {
            guard let last = head?.fields.indices.last else { return }
            head?.fields[last].value += [0x20] + HeadReader.trimmed(bytes[...])
            return
        }
        guard let colon = bytes.firstIndex(of: 0x3A), colon > 0 else {
            throw TransportError(.violation, tr("a header line of its answer has no name"))
        }
        let name = String(decoding: bytes[..<colon], as: UTF8.self).lowercased()
        head?.fields.append((name, HeadReader.trimmed(bytes[(colon + 1)...])))
    }

    private static func trimmed(_ bytes: ArraySlice<UInt8>) -> [UInt8] {
        let isBlank = { (byte: UInt8) in byte == 0x20 || byte == 0x09 }
        var rest = bytes.drop(while: isBlank)
        while let last = rest.last, isBlank(last) { rest.removeLast() }
        return Array(rest)
    }

    private static func statusLine(_ bytes: [UInt8]) throws(TransportError) -> ResponseHead {
        let parts = bytes.split(separator: 0x20, maxSplits: 2, omittingEmptySubsequences: true)
        guard parts.count >= 2, parts[1].count == 3,
            let status = Int(String(decoding: parts[1], as: UTF8.self)),
            (100...599).contains(status)
        else { throw TransportError(.violation, tr("its status line cannot be read")) }
        return ResponseHead(
            version: VisibleText.make(parts[0], limit: 20), status: status,
            reason: parts.count > 2 ? VisibleText.make(parts[2], limit: 200) : "")
    }
}
