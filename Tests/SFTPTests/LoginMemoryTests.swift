import Files
import Synchronization
import Testing

@testable import SFTP

@Suite("What is remembered of logins")
struct LoginMemoryTests {
    private let owner = LoginSecrets.Owner.key(prompt: "Enter passphrase for key 'x': ")
    private let command = SSHCommandLine(Site(scheme: .sftp, host: "box")) { _ in nil }
    private let broken = FileSystemError(.connection, detail: "It broke.", isTransient: true)

    @Test("A secret that worked is there, until it is refused")
    func secrets() {
        let secrets = LoginSecrets()
        #expect(secrets.secret(of: owner) == nil)
        secrets.keep(Secret("one"), of: owner)
        #expect(secrets.secret(of: owner) == Secret("one"))
        secrets.refuse(Secret("two"), of: owner)
        #expect(secrets.secret(of: owner) == Secret("one"))
        secrets.refuse(Secret("one"), of: owner)
        #expect(secrets.secret(of: owner) == nil)
        #expect(secrets.wasRefused(Secret("one"), of: owner))
        secrets.keep(Secret("one"), of: owner)
        #expect(!secrets.wasRefused(Secret("one"), of: owner))
    }

    @Test("A password is for one server, a passphrase for any")
    func places() {
        let (box, other) = (ServerPlace(host: "box", port: 22), ServerPlace(host: "box", port: 23))
        let secrets = LoginSecrets()
        secrets.keep(Secret("p"), of: .account(box, prompt: "me@box's password: "))
        #expect(secrets.hasAny(for: box))
        #expect(!secrets.hasAny(for: other))
        secrets.keep(Secret("p"), of: owner)
        #expect(secrets.hasAny(for: other))
    }

    @Test("Attempts that nobody watches wait longer each time, a minute at most")
    func delays() {
        let now = Mutex(0.0)
        let attempts = LoginAttempts { Instant(seconds: now.withLock { $0 }) }
        #expect(attempts.delay(of: command) == 0)
        for expected in [1.0, 2, 4, 8, 16, 32, 60, 60] {
            attempts.fail(command, broken, isWatched: false)
            #expect(attempts.delay(of: command) == expected)
        }
        now.withLock { $0 += 50 }
        #expect(attempts.delay(of: command) == 10)
        now.withLock { $0 += 50 }
        #expect(attempts.delay(of: command) == 0)
        attempts.succeed(command)
        attempts.fail(command, broken, isWatched: true)
        #expect(attempts.delay(of: command) == 0)
    }

    @Test("A login that was refused is not repeated until one succeeds")
    func refusals() {
        let attempts = LoginAttempts()
        let refused = FileSystemError(.login, detail: "No.")
        attempts.fail(command, refused, isWatched: true)
        attempts.fail(command, broken, isWatched: false)
        #expect(attempts.refusal(of: command) == refused)
        attempts.succeed(command)
        #expect(attempts.refusal(of: command) == nil)
    }
}
