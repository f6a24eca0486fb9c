import Files
import Jobs
import Terminal
import Testing
import UI

@Suite("Listings in a pane")
struct PaneListingTests {
    private let broken = FileSystemError(
        .connection, detail: "The connection to web01 broke.", isTransient: true)

    @Test("only the listing that is waited for is taken")
    func late() throws {
        var stage = Stage.shown()
        stage.press("j enter")
        let old = try #require(stage.pane.pending?.request)
        stage.press("j enter")
        let new = try #require(stage.pane.pending?.request)
        #expect(old != new)
        stage.answer(old, .left, [.file("late")])
        #expect(stage.pane.path == Path("/home/me/site"))
        #expect(stage.pane.pending?.request == new)
        stage.answer(new, .left, [.file("right")])
        #expect(stage.pane.path == Path("/home/me/site/css"))
    }

    @Test("a failure leaves the pane where it was, with the reason in the status bar")
    func failure() {
        var stage = Stage.shown()
        stage.press("tab j enter")
        stage.fail(
            FileSystemError(
                .denied, reply: "550 Permission denied",
                detail: "'assets' cannot be read (the server does not allow it)."))
        #expect(stage.pane.path == Path("/www"))
        #expect(
            stage.statusLine
                == " 'assets' cannot be read (the server does not allow it). (550 Permission denied)"
        )
        #expect(stage.model.status.code == 550)
        #expect(stage.lines.contains { $0.contains("old.tar.gz") })
    }

    @Test("a lost connection marks the pane and nothing else; the next action reconnects")
    func offline() {
        var stage = Stage.shown()
        stage.send(.detached(.right, reason: "It closed the connection."))
        #expect(
            stage.statusLine
                == " web01 is offline. It closed the connection. The next action reconnects.")
        #expect(stage.model.focus == .left)
        #expect(stage.model.right.site == Stage.web)
        #expect(stage.model.right.path == Path("/www"))
        #expect(stage.lines[1].contains("OFFLINE"))
        #expect(stage.screen.contains("old.tar.gz"))
        stage.press("tab j enter")
        #expect(stage.model.right.pending?.site == Stage.web)
        stage.answer([.file("logo.png")])
        #expect(!stage.lines[1].contains("OFFLINE"))
    }

    @Test("a listing that breaks off marks the pane offline, too")
    func breaksOff() {
        var stage = Stage.shown()
        stage.press("tab j enter")
        stage.fail(broken)
        #expect(stage.lines[1].contains("OFFLINE"))
        #expect(stage.pane.path == Path("/www"))
        #expect(stage.statusLine.hasSuffix("Ctrl-R: try again"))
    }

    @Test("a local pane is never offline")
    func localStays() {
        var stage = Stage.shown()
        stage.send(.detached(.left, reason: "no"))
        #expect(!stage.screen.contains("OFFLINE"))
    }

    @Test("Esc cancels what is waited for; the answer that still comes is dropped")
    func cancel() throws {
        var stage = Stage.shown()
        stage.press("tab j enter")
        let request = try #require(stage.pane.pending?.request)
        stage.press("escape")
        #expect(stage.effects == [.cancel(.right, request)])
        #expect(stage.pane.pending == nil)
        stage.answer(request, .right, [.file("late")])
        #expect(stage.pane.path == Path("/www"))
    }

    @Test("a pane that waits long shows its own lines of the log, and how far it is")
    func progress() throws {
        var stage = Stage.shown()
        stage.press("tab j enter")
        let request = try #require(stage.pane.pending?.request)
        stage.send(.attached(.right, connection: 7))
        stage.send(
            .exchanged([
                Exchange(time: Stage.now, connection: 7, direction: .sent, text: "LIST"),
                Exchange(time: Stage.now, connection: 8, direction: .sent, text: "RETR other"),
            ]))
        stage.send(.listing(request, count: 12_345))
        #expect(stage.screen.contains("old.tar.gz"))
        stage.wait(4)
        let right = stage.lines[2...].map { String($0.dropFirst(50)) }
        #expect(right.contains { $0.contains("→ LIST") })
        #expect(!right.prefix(10).contains { $0.contains("RETR other") })
        #expect(right.contains { $0.contains("0:04  12,345 entries  Esc cancels") })
        #expect(stage.lines[1].contains("ftp://deploy@web01/www/assets"))
        // What nobody sees is not acted on.
        #expect(stage.press("f8") == [])
        #expect(stage.model.dialogs.isEmpty)
    }

    @Test("reading again keeps the cursor and the marks by name")
    func reread() throws {
        var stage = Stage.shown()
        stage.press("j j j j j space space ctrl-r")
        #expect(stage.marked == ["main.js", "release-notes.md"])
        #expect(stage.current == "テスト.txt")
        stage.answer([.file("a"), .file("b")] + Entry.site.filter { $0.name.text != "main.js" })
        #expect(stage.marked == ["release-notes.md"])
        #expect(stage.current == "テスト.txt")
        #expect(stage.pane.markedBytes == 6_210)
    }

    @Test("where the name under the cursor has gone, the cursor stays at its row")
    func gone() {
        var stage = Stage.shown()
        stage.press("j j j ctrl-r")
        stage.answer(Entry.site.filter { $0.name.text != "drafts" })
        #expect(stage.current == "favicon.ico")
    }

    @Test("the first listing that fails says so inside the pane, and can be tried again")
    func firstFails() throws {
        var stage = Stage()
        let effects = stage.start()
        guard case .list(let request, .right, _, _, _) = try #require(effects.last) else {
            Issue.record("the right pane was not read")
            return
        }
        stage.send(.listed(request, .failure(broken)))
        #expect(stage.screen.contains("The connection to web01 broke."))
        #expect(stage.screen.contains("Press Ctrl-R to retry"))
        stage.press("tab ctrl-r")
        #expect(stage.statusLine == "")
        #expect(stage.pane.pending?.path == Path("/www"))
        stage.answer(Entry.web)
        #expect(stage.screen.contains("old.tar.gz"))
    }

    @Test("a pane without a site invites to the sites, and Enter goes there")
    func nowhere() {
        var stage = Stage.shown()
        stage.model.right = .empty
        #expect(stage.screen.contains("Press F2 to connect to a server."))
        stage.press("tab enter")
        #expect(stage.model.screen == .sites)
    }

    @Test("a new order that is asked for while a directory comes holds for it, too")
    func orderMeanwhile() throws {
        var stage = Stage.shown()
        stage.press("j enter , s")
        stage.answer([.file("a", 1), .file("b", 2)])
        guard case .arrange(_, .left, _, let arrangement) = try #require(stage.effects.first)
        else {
            Issue.record("no order was asked for")
            return
        }
        #expect(arrangement.key == .size)
        stage.arrange()
        stage.press("j")
        #expect(stage.current == "b")
    }

    @Test("an order that nobody waits for any more is dropped")
    func lateOrder() {
        var stage = Stage.shown()
        stage.press(".")
        let first = stage.effects
        stage.press(".")
        let order = stage.pane.order
        guard case .arrange(let request, _, let arranged, _) = first.first else {
            Issue.record("something else came")
            return
        }
        stage.send(.arranged(request, EntryOrder([0], in: arranged.directory)))
        #expect(stage.pane.order == order)
    }

    @Test("an order that names entries which are not there does no harm")
    func wildOrder() {
        var stage = Stage.shown()
        stage.press(".")
        guard case .arrange(let request, _, let arranged, _) = stage.effects.first else {
            Issue.record("something else came")
            return
        }
        let wild = EntryOrder([9_999, 0, 0, .max], in: arranged.directory)
        stage.send(.arranged(request, wild))
        #expect(stage.pane.order == [0])
        _ = stage.model.view()
    }
}

@Suite("Panes and the queue")
struct PaneRereadTests {
    @Test(
        "what a job made or removed shows: each pane is read once, quietly, and not at once again")
    func rereads() throws {
        var stage = Stage.shown()
        stage.press("tab j")
        stage.change(.carrying("new.txt", id: 1))
        #expect(stage.model.right.rereadDue == nil)
        stage.change(.carrying("new.txt", id: 1, .done), .carrying("b.txt", id: 2, .done))
        #expect(stage.model.left.rereadDue == nil)
        stage.wait(1.5)
        let pending = try #require(stage.model.right.pending)
        #expect(pending.isQuiet && pending.isReread)
        #expect(stage.effects.count == 1)
        stage.wait(0.1)
        #expect(stage.effects == [])
        stage.answer(Entry.web + [.file("new.txt")])
        #expect(stage.current == "assets")
        stage.change(.carrying("c.txt", id: 3, .done))
        stage.wait(0.1)
        #expect(stage.effects == [])
        stage.wait(1.3)
        #expect(stage.effects.count == 1)
    }

    @Test("a move and a delete change the directory they came from")
    func sources() {
        var stage = Stage.shown()
        var move = Job.carrying("main.js", id: 1, .done)
        move.operation = .move
        stage.change(move)
        #expect(stage.model.left.rereadDue != nil)
    }

    @Test("what happens below a directory that is shown does not matter to it")
    func below() {
        var stage = Stage.shown()
        stage.change(.carrying("assets/deep/file", id: 1, .done))
        #expect(stage.model.right.rereadDue == nil)
    }

    @Test(
        "nothing is read again under what is being marked or typed", arguments: ["v j", "r", "/"])
    func patience(_ keys: String) {
        var stage = Stage.shown()
        stage.press("tab j \(keys)")
        stage.change(.carrying("c.txt", id: 3, .done))
        stage.wait(5)
        #expect(stage.effects == [])
        stage.press("escape")
        stage.wait(1)
        #expect(stage.effects.count == 1)
    }
}
