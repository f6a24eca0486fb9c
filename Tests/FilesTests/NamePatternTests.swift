import Files
import Testing

@Suite("Patterns of names")
struct NamePatternTests {
    @Test(
        "What a star takes ends between two characters, not within one",
        arguments: [
            ("*[!é].txt", "café.txt", false), ("*[!é].txt", "cafe.txt", true),
            ("*[©]", "é", false), ("*?", "é", true), ("*é", "café", true), ("*?x", "éx", true),
            ("a*?b", "aéb", true), ("a*??b", "aéb", false),
        ])
    func characters(pattern: String, name: String, fits: Bool) {
        #expect(NamePattern(exact: pattern).matches(Array(name.utf8)[...]) == fits)
    }

    @Test("Bytes that are no UTF-8 are characters of their own")
    func bytes() {
        let name: [UInt8] = [0x63, 0xE9, 0x2E, 0x74]
        #expect(NamePattern(exact: "c?.t").matches(name[...]))
        #expect(NamePattern(exact: "*.t").matches(name[...]))
        #expect(NamePattern(exact: [0x63, 0xE9, 0x2A]).matches(name[...]))
        #expect(!NamePattern(exact: "cé*").matches(name[...]))
    }
}
