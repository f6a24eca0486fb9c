import Files
import HTTP

extension FuzzTarget {
    /// What web servers answer by hand, and what users type to them.
    static let rawTargets = [
        FuzzTarget("raw", samples: "http") { bytes, cut in
            for methods in [["GET", "GET"], ["HEAD"], ["CONNECT"]] {
                let readings = pieces(of: bytes, cut: cut).map { RawReading($0, methods) }
                for reading in readings {
                    try hold(reading == readings[0], "pieces are read otherwise than the whole")
                }
                let reading = readings[0]
                try hold(reading.body.count <= bytes.count, "the bodies are longer than all")
                try hold(!reading.isBroken || reading.ends.count >= 1, "what is broken has no end")
                for line in reading.lines { try holdVisible(line, "a head") }
                if let name = reading.name {
                    try hold(Name.isComponent(name.bytes), "a body's name is no name")
                    try hold(name.bytes.count <= 255, "a body's name is too long")
                    try hold(name.bytes.first != 0x2E, "a body would hide")
                    try holdVisible(String(decoding: name.bytes, as: UTF8.self), "a body's name")
                }
            }
        },
        FuzzTarget("request", samples: "http") { bytes, _ in
            guard let asIs = RawRequest(typed: bytes, isAsItIs: true),
                let request = RawRequest(typed: bytes)
            else { return }
            try hold(asIs.bytes == bytes, "as it is, it is not what was typed")
            let without: ([UInt8]) -> [UInt8] = { $0.filter { $0 != 0x0D } }
            try hold(
                without(request.bytes) == without(bytes), "more than line ends was changed")
            try hold(request.lines == asIs.lines, "line ends make other requests")
            for line in request.shownHead(limit: 50) { try holdVisible(line, "a request's head") }
        },
    ]
}

/// Replies as they were read from pieces.
private struct RawReading: Equatable {
    var lines: [String] = []
    var body: [UInt8] = []
    var ends: [RawReplyParser.End] = []
    var name: Name?
    var isBroken = false

    init(_ pieces: [ArraySlice<UInt8>], _ methods: [String]) {
        var parser = RawReplyParser(methods: methods)
        for piece in pieces {
            piece.withUnsafeBytes { bytes in
                parser.feed(bytes) { take($0) }
            }
        }
        isBroken = parser.isOver
        parser.end { take($0) }
    }

    private mutating func take(_ event: RawReplyParser.Event) {
        switch event {
        case .head(let head):
            lines += head.text
            name = BodyName.make(for: head, target: head.lines.first ?? [])
        case .headless: lines.append("headless")
        case .remark(let words): lines.append(words)
        case .body(let bytes): body += bytes
        case .trailer(let line): lines.append(VisibleText.make(line))
        case .end(let end): ends.append(end)
        }
    }
}
