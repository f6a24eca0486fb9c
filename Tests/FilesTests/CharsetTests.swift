import Files
import Testing

@Suite("Charsets of names")
struct CharsetTests {
    private func charset(_ name: String) throws -> Charset { try #require(Charset(named: name)) }

    private func site(_ charset: String?) -> Site {
        var site = Site(scheme: .ftp, host: "example.org")
        site.charset = charset
        return site
    }

    @Test(
        "Names come out of a charset and go back as the same bytes",
        arguments: [
            ("GB18030", "报告.txt", [0xB1, 0xA8, 0xB8, 0xE6]),
            ("gbk", "报告.txt", [0xB1, 0xA8, 0xB8, 0xE6]),
            ("Big5", "報告.txt", [0xB3, 0xF8, 0xA7, 0x69]),
            ("Shift_JIS", "報告.txt", [0x95, 0xF1, 0x8D, 0x90]),
            ("EUC-JP", "報告.txt", [0xCA, 0xF3, 0xB9, 0xF0]),
            ("EUC-KR", "보고.txt", [0xBA, 0xB8, 0xB0, 0xED]),
            ("KOI8-R", "мир.txt", [0xCD, 0xC9, 0xD2]),
            ("CP1251", "мир.txt", [0xEC, 0xE8, 0xF0]),
            ("windows-1252", "£5.txt", [0xA3, 0x35]),
            ("ISO-8859-15", "€5.txt", [0xA4, 0x35]),
            ("iso-8859-2", "łó.txt", [0xB3, 0xF3]), ("latin1", "é.txt", [0xE9]),
        ] as [(String, String, [UInt8])])
    func roundTrips(name: String, text: String, start: [UInt8]) throws {
        let charset = try charset(name)
        let bytes = start + Array(".txt".utf8)
        #expect(charset.decode(bytes) == text)
        #expect(charset.text(of: bytes) == text)
        #expect(try charset.encode(text) == bytes)
        #expect(try Name.typed(text, on: site(name))?.bytes == bytes)
        #expect(Name(bytes)?.text(on: site(name)) == text)
    }

    @Test(
        "What iconv does not know, what has no ASCII and what shifts is no charset for names",
        arguments: [
            "", "bogus", "UTF-16", "UCS-2", "IBM037", "ISO-2022-JP", "ISO-2022-KR",
            "ISO-2022-CN-EXT", "UTF-7", "GB18030//IGNORE", "../x", "a b", "KOI8-R\n",
        ])
    func refused(name: String) {
        #expect(Charset(named: name) == nil)
    }

    @Test("Several texts are encoded as each alone is, whatever one of them cannot be")
    func encodesEach() throws {
        let texts = ["мир", "日本", "", "mai", "июль"]
        for name in ["KOI8-R", "CP1251", "UTF-8"] {
            let charset = try charset(name)
            #expect(charset.encode(each: texts) == texts.map { try? charset.encode($0) })
        }
        #expect(try charset("KOI8-R").encode(each: texts)[1] == nil)
    }

    @Test("UTF-8 comes first, whatever the charset")
    func utf8First() throws {
        #expect(try charset("CP1252").text(of: Array("日本é".utf8)) == "日本é")
        #expect(Name("日本é")?.text(on: site("KOI8-R")) == "日本é")
    }

    @Test("A byte that is no character shows as itself, wherever it stands")
    func undecodable() throws {
        let japanese = try charset("Shift_JIS")
        #expect(japanese.decode([0x95]) == nil)
        #expect(japanese.text(of: [0x95, 0xF1, 0xFF, 0x61, 0x95]) == #"報\xffa\x95"#)
        #expect(try charset("CP1252").text(of: [0x81, 0xE9]) == #"\x81é"#)
        #expect(try charset("utf-8").text(of: [0x61, 0xE9]) == #"a\xe9"#)
    }

    @Test("A character without bytes is named")
    func unencodable() throws {
        let latin = try charset("CP1252")
        do {
            _ = try latin.encode("ça ł日")
            Issue.record("it was encoded")
        } catch {
            #expect(error.character == "ł" && error.charset == latin)
            #expect(
                error.description
                    == "'ł' cannot be written in CP1252, this site's charset; leave it out or "
                    + "choose another charset."
            )
        }
    }

    @Test("Long names come through whole")
    func long() throws {
        let text = String(repeating: "目", count: 5_000)
        let charset = try charset("GB18030")
        #expect(charset.decode(try charset.encode(text)) == text)
        #expect(try charset.encode("") == [])
        #expect(charset.text(of: [UInt8]()) == "")
    }

    @Test("What a charset makes of bytes is sanitised like any text")
    func sanitised() throws {
        // C1 in Latin-1, and a right-to-left override in GB18030's four bytes.
        #expect(Name([0x61, 0x9B, 0x33])?.text(on: site("ISO-8859-1")) == #"a\x9b3"#)
        let override = try charset("GB18030").encode("a\u{202E}b")
        #expect(VisibleText.make(override, on: site("GB18030")) == "a‹202E›b")
        let marks = try charset("CP1258").encode("a" + String(repeating: "\u{0301}", count: 9))
        let shown = VisibleText.make(marks, on: site("CP1258"))
        #expect(shown.unicodeScalars.filter { $0 == "\u{0301}" }.count <= 4)
    }

    @Test("Without a charset names show as Latin-1 and are typed as UTF-8")
    func none() throws {
        #expect(Name([0xE9])?.text(on: site(nil)) == "é")
        #expect(Name([0xE9])?.text(on: site("bogus")) == "é")
        #expect(try Name.typed("é", on: site(nil))?.bytes == [0xC3, 0xA9])
        #expect(try Name.typed("a/b", on: site(nil)) == nil)
    }

    @Test("A path's UTF-8 is written in the charset, other bytes stay")
    func paths() throws {
        let path = Path([0x2F, 0xC3, 0xA9, 0x2F, 0xE8, 0x2F, 0x61])
        #expect(try path.typed(on: site("CP1252")).bytes == [0x2F, 0xE9, 0x2F, 0xE8, 0x2F, 0x61])
        #expect(try path.typed(on: site(nil)) == path)
        #expect(path.text(on: site("KOI8-R")) == path.text(on: site("KOI8-R")))
        #expect(
            Location(site: site("CP1251"), path: Path([0x2F, 0xEC])).text
                == "ftp://example.org/м")
    }

    @Test("A copy's name says the same on the other site")
    func carried() throws {
        let cyrillic = try #require(Name([0xEC, 0xE8, 0xF0]))
        #expect(cyrillic.carried(from: site("CP1251"), to: .local).text == "мир")
        #expect(
            cyrillic.carried(from: site("CP1251"), to: site("KOI8-R")).bytes == [0xCD, 0xC9, 0xD2])
        #expect(Name("мир")?.carried(from: .local, to: site("CP1251")) == cyrillic)
        // What cannot be said there keeps its bytes.
        #expect(Name("日")?.carried(from: .local, to: site("CP1251")) == Name("日"))
        #expect(cyrillic.carried(from: site(nil), to: .local) == cyrillic)
    }
}
