import Files
import Jobs
import Support
import Synchronization
import Testing

@testable import Share

@Suite struct AuthenticatorTests {
    /// A clock that a test sets.
    private final class Clock: Sendable {
        let seconds = Mutex(1_000.0)
    }

    private func status(_ answer: Authenticator.Answer) -> Int {
        switch answer {
        case .enter: 200
        case .refuse(let refusal): Int(refusal.status.code)
        }
    }

    private static func basic(_ text: String) -> String {
        let digits = Array("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/")
        var result = ""
        var bytes = ArraySlice(Array(text.utf8))
        while !bytes.isEmpty {
            let three = Array(bytes.prefix(3))
            bytes = bytes.dropFirst(3)
            var pool = 0
            for index in 0..<3 { pool = pool << 8 | (index < three.count ? Int(three[index]) : 0) }
            for index in 0...3 {
                result.append(
                    index <= three.count ? digits[pool >> (18 - 6 * index) & 63] : "=")
            }
        }
        return "Basic \(result)"
    }

    @Test("The right name and password get in, by any spelling of the header") func right() {
        let door = Authenticator(.user("anna", Secret("pa:ss wörd")), pin: nil)
        let header = AuthenticatorTests.basic("anna:pa:ss wörd")
        for text in [header, header.replacing("Basic", with: "bAsIc"), header.filter { $0 != "=" }]
        {
            guard case .enter(let user) = door.answer(text, from: "10.0.0.1") else {
                Issue.record("refused")
                return
            }
            #expect(user == "anna")
        }
    }

    @Test(
        "Whatever is wrong does not",
        arguments: [
            "anna:", "anna:p", "anna:password1", ":password", "bob:password", "anna", "",
            "anna:passwor\u{0}", "Anna:password", "anna:passwordpassword",
        ])
    func wrong(_ credentials: String) {
        let door = Authenticator(.user("anna", Secret("password")), pin: nil)
        #expect(status(door.answer(AuthenticatorTests.basic(credentials), from: "10.0.0.1")) == 401)
        #expect(
            status(door.answer(AuthenticatorTests.basic("anna:password"), from: "10.0.0.1")) == 200)
    }

    @Test(
        "A header that is none is refused",
        arguments: ["", "Basic", "Basic !!", "Bearer x", "Basic A"])
    func malformed(_ header: String) {
        let door = Authenticator(.user("anna", Secret("password")), pin: nil)
        #expect(status(door.answer(header, from: "10.0.0.1")) == 401)
        #expect(status(door.answer(nil, from: "10.0.0.1")) == 401)
    }

    @Test("Of a long name its beginning is kept, as each of its locks is told with it")
    func longName() throws {
        let pin = Authenticator.makePIN()
        let door = Authenticator(.pin, pin: pin)
        let name = String(repeating: "\u{1}x", count: 1_000)
        let answer = door.answer(AuthenticatorTests.basic("\(name):\(pin)"), from: "10.0.0.1")
        guard case .enter(let user) = answer else {
            Issue.record("turned away")
            return
        }
        #expect((1...512).contains(try #require(user).utf8.count))
    }

    @Test("A PIN is six digits, and gets in with any name") func pin() {
        let pin = Authenticator.makePIN()
        #expect(pin.count == 6)
        #expect(pin.allSatisfy { ("0"..."9").contains($0) })
        let door = Authenticator(.pin, pin: pin)
        #expect(status(door.answer(AuthenticatorTests.basic("x:\(pin)"), from: "10.0.0.1")) == 200)
        #expect(status(door.answer(AuthenticatorTests.basic(":\(pin)"), from: "10.0.0.1")) == 200)
        #expect(status(door.answer(AuthenticatorTests.basic("\(pin):"), from: "10.0.0.1")) == 401)
    }

    @Test("Who guesses waits longer each time, and is locked out after ten") func guessing() {
        let clock = Clock()
        let door = Authenticator(.pin, pin: "123456") { clock.seconds.withLock { $0 } }
        let right = AuthenticatorTests.basic("x:123456")
        let wrong = AuthenticatorTests.basic("x:000000")
        var waits: [Int] = []
        for guess in 1...10 {
            #expect(status(door.answer(wrong, from: "10.0.0.1")) == 401)
            guard guess >= 3 else { continue }
            // Even the right one is not looked at now.
            guard case .refuse(let refusal) = door.answer(right, from: "10.0.0.1") else {
                Issue.record("let in after \(guess) guesses")
                return
            }
            #expect(refusal.status == .tooManyRequests)
            let wait = refusal.headers["Retry-After"].flatMap { Int($0) } ?? 0
            waits.append(wait)
            clock.seconds.withLock { $0 += Double(wait) + 0.5 }
        }
        #expect(waits == [1, 2, 4, 8, 16, 32, 64, 900])
        // Nobody else has to wait, and he not for ever.
        #expect(status(door.answer(right, from: "10.0.0.2")) == 200)
        #expect(status(door.answer(right, from: "10.0.0.1")) == 200)
    }

    @Test("All of an IPv6 network count as one who guesses") func network() {
        let clock = Clock()
        let door = Authenticator(.pin, pin: "123456") { clock.seconds.withLock { $0 } }
        let wrong = AuthenticatorTests.basic("x:0")
        for index in 1...3 { _ = door.answer(wrong, from: "2001:db8::\(index)") }
        #expect(status(door.answer(wrong, from: "2001:db8::ffff")) == 429)
        #expect(status(door.answer(wrong, from: "2001:db8:0:1::1")) == 401)
    }

    @Test("Who guesses the PIN from ever new addresses keeps no newcomer out")
    func manyAddresses() {
        let clock = Clock()
        let lines = Mutex<[String]>([])
        let door = Authenticator(
            .pin, pin: "123456", now: { clock.seconds.withLock { $0 } },
            troubled: { line in lines.withLock { $0.append(line) } })
        let right = AuthenticatorTests.basic("x:123456")
        let wrong = AuthenticatorTests.basic("x:000000")
        #expect(status(door.answer(right, from: "10.0.0.1")) == 200)
        for index in 1...100 {
            #expect(status(door.answer(wrong, from: "10.0.1.\(index)")) == 401)
        }
        // Those have two guesses left, and wait long then, and longer each time.
        for index in 1...100 {
            for _ in 1...2 {
                #expect(status(door.answer(wrong, from: "10.0.1.\(index)")) == 401)
            }
            #expect(status(door.answer(right, from: "10.0.1.\(index)")) == 429)
        }
        clock.seconds.withLock { $0 += GuessCounts.lockTime + 1 }
        #expect(status(door.answer(wrong, from: "10.0.1.1")) == 401)
        clock.seconds.withLock { $0 += GuessCounts.lockTime + 1 }
        #expect(status(door.answer(right, from: "10.0.1.1")) == 429)
        // Someone new may mistype it, too.
        #expect(status(door.answer(wrong, from: "10.0.0.2")) == 401)
        #expect(status(door.answer(wrong, from: "10.0.0.2")) == 401)
        #expect(status(door.answer(right, from: "10.0.0.2")) == 200)
        #expect(status(door.answer(right, from: "10.0.0.1")) == 200)
        #expect(lines.withLock { $0.count } == 1)
        #expect(!lines.withLock { $0.joined() }.contains("123456"))
    }

    @Test("Who has more addresses than are remembered guesses slowly, and keeps no newcomer out")
    func countless() {
        let clock = Clock()
        let door = Authenticator(.pin, pin: "123456") { clock.seconds.withLock { $0 } }
        let right = AuthenticatorTests.basic("x:123456")
        let wrong = AuthenticatorTests.basic("x:000000")
        // All of these are one site's.
        func address(_ index: Int) -> String { "2001:db8:0:\(String(index, radix: 16))::1" }
        for index in 0..<GuessCounts.siteLimit {
            #expect(status(door.answer(wrong, from: address(index))) == 401)
        }
        var read = 0
        for index in 1_000..<2_000 {
            if status(door.answer(wrong, from: address(index))) == 401 { read += 1 }
            clock.seconds.withLock { $0 += 0.1 }
        }
        #expect((9...11).contains(read))
        #expect(status(door.answer(right, from: "2001:db8:1::1")) == 200)
        #expect(status(door.answer(right, from: "10.0.0.2")) == 200)
        clock.seconds.withLock { $0 += GuessCounts.overflowTime }
        #expect(status(door.answer(right, from: address(3_000))) == 200)
    }

    @Test("Behind one address, the logins of one do not help another to guess") func sharedAddress()
    {
        let clock = Clock()
        let door = Authenticator(.pin, pin: "123456") { clock.seconds.withLock { $0 } }
        let right = AuthenticatorTests.basic("x:123456")
        let wrong = AuthenticatorTests.basic("x:000000")
        var guesses = 0
        for _ in 0..<200 {
            if status(door.answer(wrong, from: "10.0.0.1")) == 401 { guesses += 1 }
            clock.seconds.withLock { $0 += 1.5 }
            _ = door.answer(right, from: "10.0.0.1")
        }
        // The first one was forgiven, at the first login.
        #expect(guesses <= GuessCounts.lastGuess + 1)
    }

    @Test("No count is forgotten because too many guess") func fullMemory() {
        let clock = Clock()
        let door = Authenticator(.user("anna", Secret("password")), pin: nil) {
            clock.seconds.withLock { $0 }
        }
        let right = AuthenticatorTests.basic("anna:password")
        let wrong = AuthenticatorTests.basic("anna:x")
        func address(_ index: Int) -> String { "10.1.\(index / 256).\(index % 256)" }
        for _ in 1...2 {
            for index in 0..<GuessCounts.addressLimit {
                #expect(status(door.answer(wrong, from: address(index))) == 401)
            }
        }
        // One guess of all that are too many, then a wait.
        #expect(status(door.answer(wrong, from: "10.0.0.1")) == 401)
        #expect(status(door.answer(wrong, from: "10.0.0.2")) == 429)
        #expect(status(door.answer(wrong, from: address(0))) == 401)
        #expect(status(door.answer(wrong, from: address(0))) == 429)
        clock.seconds.withLock { $0 += GuessCounts.longestTime + GuessCounts.lockTime }
        #expect(status(door.answer(right, from: "10.0.0.1")) == 200)
    }

    @Test("A share with a password shows nothing without it, and its log never has it")
    func served() throws {
        let folder = try TemporaryFolder(isInMemory: true)
        try folder.write("inside", to: "a.txt")
        let share = try TestShare(
            folder, request: { $0.access = .user("anna", Secret("s3cret-word")) })
        let refused = try share.ask("/a.txt")
        #expect(refused.status == 401)
        let challenges = refused.headers.all("WWW-Authenticate")
        #expect(challenges.count == 2)
        #expect(challenges.first?.hasPrefix("Digest realm=") == true)
        #expect(challenges.last?.hasPrefix("Basic realm=") == true)
        #expect(!refused.text.contains("inside"))
        #expect(try share.ask("/nothing").status == 401)
        #expect(try share.ask("DELETE", "/a.txt").status == 401)
        let header = AuthenticatorTests.basic("anna:s3cret-word")
        #expect(try share.ask("/a.txt", [("Authorization", header)]).text == "inside")
        let visits = share.server.status.visits
        #expect(visits.map(\.visitor) == ["127.0.0.1 (anna)"])
        let log = share.log.map { "\($0)" }.joined()
        #expect(!log.contains("s3cret-word"))
        #expect(!log.contains(header.dropFirst(6)))
        #expect(log.contains("/a.txt"))
    }
}
