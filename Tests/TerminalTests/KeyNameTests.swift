import Terminal
import Testing

@Suite("Keys have names")
struct KeyNameTests {
    @Test(
        "A name may be written in several ways",
        arguments: [
            ("C-d", "ctrl-d"), ("Ctrl-D", "ctrl-d"), ("ctrl-d", "ctrl-d"), ("C-D", "ctrl-d"),
            ("S-F6", "shift-f6"), ("Shift-F6", "shift-f6"), ("F18", "shift-f6"), ("f5", "f5"),
            ("space", "space"), (" ", "space"), ("M-Enter", "alt-enter"),
            ("Alt-Return", "alt-enter"), ("A-x", "alt-x"), ("M-X", "alt-X"), ("S-a", "A"),
            ("Up", "up"), ("PageUp", "pageup"), ("PgDn", "pagedown"), ("Del", "delete"),
            ("-", "-"), ("C--", "ctrl--"), ("+", "+"), ("é", "é"), ("S-Tab", "shift-tab"),
            ("C-M-Del", "ctrl-alt-delete"), ("Alt-Ctrl-Delete", "ctrl-alt-delete"),
            ("C-\\", "ctrl-\\"), ("G", "G"), ("esc", "escape"),
        ])
    func parse(text: String, name: String) throws {
        let key = try #require(Key(name: text))
        #expect(key.name == name)
        #expect(Key(name: key.name) == key)
        #expect(Key(name: key.label) == key)
    }

    @Test(
        "What names no key is refused",
        arguments: [
            "", "F0", "F25", "F01", "F+1", "Hyper-x", "C-", "Entre", "ab", "c-d", "C-C-d", "\u{1B}",
            "\u{301}",
        ])
    func refused(text: String) {
        #expect(Key(name: text) == nil)
    }

    @Test("Labels are what a user reads")
    func labels() {
        #expect(Key("d", .control).label == "Ctrl-D")
        #expect(Key(.function(6), .shift).label == "Shift-F6")
        #expect(Key(.enter, .alt).label == "Alt-Enter")
        #expect(Key(" ", .control).label == "Ctrl-Space")
        #expect(KeySequence(parsing: "g g")?.label == "gg")
        #expect(KeySequence(parsing: "C-x C-s")?.label == "Ctrl-X Ctrl-S")
    }

    @Test("Sequences are written with blanks, or as two or three letters")
    func sequences() {
        #expect(KeySequence(parsing: "g g")?.keys == [Key("g"), Key("g")])
        #expect(KeySequence(parsing: "gS")?.keys == [Key("g"), Key("S")])
        #expect(KeySequence(parsing: "C-x  C-s")?.name == "ctrl-x ctrl-s")
        #expect(KeySequence(parsing: "Up")?.keys == [Key(.up)])
        #expect(KeySequence(parsing: "F5")?.keys == [Key(.function(5))])
        #expect(KeySequence(parsing: "") == nil)
        #expect(KeySequence(parsing: "Entre") == nil)
        #expect(KeySequence(parsing: "a b c d e") == nil)
        #expect(KeySequence(parsing: "X-a") == nil)
    }
}
