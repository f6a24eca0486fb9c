import Files
import Jobs
import Terminal
import Testing
import UI

@Suite("Copying and moving")
struct DialogTransferTests {
    private func location(_ text: String, _ site: Site = .local) -> Location {
        Location(site: site, path: Path(text))
    }

    @Test("F5 and Enter queue what is marked, into the other pane's directory; the marks go")
    func copy() throws {
        var stage = Stage.shown()
        stage.press("j j j j space space f5")
        #expect(stage.screen.contains("Copy 2 files, 216K to:"))
        #expect(stage.screen.contains("ftp://deploy@web01/www/"))
        #expect(stage.screen.contains("into ftp://deploy@web01/www"))
        stage.press("enter")
        let expected = ["favicon.ico", "main.js"].compactMap { name in
            Entry.site.first { $0.name.text == name }
        }.map { entry in
            JobRequest(
                operation: .copy, source: location("/home/me/site/\(entry.name)"), entry: entry,
                target: location("/www/\(entry.name)", Stage.web), root: Path("/www"))
        }
        #expect(stage.effects == [.enqueue(JobBatch(expected))])
        #expect(stage.marked == [])
        #expect(stage.statusLine == " 2 items queued to copy.")
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("without marks it is about the name under the cursor; on the parent about nothing")
    func single() {
        var stage = Stage.shown()
        #expect(stage.press("f5") == [])
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.statusLine.contains("Move the cursor to a name first"))
        stage.press("j f5")
        #expect(stage.screen.contains("Copy the directory 'assets' to:"))
    }

    @Test("a new name may be given to a single one")
    func newName() throws {
        var stage = Stage.shown()
        stage.press("G f5")
        stage.type("/www/renamed.txt")
        #expect(stage.screen.contains("as renamed.txt in ftp://deploy@web01/www"))
        stage.press("enter")
        guard case .enqueue(let batch) = try #require(stage.effects.first) else {
            Issue.record("something else came")
            return
        }
        let requests = batch.requests
        #expect(requests.first?.target == location("/www/renamed.txt", Stage.web))
        #expect(requests.first?.root == Path("/www"))
    }

    @Test("a name that is a directory there is copied into")
    func intoShown() throws {
        var stage = Stage.shown()
        stage.press("G f5")
        stage.type("/www/css")
        stage.press("enter")
        guard case .enqueue(let batch) = try #require(stage.effects.first) else {
            Issue.record("something else came")
            return
        }
        let requests = batch.requests
        #expect(requests.first?.target == location("/www/css/テスト.txt", Stage.web))
    }

    @Test("the policy is chosen with Tab and the arrows")
    func policy() throws {
        var stage = Stage.shown()
        stage.press("G f5 tab right enter")
        guard case .enqueue(let batch) = try #require(stage.effects.first) else {
            Issue.record("something else came")
            return
        }
        let requests = batch.requests
        #expect(requests.first?.policy == .overwrite)
    }

    @Test("Cancel and Esc queue nothing and keep the marks")
    func cancel() {
        var stage = Stage.shown()
        stage.press("j space f5 tab tab tab tab tab")
        #expect(stage.press("enter") == [])
        #expect(stage.press("f5 escape") == [])
        #expect(stage.marked == ["assets"])
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("F6 moves; into the same directory under another name it renames")
    func move() throws {
        var stage = Stage.shown()
        stage.press("G f6")
        stage.type("new.txt")
        stage.press("enter")
        guard case .rename(_, .left, .local, let from, let to) = try #require(stage.effects.first)
        else {
            Issue.record("it was not renamed")
            return
        }
        #expect(from == Path("/home/me/site/テスト.txt"))
        #expect(to == Path("/home/me/site/new.txt"))
        stage.press("f6 enter")
        guard case .enqueue(let batch) = try #require(stage.effects.first) else {
            Issue.record("something else came")
            return
        }
        let requests = batch.requests
        #expect(requests.first?.operation == .move)
    }

    @Test("in the same directory a copy needs another name")
    func sameDirectory() throws {
        var stage = Stage.shown()
        stage.press("G =")
        stage.press("tab")
        stage.answer(Entry.site)
        stage.press("tab f5")
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("is the source itself"))
        stage.type("2")
        stage.press("enter")
        guard case .enqueue(let batch) = try #require(stage.effects.first) else {
            Issue.record("something else came")
            return
        }
        let requests = batch.requests
        #expect(requests.first?.target == location("/home/me/site/テスト.txt2"))
        stage.press("ctrl-a f5")
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.statusLine.contains("Both panes show this directory"))
    }

    @Test("a directory is not copied into itself")
    func intoItself() {
        var stage = Stage.shown()
        stage.press("j f5")
        stage.type("assets/below/")
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("The directory 'assets' cannot be copied into itself."))
    }

    @Test("a path in the shown directory that is no UTF-8 still goes where the pane is")
    func bytes() throws {
        var stage = Stage.shown()
        let odd = try #require(Name([0xFF, 0x41]))
        let path = Path(components: [odd])
        stage.press("tab")
        stage.press("ctrl-r")
        stage.answer(Entry.web, at: Location(site: Stage.web, path: path))
        stage.press("tab G f5 enter")
        guard case .enqueue(let batch) = try #require(stage.effects.first) else {
            Issue.record("something else came")
            return
        }
        let requests = batch.requests
        #expect(requests.first?.root == path)
    }
}

@Suite("Making, renaming, deleting")
struct DialogChangeTests {
    @Test("F7 makes a directory; the pane is read again with the cursor on it")
    func makeDirectory() throws {
        var stage = Stage.shown()
        stage.press("f7")
        stage.type("new")
        stage.press("enter")
        guard case .makeDirectory(let request, .left, let location) = stage.effects.first else {
            Issue.record("nothing was made")
            return
        }
        #expect(location == Location(site: .local, path: Path("/home/me/site/new")))
        stage.send(.finished(request, .success(())))
        #expect(stage.statusLine == " Directory 'new' made.")
        stage.answer(Entry.site + [.folder("new")])
        #expect(stage.current == "new")
    }

    @Test("a makes a file, and with a slash at its end a directory")
    func make() {
        var stage = Stage.shown()
        stage.press("a")
        stage.type("notes")
        stage.press("enter")
        guard case .makeFile = stage.effects.first else {
            Issue.record("no file was made")
            return
        }
        stage.press("a")
        stage.type("dir/")
        stage.press("enter")
        guard case .makeDirectory(_, _, let location) = stage.effects.first else {
            Issue.record("no directory was made")
            return
        }
        #expect(location.path == Path("/home/me/site/dir"))
    }

    @Test("a name that is none is refused in the dialog", arguments: ["..", "a/b", ""])
    func badNames(_ name: String) {
        var stage = Stage.shown()
        stage.press("f7")
        stage.type(name)
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("A name cannot be empty"))
    }

    @Test("r renames on the row itself, with the cursor before the extension")
    func rename() throws {
        var stage = Stage.shown()
        stage.press("j j j j j r")
        #expect(stage.model.view().cursor == Point(x: 1 + 2 + 4, y: 8))
        stage.type("-2")
        stage.press("enter")
        guard case .rename(let request, .left, .local, let from, let to) = stage.effects.first
        else {
            Issue.record("nothing was renamed")
            return
        }
        #expect(from == Path("/home/me/site/main.js"))
        #expect(to == Path("/home/me/site/main-2.js"))
        stage.send(
            .finished(
                request, .failure(FileSystemError(.exists, detail: "'main-2.js' is there."))))
        #expect(stage.statusLine == " 'main-2.js' is there.")
    }

    @Test("Esc leaves the name, and so does Enter on the same name")
    func renameNothing() {
        var stage = Stage.shown()
        stage.press("j r")
        stage.type("x")
        #expect(stage.press("escape") == [])
        #expect(stage.press("r enter") == [])
    }

    @Test("F8 counts while it asks, and only an explicit Yes deletes")
    func delete() throws {
        var stage = Stage.shown()
        stage.press("j f8")
        guard case .count(let request, .left, .local, let counted) = stage.effects.first else {
            Issue.record("nothing was counted")
            return
        }
        #expect(counted.paths == [Path("/home/me/site/assets")])
        var tally = Tally()
        tally.files = 1_234
        tally.directories = 12
        tally.bytes = 5_000_000
        stage.send(.counted(request, tally, isFinal: false))
        #expect(stage.screen.contains("1,234 files and 12 directories, 4.8M, still counting"))
        stage.send(.counted(request, tally, isFinal: true))
        #expect(!stage.screen.contains("still counting"))
        #expect(stage.press("enter") == [])
        #expect(stage.model.dialogs.isEmpty)
        stage.press("f8")
        let again = stage.effects
        #expect(stage.press("tab enter").count == 2)
        guard case .count(let second, _, _, _) = again.first else {
            Issue.record("something else came")
            return
        }
        #expect(stage.effects.first == .stop(second))
        guard case .enqueue(let batch) = stage.effects.last else {
            Issue.record("something else came")
            return
        }
        let requests = batch.requests
        #expect(requests.map(\.operation) == [.delete])
        #expect(requests.map(\.target) == [nil])
    }

    @Test(
        "y deletes files without a count; n, Esc and Enter do not",
        arguments: ["n", "escape", "enter"])
    func deleteFiles(_ no: String) {
        var stage = Stage.shown()
        #expect(stage.press("G f8") == [])
        #expect(stage.press(no) == [])
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.press("delete y").count == 1)
    }

    @Test("F8 on files and a directory counts on from the files, in the directory alone")
    func deleteMixed() throws {
        var stage = Stage.shown()
        stage.press("ctrl-a f8")
        guard case .count(_, .left, .local, let counted) = stage.effects.first else {
            Issue.record("nothing was counted")
            return
        }
        #expect(counted.paths == ["assets", "css", "drafts"].map { Path("/home/me/site/\($0)") })
        #expect(counted.start.files == 4)
        #expect(counted.start.directories == 0)
        #expect(counted.start.bytes == stage.pane.markedBytes)
        #expect(stage.screen.contains("4 files and 3 directories"))
    }

    @Test("a count that is not waited for any more changes nothing")
    func lateCount() {
        var stage = Stage.shown()
        stage.press("j f8")
        guard case .count(let request, _, _, _) = stage.effects.first else {
            Issue.record("something else came")
            return
        }
        stage.press("escape")
        #expect(stage.effects == [.stop(request)])
        stage.send(.counted(request, Tally(), isFinal: true))
        #expect(stage.model.dialogs.isEmpty)
    }
}

@Suite("Questions")
struct DialogQuestionTests {
    private let conflict = Conflict(
        source: Entry.file("main.js", 216_884, CivilTime(year: 2026, month: 11, day: 20)),
        target: Entry.file("main.js", 202_751, CivilTime(year: 2026, month: 11, day: 18)),
        resumable: 0)

    @Test("a name that is taken asks in the status bar, and takes no key by itself")
    func parked() {
        var stage = Stage.shown()
        stage.change(.carrying("main.js", id: 1, .needsAnswer(conflict)))
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.statusLine == " 'main.js' already exists. — Q: choose what to do")
        #expect(stage.screen.contains("! ASK"))
        #expect(stage.lines[0].hasSuffix("!1"))
    }

    @Test("once nothing asks any more, the status bar does not say so either")
    func answered() {
        var stage = Stage.shown()
        stage.change(.carrying("a", id: 1, .needsAnswer(conflict)))
        stage.change(.carrying("b", id: 2, .needsAnswer(conflict)))
        #expect(
            stage.statusLine
                == " 'b' already exists. 2 transfers need an answer. — Q: choose what to do")
        stage.change(.carrying("a", id: 1))
        #expect(stage.statusLine.contains("answer"))
        stage.change(.carrying("b", id: 2))
        #expect(stage.statusLine == "")
    }

    @Test("a question that was answered elsewhere closes")
    func answeredElsewhere() {
        var stage = Stage.shown()
        stage.change(.carrying("main.js", id: 1, .needsAnswer(conflict)))
        stage.press("Q")
        stage.change(.carrying("main.js", id: 1, .running))
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("a password is asked for with stars, and goes to all who wait for it")
    func password() {
        var stage = Stage.shown()
        let one = RequestID(rawValue: 90)
        let two = RequestID(rawValue: 91)
        stage.send(.passwordNeeded(one, Stage.web, detail: "530 Login incorrect"))
        stage.send(.passwordNeeded(two, Stage.web, detail: nil))
        #expect(stage.model.dialogs.count == 1)
        stage.type("pä55")
        #expect(stage.screen.contains("****"))
        #expect(!stage.screen.contains("pä55"))
        #expect(stage.screen.contains("530 Login incorrect"))
        let answer = PasswordAnswer.given(Secret("pä55"))
        #expect(
            stage.press("enter") == [
                .password(one, Stage.web, answer), .password(two, Stage.web, answer),
            ])
    }

    @Test("a password is not asked for while something else is typed")
    func passwordLater() {
        var stage = Stage.shown()
        stage.press("f7")
        stage.type("ne")
        stage.send(.passwordNeeded(RequestID(rawValue: 90), Stage.web, detail: nil))
        stage.type("w")
        #expect(stage.model.dialogs.count == 1)
        stage.press("enter")
        #expect(stage.screen.contains("Password for ftp://deploy@web01:"))
        #expect(
            stage.press("escape") == [.password(RequestID(rawValue: 90), Stage.web, .declined)])
    }

    @Test("a paste is one text, without its line breaks")
    func paste() {
        var stage = Stage.shown()
        stage.press("f7")
        stage.send(.terminal(.paste("new\nname\u{1B}[2J")))
        stage.press("enter")
        guard case .makeDirectory(_, _, let location) = stage.effects.first else {
            Issue.record("nothing was made")
            return
        }
        #expect(location.path.name?.text == "newname[2J")
        // In a pane a paste is no row of keys.
        stage.send(.terminal(.paste("qqq")))
        #expect(stage.effects == [])
    }

    @Test("quitting asks only where transfers run; Ctrl-C asks always")
    func quit() {
        var stage = Stage.shown()
        #expect(stage.press("q") == [.quit])
        #expect(stage.press("ctrl-c") == [])
        #expect(stage.press("enter") == [])
        stage.change(.carrying("main.js", id: 1), .carrying("b", id: 2, .waiting))
        #expect(stage.press("f10") == [])
        #expect(stage.screen.contains("1 transfer under way."))
        #expect(stage.press("y") == [.quit])
    }

    @Test("Quitting names the connections that it closes, where the user wants that question")
    func connected() {
        var stage = Stage.shown()
        stage.model.workspace.options.confirmsQuit = true
        for key in ["enter", "q", "f10", "y"] {
            #expect(stage.press("q") == [])
            #expect(stage.screen.contains("The connection to web01 will be closed."))
            #expect(stage.press(key) == [.quit])
        }
        for key in ["escape", "n", "tab enter"] {
            #expect(stage.press("f10") == [])
            #expect(stage.press(key) == [])
            #expect(!stage.screen.contains("Quit Ferry?"))
        }
        stage.model.workspace.panes.right.connection = .offline(reason: "Gone.")
        #expect(stage.press("q") == [.quit])
        // Transfers come first.
        stage.change(.carrying("main.js", id: 1))
        #expect(stage.press("q") == [])
        #expect(stage.screen.contains("1 transfer under way."))
    }

    @Test("where transfers can go on without the screen, quitting offers that, and what ends them")
    func background() {
        var stage = Stage.shown()
        stage.model.workspace.options.background = .available(warning: "It ends at logout.")
        #expect(stage.press("q") == [.quit])
        stage.change(.carrying("main.js", id: 1), .carrying("b", id: 2, .waiting))
        #expect(stage.press("q") == [])
        for text in ["They can continue in the background.", "It ends at logout.", "> n  Stay"] {
            #expect(stage.screen.contains(text))
        }
        #expect(stage.press("enter") == [])
        #expect(!stage.screen.contains("Quit Ferry?"))
        stage.press("q")
        #expect(stage.press("y") == [.quit])
        stage.press("q")
        #expect(stage.press("b") == [.handOver])
        // The screen stays until the other process is there.
        stage.send(.notice("The transfers stay here.", isError: true))
        #expect(stage.effects == [])
        stage.send(.handedOver)
        #expect(stage.effects == [.quit])
    }
}
