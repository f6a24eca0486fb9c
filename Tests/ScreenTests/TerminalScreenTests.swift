import Support
import Testing

/// What is sent, and the screen's text after it.
struct Example: CustomTestStringConvertible {
    let input: String
    let shown: String

    init(_ input: String, _ shown: String) {
        self.input = input
        self.shown = shown
    }

    /// Escaped, so that the tests' output does not steer the terminal it is read on.
    var testDescription: String { input.debugDescription }
}

@Suite("The tests' own terminal shows what a real one would")
struct TerminalScreenTests {
    private func screen(_ text: String, columns: Int = 10, rows: Int = 4) -> TerminalScreen {
        var screen = TerminalScreen(columns: columns, rows: rows)
        screen.feed(text.utf8)
        return screen
    }

    @Test(
        "Cursor, erasing, inserting, deleting and scrolling",
        arguments: [
            Example("abc\r\ndef", "abc\ndef\n\n"),
            Example("0123456789ab", "0123456789\nab\n\n"),
            Example("0123456789\r\nab", "0123456789\nab\n\n"),
            Example("a\u{1B}[3;5Hb", "a\n\n    b\n"),
            Example("abcdef\u{1B}[1;3H\u{1B}[K", "ab\n\n\n"),
            Example("abcdef\u{1B}[1;3H\u{1B}[1K", "   def\n\n\n"),
            Example("abcdef\u{1B}[1;3H\u{1B}[2P", "abef\n\n\n"),
            Example("abcdef\u{1B}[1;3H\u{1B}[2@", "ab  cdef\n\n\n"),
            Example("abcdef\u{1B}[1;3H\u{1B}[2X", "ab  ef\n\n\n"),
            Example("abcdef\u{1B}[1;3H\u{1B}[4hXY\u{1B}[4lZ", "abXYZdef\n\n\n"),
            Example("a\r\nb\r\nc\r\nd\r\ne", "b\nc\nd\ne"),
            Example("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[2;1H\u{1B}[1L", "a\n\nb\nd"),
            Example("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[2;1H\u{1B}[1M", "a\nc\n\nd"),
            Example("a\r\nb\r\nc\r\nd\u{1B}[2;3r\u{1B}[S", "a\nc\n\nd"),
            Example("a\r\nb\u{1B}[H\u{1B}M!", "!\na\nb\n"),
            Example("-\u{1B}[5b|", "------|\n\n\n"),
            Example("a\tb\u{8}c", "a       c\n\n\n"),
            Example("\u{1B}(0lqk\u{1B}(Bq", "┌─┐q\n\n\n"),
            Example("\u{1B}]0;title\u{7}a\u{1B}]2;x\u{1B}\\b", "ab\n\n\n"),
            Example("a\u{1B}7\u{1B}[4;4Hb\u{1B}8c", "ac\n\n\n   b"),
            Example("abc\u{1B}[2J", "\n\n\n"),
        ])
    func sequences(example: Example) {
        let screen = screen(example.input)
        #expect(screen.text == example.shown)
        #expect(screen.unknown.isEmpty)
    }

    @Test("Wide characters take two cells, marks none, and half a wide one is a blank")
    func widths() {
        #expect(screen("漢字e\u{301}!").text == "漢字e\u{301}!\n\n\n")
        #expect(screen("漢字e\u{301}!").cursor.column == 6)
        #expect(screen("12345678漢9").text == "12345678漢\n9\n\n")
        #expect(screen("123456789漢").text == "123456789\n漢\n\n")
        #expect(screen("漢\u{1B}[1;2Hx").text == " x\n\n\n")
        #expect(screen("漢\u{1B}[1;1Hx").text == "x\n\n\n")
    }

    @Test("Colours and attributes are kept with the cells")
    func styles() throws {
        let screen = screen("\u{1B}[1;7;38;5;208mhot\u{1B}[0;44m sea\u{1B}[38;2;1;2;3mx")
        let hot = try #require(screen.style(of: "hot"))
        #expect(hot.isBold && hot.isReversed && hot.foreground == .palette(208))
        #expect(screen.style(of: "sea")?.background == .palette(4))
        #expect(screen.style(of: "x")?.foreground == .direct(1, 2, 3))
    }

    @Test("The alternate screen comes and goes, and leaves the first as it was")
    func alternate() {
        var screen = screen("before\u{1B}[?1049h\u{1B}[?25l\u{1B}[?1000;2004hfull")
        #expect(screen.isAlternate && !screen.isCursorVisible && screen.modes.contains(2_004))
        screen.feed("\u{1B}[?1000l\u{1B}[?2004l\u{1B}[?25h\u{1B}[?1049l!".utf8)
        #expect(screen.text == "before!\n\n\n")
        #expect(
            !screen.isAlternate && screen.isCursorVisible
                && screen.modes.isDisjoint(with: [1_000, 2_004]))
    }

    @Test("Bytes may come one at a time, and broken ones harm nothing")
    func pieces() {
        var screen = TerminalScreen(columns: 10, rows: 2)
        for byte in "\u{1B}[2;3H漢\u{1B}[mx".utf8 { screen.feed([byte]) }
        #expect(screen.text == "\n  漢x")
        screen.feed([0xE6, 0x1B, 0x5B, 0x48, 0x80, 0x61])
        #expect(screen.text == "\u{FFFD}a\n  漢x")
    }

    @Test("A resize keeps the top left part")
    func resize() {
        var screen = screen("0123456789\r\nabc")
        screen.resize(columns: 4, rows: 2)
        #expect(screen.text == "0123\nabc")
        screen.resize(columns: 6, rows: 3)
        #expect(screen.text == "0123\nabc\n")
    }
}
