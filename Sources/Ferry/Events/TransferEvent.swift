import Files
import Jobs

/// Something that happened to a transfer, as an object of JSON; what is not known is left out.
struct TransferEvent {
    enum Kind: String {
        case queued, began, moved, asks, done, failed
    }

    let kind: Kind
    var source: Location?
    var target: Location?
    /// Bytes so far.
    var bytes: UInt64?
    /// Bytes of the whole.
    var size: UInt64?
    var via: Job.Via?
    /// How it was compared with its source.
    var verified: String?
    var message: String?

    init(_ kind: Kind) {
        self.kind = kind
    }

    init(_ kind: Kind, of request: JobRequest) {
        self.kind = kind
        source = request.source
        target = request.target
        size = request.entry.size
    }

    init(_ kind: Kind, of job: Job) {
        self.kind = kind
        source = job.source
        target = job.target
        size = job.size
    }

    /// The line, without its end.
    var line: [UInt8] {
        var line = Array("{\"event\":\"\(kind.rawValue)\"".utf8)
        if let source { TransferEvent.append(source, as: "source", to: &line) }
        if let target { TransferEvent.append(target, as: "target", to: &line) }
        if let bytes { line += ",\"bytes\":\(bytes)".utf8 }
        if let size { line += ",\"size\":\(size)".utf8 }
        if let message {
            line += ",\"message\":".utf8
            TransferEvent.append(Array(message.utf8), in: nil, to: &line)
        }
        if let verified {
            line += ",\"verified\":".utf8
            TransferEvent.append(Array(verified.utf8), in: nil, to: &line)
        }
        if let via { line += ",\"via\":\"\(via.rawValue)\"".utf8 }
        line.append(0x7D)
        return line
    }

    private static func append(_ location: Location, as key: String, to line: inout [UInt8]) {
        let (path, charset) = (location.path.bytes, location.site.nameCharset)
        line += ",\"\(key)\":".utf8
        append(Array(location.site.text.utf8) + path, in: charset, to: &line)
        guard !EntryText.isText(path, in: charset) else { return }
        line += ",\"\(key)_bytes\":\"\(EntryText.hex(path))\"".utf8
    }

    /// A string: most have nothing in them that needs a second look.
    private static func append(
        _ text: [UInt8], in charset: Charset?, to line: inout [UInt8]
    ) {
        let isPlain = text.allSatisfy { (0x20..<0x7F).contains($0) && $0 != 0x22 && $0 != 0x5C }
        guard isPlain else {
            line += EntryText.string(text, in: charset).utf8
            return
        }
        line.append(0x22)
        line += text
        line.append(0x22)
    }
}
