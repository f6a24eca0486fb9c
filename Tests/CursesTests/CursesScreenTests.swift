import Curses
import Glibc
import Settings
import Support
import Terminal
import Testing

/// Each test runs in a process of its own, whose terminal is a pseudo-terminal; `precondition`
/// speaks for `#expect` there.
@Suite("The real screen, on a pseudo-terminal")
struct CursesScreenTests {
    @Test("Draws text, and a second time only what changed")
    func drawing() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            let screen = try CursesScreen(theme: .standard)
            precondition(screen.size == Size(width: 40, height: 5))
            var frame = Frame(size: screen.size)
            frame.put("╭ テスト e\u{301} 👍🏽 ╮", x: 2, y: 1, role: .paneFile)
            screen.draw(frame)
            let first = terminal.written()
            precondition(first.contains("テスト e\u{301} 👍 ╮"), first)
            precondition(first.contains("\u{1B}[?1049h"), first)
            for mode in ["1000", "1006", "2004"] {
                precondition(first.contains("\u{1B}[?\(mode)h"), mode)
            }
            screen.draw(frame)
            precondition(terminal.written().isEmpty)
            frame.put("x", x: 30, y: 3, role: .error)
            screen.draw(frame)
            let third = terminal.written()
            precondition(third.contains("x") && third.utf8.count < 80, third)
            screen.redraw()
            screen.draw(frame)
            precondition(terminal.written().contains("テスト"))
            screen.leave()
        }
    }

    @Test("A frame is shown at once, and a frame that changes nothing writes nothing")
    func synchronized() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            let screen = try CursesScreen(theme: .standard)
            var frame = Frame(size: screen.size)
            frame.put("first", x: 1, y: 1, role: .text)
            screen.draw(frame)
            let text = terminal.written()
            let begin = text.firstRange(of: "\u{1B}[?2026h")
            let end = text.firstRange(of: "\u{1B}[?2026l")
            let word = text.firstRange(of: "first")
            precondition(begin != nil && end != nil && word != nil, text)
            if let begin, let end, let word {
                precondition(begin.upperBound <= word.lowerBound, text)
                precondition(word.upperBound <= end.lowerBound, text)
            }
            screen.draw(frame)
            precondition(terminal.written().isEmpty)
            screen.leave()
        }
    }

    @Test("The window has a title, told once, and gets its own back")
    func title() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            let screen = try CursesScreen(theme: .standard)
            precondition(!terminal.written().contains("\u{1B}[22;2t"))
            screen.setTitle("Ferry ~/site")
            precondition(terminal.written() == "\u{1B}[22;2t\u{1B}]2;Ferry ~/site\u{7}")
            screen.runOutside {}
            precondition(terminal.written().contains("\u{1B}[23;2t"))
            screen.resume()
            precondition(!terminal.written().contains("[22;2t"))
            screen.setTitle("Ferry ~/site")
            precondition(terminal.written() == "\u{1B}[22;2t\u{1B}]2;Ferry ~/site\u{7}")
            screen.setTitle("Ferry ~/site")
            precondition(terminal.written().isEmpty)
            screen.leave()
            precondition(terminal.written().contains("\u{1B}[23;2t"))
        }
    }

    @Test("A picture is written once, over its cells, and these again once it is gone")
    func pictures() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            let screen = try CursesScreen(theme: .standard)
            var frame = Frame(size: screen.size)
            frame.put("left", x: 0, y: 1, role: .text)
            let picture = Picture(
                number: 1, form: .characters(["one", "two"]), size: Size(width: 10, height: 2))
            frame.picture = PlacedPicture(picture, at: Point(x: 20, y: 1))
            screen.draw(frame)
            let first = terminal.written()
            precondition(first.contains("\u{1B}7\u{1B}[2;21Hone\u{1B}[3;21Htwo\u{1B}8"), first)
            screen.draw(frame)
            precondition(terminal.written().isEmpty)
            screen.redraw()
            screen.draw(frame)
            precondition(terminal.written().contains("[2;21Hone"))
            frame.picture = nil
            screen.draw(frame)
            let last = terminal.written()
            precondition(last.contains("left") && !last.contains("one"), last)
            screen.leave()
        }
    }

    @Test("Without an own title the window's stays")
    func noTitle() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            var options = CursesScreen.Options()
            options.hasTitle = false
            let screen = try CursesScreen(theme: .standard, options: options)
            screen.setTitle("Ferry")
            screen.leave()
            let text = terminal.written()
            precondition(!text.contains("]2;") && !text.contains("[22;2t"), text)
        }
    }

    @Test("Rows and texts that move are drawn anew: not every terminal can shift them")
    func moving() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 20))
            let screen = try CursesScreen(theme: .standard)
            for step in [0, 1, 3, 2, 10, 4, 0] {
                var frame = Frame(size: screen.size)
                for row in 0..<20 {
                    let number = row + step
                    // Rows that are all the same in between would carry a single one along.
                    let isNamed = number % 4 == 0 || step > 2
                    let text = isNamed ? "row \(number) \(number * 7_919)" : "the same"
                    frame.put(text, x: 2, y: row, role: .text)
                }
                screen.draw(frame)
                let text = terminal.written()
                let shifts = /\u{1B}(\[[0-9]*[@bLMPST]|\[[0-9]+;[0-9]+r|[DM])|\n/
                precondition(
                    step == 0 && text.contains("1049h") || text.firstMatch(of: shifts) == nil, text)
            }
            screen.leave()
        }
    }

    @Test("Takes every key for itself, and gives the terminal back as it was")
    func modes() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            let (local, input) = (terminal.localFlags, terminal.inputFlags)
            let screen = try CursesScreen(theme: .standard)
            let taken = UInt32(ISIG | ICANON | ECHO)
            precondition(terminal.localFlags & taken == 0)
            precondition(terminal.inputFlags & UInt32(IXON) == 0)
            screen.draw(Frame(size: screen.size))
            _ = terminal.written()
            var wasOutside = false
            screen.runOutside {
                wasOutside = terminal.localFlags == local && terminal.written().contains("[?1049l")
            }
            precondition(wasOutside)
            precondition(terminal.localFlags & taken == 0)
            precondition(terminal.written().contains("[?1049h"))
            screen.leave()
            let end = terminal.written()
            for mode in ["1000l", "1006l", "2004l", "1049l"] {
                precondition(end.contains("\u{1B}[?\(mode)"), mode)
            }
            precondition(terminal.localFlags == local && terminal.inputFlags == input)
            screen.leave()
            precondition(terminal.written().isEmpty)
        }
    }

    @Test("Reads keys, pastes and a new size")
    func events() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            let screen = try CursesScreen(theme: .standard)
            precondition(screen.events().isEmpty)
            terminal.type("a\u{3}\u{13}\u{1B}[A\u{1B}OP\u{1B}[200~x\ry\u{1B}[201~")
            precondition(
                screen.events() == [
                    .key(Key("a")), .key(Key("c", .control)), .key(Key("s", .control)),
                    .key(Key(.up)), .key(Key(.function(1))), .paste("x\ny"),
                ])
            terminal.type("\u{1B}")
            precondition(screen.events().isEmpty)
            let patience = try #require(screen.timeout)
            precondition((0...26).contains(patience))
            poll(nil, 0, patience)
            precondition(screen.events() == [.key(Key(.escape))])
            precondition(screen.timeout == nil)
            terminal.resize(columns: 60, rows: 20)
            precondition(screen.events() == [.resize(Size(width: 60, height: 20))])
            precondition(screen.events().isEmpty)
            screen.leave()
        }
    }

    @Test("Notices that the terminal has gone")
    func hangUp() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            let screen = try CursesScreen(theme: .standard)
            close(terminal.master)
            precondition(screen.events().isEmpty)
            precondition(screen.isClosed)
            screen.draw(Frame(size: screen.size))
            screen.leave()
        }
    }

    @Test("NO_COLOR and --ascii leave no colour and no line characters")
    func plain() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 40, rows: 5))
            setenv("NO_COLOR", "1", 1)
            var options = CursesScreen.Options()
            options.isASCII = true
            options.hasMouse = false
            let screen = try CursesScreen(theme: .standard, options: options)
            precondition(screen.depth == .monochrome)
            var frame = Frame(size: screen.size)
            frame.put("╭──╮ ✓ … ▮▯", x: 0, y: 0, role: .paneFrame)
            frame.put("cursor", x: 0, y: 1, role: .paneCursor)
            screen.draw(frame)
            let text = terminal.written()
            precondition(text.contains("+--+ + ~ #."), text)
            precondition(!text.contains("[38") && !text.contains("[48") && !text.contains("[?1000"))
            precondition(text.contains("[7m") || text.contains(";7m"), text)
            screen.leave()
        }
    }

    @Test("Few colours are enough", arguments: ["linux", "xterm", "xterm-16color", "vt100"])
    func fewColours(type: String) async {
        await #expect(processExitsWith: .success) { [type] in
            guard let terminal = OwnTerminal(columns: 40, rows: 5, type: type) else { exit(1) }
            guard let screen = try? CursesScreen(theme: .standard) else {
                // A machine without this entry has nothing to show here.
                exit(0)
            }
            precondition(screen.depth != .indexed && screen.depth != .direct)
            var frame = Frame(size: screen.size)
            for (row, role) in [Role.paneCursor, .statusError, .keybarLabel].enumerated() {
                frame.put("word\(row)", x: 0, y: row, role: role)
            }
            screen.draw(frame)
            let text = terminal.written()
            precondition(text.contains("word0") && text.contains("word2"), text)
            screen.leave()
        }
    }

    @Test(
        "A terminal that cannot be used is refused in one sentence",
        arguments: [
            ("dumb", "cannot position text"), ("no-such-terminal", "unknown"), ("", "not set"),
        ])
    func refused(type: String, words: String) async {
        await #expect(processExitsWith: .success) { [type, words] in
            guard let terminal = OwnTerminal(columns: 40, rows: 5, type: type) else { exit(1) }
            do {
                let screen = try CursesScreen(theme: .standard)
                screen.leave()
                exit(1)
            } catch {
                precondition("\(error)".contains(words), "\(error)")
                precondition(terminal.written().isEmpty)
            }
        }
    }

    @Test("Without a terminal there is one sentence and no screen")
    func noTerminal() async {
        await #expect(processExitsWith: .success) {
            let null = open("/dev/null", O_RDWR)
            dup2(null, STDIN_FILENO)
            do {
                _ = try CursesScreen(theme: .standard)
                exit(1)
            } catch {
                precondition("\(error)".contains("needs a terminal"), "\(error)")
            }
        }
    }
}

@Suite("Signals come as values")
struct SignalTests {
    @Test("Each that Ferry knows, and none is left to act by itself")
    func signals() async {
        await #expect(processExitsWith: .success) {
            let signals = try #require(Signals())
            for number in [SIGTERM, SIGHUP, SIGINT, SIGWINCH, SIGTSTP, SIGCONT] {
                raise(number)
                var ready = pollfd(fd: signals.descriptor, events: Int16(POLLIN), revents: 0)
                precondition(poll(&ready, 1, 5_000) == 1)
                let drained = signals.drain()
                precondition(drained.count == 1, "\(number): \(drained)")
            }
        }
    }
}
