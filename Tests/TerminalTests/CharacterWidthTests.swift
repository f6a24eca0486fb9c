import Terminal
import Testing

@Suite("Characters take the columns that terminals give them")
struct CharacterWidthTests {
    @Test(
        "Texts of every kind",
        arguments: [
            ("abc", 3), ("é", 1), ("e\u{301}", 1), ("テスト", 6), ("한글", 4),
            ("\u{1112}\u{1161}\u{11AB}", 2), ("😀", 2), ("👍🏽", 2), ("🇩🇪", 2), ("🇩", 1),
            ("❤", 1), ("…", 1), ("█", 1), ("╭", 1), ("ａ", 2), ("ｱ", 1), ("ü\u{308}", 1),
            ("\u{1B}", 0), ("\u{9B}", 0), ("\u{200B}", 0), ("\u{301}", 0), ("🧑", 2), ("", 0),
            ("क्ष", 2), ("कि", 2), ("〇", 2), ("\u{3000}", 2), ("あ\u{3099}", 2), ("⌚", 2),
        ])
    func widths(text: String, width: Int) {
        #expect(CharacterWidth.of(text) == width)
    }

    @Test("What is put into a frame takes as many cells as it has columns")
    func frames() {
        for text in ["テスト", "🇩🇪", "👍🏽", "क्ष", "e\u{301}x", "कि"] {
            var frame = Frame(size: Size(width: 12, height: 1))
            let used = frame.put(text, x: 1, y: 0, role: .text)
            #expect(used == CharacterWidth.of(text))
            let cells = (1..<1 + used).map { Int(frame[$0, 0].width) }
            #expect(cells.reduce(0, +) == used, "\(text)")
            #expect(frame[1 + used, 0] == Cell(" ", .text))
        }
    }
}
