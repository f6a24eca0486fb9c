import Glibc
import Support
import Testing

@Suite("Ferry leaves every terminal as it found it")
struct TerminalMannersTests {
    @Test("A resize redraws, and too small a window says so until it grows")
    func resize() throws {
        let ferry = try Ferry.demo()
        ferry.terminal.resize(columns: 140, rows: 45)
        try ferry.terminal.waitUntil("the key bar in the last row") {
            $0.line(44).contains("10Quit") && $0.line(1).contains("╮")
                && $0.line(1).unicodeScalars.count > 120
        }
        ferry.terminal.resize(columns: 60, rows: 16)
        try ferry.terminal.waitUntil("the key bar in row 16") { $0.line(15).contains("1Help") }
        ferry.terminal.resize(columns: 30, rows: 8)
        try ferry.terminal.waitFor("60x16, but this one has")
        ferry.terminal.resize(columns: 100, rows: 30)
        try ferry.terminal.waitUntil("the key bar in row 30") { $0.line(29).contains("10Quit") }
        try ferry.waitForRight("readme.txt")
        #expect(ferry.screen.unknown == [])
    }

    @Test("A window that is too small from the start is refused in one sentence")
    func startSmall() throws {
        let ferry = try Ferry(["demo"], columns: 20, rows: 5)
        #expect(try ferry.terminal.waitForEnd() == .exited(2))
        ferry.expectRestored()
    }

    @Test("Ctrl-Z gives the shell its terminal back, and fg the screen")
    func suspend() throws {
        let folder = try Ferry.folder()
        let terminal = try PseudoTerminal(
            ["bash", "--norc", "--noprofile", "-i"],
            environment: Ferry.environment(folder),
            directory: folder.path("here"))
        try terminal.waitFor("bash-")
        terminal.send("\(Ferry.path) demo\r")
        try terminal.waitFor("readme.txt")
        terminal.send(.controlZ)
        try terminal.waitFor("Stopped")
        #expect(!terminal.screen.isAlternate)
        terminal.send("echo still $((40 + 2))\r")
        try terminal.waitFor("still 42")
        terminal.send("fg\r")
        try terminal.waitFor("10Quit")
        try terminal.waitFor("readme.txt")
        #expect(terminal.screen.isAlternate)
        // Once to ask, and once more to answer.
        terminal.send("qq")
        try terminal.waitUntil("the shell again") { !$0.isAlternate }
        terminal.send("echo status $?; exit\r")
        try terminal.waitFor("status 0")
        #expect(terminal.screen.modes.isDisjoint(with: [1_000, 1_002, 1_006]))
    }

    @Test(
        "A signal that ends it restores the terminal",
        arguments: [SIGTERM, SIGHUP, SIGABRT, SIGSEGV])
    func signals(number: CInt) throws {
        let ferry = try Ferry.demo()
        #expect(!ferry.terminal.isCooked)
        ferry.terminal.signal(number)
        _ = try ferry.terminal.waitForEnd()
        ferry.expectRestored()
    }

    @Test("Ctrl-C asks, and does not kill")
    func interrupt() throws {
        let ferry = try Ferry.demo()
        ferry.terminal.send(.controlC)
        try ferry.terminal.waitFor("Quit Ferry?")
        ferry.terminal.send("n")
        try ferry.terminal.waitForNo("Quit Ferry?")
        ferry.terminal.send(.tab)
        try ferry.terminal.waitFor("[local]")
    }

    @Test("Without a terminal that can show it, it says so in one sentence and ends with 2")
    func dumb() throws {
        for (variables, command) in [
            (["TERM": "dumb"], "'\(Ferry.path)' demo"),
            (["TERM": "no-such-terminal"], "'\(Ferry.path)' demo"),
            ([:], "'\(Ferry.path)' demo </dev/null"),
            ([:], "'\(Ferry.path)' demo | cat; exit ${PIPESTATUS[0]}"),
        ] {
            let folder = try Ferry.folder()
            let terminal = try PseudoTerminal(
                ["bash", "-c", command],
                environment: Ferry.environment(folder).merging(variables) { $1 },
                directory: folder.path("here"))
            #expect(try terminal.waitForEnd() == .exited(2), "\(command) \(variables)")
            #expect(!terminal.screen.text.contains("Fatal"))
            let lines = terminal.screen.text.split(separator: "\n")
            #expect((1...3).contains(lines.count), "\(terminal.screen.text)")
        }
    }

    @Test("A mistake in the sites file is told before the screen is taken")
    func mistakenSites() throws {
        let folder = try Ferry.folder()
        try folder.makeFolder("config")
        try folder.makeFolder("config/ferry")
        try folder.write("[[site]]\nname = \"a\"\nhots = 1\n", to: "config/ferry/sites.toml")
        let ferry = try Ferry([], in: folder)
        #expect(try ferry.terminal.waitForEnd() == .exited(2))
        #expect(ferry.screen.text.contains("sites.toml, line 3"))
        #expect(!ferry.terminal.output.starts(with: [0x1B]))
    }
}
