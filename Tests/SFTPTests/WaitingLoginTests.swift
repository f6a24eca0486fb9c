import Files
import Glibc
import Support
import Synchronization
import Testing
import Transport

@testable import SFTP

@Suite("A login that waits for another to the same account")
struct WaitingLoginTests {
    private static let script = """
        [[ $(ask "me@box's password: ") == right ]] && { version; exit; }
        say 'me@box: Permission denied (publickey,password).'
        exit 255
        """

    /// What becomes of an opener on a thread of its own.
    private final class Attempt: Sendable {
        private let result = Mutex<(isDone: Bool, failure: FileSystemError?)>((false, nil))
        let interrupter = Interrupter()

        init(_ bench: SSHBench, _ opener: SSHCarrierOpener) {
            Background.run { [self] in
                var failure: FileSystemError?
                do throws(FileSystemError) {
                    let carrier = try opener.open(interrupter)
                    do {
                        _ = try SSHBench.handshake(carrier)
                    } catch {
                        failure = error as? FileSystemError
                    }
                    carrier.close()
                } catch {
                    failure = error
                }
                result.withLock { $0 = (true, failure) }
            }
        }

        var isDone: Bool { result.withLock { $0.isDone } }
        var failure: FileSystemError? { result.withLock { $0.failure } }
    }

    private func isWaiting(_ bench: SSHBench) -> Bool {
        bench.isSoon {
            bench.log.contains { $0.hasPrefix("Waiting for another login to sftp://me@box") }
        }
    }

    /// The first one's prompt is shown, and the second waits.
    private func begin(
        _ bench: SSHBench, _ prompter: StubPrompter? = nil
    ) -> (held: HeldPrompter, first: Attempt, second: Attempt) {
        let held = HeldPrompter()
        let first = Attempt(bench, bench.opener(audience: .watched(held)))
        #expect(bench.isSoon { held.isAsking })
        let second = Attempt(bench, bench.opener(nil, prompter))
        #expect(isWaiting(bench))
        #expect(!second.isDone)
        return (held, first, second)
    }

    @Test(
        "Where it is declined or refused, one that nobody watches fails the same",
        arguments: [true, false])
    func unwatched(isDeclined: Bool) throws {
        let bench = try SSHBench(WaitingLoginTests.script)
        let (held, first, second) = begin(bench)
        held.answer(isDeclined ? .declined : .secret(Secret("wrong")))
        #expect(bench.isSoon { first.isDone && second.isDone })
        #expect(second.failure?.kind == .login)
        #expect(second.failure == first.failure)
        #expect(second.failure?.detail.contains("You declined") == isDeclined)
        #expect(bench.log.filter { $0.hasPrefix("Starting") }.count == 1)
    }

    @Test("One that the user has asked for asks then itself")
    func watched() throws {
        let bench = try SSHBench(WaitingLoginTests.script)
        let prompter = StubPrompter("right")
        let (held, first, second) = begin(bench, prompter)
        held.answer(.declined)
        #expect(bench.isSoon { first.isDone && second.isDone })
        #expect(second.failure == nil)
        #expect(prompter.shown.count == 1)
    }

    @Test("An interruption ends its wait alone")
    func interrupted() throws {
        let bench = try SSHBench(WaitingLoginTests.script)
        let (held, first, second) = begin(bench)
        second.interrupter.interrupt()
        #expect(bench.isSoon { second.isDone })
        #expect(second.failure?.kind == .cancelled)
        #expect(!first.isDone)
        held.answer(.secret(Secret("right")))
        #expect(bench.isSoon { first.isDone })
        #expect(first.failure == nil)
    }

    @Test("When the login is broken off, those that wait are told")
    func brokenOff() throws {
        let bench = try SSHBench(WaitingLoginTests.script)
        let (_, first, second) = begin(bench)
        first.interrupter.interrupt()
        #expect(bench.isSoon { first.isDone && second.isDone })
        #expect(second.failure?.isTransient == true)
        #expect(second.failure?.detail.contains("was cancelled") == true)
    }

    @Test("A server that shuts out who comes in haste is told, and left alone for a while")
    func penalties() throws {
        let bench = try SSHBench(
            """
            say 'kex_exchange_identification: read: Connection reset by peer'
            say 'Not allowed at this time'
            exit 255
            """)
        let error = bench.failure(bench.opener())
        #expect(error?.kind == .connection)
        #expect(error?.isTransient == true)
        #expect(error?.detail.contains("limit frequent connections") == true)
        #expect(bench.memory.attempts.delay(of: SSHCommandLine(bench.site) { _ in nil }) > 0)
    }
}
