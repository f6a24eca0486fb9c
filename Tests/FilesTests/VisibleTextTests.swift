import Files
import Terminal
import Testing

@Suite("What a stranger sends is made safe to show")
struct VisibleTextTests {
    @Test(
        "Dangerous and invisible characters become visible",
        arguments: [
            ("plain name.txt", "plain name.txt"), ("", ""),
            ("\u{1B}[31mred", "\\x1b[31mred"), ("\u{1B}]0;title\u{7}", "\\x1b]0;title\\x07"),
            ("a\r\nb", "a\\r\\nb"), ("a\tb", "a\\tb"), ("\u{0}", "\\x00"),
            ("\u{7F}", "\\x7f"), ("\u{9B}31m", "\\x9b31m"), ("\u{85}", "\\x85"),
            ("soft\u{AD}hyphen", "soft\\xadhyphen"),
            ("evil\u{202E}gpj.exe", "evil‹202E›gpj.exe"), ("\u{2066}x\u{2069}", "‹2066›x‹2069›"),
            ("a\u{200B}b", "a‹200B›b"), ("a\u{200D}b", "a‹200D›b"), ("a\u{200E}b", "a‹200E›b"),
            ("\u{2028}\u{2029}", "‹2028›‹2029›"), ("\u{FEFF}x", "‹FEFF›x"),
            ("x\u{E0061}\u{E007F}", "x‹E0061›‹E007F›"), ("\u{E000}", "‹E000›"),
            ("\u{F0000}", "‹F0000›"), ("\u{10FFFF}", "‹10FFFF›"), ("\u{378}", "‹0378›"),
            ("\u{3164}", "‹3164›"), ("a\u{34F}b", "a‹034F›b"), ("葛\u{E0100}城", "葛‹E0100›城"),
        ])
    func escapes(text: String, shown: String) {
        #expect(VisibleText.make(text) == shown)
        #expect(VisibleText.make(Array(text.utf8)) == shown)
    }

    @Test(
        "Text of every script stays as it is",
        arguments: [
            "crème brûlée", "e\u{301}te\u{301}", "テスト", "か\u{3099}", "한글",
            "\u{1112}\u{1161}\u{11AB}\u{1100}\u{1173}\u{11AF}", "Ελληνικά", "русский", "हिन्दी",
            "עברית", "عربي", "ไทย", "tiếng Việt", "😀", "👍🏽", "🇩🇪", "…—“”", "naïve ß", "①½",
        ])
    func scripts(text: String) {
        #expect(VisibleText.make(text) == text)
    }

    @Test("Emoji keep their pictures, without what says how to draw them")
    func emoji() {
        #expect(VisibleText.make("❤\u{FE0F}.txt") == "❤.txt")
        #expect(VisibleText.make("1\u{FE0F}\u{20E3}") == "1\u{20E3}")
        #expect(VisibleText.make("👨\u{200D}👩\u{200D}👧") == "👨👩👧")
        #expect(VisibleText.make("🏳\u{FE0F}\u{200D}🌈") == "🏳🌈")
        #expect(VisibleText.make("👩🏽\u{200D}💻") == "👩🏽💻")
        #expect(VisibleText.make("👨\u{200D}") == "👨‹200D›")
        #expect(VisibleText.make("\u{FE0F}x") == "‹FE0F›x")
        #expect(VisibleText.make("a🏽") == "a‹1F3FD›")
    }

    @Test("Nothing joins with what stands before the text")
    func starts() {
        #expect(VisibleText.make("\u{301}x") == "‹0301›x")
        #expect(VisibleText.make("\u{301}\u{302}x") == "‹0301›‹0302›x")
        #expect(VisibleText.make("\u{1B}\u{301}") == "\\x1b‹0301›")
        #expect(VisibleText.make("\u{11AB}") == "‹11AB›")
        #expect(VisibleText.make("\u{1112}\u{11AB}") == "\u{1112}‹11AB›")
        #expect(VisibleText.make("한\u{11AB}") == "한\u{11AB}")
        #expect(VisibleText.make("a\u{1161}") == "a‹1161›")
        #expect(VisibleText.make("🏽") == "‹1F3FD›")
    }

    @Test("Runs of marks are bounded, and the rest is counted")
    func marks() {
        let run = String(repeating: "\u{301}", count: 100)
        #expect(VisibleText.make("z\(run)y") == "z\u{301}\u{301}\u{301}\u{301}‹+96›y")
        #expect(VisibleText.make("z\(run)") == "z\u{301}\u{301}\u{301}\u{301}‹+96›")
    }

    @Test("Bytes that are no UTF-8 are taken for Latin-1")
    func latin1() {
        #expect(VisibleText.make([0x63, 0x61, 0x66, 0xE9]) == "café")
        #expect(VisibleText.make([0x9B, 0x33, 0x31, 0x6D]) == "\\x9b31m")
        #expect(VisibleText.make([0xC3, 0x28, 0x1B]) == "Ã(\\x1b")
        // Too long a form of "/", and a surrogate.
        #expect(VisibleText.make([0xC0, 0xAF]) == "À¯")
        #expect(VisibleText.make([0xED, 0xA0, 0x80]) == "í \\x80".replacing(" ", with: "\u{A0}"))
    }

    @Test("A limit cuts between characters, and says so")
    func limit() {
        let text = Array("aé漢😀b".utf8)
        let cuts = (0...text.count).map { VisibleText.make(text, limit: $0) }
        #expect(
            cuts == [
                "...", "a...", "a...", "aé...", "aé...", "aé...", "aé漢...", "aé漢...", "aé漢...",
                "aé漢...", "aé漢😀...", "aé漢😀b",
            ])
        #expect(VisibleText.make(text, limit: -5) == "...")
        #expect(VisibleText.make([UInt8](), limit: -5) == "")
        #expect(
            VisibleText.make([0x80, 0x80, 0x80, 0x80, 0x80], limit: 4) == "\\x80\\x80\\x80\\x80...")
        #expect(VisibleText.make(text[1...], limit: 2) == "é...")
    }

    @Test("Whatever comes in, what comes out has only characters that take columns")
    func anything() {
        var generator = SystemRandomNumberGenerator()
        let odd: [UInt32] = [
            0x1B, 0x9B, 0x200D, 0xFE0F, 0x301, 0x20E3, 0x1F468, 0x1F3FD, 0x1F1E9, 0x1161, 0x11AB,
            0x1112, 0x202E, 0xE0061, 0x903, 0x94D, 0x915, 0x61, 0x6F22, 0x34F, 0x180B, 0x0,
        ]
        for _ in 0..<1_000 {
            var text = String.UnicodeScalarView()
            for _ in 0..<8 {
                let value =
                    Bool.random(using: &generator)
                    ? odd.randomElement(using: &generator) ?? 0
                    : UInt32.random(in: 0...0x10FFFF, using: &generator)
                if let scalar = Unicode.Scalar(value) { text.append(scalar) }
            }
            let source = String(text)
            let shown = VisibleText.make(source)
            for scalar in shown.unicodeScalars {
                #expect(VisibleText.isSafe(scalar), "\(source.unicodeScalars.map(\.value))")
            }
            for character in shown {
                #expect(
                    CharacterWidth.of(character) > 0, "\(source.unicodeScalars.map(\.value))")
            }
            let bounded = CharacterWidth.of(shown)
            var frame = Frame(size: Size(width: bounded + 2, height: 1))
            #expect(frame.put("|" + shown, x: 0, y: 0, role: .text) == bounded + 1)
        }
    }

    @Test(
        "Of every range that can deceive, not one character comes out",
        arguments: [
            0x00...0x1F, 0x7F...0x9F, 0xAD...0xAD, 0x200B...0x200F, 0x2028...0x202E,
            0x2060...0x206F, 0xFEFF...0xFEFF, 0xE000...0xF8FF, 0xFFF0...0xFFFB,
            0xE0000...0xE007F, 0xE0100...0xE01EF, 0xF0000...0xF00FF, 0x10FF00...0x10FFFF,
        ] as [ClosedRange<UInt32>])
    func ranges(range: ClosedRange<UInt32>) throws {
        let unicode = try #require(Charset(named: "GB18030"))
        for value in range {
            let scalar = try #require(Unicode.Scalar(value))
            let text = "a\(scalar)b"
            // As UTF-8, and as what a charset makes of other bytes.
            for shown in [
                VisibleText.make(text), VisibleText.make(Array(text.utf8)),
                (try? unicode.encode(text)).map { VisibleText.make($0, in: unicode) } ?? "ab",
            ] {
                #expect(!shown.unicodeScalars.contains(scalar))
                #expect(shown.unicodeScalars.allSatisfy(VisibleText.isSafe))
            }
        }
    }

    @Test(
        "No byte of any charset becomes a control",
        arguments: [
            "ISO-8859-1", "ISO-8859-8", "CP1255", "CP1256", "CP1252", "KOI8-R", "CP437", "CP866",
            "Shift_JIS", "EUC-JP", "EUC-KR", "Big5", "GB18030", "TSCII", "CP1258",
        ])
    func decodedBytes(name: String) throws {
        let charset = try #require(Charset(named: name))
        for first in UInt8(0x80)...0xFF {
            for second: [UInt8] in [[], [0x1B], [0x9B], [0x80], [0xA1], [0x41]] {
                let bytes = [0x61, first] + second + [0x62]
                let shown = VisibleText.make(bytes, in: charset)
                #expect(shown.unicodeScalars.allSatisfy(VisibleText.isSafe), "\(name) \(bytes)")
                #expect(shown.allSatisfy { CharacterWidth.of($0) > 0 }, "\(name) \(bytes)")
            }
        }
    }

    @Test("Widths are those of the terminal")
    func widths() {
        for (text, width) in [
            ("漢字", 4), ("ﾃｽﾄ", 3), ("한글", 4), ("e\u{301}", 1), ("😀", 2), ("🇩🇪", 2),
            ("👨\u{200D}👩\u{200D}👧", 6), ("❤\u{FE0F}", 1), ("ไทย", 3), ("a\u{202E}b", 8),
        ] {
            #expect(CharacterWidth.of(VisibleText.make(text)) == width, "\(text)")
        }
    }
}
