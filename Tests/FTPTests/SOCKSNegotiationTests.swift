import Files
import Testing
import Transport

@Suite("What is said to a SOCKS 5 proxy")
struct SOCKSNegotiationTests {
    private func noPassword() -> Secret? { nil }

    @Test("A name is left to the proxy, and the reply may name an address of any kind")
    func name() throws {
        for (kind, rest) in [(UInt8(1), [6]), (4, [18]), (3, [1, 9])] {
            var negotiation = try SOCKSNegotiation(host: "ftp.example", port: 2_121, user: nil)
            #expect(negotiation.first == .exchange(send: [5, 1, 0], receive: 2))
            #expect(
                try negotiation.receive([5, 0], password: noPassword)
                    == .exchange(
                        send: [5, 1, 0, 3, 11] + Array("ftp.example".utf8) + [8, 73], receive: 4))
            var step = try negotiation.receive([5, 0, 0, kind], password: noPassword)
            for count in rest {
                #expect(step == .exchange(send: [], receive: count))
                step = try negotiation.receive(
                    [UInt8](repeating: 7, count: count), password: noPassword)
            }
            #expect(step == .done)
        }
    }

    @Test("Addresses in digits go as bytes")
    func digits() throws {
        var four = try SOCKSNegotiation(host: "10.1.2.3", port: 21, user: nil)
        #expect(
            try four.receive([5, 0], password: noPassword)
                == .exchange(send: [5, 1, 0, 1, 10, 1, 2, 3, 0, 21], receive: 4))
        var six = try SOCKSNegotiation(host: "::1", port: 21, user: nil)
        let address = [UInt8](repeating: 0, count: 15) + [1]
        #expect(
            try six.receive([5, 0], password: noPassword)
                == .exchange(send: [5, 1, 0, 4] + address + [0, 21], receive: 4))
    }

    @Test("User and password are sent only where the proxy asks for them")
    func login() throws {
        var negotiation = try SOCKSNegotiation(host: "h", port: 21, user: "me")
        #expect(negotiation.first == .exchange(send: [5, 2, 0, 2], receive: 2))
        let login = try negotiation.receive([5, 2]) { Secret("pw") }
        #expect(
            login
                == .exchange(send: [1, 2] + Array("me".utf8) + [2] + Array("pw".utf8), receive: 2)
        )
        #expect(
            try negotiation.receive([1, 0], password: noPassword)
                == .exchange(send: [5, 1, 0, 3, 1, 0x68, 0, 21], receive: 4))

        var open = try SOCKSNegotiation(host: "h", port: 21, user: "me")
        _ = try open.receive([5, 0]) {
            Issue.record("nobody asked for a password")
            return nil
        }
    }

    @Test("Every refusal is said in words of its own", arguments: 1...9)
    func refusals(code: UInt8) throws {
        var negotiation = try SOCKSNegotiation(host: "h", port: 21, user: nil)
        _ = try negotiation.receive([5, 0], password: noPassword)
        let error = #expect(throws: TransportError.self) {
            try negotiation.receive([5, code, 0, 1], password: noPassword)
        }
        let words = [
            "failed", "rules", "network", "cannot reach", "nothing listens", "too long",
            "does not support outgoing", "type of address", "code 9",
        ]
        #expect(error?.words.contains(words[Int(code) - 1]) == true)
        #expect(error?.kind == ([2, 7, 8].contains(code) ? .proxyRefused : .proxy))
    }

    @Test(
        "Proxies that want a login, refuse it, or are none are told apart",
        arguments: [
            (nil, [[5, 0xFF]], "requires a user name"), (nil, [[5, 2]], "requires a user name"),
            ("me", [[5, 0xFF]], "no login method"),
            ("me", [[5, 2], [1, 1]], "refused the user"),
            (nil, [[4, 0]], "does not speak"), (nil, [[5, 0], [5, 0, 0, 2]], "does not speak"),
            (nil, [[0x48, 0x54]], "does not speak"),
        ] as [(String?, [[UInt8]], String)])
    func failures(user: String?, replies: [[UInt8]], words: String) throws {
        var negotiation = try SOCKSNegotiation(host: "h", port: 21, user: user)
        for reply in replies.dropLast() {
            _ = try negotiation.receive(reply) { Secret("pw") }
        }
        let error = #expect(throws: TransportError.self) {
            try negotiation.receive(replies.last ?? []) { Secret("pw") }
        }
        #expect(error?.kind == .proxyRefused)
        #expect(error?.words.contains(words) == true)
    }

    @Test("Names and passwords that do not fit are refused before anything is sent")
    func limits() throws {
        let long = String(repeating: "a", count: 256)
        #expect(throws: TransportError.self) {
            try SOCKSNegotiation(host: long, port: 21, user: nil)
        }
        var negotiation = try SOCKSNegotiation(host: "h", port: 21, user: "me")
        #expect(throws: TransportError.self) {
            try negotiation.receive([5, 2]) { Secret(long) }
        }
    }
}
