import Files
import HTTP
import Testing

@Suite("Raw requests")
struct RawRequestTests {
    private func sent(_ text: String, isAsItIs: Bool = false) -> String? {
        RawRequest(typed: Array(text.utf8), isAsItIs: isAsItIs)
            .map { String(decoding: $0.bytes, as: UTF8.self) }
    }

    @Test("Heads get HTTP's line ends, bodies stay as they are")
    func lineEnds() {
        #expect(
            sent("POST / HTTP/1.1\nHost: a\r\nContent-Length: 4\n\na\nb\n")
                == "POST / HTTP/1.1\r\nHost: a\r\nContent-Length: 4\r\n\r\na\nb\n")
        #expect(
            sent("GET /\tx HTTP/1.0\n  odd : field\n\n")
                == "GET /\tx HTTP/1.0\r\n  odd : field\r\n\r\n")
    }

    @Test("As it is, nothing is touched")
    func asItIs() {
        for text in [
            "GET / HTTP/1.1\n\n", "GET / HTTP/1.1\r\nA: b\n\r\n\n", "\n\nGET /", "x\ry\n\n",
        ] {
            #expect(sent(text, isAsItIs: true) == text)
        }
    }

    @Test("Nothing is no request", arguments: ["", "\n", "\r\n\n"])
    func nothing(text: String) {
        #expect(sent(text) == nil)
    }

    @Test("Nothing is invented: a head without its end goes out without one, and that is told")
    func unended() throws {
        let request = try #require(RawRequest(typed: Array("GET / HTTP/1.1\nHost: a".utf8)))
        #expect(request.bytes == Array("GET / HTTP/1.1\r\nHost: a".utf8))
        #expect(request.remarks.count == 1)
    }

    @Test("Several requests in a row are told apart, with their bodies")
    func pipelined() throws {
        let text =
            "HEAD /a HTTP/1.1\nHost: x\n\nPUT /b HTTP/1.1\nContent-Length: 3\n\nx\n\n"
            + "POST /c HTTP/1.1\nTransfer-Encoding: chunked\n\n2\r\nhi\r\n0\r\n\r\n"
            + "GET /d HTTP/1.1\n\n"
        let request = try #require(RawRequest(typed: Array(text.utf8)))
        #expect(request.lines.map(\.method) == ["HEAD", "PUT", "POST", "GET"])
        #expect(request.lines.last?.target == Array("/d".utf8))
        #expect(request.remarks.isEmpty)
    }

    @Test("A line without a version is HTTP/0.9's whole request")
    func simple() throws {
        let request = try #require(RawRequest(typed: Array("GET /\n".utf8)))
        #expect(request.bytes == Array("GET /\r\n".utf8))
        #expect(request.remarks.isEmpty)
    }

    @Test("A body of another length than was said goes out all the same, and is told")
    func wrongLength() throws {
        for text in [
            "PUT / HTTP/1.1\nContent-Length: 9\n\nhello", "PUT / HTTP/1.1\n\nhello",
            "PUT / HTTP/1.1\nContent-Length: x\n\nhello",
            "PUT / HTTP/1.1\nTransfer-Encoding: chunked\n\n5\r\nhello",
        ] {
            let request = try #require(RawRequest(typed: Array(text.utf8)))
            #expect(request.remarks.count == 1, "\(text)")
            #expect(String(decoding: request.bytes, as: UTF8.self).hasSuffix("hello"), "\(text)")
        }
    }

    @Test("What the log is told holds no secrets and no escapes")
    func secrets() throws {
        let text =
            "GET /?a=b&token=x HTTP/1.1\nAuthorization: Basic c2VjcmV0\ncookie: a=secret\nX: \u{1B}[2J\n\nbody"
        let shown = try #require(RawRequest(typed: Array(text.utf8))).shownHead(limit: 10)
        #expect(
            shown == [
                "GET /?a=b&token=••• HTTP/1.1", "Authorization: •••", "cookie: •••", "X: \\x1b[2J",
            ])
    }

    @Test("The ready request names the host, the port where it matters, and an encoded path")
    func template() throws {
        let plain = try SiteURL.parse("http://example.com/a b/ü/").target
        #expect(
            ReadyRequest.get(plain.site, plain.path, isDirectory: true)
                == "GET /a%20b/%C3%BC/ HTTP/1.1\nHost: example.com\nUser-Agent: Ferry\n"
                + "Accept: */*\nConnection: close\n\n")
        let other = try SiteURL.parse("https://[::1]:8443").target
        #expect(
            ReadyRequest.get(other.site, other.path, isDirectory: false)
                .hasPrefix("GET / HTTP/1.1\nHost: [::1]:8443\n"))
    }
}
