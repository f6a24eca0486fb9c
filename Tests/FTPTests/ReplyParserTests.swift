import FTP
import Support
import Testing
import Transport

@Suite("Replies are put together from lines")
struct ReplyParserTests {
    private func parse(_ text: String, pieces: Int? = nil) throws -> [Reply] {
        var lines = LineReader()
        var parser = ReplyParser()
        var replies: [Reply] = []
        let bytes = Array(text.utf8)
        let size = pieces ?? bytes.count
        for start in stride(from: 0, to: bytes.count, by: max(1, size)) {
            let piece = Array(bytes[start..<min(bytes.count, start + size)])
            let result: Result<Void, TransportError> = piece.withUnsafeBytes { raw in
                do throws(TransportError) {
                    try lines.feed(raw) { line throws(TransportError) in
                        if case .reply(let reply) = try parser.take(line) { replies.append(reply) }
                    }
                    return .success(())
                } catch {
                    return .failure(error)
                }
            }
            try result.get()
        }
        return replies
    }

    @Test("A line with a code and a blank is a whole reply")
    func single() throws {
        let replies = try parse("220 hello\r\n")
        #expect(replies.map(\.code) == [220])
        #expect(replies.first?.text == "220 hello")
    }

    @Test("Only the same code and a blank closes a reply of many lines")
    func closing() throws {
        let text =
            "220-first\r\n331 other code inside\r\n\r\n  220 indented\r\n220-more\r\n220 end\r\n"
        let replies = try parse(text)
        #expect(replies.count == 1)
        #expect(replies.first?.lines.count == 6)
    }

    @Test("A code alone on its line closes too")
    func codeAlone() throws {
        #expect(try parse("220-a\r\n220\r\n").map(\.code) == [220])
        #expect(try parse("200\r\n").first?.text == "200")
    }

    @Test("LF alone ends a line, and CR and a NUL after it are dropped")
    func lineEnds() throws {
        #expect(try parse("220 a\n331 b\r\u{0}\n").map(\.text) == ["220 a", "331 b"])
    }

    @Test("Every way of cutting the bytes gives the same replies", arguments: 1...9)
    func pieces(size: Int) throws {
        let text = "220-a\r\n b\r\n220 c\r\n150 x\r\n226 y\r\n"
        #expect(try parse(text, pieces: size) == parse(text))
    }

    @Test("A NUL anywhere but after CR is an error")
    func nul() {
        let text = Array("220 hello\r\n".utf8)
        for position in 0..<text.count - 2 {
            var bytes = text
            bytes.insert(0, at: position)
            #expect(throws: TransportError.self) {
                try parse(String(decoding: bytes, as: UTF8.self))
            }
        }
    }

    @Test("Lines without a code between replies are passed over, a flood of them is not")
    func noise() throws {
        #expect(try parse("hello\r\n220 a\r\nxx\r\n200 b\r\n").map(\.code) == [220, 200])
        #expect(throws: TransportError.self) {
            try parse(String(repeating: "junk\r\n", count: 200))
        }
    }

    @Test("A line of more than 64 KiB and a reply of more than 256 KiB are refused")
    func limits() throws {
        let long = String(repeating: "x", count: 40_000)
        #expect(try parse("220 \(long)\r\n").map(\.code) == [220])
        #expect(throws: TransportError.self) { try parse("220 " + long + long) }
        #expect(throws: TransportError.self) {
            try parse("220-\r\n" + String(repeating: "xxxxxxxxx\r\n", count: 30_000))
        }
    }

    @Test("Telnet commands are taken out, and IAC IAC is a byte of the text")
    func telnet() throws {
        var lines = LineReader()
        var seen: [[UInt8]] = []
        let bytes: [UInt8] =
            [0xFF, 0xFB, 0x01] + Array("2".utf8) + [0xFF, 0xF1] + Array("20 a".utf8)
            + [0xFF, 0xFF] + Array("b".utf8) + [0xFF, 0x63, 0x0D, 0x0A]
        for byte in bytes {
            try [byte].withUnsafeBytes { raw in
                try lines.feed(raw) { line throws(TransportError) in seen.append(line) }
            }
        }
        #expect(seen == [Array("220 a".utf8) + [0xFF] + Array("b".utf8) + [0xFF, 0x63]])
    }

    @Test("Random bytes never trap")
    func random() {
        var generator = SeededNumbers(seed: 1)
        for _ in 0..<3_000 {
            let length = Int.random(in: 0..<60, using: &generator)
            let alphabet: [UInt8] = [
                0x31, 0x32, 0x33, 0x35, 0x20, 0x2D, 0x0D, 0x0A, 0xFF, 0xFB, 0x41, 0x00,
            ]
            let bytes = (0..<length).map { _ in
                alphabet[Int.random(in: 0..<alphabet.count, using: &generator)]
            }
            var lines = LineReader()
            var parser = ReplyParser()
            bytes.withUnsafeBytes { raw in
                try? lines.feed(raw) { line throws(TransportError) in
                    _ = try parser.take(line)
                }
            }
        }
    }

    @Test("The text of a reply is one sanitised, bounded line")
    func text() throws {
        let reply = try #require(try parse("550-a\u{1B}[2J\r\n b\r\n550 c\r\n").first)
        #expect(reply.text == "550 a\\x1b[2J b c")
        let long = try #require(
            try parse("200 " + String(repeating: "y", count: 9_000) + "\r\n").first)
        #expect(long.text.count < 400)
    }
}
