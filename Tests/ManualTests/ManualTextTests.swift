import Terminal
import Testing

@testable import Manual

@Suite("The manual's texts")
struct ManualTextTests {
    @Test("Each kind of block is read") func blocks() {
        let text = """
            One `two`
            three.

            ## Head

            - first
              more
            - second

            | `a` | what `b` is |
            | c |

                verbatim

                  deeper

            End.
            """
        #expect(
            ManualText.blocks(text) == [
                .paragraph([.words("One "), .code("two"), .words(" three.")]),
                .heading("Head"),
                .list([[.words("first more")], [.words("second")]]),
                .definitions([
                    .init(
                        term: [.code("a")], meaning: [.words("what "), .code("b"), .words(" is")]),
                    .init(term: [.words("c |")], meaning: []),
                ]),
                .verbatim(["verbatim", "", "  deeper"]),
                .paragraph([.words("End.")]),
            ])
        #expect(ManualText.blocks("").isEmpty)
    }

    @Test("A backtick without its other one is a character") func backtick() {
        #expect(ManualSpan.spans("a ` b") == [.words("a ` b")])
        #expect(ManualSpan.spans("`a` b `") == [.words("`a` b `")])
        #expect(ManualSpan.spans("").isEmpty)
    }

    private func page(_ text: String) -> ManualPage {
        ManualPage(
            "ferry-test", .commands, "test -- a page", usage: ["ferry test [-a] FILE"],
            blocks: [.heading("Description")] + ManualText.blocks(text),
            related: [.init("ferry", .commands), .init("ferry-keys", .subjects)])
    }

    @Test("In roff nothing is taken for a request or an escape") func roff() {
        let source = RoffPage.text(
            page("`.SH` one\\two. 'Three' - `~^`.\n\n| At | an `Op` |\n\n    .Dd\n    \\fB"),
            date: "May 1, 2026")
        let lines = source.split(separator: "\n").map(String.init)
        #expect(lines.contains(".Dd May 1, 2026"))
        #expect(lines.contains(".Nd test \\-\\- a page"))
        #expect(lines.contains("\\fB.SH\\fP one\\etwo."))
        #expect(lines.contains("\\(aqThree\\(aq \\- \\fB\\(ti\\(ha\\fP."))
        #expect(lines.contains(".It \"At\""))
        #expect(lines.contains("\\&.Dd") && lines.contains("\\efB"))
        #expect(lines.suffix(2) == [".Xr ferry 1 ,", ".Xr ferry-keys 7"])
        #expect(lines.allSatisfy { $0.utf8.count <= 80 })
    }

    @Test("As text it fits the columns, and hangs below its term") func plain() {
        let text =
            "| `a` | " + String(repeating: "word ", count: 20) + "|\n\n- "
            + String(repeating: "item ", count: 20)
        let lines = PlainPage.lines(page(text), columns: 40, isBold: false)
        #expect(lines.allSatisfy { $0.count <= 40 })
        #expect(lines.contains("  a             word word word word word"))
        #expect(lines.contains("                word word word word word"))
        #expect(lines.contains("  - item item item item item item item"))
        #expect(lines.contains("    item item item item item item item"))
        #expect(lines.contains("DESCRIPTION"))
        let bold = PlainPage.lines(page("Press `a b`."), columns: 40, isBold: true)
        #expect(bold.contains("  Press \u{1B}[1ma\u{1B}[0m \u{1B}[1mb\u{1B}[0m."))
    }

    @Test("Wide characters take two columns") func wide() {
        let text = String(repeating: "漢字 ", count: 20)
        let lines = PlainPage.lines(page(text), columns: 40, isBold: false)
        let widths = lines.filter { $0.contains("漢") }.map { CharacterWidth.of($0) }
        #expect(widths.count > 2)
        #expect(widths.allSatisfy { $0 <= 40 } && widths[0] > 30)
    }

    @Test("A text without spaces is divided between wide characters, and not before its full stop")
    func unspaced() {
        let text = String(repeating: "漢字漢字漢字漢字漢。", count: 6)
        let lines = PlainPage.lines(page(text), columns: 40, isBold: false)
            .filter { $0.contains("漢") }
        #expect(lines.count > 2)
        #expect(lines.allSatisfy { CharacterWidth.of($0) <= 40 && !$0.hasPrefix("  。") })
        #expect(lines.map { $0.dropFirst(2) }.joined() == text)
    }
}
