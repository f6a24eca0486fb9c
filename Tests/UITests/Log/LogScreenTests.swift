import Files
import Terminal
import Testing

@testable import UI

@Suite("The log's screen")
struct LogScreenTests {
    private func exchange(
        _ number: Int, _ direction: Exchange.Direction, _ text: String, code: Int? = nil,
        connection: Int = 1, elapsed: Double? = nil, explanation: String? = nil
    ) -> Exchange {
        Exchange(
            time: 1_763_683_082 + Double(number), connection: connection, direction: direction,
            text: text, code: code, elapsed: elapsed, explanation: explanation)
    }

    private var exchanges: [Exchange] {
        [
            exchange(0, .remark, "Connected to web01 port 21"),
            exchange(0, .received, "220 ready", code: 220, elapsed: 0.012),
            exchange(0, .sent, "USER deploy"),
            exchange(
                1, .received, "331 Password please", code: 331, elapsed: 1.24,
                explanation: "the name is known, a password is wanted"),
            exchange(2, .received, "150 Ok to send data", code: 150, connection: 2),
            exchange(
                3, .received, "550 index.html: Permission denied", code: 550, connection: 2,
                elapsed: 12, explanation: "the server does not let you do this"),
            exchange(4, .trouble, "The connection was reset", connection: 2),
        ]
    }

    private func screen(_ width: Int = 100, _ height: Int = 16) -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .log)
        _ = screen.model.update(.exchanged(exchanges))
        return screen
    }

    @Test("It shows time, connection, direction, line, duration, and plain words for the code")
    func literal() {
        var screen = screen()
        screen.press("up")
        #expect(
            screen.text == """
                 Log                                                                                            6/7
                 23:58:02 #1   * Connected to web01 port 21
                 23:58:02 #1   ← 220 ready                                                                     12ms
                 23:58:02 #1   → USER deploy
                 23:58:03 #1   ← 331 Password please  (the name is known, a password is wanted)                1.2s
                 23:58:04 #2   ← 150 Ok to send data
                 23:58:05 #2   ← 550 index.html: Permission denied  (the server does not let you do this)       12s
                 23:58:06 #2   ! The connection was reset



                ─ Reply 550, connection 2, after 12s ───────────────────────────────────────────────────────────────
                 550 index.html: Permission denied
                 the server does not let you do this
                 The connection was reset
                 / search  n next  f filter  e errors  q back  c connection  s save  y copy  End newest  ? keys
                """)
    }

    @Test("Replies are coloured by their class")
    func roles() {
        var screen = screen()
        _ = screen.model.update(.exchanged([exchange(9, .received, "450 busy", code: 450)]))
        #expect(screen.role(of: "220 ready") == .reply2)
        #expect(screen.role(of: "331 ") == .reply3)
        #expect(screen.role(of: "150 ") == .reply1)
        #expect(screen.role(of: "550 ") == .reply5)
        #expect(screen.role(of: "USER") == .logSent)
        #expect(screen.role(of: "Connected") == .logRemark)
        #expect(screen.role(of: "450 ") == .logCursor)
        screen.press("up up")
        #expect(screen.role(of: "450 ") == .reply4)
    }

    @Test("Errors, one connection and a text can be filtered, also as lines come in")
    func filters() {
        var screen = screen(60)
        screen.press("e")
        #expect(
            Array(screen.lines.prefix(4)) == [
                " Log                                  errors, 2/2 following",
                " 23:58:05 #2   ← 550 index.html: Permission denied",
                " 23:58:06 #2   ! The connection was reset", "",
            ])
        _ = screen.model.update(
            .exchanged([
                exchange(5, .received, "226 Done", code: 226),
                exchange(6, .received, "421 Timeout", code: 421),
            ]))
        #expect(screen.lines[3] == " 23:58:08 #1   ← 421 Timeout")
        #expect(screen.lines[4] == "")
        screen.press("up c")
        #expect(screen.lines[0].hasSuffix("errors, #2, 2/2 following"))
        screen.press("c e f")
        screen.type("PASSW")
        #expect(screen.lines[14] == " Only lines that contain: PASSW")
        #expect(screen.lines[1].hasPrefix(" 23:58:03 #1   ← 331 Password please"))
        #expect(screen.lines[2] == "")
        screen.press("enter")
        #expect(screen.lines[0].hasSuffix("'passw', 1/1 following"))
        screen.press("escape")
        #expect(screen.lines[0].hasSuffix("9/9 following") || screen.lines[0].hasSuffix("/9"))
        screen.press("escape")
        #expect(screen.model.screen == .main)
    }

    @Test("Search goes to the next and the previous line, round at the ends")
    func search() {
        var screen = screen()
        screen.press("home /")
        screen.type("OK TO")
        screen.press("enter")
        #expect(screen.model.log.current?.code == 150)
        screen.press("/")
        screen.type("denied")
        screen.press("enter")
        #expect(screen.model.log.current?.code == 550)
        screen.press("n")
        #expect(screen.model.log.current?.code == 550)
        screen.press("/ c o n n e c t enter")
        #expect(screen.model.log.current?.direction == .trouble)
        screen.press("n")
        #expect(screen.model.log.current?.direction == .remark)
        screen.press("N")
        #expect(screen.model.log.current?.direction == .trouble)
        screen.press("/")
        screen.type("nowhere")
        screen.press("enter")
        #expect(screen.text.contains("None of the lines shown contains 'nowhere'."))
    }

    @Test("It follows the newest line until one scrolls up, and again at the end")
    func following() {
        var screen = screen(60)
        screen.press("up")
        let chosen = screen.model.log.current
        _ = screen.model.update(.exchanged([exchange(7, .sent, "NOOP")]))
        #expect(screen.model.log.current == chosen)
        #expect(!screen.model.log.isFollowing)
        screen.press("end")
        #expect(screen.model.log.current?.text == "NOOP")
        _ = screen.model.update(.exchanged([exchange(8, .sent, "QUIT")]))
        #expect(screen.model.log.current?.text == "QUIT")
    }

    @Test("A line is copied, the lines shown are saved after a question for the file")
    func copyAndSave() {
        var screen = screen()
        #expect(screen.press("up y") == [.copy("550 index.html: Permission denied")])
        #expect(screen.press("e s").isEmpty)
        guard let input = screen.model.dialogs.last as? InputDialog else {
            Issue.record("no field was opened")
            return
        }
        #expect(input.title == "Save the log")
        #expect(screen.model.log.filtered.map(\.text) == exchanges.suffix(2).map(\.text))
        #expect(
            screen.press("enter")
                == [.saveLog(screen.model.log.filtered, Path("/ferry-log.txt"))])
    }

    @Test("Ten thousand lines are kept; the selected one stays while older ones go")
    func ring() {
        var screen = FullScreen(width: 60, height: 16, screen: .log)
        _ = screen.model.update(.exchanged((0..<10_000).map { exchange($0, .sent, "line \($0)") }))
        screen.press("home pagedown")
        let chosen = screen.model.log.current
        #expect(chosen?.text == "line 10")
        _ = screen.model.update(.exchanged((0..<5).map { exchange($0, .sent, "new \($0)") }))
        #expect(screen.model.log.current == chosen)
        #expect(screen.model.log.count == 10_000)
        _ = screen.model.update(.exchanged((0..<90_000).map { exchange($0, .sent, "l \($0)") }))
        #expect(screen.model.log.current?.text == "l 80000")
        screen.press("end")
        #expect(screen.model.log.current?.text == "l 89999")
        screen.press("f")
        screen.type("l 8999")
        #expect(screen.model.log.filtered.count == 10)
        screen.resize(300, 100)
        #expect(screen.lines.count == 100)
        #expect(screen.lines[1].contains("l 8999"))
    }

    @Test("Rows hold their place on the screen when older lines are dropped")
    func steady() {
        var screen = FullScreen(width: 60, height: 16, screen: .log)
        _ = screen.model.update(.exchanged((0..<10_000).map { exchange($0, .sent, "line \($0)") }))
        screen.press("home pagedown pagedown pagedown up up")
        let before = screen.lines[1..<11]
        _ = screen.model.update(.exchanged((0..<3).map { exchange($0, .sent, "new \($0)") }))
        #expect(screen.lines[1..<11] == before)
    }

    @Test("An empty log says so, and a filter that hides all says that")
    func empty() {
        var screen = FullScreen(width: 60, height: 16, screen: .log)
        #expect(screen.lines[2] == "  Nothing has been sent or received yet.")
        for key in ["y", "c", "s", "up", "down", "home", "end", "pageup"] { screen.press(key) }
        screen.press("e")
        #expect(screen.lines[2] == "  No lines match the filter.")
    }
}
