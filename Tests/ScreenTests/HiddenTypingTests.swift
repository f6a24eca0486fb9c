import Glibc
import Support
import Testing

@Suite("What is typed on the terminal without being shown")
struct HiddenTypingTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    /// A share that has asked for its password.
    private func asked() throws -> PseudoTerminal {
        let ferry = try Ferry(["share", "--port", "0", "--user", "me", "."], in: folder)
        try ferry.terminal.waitFor("Password for visitors")
        try ferry.terminal.waitUntil("the echo to be off") { _ in !ferry.terminal.isCooked }
        return ferry.terminal
    }

    @Test("It is taken, and the terminal shows what is typed again")
    func taken() throws {
        let terminal = try asked()
        terminal.send("geheim\r")
        try terminal.waitFor("http://127.0.0.1")
        #expect(terminal.isCooked)
        #expect(!terminal.screen.contains("geheim"))
        terminal.send("\u{3}")
        #expect(try terminal.waitForEnd() == .exited(0))
    }

    @Test(
        "Ctrl-C and signals end the program, and leave a terminal that shows what is typed",
        arguments: [SIGINT, SIGTERM, SIGHUP])
    func ended(by signal: CInt) throws {
        let terminal = try asked()
        let began = ContinuousClock.now
        if signal == SIGINT { terminal.send("half\u{3}") } else { terminal.signal(signal) }
        try terminal.waitUntil("the echo to be back") { _ in terminal.isCooked }
        #expect(try terminal.waitForEnd() == .killed(signal: Int(signal)))
        #expect(began.duration(to: .now) < .seconds(20))
    }

    @Test("Ctrl-Z leaves a terminal that shows what is typed, and fg asks again in secret")
    func stopped() throws {
        let terminal = try PseudoTerminal(
            ["bash", "--norc", "--noprofile", "-i"],
            environment: Ferry.environment(folder), directory: folder.path("here"))
        try terminal.waitFor("bash-")
        terminal.send("'\(Ferry.path)' share --port 0 --user me .\r")
        try terminal.waitFor("Password for visitors")
        try terminal.waitUntil("the echo to be off") { _ in !terminal.isCooked }
        terminal.send("\u{1A}")
        try terminal.waitFor("Stopped")
        terminal.send("fg\r")
        // The shell's own line says the command; the question comes once more below it.
        try terminal.waitUntil("the question anew") { screen in
            screen.text.components(of: "Password for visitors").count == 3
        }
        try terminal.waitUntil("the echo to be off") { _ in !terminal.isCooked }
        terminal.send("geheim\r")
        try terminal.waitFor("http://127.0.0.1")
        #expect(!terminal.screen.contains("geheim"))
        terminal.send("\u{3}")
        try terminal.waitUntil("the shell") { screen in
            screen.text.components(of: "bash-").count >= 4
        }
        terminal.send("exit\r")
        _ = try terminal.waitForEnd()
    }
}

extension String {
    /// What stands between the places of another text.
    fileprivate func components(of separator: String) -> [Substring] {
        split(separator: separator, omittingEmptySubsequences: false)
    }
}
