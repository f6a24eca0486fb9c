import Files
import Testing
import Transport

@Suite("What is said to an HTTP proxy")
struct ConnectNegotiationTests {
    private func text(_ user: String?, _ password: String?) throws -> String {
        let bytes = try ConnectNegotiation.request(
            host: "ftp.example", port: 21, user: user, password: password.map { Secret($0) })
        return String(decoding: bytes, as: UTF8.self)
    }

    @Test("The request names host and port, and a user by Basic authentication")
    func request() throws {
        #expect(
            try text(nil, nil)
                == "CONNECT ftp.example:21 HTTP/1.1\r\nHost: ftp.example:21\r\n\r\n")
        for (password, encoded) in [("", "bWU6"), ("a", "bWU6YQ=="), ("ab", "bWU6YWI=")] {
            #expect(
                try text("me", password).contains(
                    "\r\nProxy-Authorization: Basic \(encoded)\r\n\r\n"))
        }
        let six = try ConnectNegotiation.request(host: "::1", port: 21, user: nil, password: nil)
        #expect(String(decoding: six, as: UTF8.self).hasPrefix("CONNECT [::1]:21 "))
    }

    @Test("A host name cannot add lines to the request", arguments: ["a\r\nB: c", "a b", ""])
    func injection(host: String) {
        #expect(throws: TransportError.self) {
            try ConnectNegotiation.request(host: host, port: 21, user: nil, password: nil)
        }
    }

    @Test("The end of the answer is found to the byte, however it is cut")
    func end() throws {
        let heads = [
            "HTTP/1.1 200 Connection established\r\nVia: x\r\n\r\n", "HTTP/1.0 200 OK\n\n",
            "HTTP/1.1 100 Continue\r\n\r\nHTTP/1.1 200 OK\r\n\r\n",
        ]
        for head in heads {
            let bytes = Array((head + "220 ready\r\n").utf8)
            for cut in 0...bytes.count {
                var negotiation = ConnectNegotiation(hasLogin: false)
                let early = try negotiation.feed(bytes[..<cut])
                if cut < head.utf8.count {
                    #expect(early == nil)
                    #expect(try negotiation.feed(bytes[cut...]) == head.utf8.count - cut)
                } else {
                    #expect(early == head.utf8.count)
                }
            }
        }
    }

    @Test(
        "Refusals quote the proxy and say what to do",
        arguments: [
            ("407 Auth needed", false, "requires a user name and password (407 Auth needed)"),
            ("407 No", true, "refused the user name and password (407 No)"),
            ("403 Forbidden", false, "does not allow it (403 Forbidden)"),
            ("502 Bad \u{1B}[2JGateway", false, "answered 502 Bad "),
        ])
    func refusals(status: String, hasLogin: Bool, words: String) {
        var negotiation = ConnectNegotiation(hasLogin: hasLogin)
        let error = #expect(throws: TransportError.self) {
            try negotiation.feed(Array("HTTP/1.1 \(status)\r\nContent-Length: 3\r\n\r\nabc".utf8))
        }
        #expect(error?.words.contains(words) == true)
        #expect(error?.words.utf8.contains(0x1B) == false)
        #expect(error?.kind == (status.hasPrefix("5") ? .proxy : .proxyRefused))
    }

    @Test("What is no HTTP, and an answer without an end, are given up")
    func violations() {
        for answer in ["SSH-2.0-x\r\n", "HTTP/1.1\r\n\r\n", "HTTP/1.1 abc\r\n\r\n"] {
            var negotiation = ConnectNegotiation(hasLogin: false)
            #expect(throws: TransportError.self) { try negotiation.feed(Array(answer.utf8)) }
        }
        var negotiation = ConnectNegotiation(hasLogin: false)
        #expect(throws: TransportError.self) {
            let line = Array("HTTP/1.1 200 OK\r\nA: \(String(repeating: "a", count: 997))\r\n".utf8)
            for _ in 0..<100 { _ = try negotiation.feed(line) }
        }
    }
}
