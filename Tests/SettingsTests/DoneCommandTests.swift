import Glibc
import Support
import Testing

@testable import Settings

@Suite("The command that is run when transfers are over")
struct DoneCommandTests {
    @Test("It finds the counts in its environment, beside what was there")
    func variables() throws {
        let folder = try TemporaryFolder()
        try DoneCommand.run(
            "echo \"$FERRY_DONE $FERRY_FAILED ${PATH:+kept}\" > '\(folder.path)/told'",
            ["FERRY_DONE": 3, "FERRY_FAILED": 1])
        #expect(folder.read("told") == Array("3 1 kept\n".utf8))
    }

    @Test("What it leaves in the background is not waited for")
    func background() throws {
        let folder = try TemporaryFolder()
        let start = ContinuousClock.now
        try DoneCommand.run(
            "sleep 300 & echo $! > '\(folder.path)/child'", ["FERRY_DONE": 1], timeout: 200)
        #expect(ContinuousClock.now - start < .seconds(150))
        let text = String(decoding: folder.read("child") ?? [], as: UTF8.self)
        let child = try #require(pid_t(text.dropLast()))
        // It goes on: nobody has ended it.
        #expect(kill(child, SIGTERM) == 0)
    }

    @Test("What it fails with is one sentence without harm")
    func failure() {
        func sentence(_ command: String, timeout: Double = 60) -> String {
            do {
                try DoneCommand.run(command, ["FERRY_DONE": 1], timeout: timeout)
                return "none"
            } catch {
                return "\(error)"
            }
        }
        #expect(sentence("exit 3") == "config.toml: The 'on_done' command failed.")
        #expect(
            sentence("printf 'no\\033[1m bell\\nmore' >&2; exit 1")
                .hasPrefix("config.toml: The 'on_done' command failed (no"))
        #expect(!sentence("printf 'no\\033[1m bell' >&2; exit 1").contains("\u{1B}"))
        #expect(sentence("cat; sleep 60", timeout: 0.2).contains("did not end within 0 s"))
    }
}
