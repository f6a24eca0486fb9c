import Glibc
import Settings
import Support
import Terminal
import Testing

@testable import Curses

@Suite("What the terminal's window says of Ferry")
struct WindowNotesTests {
    @Test("Only terminals that know OSC 9;4 are sent a progress, and none within tmux")
    func environments() {
        func shows(_ environment: [String: String]) -> Bool {
            WindowNotes.showsProgress { environment[$0] }
        }
        #expect(!shows([:]))
        #expect(!shows(["TERM_PROGRAM": "iTerm.app", "VTE_VERSION": "7600"]))
        #expect(shows(["WT_SESSION": "1"]))
        #expect(shows(["ConEmuANSI": "ON"]))
        #expect(shows(["VTE_VERSION": "7900"]))
        #expect(shows(["TERM_PROGRAM": "ghostty"]))
        #expect(!shows(["TERM_PROGRAM": "ghostty", "TMUX": "/tmp/tmux-0/default,1,0"]))
    }

    @Test("A progress is told when it changes, and taken back at the end")
    func progress() async {
        await #expect(processExitsWith: .success) {
            for name in ["TMUX", "STY"] { unsetenv(name) }
            setenv("WT_SESSION", "1", 1)
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            let screen = try CursesScreen(theme: .standard)
            _ = terminal.written()
            screen.setProgress(.none)
            precondition(terminal.written().isEmpty)
            screen.setProgress(.running(percent: 46))
            precondition(terminal.written() == "\u{1B}]9;4;1;46\u{7}")
            screen.setProgress(.running(percent: 46))
            precondition(terminal.written().isEmpty)
            screen.setProgress(.running(percent: nil))
            precondition(terminal.written() == "\u{1B}]9;4;3\u{7}")
            screen.setProgress(.asks(percent: 300))
            precondition(terminal.written() == "\u{1B}]9;4;4;100\u{7}")
            screen.runOutside {}
            precondition(terminal.written().contains("\u{1B}]9;4;0\u{7}"))
            screen.setProgress(.running(percent: 50))
            screen.leave()
            precondition(terminal.written().contains("\u{1B}]9;4;0\u{7}"))
        }
    }
}
