import Testing

@testable import Words

@Suite("Catalogues of languages")
struct CatalogueTests {
    private static let file = #"""
        # A comment.
        #, fuzzy
        msgid ""
        msgstr ""
        "Language: xx\n"
        "Plural-Forms: nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n==0 ? 1 : 2);\n"

        #: A.swift
        msgid "Open {1}."
        msgstr "{1} auf."

        msgctxt "a state"
        msgid "Open"
        msgstr "offen"

        msgid "Open"
        msgstr "öffnen"

        msgid ""
        "Two "
        "lines\n"
        "and \"quotes\""
        msgstr ""
        "Zwei \t"
        "Zeilen\n"

        msgid "{1} file"
        msgid_plural "{1} files"
        msgstr[0] "{1} Datei"
        msgstr[1] "keine Datei"
        msgstr[2] "{1} Dateien"

        #, fuzzy
        #, c-format
        msgid "Quit"
        msgstr "quitt"

        msgid "Empty"
        msgstr ""

        msgid "Bell"
        msgstr "\a"

        msgid "Control"
        msgstr "Steuer\u{9B}2J"

        msgid "Turned"
        msgstr "um\u{202E}gedreht"

        msgid "One line"
        msgstr "zwei\nZeilen"

        msgid "Returned"
        msgstr "zurück\r"

        msgid "{1} of {2}"
        msgstr "{1} von allen"

        msgid	"Tabs"
        msgstr	"Tabulatoren"
        """#

    private static func catalogue() throws -> Catalogue {
        try Catalogue(
            Array(
                (file.replacing("\\a", with: "\u{7}").replacing("\\u{9B}", with: "\u{9B}")
                    .replacing("\\u{202E}", with: "\u{202E}")).utf8))
    }

    @Test("A text is found by its English, its meaning and a number")
    func found() throws {
        let catalogue = try CatalogueTests.catalogue()
        #expect(catalogue.text("Open {1}.") == "{1} auf.")
        #expect(catalogue.text("Open") == "öffnen")
        #expect(catalogue.text("Open", meaning: "a state") == "offen")
        #expect(catalogue.text("Two lines\nand \"quotes\"") == nil, "a tab would move the terminal")
        #expect(catalogue.text("Tabs") == "Tabulatoren")
        #expect(
            try Catalogue([0xEF, 0xBB, 0xBF] + Array(CatalogueTests.file.utf8)).text("Open")
                == "öffnen")
        let forms = [0, 1, 2, 11, 21, 101, 111].map { catalogue.text("{1} file", count: $0) }
        #expect(
            forms == [
                "keine Datei", "{1} Datei", "{1} Dateien", "{1} Dateien", "{1} Datei",
                "{1} Datei", "{1} Dateien",
            ])
    }

    @Test(
        "What is missing, empty, in doubt or unsafe is said in English",
        arguments: [
            "Close", "Quit", "Empty", "Bell", "Open {1}", "open {1}.", "", "Control", "Turned",
            "One line", "Returned", "{1} of {2}",
        ])
    func missing(_ text: String) throws {
        #expect(try CatalogueTests.catalogue().text(text) == nil)
    }

    @Test(
        "What is no catalogue is refused with the line",
        arguments: [
            ("msgid \"a\"\nmsgstr b\n", 2, "A text in quotes must follow."),
            ("msgid \"a\nmsgstr \"b\"\n", 1, "The text has no quote at its end."),
            ("msgid \"a\\", 1, "The text has no quote at its end."),
            (
                "\nhello", 2,
                "The line must be a comment, or begin with msgctxt, msgid or msgstr."
            ),
            ("msgstr \"a\"", 1, "The translation has no msgid before it."),
            (
                "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=9; plural=0;\\n\"", nil,
                "The header's Plural-Forms cannot be read."
            ),
            (
                "msgid \"\"\nmsgstr \"Plural-Forms: nplurals=2; plural=n?;\\n\"", nil,
                "The header's Plural-Forms cannot be read."
            ),
        ])
    func refused(_ file: String, _ line: Int?, _ message: String) {
        #expect(throws: CatalogueError(line: line, message)) { try Catalogue(Array(file.utf8)) }
    }

    @Test("Any bytes are read or refused")
    func anything() throws {
        var state: UInt64 = 7
        let whole = Array(CatalogueTests.file.utf8)
        for _ in 0..<2_000 {
            var bytes = whole
            for _ in 0..<4 {
                state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
                bytes[Int(state >> 33) % bytes.count] = UInt8(truncatingIfNeeded: state >> 20)
            }
            let end = Int(state >> 40) % bytes.count
            for piece in [bytes, Array(bytes[..<end])] {
                guard let catalogue = try? Catalogue(piece) else { continue }
                _ = catalogue.text("Open {1}.")
                _ = catalogue.text("{1} file", count: state)
            }
        }
    }

    @Test(
        "Plural forms follow the rules of languages",
        arguments: [
            ("nplurals=1; plural=0", [0, 0, 0, 0, 0]),
            ("nplurals=2; plural=(n != 1)", [1, 0, 1, 1, 1]),
            ("nplurals=2; plural=n>1", [0, 0, 1, 1, 1]),
            (
                "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 "
                    + "&& (n%100<10 || n%100>=20) ? 1 : 2)", [2, 0, 1, 2, 0]
            ),
            ("nplurals=2; plural=!(n-1) + 0*7/0", [0, 1, 0, 0, 0]),
        ])
    func plurals(_ forms: String, _ expected: [Int]) throws {
        let rule = try PluralRule(header: "Language: xx\nPlural-Forms: \(forms);\n")
        #expect([0, 1, 2, 11, 21].map { rule.form(for: $0) } == expected)
    }

    @Test("A rule that is nested without end is refused")
    func deepRule() {
        for text in [
            String(repeating: "(", count: 100_000), String(repeating: "!", count: 100_000),
            String(repeating: "n?n:", count: 100_000) + "n",
            String(repeating: "n+", count: 100_000) + "n",
        ] {
            #expect(throws: CatalogueError.self) {
                try PluralRule(header: "Plural-Forms: nplurals=2; plural=\(text);")
            }
        }
    }

    @Test(
        "Values go where their numbers are, and other braces stay",
        arguments: [
            ("{2} of {1}", "b of a"), ("{1}{1}", "aa"),
            ("{3} {0} {} {x} {12} {", "{3} {0} {} {x} {12} {"),
            ("{{1}}", "{a}"), ("", ""),
        ])
    func values(_ text: String, _ expected: String) {
        #expect(filled(text, with: ["a", "b"]) == expected)
    }

    @Test(
        "A blank beside a value goes where Chinese meets Chinese, and nowhere else",
        arguments: [
            ("复制 {1} 到 {2}。", "复制 1 个文件到 /tmp。"), ("{1} 到 {2}", "1 个文件到 /tmp"),
            ("{2} 中的 {1} 。", "/tmp 中的 1 个文件。"), ("Copy {1} to {2}.", "Copy 1 个文件 to /tmp."),
        ])
    func chinese(_ text: String, _ expected: String) {
        #expect(filled(text, with: ["1 个文件", "/tmp"]) == expected)
        #expect(filled("删除 {1} 的 {2}", with: ["目录“x”", "b"]) == "删除目录“x”的 b")
        #expect(filled("폴더 {1} 삭제", with: ["사진"]) == "폴더 사진 삭제")
    }

    @Test("A value that looks like a place for another is left as it is")
    func valuesWithBraces() {
        #expect(filled("{1} {2}", with: ["{2}", "{1}"]) == "{2} {1}")
    }
}
