import Digests
import Files
import Support
import Synchronization
import Testing

@testable import Jobs
@testable import Share

@Suite("Digest lets in who knows the password, and nobody who only listened")
struct DigestLoginTests {
    private final class Clock: Sendable {
        let seconds = Mutex(1_000.0)
    }

    private let clock: Clock
    private let door: Authenticator

    init() {
        let clock = Clock()
        self.clock = clock
        door = Authenticator(.user("anna", Secret("s3cret")), pin: nil) {
            clock.seconds.withLock { $0 }
        }
    }

    private static func md5(_ text: String) throws -> String {
        let digester = try #require(Digester(.md5))
        Array(text.utf8).withUnsafeBytes { digester.update($0) }
        return try #require(digester.finish()).text
    }

    private func nonce(_ door: Authenticator, from visitor: String = "10.0.0.1") throws -> String {
        guard case .refuse(let refusal) = door.answer(nil, from: visitor) else {
            throw RawClient.Failure(reason: "let in")
        }
        let field = try #require(refusal.headers["WWW-Authenticate"])
        #expect(field.contains("algorithm=MD5"))
        #expect(field.contains("qop=\"auth\""))
        let start = try #require(field.firstRange(of: "nonce=\""))
        return String(field[start.upperBound...].prefix { $0 != "\"" })
    }

    /// A login as Windows writes it.
    private func login(
        _ nonce: String, user: String = "anna", password: String = "s3cret", count: Int = 1,
        method: String = "GET", uri: String = "/a"
    ) throws -> String {
        let number = String(count, radix: 16)
        let nc = String(repeating: "0", count: 8 - number.count) + number
        let first = try Self.md5("\(user):\(DigestLogin.realm):\(password)")
        let second = try Self.md5("\(method):\(uri)")
        let response = try Self.md5("\(first):\(nonce):\(nc):c1:auth:\(second)")
        let name = user.replacing("\\", with: "\\\\")
        return "Digest username=\"\(name)\",realm=\"\(DigestLogin.realm)\",nonce=\"\(nonce)\","
            + "uri=\"\(uri)\",algorithm=MD5,cnonce=\"c1\",nc=\(nc),qop=\"auth\","
            + "response=\"\(response)\""
    }

    private func status(
        _ authorization: String, from visitor: String = "10.0.0.1", method: Share.Method = .get,
        target: String = "/a", _ other: Authenticator? = nil
    ) -> (code: UInt16, isStale: Bool) {
        let asked = Authenticator.Asked(method: method, target: target)
        switch (other ?? door).answer(authorization, from: visitor, for: asked) {
        case .enter: return (200, false)
        case .refuse(let refusal):
            let text = refusal.headers.all("WWW-Authenticate").joined()
            return (refusal.status.code, text.contains("stale=true"))
        }
    }

    @Test("The right password gets in, with each number once, in about any order") func right()
        throws
    {
        let nonce = try nonce(door)
        for count in [1, 3, 2, 60, 59, 10] {
            #expect(status(try login(nonce, count: count)).code == 200)
        }
        let replay = status(try login(nonce, count: 3))
        #expect(replay.code == 401)
        #expect(replay.isStale)
        // A listener has it for another method, path or address just as little.
        #expect(status(try login(nonce, count: 70), method: .put).code == 401)
        #expect(status(try login(nonce, count: 71), target: "/b").code == 401)
        let moved = status(try login(nonce, count: 72), from: "10.0.0.2")
        #expect(moved.code == 401)
        #expect(moved.isStale)
        #expect(
            status(try login(nonce, count: 73, uri: "http://h:8080/a?b"), target: "/a?b").code
                == 200)
    }

    @Test("A challenge is good for some minutes, and for this share only") func lifetime() throws {
        let old = try nonce(door)
        clock.seconds.withLock { $0 += DigestLogin.lifetime + 1 }
        let late = status(try login(old))
        #expect(late.code == 401)
        #expect(late.isStale)
        let other = Authenticator(.user("anna", Secret("s3cret")), pin: nil) { 1_000 }
        #expect(status(try login(try nonce(other))).isStale)
        #expect(status(try login("made-up-nonce")).isStale)
        // None of these was a wrong guess.
        for _ in 1...20 { #expect(status(try login("made-up-nonce")).code == 401) }
        #expect(status(try login(try nonce(door))).code == 200)
    }

    @Test("Wrong passwords, names and fields do not, and count as guesses") func wrong() throws {
        let nonce = try nonce(door)
        let right = try login(nonce)
        let wrongs = [
            try login(nonce, password: "other"), try login(nonce, user: "bob"),
            right.replacing("qop=\"auth\"", with: "qop=\"auth-int\""),
            right.replacing("nc=00000001", with: "nc=1"),
            right.replacing("cnonce=\"c1\",", with: ""),
            right.replacing("algorithm=MD5", with: "algorithm=SHA-256"),
            "Digest", "Digest username=\"anna", "Digest ===,,,", right + ",uri=\"/b\"",
        ]
        for (index, wrong) in wrongs.enumerated() {
            let answer = status(wrong, from: "10.0.1.\(index)")
            #expect(answer.code == 401, "\(wrong)")
            #expect(!answer.isStale, "\(wrong)")
        }
        for _ in 1...3 { _ = status(try login(nonce, password: "x")) }
        #expect(status(right).code == 429)
    }

    @Test("Many challenges do not keep those out who know the password") func many() throws {
        for _ in 0..<DigestLogin.nonceLimit + 10 {
            clock.seconds.withLock { $0 += 0.01 }
            #expect(status(try login(try nonce(door))).code == 200)
        }
        #expect(
            Authenticator(.user("a", Secret("")), pin: nil).refuses(
                try login("x", user: "a", password: "")))
    }

    @Test("With a PIN any name will do, one with a domain too") func pin() throws {
        let door = Authenticator(.pin, pin: "123456")
        let nonce = try nonce(door)
        #expect(
            status(try login(nonce, user: "PC\\anna", password: "123456"), door).code == 200)
        #expect(status(try login(nonce, user: "", password: "123456", count: 2), door).code == 200)
        #expect(status(try login(nonce, user: "x", password: "123457", count: 3), door).code == 401)
    }

    @Test(
        "curl logs in by Digest alone, and by whatever is best",
        arguments: ["--digest", "--anyauth"])
    func curl(option: String) throws {
        let share = try TestShare(request: {
            $0.isWritable = true
            $0.access = .user("anna", Secret("s3cret"))
        })
        let here = try TemporaryFolder()
        try here.write("text", to: "a")
        let url = "http://localhost:\(share.port)/d%20%C3%A4/b?x=1"
        try share.folder.makeFolder("d ä")
        let run = try CommandOutput([
            "curl", "-qsSf", "--noproxy", "*", option, "-u", "anna:s3cret", "-T", here.path("a"),
            url,
        ])
        #expect(run.code == 0, "\(run.errors)")
        #expect(share.folder.read("d ä/b") == Array("text".utf8))
        let got = try CommandOutput([
            "curl", "-qsSf", "--noproxy", "*", option, "-u", "anna:s3cret", url, url,
        ])
        #expect(got.text == "texttext")
        let wrong = try CommandOutput([
            "curl", "-qsS", "--noproxy", "*", option, "-u", "anna:other", "-o", "/dev/null", "-w",
            "%{http_code}", url,
        ])
        #expect(wrong.text == "401")
    }
}

extension Authenticator {
    fileprivate func refuses(_ login: String) -> Bool {
        if case .refuse = answer(login, from: "10.0.0.1") { true } else { false }
    }
}
