import Files
import Synchronization
import Testing

@testable import SFTP

@Suite("Logins beside the shared one")
struct ExtraLoginTests {
    private let command = SSHCommandLine(
        Site(scheme: .sftp, host: "box", user: "me"), variable: { _ in nil })

    @Test("One account has two at most, and no more than the user allows")
    func limits() {
        let extras = ExtraLogins()
        #expect(extras.take(command))
        #expect(extras.take(command))
        #expect(!extras.take(command))
        let other = SSHCommandLine(Site(scheme: .sftp, host: "other"), variable: { _ in nil })
        #expect(extras.take(other))
        extras.leave(command)
        #expect(extras.take(command))
        extras.limit(to: 0)
        extras.leave(command)
        #expect(!extras.take(command))
    }

    @Test("After a refusal there is none for an hour, and that is told once")
    func refusal() {
        let seconds = Mutex(0.0)
        let extras = ExtraLogins { Instant(seconds: seconds.withLock(\.self)) }
        #expect(extras.take(command))
        #expect(extras.refuse(command))
        #expect(!extras.refuse(command))
        extras.leave(command)
        #expect(!extras.take(command))
        seconds.withLock { $0 = 3_599 }
        #expect(!extras.take(command))
        seconds.withLock { $0 = 3_601 }
        #expect(extras.take(command))
    }
}
