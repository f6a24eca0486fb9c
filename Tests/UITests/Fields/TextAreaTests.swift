import Terminal
import Testing

@testable import UI

@Suite("A text of several lines being edited")
struct TextAreaTests {
    private func area(_ text: String, _ keys: String = "") -> TextArea {
        var area = TextArea(text)
        for name in keys.split(separator: " ") {
            guard let key = Key(name: String(name)) else {
                Issue.record("no key is called \(name)")
                continue
            }
            let isTaken = area.handle(key, height: 5)
            #expect(isTaken, "\(name) is not taken")
        }
        return area
    }

    @Test("Lines are split, joined and cut at the cursor")
    func editing() {
        #expect(area("ab\ncd", "down end x").text == "ab\ncdx")
        #expect(area("ab\ncd", "right enter").text == "a\nb\ncd")
        #expect(area("ab\ncd", "down backspace").text == "abcd")
        #expect(area("ab\ncd", "end delete").text == "abcd")
        #expect(area("ab\ncd", "right ctrl-k").text == "a\ncd")
        #expect(area("ab\ncd", "end ctrl-k").text == "abcd")
        #expect(area("ab\ncd", "down end ctrl-u").text == "ab\n")
        #expect(area("ab\ncd", "end right left left delete").text == "a\ncd")
    }

    @Test("A paste keeps its lines, whatever they end with, and drops controls but tabs")
    func paste() {
        var area = area("GET /", "end")
        area.insert(" HTTP/1.1\r\nA:\tb\rC: d\u{1B}[2J\n\n")
        #expect(area.text == "GET / HTTP/1.1\nA:\tb\nC: d[2J\n\n")
        #expect(area.row == 4)
        #expect(area.column == 0)
    }

    @Test("The cursor never leaves the text, and the rows shown follow it")
    func cursor() {
        var area = area((1...50).map { "line \($0)" }.joined(separator: "\n"))
        for name in ["pagedown", "pagedown", "ctrl-end", "right", "down", "up", "pageup"] {
            if let key = Key(name: name) { _ = area.handle(key, height: 5) }
            area.show(height: 5)
            #expect(area.lines.indices.contains(area.row))
            #expect((0...area.lines[area.row].count).contains(area.column))
            #expect((area.top..<area.top + 5).contains(area.row))
        }
        area.go(toRow: 900, column: 900)
        #expect(area.row == 49)
        #expect(area.column == 7)
        area.go(toRow: -3, column: -3)
        #expect(area.row == 0)
        #expect(area.column == 0)
    }

    @Test("A paste without end is cut")
    func bounded() {
        var area = TextArea()
        area.insert(String(repeating: "\n", count: 30_000))
        #expect(area.lines.count <= TextArea.lineLimit)
        area = TextArea()
        area.insert(String(repeating: "x", count: 3 << 20))
        #expect(area.text.count <= TextArea.characterLimit)
    }
}
