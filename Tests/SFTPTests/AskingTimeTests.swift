import Files
import Glibc
import Support
import Synchronization
import Testing

@testable import SFTP

@Suite("A login whose user takes time")
struct AskingTimeTests {
    /// Answers only after it has been waited for longer than a site may be silent.
    private final class SlowPrompter: LoginPrompter {
        private let count = Atomic<Int>(0)

        func show(
            _ prompt: LoginPrompt, answer: @escaping @Sendable (LoginAnswer) -> Void
        ) -> LoginPromptID {
            Background.run {
                poll(nil, 0, 6_000)
                answer(.secret(Secret("right")))
            }
            return LoginPromptID(rawValue: count.add(1, ordering: .relaxed).newValue)
        }

        func withdraw(_ id: LoginPromptID) {}
        var shownCount: Int { count.load(ordering: .relaxed) }
    }

    private func greet(_ bench: SSHBench, _ opener: SSHCarrierOpener) throws -> Greeting {
        var site = bench.site
        site.timeout = 4
        return try Greeting(
            opener.open(bench.interrupter), site: site, log: ConnectionLog(1) { _ in })
    }

    @Test("The wait for the server's first word does not end while a prompt is shown")
    func slow() throws {
        // Half a second for the server after the answer.
        let bench = try SSHBench(
            "[[ $(ask \"me@box's password: \") == right ]] && { read -t 0.5 <>\"$HERE/none\"; version; }"
        )
        mkfifo(bench.folder.path("none"), 0o600)
        let prompter = SlowPrompter()
        let opener = bench.opener(audience: .watched(prompter))
        let greeting = try greet(bench, opener)
        #expect(greeting.version.number == 3)
        #expect(prompter.shownCount == 1)
        greeting.carrier.close()
    }

    @Test("A server that is silent without a prompt is given up in its time")
    func silent() throws {
        let bench = try SSHBench("exec sleep 1000")
        let error = #expect(throws: FileSystemError.self) {
            try greet(bench, bench.opener(nil, StubPrompter()))
        }
        #expect(error?.kind == .timeout)
    }
}
