import Testing

@testable import Settings

@Suite("A key of a TOML text is changed, and every other byte stays")
struct KeyChangeTests {
    private func set(_ key: String, _ value: String, in text: String) -> String? {
        var change = KeyChange(text)
        return change.set(key, to: value) ? change.text : nil
    }

    private func remove(_ key: String, from text: String) -> String? {
        var change = KeyChange(text)
        return change.remove(key) ? change.text : nil
    }

    @Test(
        "A value is replaced where it stands",
        arguments: [
            ("a = 1\nb = 2\n", "a = 9\nb = 2\n"),
            ("  a=1   # why\r\nb = 2\r\n", "  a=9   # why\r\nb = 2\r\n"),
            ("\"a\" = \"x # y\"#z", "\"a\" = 9#z"),
            ("a = [\n  1, # one\n  2,\n] # two\nb = 2", "a = 9 # two\nb = 2"),
            ("a = \"\"\"\nb = 1\n\"\"\"\nb = 2\n", "a = 9\nb = 2\n"),
            ("a = '''\nb\n'''''\nb = 2\n", "a = 9\nb = 2\n"),
            ("\u{FEFF}a = 1\n", "\u{FEFF}a = 9\n"),
            ("a = 1", "a = 9"),
            ("b = \"a = 3\"\na = { x = 1 }\n", "b = \"a = 3\"\na = 9\n"),
        ])
    func replacing(before: String, after: String) {
        #expect(set("a", "9", in: before) == after)
    }

    @Test(
        "A key that is not there gets a line: after its comment, before the first table, else last",
        arguments: [
            ("", "a = 9\n"), ("# Mine.", "# Mine.\na = 9\n"), ("b = 1\n", "b = 1\na = 9\n"),
            ("b = 1\r\n", "b = 1\r\na = 9\r\n"), ("b = 1\r\nc = 2", "b = 1\r\nc = 2\r\na = 9\r\n"),
            ("\u{FEFF}", "\u{FEFF}a = 9\n"),
            ("\u{FEFF}[t]\nb = 1\n", "\u{FEFF}a = 9\n\n[t]\nb = 1\n"),
            ("b = 1\n[t]\na = 2\n", "b = 1\na = 9\n\n[t]\na = 2\n"),
            ("# Does.\n#a = 1\nb = 1\n", "# Does.\n#a = 1\na = 9\nb = 1\n"),
            ("# a = 1\n#a = 2\n#ab = 3\n", "# a = 1\n#a = 2\na = 9\n#ab = 3\n"),
            ("b = '''\n#a = 1\n'''\n", "b = '''\n#a = 1\n'''\na = 9\n"),
            ("[t]\n#a = 1\n", "a = 9\n\n[t]\n#a = 1\n"),
        ])
    func inserting(before: String, after: String) {
        #expect(set("a", "9", in: before) == after)
    }

    @Test(
        "A key is taken out with its line; a comment behind it stays",
        arguments: [
            ("a = 1\nb = 2\n", "b = 2\n"), ("b = 2\na = 1", "b = 2\n"),
            ("b = 2\r\na = 1 # why\r\nc = 3\r\n", "b = 2\r\n# why\r\nc = 3\r\n"),
            ("a = [\n 1,\n]\nb = 2\n", "b = 2\n"), ("\u{FEFF}a = 1\nb = 2", "\u{FEFF}b = 2"),
            ("b = 2 # a = 1\n", "b = 2 # a = 1\n"),
            ("# x\n\n  a = '''\n'''\n\n# y\n", "# x\n\n\n# y\n"),
        ])
    func removing(before: String, after: String) {
        #expect(remove("a", from: before) == after)
    }

    @Test("A key of the site that is meant, and of no other")
    func tables() {
        let text =
            "[[site]]\nname = \"a\"\n\n# of b\n[[site]] # b\nname = \"b\"\ntls = false # no\n"
        var change = KeyChange(text)
        let isSet = [
            change.set("tls", of: ["site", "0"], to: "true"),
            change.set("tls", of: ["site", "1"], to: "true"),
        ]
        #expect(isSet == [true, true])
        let both =
            "[[site]]\nname = \"a\"\ntls = true\n\n# of b\n[[site]] # b\nname = \"b\"\ntls = true # no\n"
        #expect(change.text == both)
        let isGone = [
            change.remove("tls", of: ["site", "1"]), change.remove("tls", of: ["site", "0"]),
        ]
        #expect(isGone == [true, true])
        #expect(change.text.hasSuffix("# of b\n[[site]] # b\nname = \"b\"\n# no\n"))
        let isNowhere = change.set("tls", of: ["site", "2"], to: "true")
        #expect(!isNowhere)
        var inline = KeyChange("site = [{ name = \"a\" }]\n")
        let isInline = inline.set("tls", of: ["site", "0"], to: "true")
        #expect(!isInline)
    }
}
