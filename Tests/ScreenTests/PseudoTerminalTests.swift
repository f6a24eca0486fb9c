import Glibc
import Support
import Testing

@Suite("Programs run in the tests' own terminal as in a real one")
struct PseudoTerminalTests {
    @Test("It has its size, its name, and echoes what is typed")
    func terminal() throws {
        let terminal = try PseudoTerminal(
            ["bash", "-c", "stty size; echo $TERM; tty -s && echo yes; read line; echo got $line"],
            columns: 44, rows: 11)
        try terminal.waitFor("11 44")
        try terminal.waitFor("xterm-256color")
        try terminal.waitFor("yes")
        #expect(terminal.isCooked)
        terminal.send("héllo")
        terminal.send(.enter)
        try terminal.waitFor("got héllo")
        #expect(try terminal.waitForEnd() == .exited(0))
    }

    @Test("A resize is told to the program")
    func resize() throws {
        let terminal = try PseudoTerminal([
            "bash", "-c", "trap 'stty size' WINCH; echo ready; while :; do read -r -t 1 x; done",
        ])
        try terminal.waitFor("ready")
        terminal.resize(columns: 71, rows: 19)
        try terminal.waitFor("19 71")
    }

    @Test("Endings are told apart")
    func endings() throws {
        #expect(try PseudoTerminal(["bash", "-c", "exit 7"]).waitForEnd() == .exited(7))
        let killed = try PseudoTerminal(["sleep", "1000"])
        killed.signal(SIGTERM)
        #expect(try killed.waitForEnd() == .killed(signal: Int(SIGTERM)))
    }

    @Test("What terminfo says for xterm-256color is understood")
    func terminfo() throws {
        let script = """
            tput smcup; tput cup 2 4; echo -n here; tput setaf 3; tput rev; echo -n bright
            tput sgr0; tput cup 5 0; echo done; read x; tput rmcup; tput cnorm; echo after
            """
        let terminal = try PseudoTerminal(["bash", "-c", script])
        try terminal.waitFor("done")
        #expect(terminal.screen.isAlternate)
        #expect(terminal.screen.line(2) == "    herebright")
        #expect(terminal.screen.style(of: "bright")?.isReversed == true)
        terminal.send(.enter)
        try terminal.waitFor("after")
        #expect(!terminal.screen.isAlternate)
        #expect(try terminal.waitForEnd() == .exited(0))
        #expect(terminal.screen.unknown == [])
    }

    @Test("What never comes fails with the screen in the message")
    func waiting() throws {
        let terminal = try PseudoTerminal(["bash", "-c", "echo something else"])
        let failure = #expect(throws: PseudoTerminal.Failure.self) {
            try terminal.waitFor("never")
        }
        #expect(failure?.description.contains("something else") == true)
    }
}
