import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Synchronised browsing")
struct SynchronisedBrowsingTests {
    private let missing = FileSystemError(
        .notFound, detail: "/www/drafts does not exist on web01 [550 No such directory.].")

    /// The focused pane enters the directory of this name.
    private func enter(_ name: String, _ stage: inout Stage, _ entries: [Entry] = []) {
        guard let row = Name(name).flatMap({ stage.pane.row(of: $0) }) else {
            Issue.record("\(name) is not shown")
            return
        }
        stage.press("home")
        for _ in 0..<row { stage.press("down") }
        stage.press("enter")
        stage.answer(entries)
    }

    /// What the other pane is asked to show.
    private func followed(_ stage: Stage) -> String? {
        for case .list(_, let tab, let site, let path, _) in stage.effects
        where tab.side != stage.model.focus {
            return site.text + (path?.text ?? "")
        }
        return nil
    }

    /// The other pane's listing comes.
    private func arrive(_ stage: inout Stage, _ entries: [Entry] = []) {
        let side = stage.model.focus.other
        guard let request = stage.model[side].pending?.request else {
            Issue.record("the other pane waits for nothing")
            return
        }
        stage.answer(request, stage.model.workspace.panes.tab(side), entries)
    }

    @Test("The other pane follows down and up, above where they began as well")
    func follows() {
        var stage = Stage.shown()
        stage.press("b")
        #expect(stage.lines[0].contains("sync-browse ON"))
        enter("assets", &stage, [.folder("img"), .file("x")])
        #expect(followed(stage) == "ftp://deploy@web01/www/assets")
        arrive(&stage, [.folder("img")])
        enter("img", &stage)
        #expect(followed(stage) == "ftp://deploy@web01/www/assets/img")
        arrive(&stage)
        #expect(followed(stage) == nil && stage.model[.left].pending == nil)
        stage.press("h")
        stage.answer([.folder("img"), .file("x")])
        #expect(followed(stage) == "ftp://deploy@web01/www/assets")
        arrive(&stage, [.file("a"), .folder("img")])
        #expect(stage.model[.right].current?.name.text == "img")
        stage.press("h")
        stage.answer(Entry.site)
        arrive(&stage, Entry.web)
        stage.press("h")
        stage.answer([.folder("site"), .folder("other")])
        #expect(followed(stage) == "ftp://deploy@web01/")
        arrive(&stage, [.folder("www"), .folder("log")])
        #expect(stage.model[.right].current?.name.text == "www")
        // `site` there is `www` here.
        enter("site", &stage, Entry.site)
        #expect(followed(stage) == "ftp://deploy@web01/www")
        arrive(&stage, Entry.web)
        // The other way round.
        stage.press("tab")
        enter("css", &stage)
        #expect(followed(stage) == "/home/me/site/css")
    }

    @Test("Where the other pane cannot follow it stays, it is said, and both meet again later")
    func cannot() {
        var stage = Stage.shown()
        stage.press("b")
        enter("drafts", &stage)
        #expect(followed(stage) == "ftp://deploy@web01/www/drafts")
        guard let request = stage.model[.right].pending?.request else {
            Issue.record("nothing follows")
            return
        }
        stage.send(.listed(request, .failure(missing)))
        #expect(stage.statusLine.contains("The other pane did not follow. /www/drafts does not"))
        #expect(stage.lines[0].contains("sync-browse !"))
        #expect(stage.model[.right].path == Path("/www"))
        stage.press("h")
        stage.answer(Entry.site)
        #expect(followed(stage) == nil)
        #expect(stage.lines[0].contains("sync-browse ON"))
        // Two above the root of the server.
        stage.press("h")
        stage.answer([.folder("site")])
        arrive(&stage, [.folder("www")])
        stage.press("h")
        stage.answer([.folder("me")])
        #expect(followed(stage) == nil)
        #expect(stage.statusLine.contains("it is at the top"))
        #expect(stage.lines[0].contains("sync-browse !"))
    }

    @Test("Nothing is compared while one pane could not follow, and it goes on once both meet")
    func compared() {
        var stage = Stage.shown()
        stage.press("b")
        stage.press("C")
        stage.align()
        #expect(stage.lines[4].contains("? assets/"))
        enter("drafts", &stage, [.file("x")])
        guard let request = stage.model[.right].pending?.request else {
            Issue.record("nothing follows")
            return
        }
        stage.send(.listed(request, .failure(missing)))
        #expect(stage.lines[0].contains("compare paused"))
        #expect(!stage.lines.contains { $0.contains("+ x") })
        stage.press("h")
        stage.answer(Entry.site)
        stage.align()
        #expect(stage.lines[0].contains("comparing"))
        #expect(stage.lines[4].contains("? assets/"))
    }

    @Test("Who wants to compare where one pane did not follow is told how")
    func comparedApart() {
        var stage = Stage.shown()
        stage.press("b")
        enter("drafts", &stage, [.file("x")])
        guard let request = stage.model[.right].pending?.request else {
            Issue.record("nothing follows")
            return
        }
        stage.send(.listed(request, .failure(missing)))
        stage.press("C")
        #expect(stage.statusLine.contains("One pane did not follow the other; go back, or press b"))
        stage.press("b")
        stage.press("C")
        stage.align()
        #expect(stage.lines.contains { $0.contains("+ x") })
    }

    @Test("A step back while the other pane is still on its way stops it")
    func overtaken() {
        var stage = Stage.shown()
        stage.press("b")
        enter("assets", &stage)
        let request = stage.model[.right].pending?.request
        stage.press("h")
        stage.answer(Entry.site)
        let tab = stage.model.workspace.panes.tab(.right)
        #expect(request.map { stage.effects.contains(.cancel(tab, $0)) } == true)
        #expect(stage.model[.right].pending == nil)
    }

    @Test("Names that are composed otherwise are the same directory")
    func spelling() {
        var stage = Stage.shown(
            left: [.folder("\u{E9}t\u{E9}")], right: [.folder("e\u{301}te\u{301}")])
        stage.press("b")
        enter("\u{E9}t\u{E9}", &stage, [.folder("a")])
        #expect(followed(stage) == "ftp://deploy@web01/www/e\u{301}te\u{301}")
        arrive(&stage)
        enter("a", &stage)
        #expect(
            followed(stage)?.utf8.elementsEqual(
                "ftp://deploy@web01/www/e\u{301}te\u{301}/a".utf8) == true)
    }

    @Test("With another tab nothing follows; with another site it ends, and says so")
    func ends() {
        var stage = Stage.shown()
        stage.press("b")
        stage.press("t")
        enter("assets", &stage)
        #expect(followed(stage) == nil)
        #expect(!stage.lines[0].contains("sync-browse"))
        stage.press("[")
        #expect(stage.lines[0].contains("sync-browse ON"))
        _ = stage.model.open(.right, .local, Path("/srv"))
        arrive(&stage)
        #expect(stage.statusLine.contains("Synchronised browsing ended"))
        #expect(!stage.lines[0].contains("sync-browse"))
    }

    @Test("The same key has each pane browse by itself again; a pane that is nowhere is refused")
    func toggles() {
        var stage = Stage.shown()
        stage.press("b b")
        #expect(stage.statusLine.contains("The panes now browse separately."))
        enter("assets", &stage)
        #expect(followed(stage) == nil)
        var empty = Stage()
        empty.press("b")
        #expect(empty.statusLine.contains("Open a directory in both panes first."))
    }
}
