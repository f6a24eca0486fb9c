import Terminal
import Testing

@Suite("A frame holds what the screen shows")
struct FrameTests {
    @Test("Half a wide character never stays behind")
    func wide() {
        var frame = Frame(size: Size(width: 6, height: 1))
        frame.put("漢字", x: 0, y: 0, role: .text)
        frame.put("x", x: 1, y: 0, role: .text)
        #expect(frame.lines == [" x字  "])
        frame.put("y", x: 2, y: 0, role: .text)
        #expect(frame.lines == [" xy   "])
        frame.put("漢", x: 3, y: 0, role: .text)
        frame.put("字", x: 2, y: 0, role: .text)
        #expect(frame.lines == [" x字  "])
    }

    @Test("Text is cut at the limit, the edges and where a wide character does not fit")
    func cut() {
        var frame = Frame(size: Size(width: 5, height: 2))
        #expect(frame.put("abcdefg", x: 3, y: 0, role: .text) == 2)
        #expect(frame.put("漢字", x: 0, y: 1, role: .text, limit: 3) == 2)
        #expect(frame.put("z", x: 0, y: 5, role: .text) == 0)
        #expect(frame.put("z", x: 9, y: 0, role: .text) == 0)
        #expect(frame.lines == ["   ab", "漢   "])
        frame.put("漢字", x: -1, y: 1, role: .text)
        #expect(frame.lines == ["   ab", " 字  "])
    }

    @Test("Places outside are blank, and rectangles are clipped")
    func outside() {
        var frame = Frame(size: Size(width: 3, height: 2))
        frame.fill(Rect(x: -5, y: -5, width: 50, height: 6), "#", role: .error)
        frame.tint(Rect(x: 2, y: 1, width: 50, height: 50), role: .good)
        #expect(frame.lines == ["###", "   "])
        #expect(frame[2, 1].role == .good)
        #expect(frame[-1, 0] == Cell(" ", .text))
        #expect(frame[0, 7] == Cell(" ", .text))
        #expect(Frame(size: Size(width: -4, height: 3)).cells.isEmpty)
    }

    @Test("A role without its own style takes that of the role before its last dot")
    func fallbacks() {
        #expect(Role.paneCursorMarked.fallback == .paneCursor)
        #expect(Role.paneCursor.fallback == .pane)
        #expect(Role.reply4.fallback == .text)
        #expect(Role.pane.fallback == .text)
        #expect(Role.text.fallback == nil)
    }
}
