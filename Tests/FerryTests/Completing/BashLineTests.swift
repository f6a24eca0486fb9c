import Support
import Testing

@testable import Ferry

@Suite("A line of bash, and what bash is to insert")
struct BashLineTests {
    private static let breaks = " \t\n\"'@><=;|&(:"

    private func line(_ text: String) -> BashLine {
        BashLine(text, breaks: BashLineTests.breaks)
    }

    @Test(
        "Words are read as bash reads them",
        arguments: [
            ("ferry ls ", ["ferry", "ls", ""]), ("ferry ls a", ["ferry", "ls", "a"]),
            (#"ferry ls a\ b"#, ["ferry", "ls", "a b"]),
            (#"ferry ls "a b"#, ["ferry", "ls", "a b"]),
            (#"ferry ls 'a "b"#, ["ferry", "ls", #"a "b"#]),
            (#"ferry ls "a\n\"b"#, ["ferry", "ls", #"a\n"b"#]),
            ("ferry ls ftp://me@host:21/x", ["ferry", "ls", "ftp://me@host:21/x"]),
            ("cd /; ferry ls a", ["ferry", "ls", "a"]), ("a | ferry  ls", ["ferry", "ls"]),
            (#"ferry get 'a'"b"c"#, ["ferry", "get", "abc"]), ("", [""]),
        ])
    func words(_ text: String, _ words: [String]) {
        #expect(line(text).words == words)
    }

    @Test(
        "What is inserted follows what bash keeps",
        arguments: [
            ("ferry ls we", "web01:", "web01:"), ("ferry ls web01:/w", "web01:/www/", "/www/"),
            ("ferry ls ftp://me@h/x", "ftp://me@h/xy", "h/xy"),
            ("ferry --theme=da", "--theme=dark", "dark"),
            ("ferry ls a", "a b$(c)", #"a\ b\$\(c\)"#), ("ferry ls ~/D", "~/Do a", #"~/Do\ a"#),
            ("ferry ls ", "~x", #"\~x"#), (#"ferry ls \~"#, "~/x", #"\~/x"#),
            (#"ferry ls "a "#, "a $(b)`c`", #"a \$(b)\`c\`"#),
            ("ferry ls 'a ", "a 'b'$(c)", #"a '\''b'\''$(c)"#),
            (#"ferry ls "web01:/a "#, "web01:/a b/", "web01:/a b/"),
        ])
    func insertion(_ text: String, _ word: String, _ inserted: String) {
        #expect(line(text).insertion(word) == inserted)
    }

    @Test("What cannot be inserted is not") func none() {
        #expect(line(#"ferry ls "a"#).insertion("a!b") == nil)
        #expect(line("ferry ls web01:/").insertion("nas:/") == nil)
    }

    /// Bash itself is the judge: whatever the name, the line names that file and does nothing else.
    @Test("Any name stays one word, which names that file", arguments: ["", "\"", "'"])
    func anyName(_ quote: String) throws {
        let folder = try TemporaryFolder()
        let names = [
            "a b", "a$(touch made)", "a`touch made`", "a\"b", "a'b", "a\\b", "a;b&c|d", "a*?[b]",
            "a{b,c}", "a#b", "a~b", "a<b>c", "a\u{E9}$(touch made)", "a  b", "a(b)", "a^b",
        ]
        for name in names {
            let inserted = try #require(line("ferry ls \(quote)a").insertion(name))
            let script = "printf %s \(quote)\(inserted)\(quote)"
            let result = try CommandOutput([
                "bash", "-c", "cd '\(folder.path)' || exit 1; \(script)",
            ])
            #expect(result.text == name, "\(script)")
        }
        #expect(folder.names.isEmpty)
    }
}
