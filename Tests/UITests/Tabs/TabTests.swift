import Files
import Terminal
import Testing
import UI

@Suite("Tabs")
struct TabTests {
    /// The first line of the screen.
    private func bar(_ stage: Stage) -> String {
        String(stage.screen.split(separator: "\n", omittingEmptySubsequences: false)[0])
    }

    /// Answers the listing that the newest effects have asked for.
    private func answer(_ stage: inout Stage, _ entries: [Entry], at path: String) {
        for effect in stage.effects {
            guard case .list(let request, let tab, let site, _, _) = effect else { continue }
            stage.answer(request, tab, entries, at: Location(site: site, path: Path(path)))
        }
    }

    @Test("A new tab shows the same directory at once, without asking for it")
    func opens() {
        var stage = Stage.shown()
        #expect(!bar(stage).contains("1 "))
        stage.press("tab j j space")
        let effects = stage.press("t")
        #expect(effects == [.showTab(TabID(side: .right, number: 1))])
        #expect(bar(stage).contains("(1 web01") == false)
        #expect(bar(stage).contains("1 deploy@web01:www"))
        #expect(bar(stage).contains("[2 deploy@web01:www] +"))
        #expect(stage.model[.right].path == Path("/www"))
        #expect(stage.model[.right].marked.isEmpty)
        stage.press("1")
        #expect(stage.model[.right].marked.count == 1)
        #expect(bar(stage).contains("[1 deploy@web01:www]"))
    }

    @Test("Each tab keeps its directory, cursor and marks, and where it goes back to")
    func keeps() {
        var stage = Stage.shown()
        stage.press("t j enter")
        answer(&stage, [.file("deep.txt", 5)], at: "/home/me/site/assets")
        #expect(stage.model[.left].path == Path("/home/me/site/assets"))
        stage.press("[")
        #expect(stage.model[.left].path == Path("/home/me/site"))
        stage.press("]")
        #expect(stage.model[.left].path == Path("/home/me/site/assets"))
        #expect(bar(stage).contains("[2 assets]"))
        stage.press("g b")
        #expect(stage.model[.left].pending?.path == Path("/home/me/site"))
    }

    @Test("A listing that comes for a tab which is not seen changes that tab alone")
    func hidden() throws {
        var stage = Stage.shown()
        stage.press("t j enter")
        let asked = stage.effects
        stage.press("1 /")
        stage.type("fav")
        stage.send(.listing(RequestID(rawValue: 99), count: 3))
        for effect in asked {
            guard case .list(let request, let tab, _, _, _) = effect else { continue }
            #expect(tab == TabID(side: .left, number: 1))
            stage.answer(
                request, tab, [.file("deep.txt", 5)],
                at: Location(site: .local, path: Path("/home/me/site/assets")))
        }
        #expect(stage.model[.left].path == Path("/home/me/site"))
        #expect(stage.screen.contains("fav"))
        stage.press("escape 2")
        #expect(stage.model[.left].path == Path("/home/me/site/assets"))
        #expect(stage.screen.contains("deep.txt"))
    }

    @Test("A tab that fails behind the one that is seen says so and stays where it was")
    func hiddenFailure() {
        var stage = Stage.shown()
        stage.press("tab t j enter")
        let asked = stage.effects
        stage.press("1")
        for effect in asked {
            guard case .list(let request, _, _, _, _) = effect else { continue }
            stage.send(
                .listed(
                    request,
                    .failure(FileSystemError(.denied, detail: "550 Not for you."))))
        }
        #expect(stage.statusLine.contains("550 Not for you."))
        #expect(!stage.model[.right].isOffline)
        stage.press("2")
        #expect(stage.model[.right].path == Path("/www"))
        #expect(stage.model[.right].pending == nil)
    }

    @Test("A connection that is lost behind the tab that is seen is noticed when it is shown")
    func offline() {
        var stage = Stage.shown()
        stage.press("tab t")
        stage.send(.detached(.right, reason: "It closed the connection."))
        #expect(!stage.model[.right].isOffline)
        #expect(!stage.statusLine.contains("offline"))
        stage.press("1")
        #expect(stage.model[.right].isOffline)
    }

    @Test("Closing a tab shows its neighbour and lets go of what it waits for; one always stays")
    func closes() {
        var stage = Stage.shown()
        stage.press("t t 2")
        #expect(
            stage.press("ctrl-w").contains(.closeTab(TabID(side: .left, number: 1))))
        #expect(bar(stage).contains("[2 site] +"))
        stage.press("ctrl-w")
        #expect(bar(stage).contains("[local]"))
        #expect(stage.press("ctrl-w") == [])
        #expect(stage.statusLine.contains("This side has only one tab."))
    }

    @Test("Closing a tab that waits for a listing gives that up")
    func closesWaiting() throws {
        var stage = Stage.shown()
        stage.press("tab t j enter")
        let request = try #require(stage.model[.right].pending?.request)
        let tab = TabID(side: .right, number: 1)
        #expect(Array(stage.press("ctrl-w").prefix(2)) == [.cancel(tab, request), .closeTab(tab)])
    }

    @Test("Numbers are never used again, so that a late answer reaches nobody else")
    func numbers() {
        var stage = Stage.shown()
        stage.press("t ctrl-w t")
        #expect(stage.model.workspace.panes.tab(.left) == TabID(side: .left, number: 2))
    }

    @Test("Nine tabs a side; more are refused, and so is a tab that is not there")
    func limit() {
        var stage = Stage.shown()
        for _ in 0..<8 { stage.press("t") }
        #expect(bar(stage).contains("[9 site]"))
        #expect(!bar(stage).contains("+"))
        #expect(stage.press("t") == [])
        #expect(stage.statusLine.contains("This side already has 9 tabs; close one first."))
        stage.press("1 ctrl-w")
        stage.press("9")
        #expect(stage.statusLine.contains("This side has 8 tabs."))
    }

    @Test("Tabs move among their neighbours and belong to a side")
    func moves() {
        var stage = Stage.shown()
        stage.press("t j enter")
        answer(&stage, [], at: "/home/me/site/assets")
        #expect(bar(stage).contains("1 site "))
        stage.press("<")
        #expect(bar(stage).contains("[1 assets]"))
        #expect(stage.press("<") == [])
        #expect(stage.statusLine.contains("This tab is already the first."))
        stage.press(">")
        #expect(bar(stage).contains("[2 assets]"))
        stage.press("tab ctrl-w")
        #expect(stage.statusLine.contains("This side has only one tab."))
    }

    @Test("Pressing a tab shows it, pressing + opens one, the middle button closes")
    func mouse() throws {
        var stage = Stage.shown()
        stage.press("t")
        let first = try #require(bar(stage).firstRange(of: " 1 site"))
        let x = bar(stage).distance(from: bar(stage).startIndex, to: first.lowerBound) + 2
        stage.click(x, 0)
        #expect(bar(stage).contains("[1 site]"))
        let plus = try #require(bar(stage).firstRange(of: "+"))
        stage.click(bar(stage).distance(from: bar(stage).startIndex, to: plus.lowerBound), 0)
        #expect(bar(stage).contains("[2 site]"))
        stage.click(x, 0, .middle)
        #expect(stage.model.workspace.panes.tab(.left) == TabID(side: .left, number: 2))
    }

    @Test(
        "However many tabs there are, the first line stays within its width",
        arguments: [60, 80, 200])
    func fits(width: Int) {
        var stage = Stage.shown(width, 20)
        for _ in 0..<8 { stage.press("t tab t tab") }
        let line = bar(stage)
        #expect(line.hasPrefix(" FERRY"))
        #expect(CharacterWidth.of(line) <= width)
        #expect(line.contains("[9 site"))
    }

    @Test("What changes in a directory is read again in a tab behind, once it is shown")
    func stale() {
        var stage = Stage.shown()
        stage.press("tab t a")
        stage.type("new.txt")
        stage.press("enter")
        guard case .makeFile(let request, let tab, _)? = stage.effects.first else {
            Issue.record("nothing was made")
            return
        }
        #expect(tab == TabID(side: .right, number: 1))
        stage.send(.finished(request, .success(())))
        stage.press("1")
        stage.wait(2)
        #expect(
            stage.effects.contains {
                if case .list(_, .right, _, _, _) = $0 { true } else { false }
            })
    }
}
