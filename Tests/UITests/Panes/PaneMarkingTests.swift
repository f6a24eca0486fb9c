import Files
import Jobs
import Terminal
import Testing
import UI

@Suite("Marking")
struct PaneMarkingTests {
    @Test(
        "Space marks and steps down; once more on it unmarks",
        arguments: ["space", "insert", "ctrl-t"])
    func toggle(_ key: String) {
        var stage = Stage.shown()
        stage.press("j j j j j \(key)")
        #expect(stage.marked == ["main.js"])
        #expect(stage.current == "release-notes.md")
        #expect(stage.screen.contains("1 marked, 212K"))
        #expect(stage.lines.contains { $0.hasPrefix("│* main.js") })
        stage.press("k \(key)")
        #expect(stage.marked == [])
        #expect(stage.pane.markedBytes == 0)
    }

    @Test("the parent cannot be marked")
    func parent() {
        var stage = Stage.shown()
        stage.press("space")
        #expect(stage.marked == [])
        #expect(stage.current == "assets")
    }

    @Test("patterns mark and unmark")
    func patterns() {
        var stage = Stage.shown()
        stage.press("+")
        stage.type("*.JS *.md")
        stage.press("enter")
        #expect(stage.marked == ["main.js", "release-notes.md"])
        stage.press("-")
        stage.type("m*")
        stage.press("enter")
        #expect(stage.marked == ["release-notes.md"])
    }

    @Test("* inverts, Ctrl-A marks all that is shown, u unmarks")
    func all() {
        var stage = Stage.shown()
        stage.press("ctrl-a")
        #expect(stage.marked.count == 7)
        stage.press("j space *")
        #expect(stage.marked == ["assets"])
        stage.press("u")
        #expect(stage.marked == [])
    }

    @Test("only what is shown stays marked")
    func hidden() {
        var stage = Stage.shown()
        stage.press(".")
        stage.arrange()
        stage.press("ctrl-a")
        #expect(stage.marked.count == 8)
        stage.press(".")
        stage.arrange()
        #expect(stage.marked.count == 7)
    }

    @Test("v marks what one moves over, Esc takes it back, v keeps it")
    func visual() {
        var stage = Stage.shown()
        stage.press("j v j j")
        #expect(stage.marked == ["assets", "css", "drafts"])
        stage.press("k")
        #expect(stage.marked == ["assets", "css"])
        stage.press("escape")
        #expect(stage.marked == [])
        stage.press("v k v j j j")
        #expect(stage.marked == ["assets", "css"])
    }

    @Test("v marks on both sides of where it began, and leaves what was marked before")
    func visualBothWays() {
        var stage = Stage.shown()
        stage.press("j j j space v k k k")
        #expect(stage.marked == ["assets", "css", "drafts", "favicon.ico"])
        stage.press("j j j j j")
        #expect(stage.marked == ["drafts", "favicon.ico", "main.js", "release-notes.md"])
        let bytes = stage.pane.markedBytes
        stage.press("g g")
        #expect(stage.marked == ["assets", "css", "drafts", "favicon.ico"])
        stage.press("j j j j j j")
        #expect(stage.pane.markedBytes == bytes)
        stage.press("escape")
        #expect(stage.marked == ["drafts"])
        #expect(stage.pane.markedBytes == 0)
    }

    @Test("while v marks by moving, other marks last until the next move")
    func visualAndOthers() {
        var stage = Stage.shown()
        stage.press("j v ctrl-a")
        #expect(stage.marked.count == 7)
        stage.press("j")
        #expect(stage.marked == ["assets", "css"])
        stage.press("*")
        #expect(stage.marked.count == 5)
        stage.press("k")
        #expect(stage.marked == ["assets"])
    }

    @Test("a hundred thousand names: marks, patterns and frames stay right")
    func many() {
        let entries = (0..<100_000).map { Entry.file("file\($0).txt", 10) }
        var stage = Stage.shown(left: entries)
        stage.press("+")
        stage.type("file?.txt,file1????.txt")
        stage.press("enter")
        #expect(stage.marked.count == 10_010)
        #expect(stage.pane.markedBytes == 100_100)
        stage.press("*")
        #expect(stage.pane.marked.count == 89_990)
        stage.press("G")
        #expect(stage.current == "file99999.txt")
        #expect(stage.lines.contains { $0.hasPrefix("│*>file99999.txt") })
        #expect(stage.screen.contains("89,990 marked, 879K"))
    }
}

@Suite("Patterns for names")
struct NamePatternTests {
    @Test(
        "match",
        arguments: [
            ("*", "anything"), ("*.txt", "a.txt"), ("*.TXT", "a.txt"), ("a?c", "abc"),
            ("?", "テ"), ("[a-c]*", "Beta"), ("[!a-c]*", "delta"), ("a\\*b", "a*b"),
            ("*.jpg,*.png", "x.png"), ("*.jpg *.png", "x.png"), ("[テ]*", "テスト"),
            ("a[", "a["), ("[]]", "]"), ("*a*b*c", "xxaxxbxxc"), ("**", "x"), ("a\\ b", "a b"),
            ("%s%n", "%s%n"), ("[\\[]*", "[x"),
        ])
    func match(_ pattern: String, _ name: String) throws {
        #expect(try #require(NamePattern(pattern)).matches(Array(name.utf8)[...]))
    }

    @Test(
        "do not match",
        arguments: [
            ("*.txt", "a.txt.gz"), ("a?c", "ac"), ("?", "ab"), ("[!a-c]*", "apple"),
            ("a\\*b", "axb"), ("*.jpg,*.png", "x.gif"), ("[a-c]", "d"), ("x*y", "xyz"),
        ])
    func mismatch(_ pattern: String, _ name: String) throws {
        #expect(try !#require(NamePattern(pattern)).matches(Array(name.utf8)[...]))
    }

    @Test("a pattern of nothing is none", arguments: ["", " ", " , "])
    func nothing(_ text: String) {
        #expect(NamePattern(text) == nil)
    }

    @Test("many stars on a long name end soon")
    func stars() throws {
        let pattern = try #require(NamePattern(String(repeating: "*a", count: 30) + "b"))
        #expect(!pattern.matches(Array(repeating: UInt8(0x61), count: 250)[...]))
    }
}
