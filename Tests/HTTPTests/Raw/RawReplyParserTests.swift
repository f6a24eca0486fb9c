import Files
import HTTP
import Testing

@Suite("Raw replies")
struct RawReplyParserTests {
    /// What a reading gave: bodies are joined.
    enum Seen: Equatable {
        case head([String])
        case headless
        case remark
        case body(String)
        case trailer(String)
        case end(RawReplyParser.End)
    }

    private func read(_ text: String, _ methods: [String], cut: Int) -> [Seen] {
        var parser = RawReplyParser(methods: methods)
        var seen: [Seen] = []
        let take: (RawReplyParser.Event) -> Void = { event in
            switch event {
            case .head(let head): seen.append(.head(head.text))
            case .headless: seen.append(.headless)
            case .remark: seen.append(.remark)
            case .body(let bytes):
                let piece = String(decoding: bytes, as: UTF8.self)
                if case .body(let before) = seen.last {
                    seen[seen.count - 1] = .body(before + piece)
                } else {
                    seen.append(.body(piece))
                }
            case .trailer(let line): seen.append(.trailer(String(decoding: line, as: UTF8.self)))
            case .end(let end): seen.append(.end(end))
            }
        }
        let bytes = Array(text.utf8)
        for part in [bytes[..<cut], bytes[cut...]] where !part.isEmpty {
            part.withUnsafeBytes { parser.feed($0, take) }
        }
        parser.end(take)
        return seen
    }

    /// The same, however the bytes are cut.
    private func check(_ text: String, to methods: [String] = ["GET"], _ expected: [Seen]) {
        for cut in 0...text.utf8.count {
            let seen = read(text, methods, cut: cut)
            guard seen == expected else {
                Issue.record("cut at \(cut): \(seen)")
                return
            }
        }
    }

    @Test("A body of a known length, and the connection's end after it")
    func counted() {
        check(
            "HTTP/1.1 200 OK\r\nContent-Length: 5\r\nX: \u{1B}[2J\r\n\r\nhello",
            [
                .head(["HTTP/1.1 200 OK", "Content-Length: 5", "X: \\x1b[2J"]), .body("hello"),
                .end(.whole),
            ])
    }

    @Test("Chunks are taken apart, with extensions and a trailer")
    func chunked() {
        check(
            "HTTP/1.1 200 OK\r\ntransfer-encoding: Chunked\r\n\r\n"
                + "5;a=b\r\nhello\r\n00001 \r\n!\n0\r\nDigest: x\r\n\r\n",
            [
                .head(["HTTP/1.1 200 OK", "transfer-encoding: Chunked"]), .body("hello!"),
                .trailer("Digest: x"), .end(.whole),
            ])
    }

    @Test("A body without a length ends with the connection")
    func untilClose() {
        check(
            "HTTP/1.0 200 OK\n\nall of it\n",
            [.head(["HTTP/1.0 200 OK"]), .body("all of it\n"), .end(.closed)])
    }

    @Test("A reply without a head, as HTTP/0.9 gave them")
    func headless() {
        check("<html>hi", [.headless, .body("<html>hi"), .end(.closed)])
        check("HTT", [.headless, .body("HTT"), .end(.closed)])
    }

    @Test("Interim replies come before the real one")
    func interim() {
        check(
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 103 Early Hints\r\nLink: a\r\n\r\n"
                + "HTTP/1.1 204 No Content\r\nContent-Length: 9\r\n\r\n",
            [
                .head(["HTTP/1.1 100 Continue"]), .end(.interim),
                .head(["HTTP/1.1 103 Early Hints", "Link: a"]), .end(.interim),
                .head(["HTTP/1.1 204 No Content", "Content-Length: 9"]), .end(.whole),
            ])
    }

    @Test("Replies to HEAD, and 304, have no body; the next reply follows at once")
    func pipelined() {
        check(
            "HTTP/1.1 200 OK\r\nContent-Length: 900\r\n\r\n"
                + "HTTP/1.1 304 Not Modified\r\nTransfer-Encoding: chunked\r\n\r\n"
                + "\r\nHTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok",
            to: ["HEAD", "GET", "GET"],
            [
                .head(["HTTP/1.1 200 OK", "Content-Length: 900"]), .end(.whole),
                .head(["HTTP/1.1 304 Not Modified", "Transfer-Encoding: chunked"]), .end(.whole),
                .head(["HTTP/1.1 200 OK", "Content-Length: 2"]), .body("ok"), .end(.whole),
            ])
    }

    @Test("What follows a reply and is none is shown all the same")
    func leftover() {
        check(
            "HTTP/1.1 200 OK\r\nContent-Length: 2\r\n\r\nok, and more",
            [
                .head(["HTTP/1.1 200 OK", "Content-Length: 2"]), .body("ok"), .end(.whole),
                .headless, .body(", and more"), .end(.closed),
            ])
    }

    @Test("Early ends say where they were")
    func cut() {
        check(
            "HTTP/1.1 200 OK\r\nContent-Length: 9\r\n\r\nhello",
            [
                .head(["HTTP/1.1 200 OK", "Content-Length: 9"]), .body("hello"),
                .end(.cut("4 bytes before the end of the body")),
            ])
        check(
            "HTTP/1.1 200 OK\r\nContent-Le",
            [.head(["HTTP/1.1 200 OK", "Content-Le"]), .end(.cut("inside the header"))])
        check(
            "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n5\r\nhel",
            [
                .head(["HTTP/1.1 200 OK", "Transfer-Encoding: chunked"]), .body("hel"),
                .end(.cut("inside the chunked body")),
            ])
    }

    @Test(
        "Chunks that break the rules end the reading",
        arguments: ["g\r\n", "-1\r\n", "\r\n", "11111111111111111\r\n", "1\r\nab\r\n"])
    func brokenChunks(body: String) {
        let text = "HTTP/1.1 200 OK\r\nTransfer-Encoding: chunked\r\n\r\n" + body + "rest"
        for cut in 0...text.utf8.count {
            guard case .end(.broken) = read(text, ["GET"], cut: cut).last else {
                Issue.record("cut at \(cut) is taken")
                return
            }
        }
    }

    @Test("Lengths that contradict each other are told, and the body is all that comes")
    func contradiction() {
        let head = ["HTTP/1.1 200 OK", "Content-Length: 3", "Content-Length: 4"]
        check(
            head.joined(separator: "\r\n") + "\r\n\r\nabcd",
            [.head(head), .remark, .body("abcd"), .end(.closed)])
    }

    @Test("A head without an end costs no more than 256 KiB")
    func endlessHead() {
        var parser = RawReplyParser(methods: ["GET"])
        var end: RawReplyParser.End?
        let line = Array("HTTP/1.1 200 OK\r\n".utf8) + Array(repeating: 0x41, count: 64 << 10)
        for _ in 0..<8 {
            line.withUnsafeBytes { piece in
                parser.feed(piece) { if case .end(let reached) = $0 { end = reached } }
            }
        }
        guard case .broken = end else {
            Issue.record("it is read on")
            return
        }
        #expect(parser.isOver)
    }

    @Test("1xx without end are not counted for ever")
    func endlessInterim() {
        var parser = RawReplyParser(methods: ["GET"])
        var ends: [RawReplyParser.End] = []
        let reply = Array("HTTP/1.1 100 Continue\r\n\r\n".utf8)
        for _ in 0..<1_100 {
            reply.withUnsafeBytes { piece in
                parser.feed(piece) { if case .end(let reached) = $0 { ends.append(reached) } }
            }
        }
        #expect(ends.count == RawReplyParser.replyLimit + 1)
        #expect(parser.isOver)
    }
}
