import Files
import Testing
import Web

@testable import HTTP

@Suite("Nonsense in HTTP's fields")
struct HTTPNonsenseTests {
    private static let pieces = [
        "bytes", " ", "/", "-", "*", ",", "=", "\"", "\\", "Digest", "nonce", "realm", "qop",
        "auth",
        "99999999999999999999", "0", ":", ";", "%", "%zz", "%00", "?", "&", "#", "..", "http:",
        "//",
        "[", "]", "@", "\u{0}", "\r", "\n", "é", "Sun, 06 Nov 1994 08:49:37 GMT", "Nov", "W/",
        "HTTP/1.1 200", "HTTP/", "Content-Length: 5", "Transfer-Encoding", "a",
    ]

    private func text(_ generator: inout some RandomNumberGenerator) -> String {
        (0..<Int.random(in: 0...12, using: &generator))
            .map { _ in Self.pieces.randomElement(using: &generator) ?? "" }.joined()
    }

    @Test("Nothing that a server writes stops the readers")
    func survive() {
        var generator = SystemRandomNumberGenerator()
        let start = Destination(
            origin: Origin(isEncrypted: false, host: "127.0.0.1", port: 80), target: "/a/b?c")
        for _ in 0..<3_000 {
            let text = text(&generator)
            let challenges = Challenge.parse([text])
            #expect(challenges.count <= 16)
            var digest = Digest.best(of: challenges)
            _ = digest?.answer(user: "u", password: Secret("p"), method: "GET", target: "/")
            _ = HTTPDate.seconds(text)
            _ = ContentRange(text)
            _ = RequestTarget.path(of: text)
            let shown = QueryMask.location(text)
            #expect(!shown.unicodeScalars.contains { $0.value < 0x20 })
            if let next = try? start.following(text) {
                #expect(next.target.hasPrefix("/"))
                #expect(!next.url.utf8.contains { $0 < 0x20 })
            }
            let head = ResponseHead(
                version: "HTTP/1.1", status: 200, reason: "",
                fields: ["etag", "last-modified", "content-length", "retry-after"].map {
                    ($0, Array(text.utf8))
                })
            _ = FileVersion.of(head)
            _ = head.length
            _ = StatusMeaning.delay(head, now: 0)
        }
    }

    @Test("Heads of nonsense end in a head or in an error")
    func heads() {
        var generator = SystemRandomNumberGenerator()
        for _ in 0..<1_000 {
            var reader = HeadReader()
            for _ in 0..<20 {
                let line = Array((text(&generator) + "\r\n").utf8)
                let isSound = line.withUnsafeBytes { bytes in
                    (try? reader.feed(bytes)) != nil
                }
                if !isSound { break }
            }
        }
    }
}
