import Files
import Jobs
import Terminal
import Testing
import UI

@Suite("Moving in a pane")
struct PaneNavigationTests {
    @Test("arrows and letters move the cursor, and it stops at both ends")
    func moving() {
        var stage = Stage.shown()
        #expect(stage.current == "..")
        stage.press("down j")
        #expect(stage.current == "css")
        stage.press("up k k k")
        #expect(stage.current == "..")
        stage.press("G")
        #expect(stage.current == "テスト.txt")
        stage.press("down")
        #expect(stage.current == "テスト.txt")
        stage.press("g g")
        #expect(stage.current == "..")
        stage.press("end home")
        #expect(stage.current == "..")
    }

    @Test("pages and half pages move by what is seen")
    func pages() {
        let entries = (0..<100).map { Entry.file("f\($0)") }
        var stage = Stage.shown(left: entries)
        let before = stage.pane.cursor
        stage.press("pagedown")
        let page = stage.pane.cursor - before
        #expect(page > 5)
        stage.press("ctrl-d")
        #expect(stage.pane.cursor == before + page + page / 2)
        stage.press("ctrl-u pageup")
        #expect(stage.pane.cursor == before)
    }

    @Test("Enter asks for the directory, and the pane stays until it has come")
    func entering() throws {
        var stage = Stage.shown()
        stage.press("j enter")
        let pending = try #require(stage.pane.pending)
        #expect(
            stage.effects == [
                .list(pending.request, .left, .local, Path("/home/me/site/assets"), Arrangement())
            ])
        #expect(stage.pane.path == Path("/home/me/site"))
        stage.answer([.file("logo.png", 10)])
        #expect(stage.pane.path == Path("/home/me/site/assets"))
        #expect(stage.pane.pending == nil)
        #expect(stage.lines[2].hasPrefix("│  Name"))
        #expect(stage.lines[4].contains("logo.png"))
    }

    @Test(
        "the parent comes with the cursor on where one came from",
        arguments: ["backspace", "left", "h", "home enter"])
    func parent(_ keys: String) {
        var stage = Stage.shown()
        stage.press("j j enter")
        stage.answer([.file("main.css")])
        stage.press(keys)
        stage.answer(Entry.site)
        #expect(stage.pane.path == Path("/home/me/site"))
        #expect(stage.current == "css")
    }

    @Test("the root has no parent")
    func root() {
        var stage = Stage.shown()
        stage.press("tab h")
        stage.answer([.folder("www")])
        #expect(stage.pane.path == .root)
        #expect(stage.current == "www")
        #expect(stage.press("h") == [])
    }

    @Test("Tab goes to the other pane and back")
    func otherPane() {
        var stage = Stage.shown()
        stage.press("tab")
        #expect(stage.model.focus == .right)
        stage.press("tab")
        #expect(stage.model.focus == .left)
    }

    @Test("= shows the same directory in the other pane")
    func same() throws {
        var stage = Stage.shown()
        stage.press("j =")
        let pending = try #require(stage.model.right.pending)
        #expect(
            stage.effects == [
                .list(pending.request, .right, .local, Path("/home/me/site"), Arrangement())
            ])
    }

    @Test("g h goes home: here the user's, there the login directory")
    func home() throws {
        var stage = Stage.shown()
        stage.press("g h")
        guard case .list(_, .left, .local, let path, _) = stage.effects.first else {
            Issue.record("no listing was asked for")
            return
        }
        #expect(path == Stage.home)
        stage.press("escape tab g h")
        guard case .list(_, .right, Stage.web, nil, _) = stage.effects.first else {
            Issue.record("no listing was asked for")
            return
        }
    }

    @Test("a link is entered; where it leads to no directory, it is viewed")
    func link() {
        var stage = Stage.shown()
        stage.press("tab G enter")
        #expect(stage.pane.pending?.path == Path("/www/uploads"))
        stage.fail(FileSystemError(.notDirectory, detail: "It is a file."))
        #expect(stage.model.screen == .viewer)
    }

    @Test("the keys of a sequence are shown until it is complete, and Esc drops them")
    func sequences() {
        var stage = Stage.shown()
        stage.press("g")
        #expect(stage.statusLine.hasSuffix("g …"))
        stage.press("escape")
        #expect(stage.model.pendingKeys.isEmpty)
        #expect(!stage.statusLine.contains("g"))
        // A sequence that means nothing is spent whole: x alone would do something in no pane.
        #expect(stage.press("g j") == [])
        #expect(stage.current == "..")
    }

    @Test("a place is typed: a path here, a URL elsewhere, with its password apart")
    func goTo() throws {
        var stage = Stage.shown()
        stage.press("g d")
        stage.type("/etc")
        stage.press("enter")
        #expect(stage.pane.pending?.path == Path("/etc"))
        stage.press("g d")
        stage.type("ftp://anna:s3cret@mirror:2121/pub")
        stage.press("enter")
        let site = Site(scheme: .ftp, host: "mirror", port: 2_121, user: "anna")
        #expect(stage.effects.first == .password(nil, site, .given(Secret("s3cret"))))
        #expect(stage.pane.pending?.site == site)
        #expect(stage.pane.pending?.path == Path("/pub"))
    }

    @Test(
        "a tilde on a server of SFTP is its user's home, or another's, where nothing here has the name"
    )
    func goHome() throws {
        let entries = [Entry.folder("~here"), Entry.file("a")]
        for (typed, path, below) in [
            ("~/a", nil, "~/a"), ("~you", nil, "~you"), ("~you/b/", nil, "~you/b/"),
            ("~here", "/www/~here", nil), ("sftp://box/~you", nil, "~you"),
            ("sftp://box/%7Eyou", "/~you", nil),
        ] as [(String, String?, String?)] {
            var stage = Stage.shown()
            for effect in stage.go(to: "sftp://box/www") {
                guard case .list(let request, let side, _, _, _) = effect else { continue }
                stage.answer(request, side, entries)
            }
            stage.go(to: typed)
            #expect(stage.pane.pending?.path == path.map { Path($0) }, "\(typed)")
            #expect(stage.pane.pending?.below?.bytes == below.map { Array($0.utf8) }, "\(typed)")
        }
    }

    @Test("a place that cannot be is refused in the dialog, which stays")
    func goNowhere() {
        var stage = Stage.shown()
        stage.press("g d")
        stage.type("ftp://host:99999/")
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("99999"))
        #expect(stage.model.dialogs.count == 1)
    }

    @Test("/ goes to the first match as one types, n to the next, round at the end")
    func finding() {
        var stage = Stage.shown()
        stage.press("/")
        stage.type("S")
        #expect(stage.current == "assets")
        stage.type("s")
        stage.press("enter n")
        #expect(stage.current == "css")
        stage.press("n")
        #expect(stage.current == "assets")
        stage.press("N")
        #expect(stage.current == "css")
    }

    @Test("Esc leaves a search where it began; a name that is not there says so")
    func findingNothing() {
        var stage = Stage.shown()
        stage.press("j /")
        stage.type("zzz")
        #expect(stage.statusLine.contains("No name here contains 'zzz'."))
        stage.press("escape")
        #expect(stage.current == "assets")
    }

    @Test("with the commander preset, letters find")
    func lettersFind() {
        var stage = Stage.shown()
        stage.model.keymap = .preset(.commander)
        stage.type("fav")
        #expect(stage.current == "favicon.ico")
    }

    @Test("a filter is applied as one types; Enter keeps it and Esc takes it away")
    func filter() {
        var stage = Stage.shown()
        stage.press("f")
        for letter in "css" {
            stage.type(String(letter))
            stage.arrange()
        }
        #expect(stage.pane.order.count == 1)
        stage.press("enter")
        #expect(stage.screen.contains("filter: css"))
        stage.press("escape")
        stage.arrange()
        #expect(stage.pane.order.count == 7)
    }

    @Test("sorting by the same key once more turns it round; the header says how")
    func sorting() throws {
        var stage = Stage.shown()
        stage.press(", s")
        stage.arrange()
        #expect(stage.lines[2].contains("Size ↑"))
        let files = stage.pane.order.suffix(4).compactMap {
            stage.pane.directory.entry(at: Int($0))?.name.text
        }
        #expect(files.first == "main.js")
        stage.press(", s")
        stage.arrange()
        #expect(stage.lines[2].contains("Size ↓"))
    }

    @Test("hidden files are shown and hidden; the cursor stays on its name")
    func hidden() {
        var stage = Stage.shown()
        stage.press("G .")
        stage.arrange()
        #expect(stage.pane.order.count == 8)
        #expect(stage.current == "テスト.txt")
        #expect(stage.screen.contains("hidden shown"))
        stage.press(".")
        stage.arrange()
        #expect(stage.pane.order.count == 7)
    }
}

extension Stage {
    /// Types a place to go to; the effects.
    @discardableResult
    fileprivate mutating func go(to place: String) -> [Effect] {
        press("g d")
        type(place)
        return press("enter")
    }
}
