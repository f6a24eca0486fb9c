import Files
import Settings
import Terminal
import Testing
import UI

@Suite("Restored tabs")
struct RestoredTabsTests {
    private static let web = Site(scheme: .ftp, host: "web01", user: "deploy")

    /// Two tabs of this machine, and one of a server, the second one seen.
    private var session: TabSession {
        var session = TabSession()
        var site = TabSession.Tab(site: .local, path: Path("/home/me/site"), sort: "size")
        site.cursor = Name("main.js")
        site.marks = ["main.js", "gone.txt"].compactMap { Name($0) }
        session.left.tabs = [TabSession.Tab(site: .local, path: Path("/tmp"), sort: "name"), site]
        session.left.shown = 1
        session.right.tabs = [
            TabSession.Tab(site: RestoredTabsTests.web, path: Path("/www"), sort: "name")
        ]
        session.isRightFocused = true
        return session
    }

    private func restored() -> (Stage, [Effect]) {
        var stage = Stage()
        let effects = stage.model.restore(session)
        return (stage, effects)
    }

    @Test("Only a tab of this machine that is seen is read; no server is asked")
    func asks() {
        let (stage, effects) = restored()
        let lists = effects.compactMap { effect -> Path? in
            if case .list(_, _, _, let path, _) = effect { path } else { nil }
        }
        #expect(lists == [Path("/home/me/site")])
        #expect(stage.screen.contains("ftp://deploy@web01/www"))
        #expect(stage.screen.contains("OFFLINE"))
        #expect(stage.screen.contains("Not connected yet."))
        #expect(stage.model.focus == .right)
    }

    @Test("Cursor, marks and order are as they were, as far as the names are still there")
    func places() throws {
        var (stage, effects) = restored()
        for effect in effects {
            guard case .list(let request, let tab, _, _, let arrangement) = effect else { continue }
            #expect(arrangement.key == .size)
            stage.answer(request, tab, Entry.site)
        }
        #expect(stage.model[.left].current?.name == Name("main.js"))
        #expect(stage.model[.left].marked.count == 1)
        #expect(stage.model.workspace.panes.session == session.replacingMarks())
    }

    @Test("Enter connects a server's tab; one of this machine is read when it is seen")
    func onDemand() {
        var (stage, _) = restored()
        #expect(
            stage.press("enter").contains {
                if case .list(_, .right, RestoredTabsTests.web, Path("/www"), _) = $0 {
                    true
                } else {
                    false
                }
            })
        stage.press("tab")
        #expect(
            stage.press("1").contains {
                if case .list(_, _, .local, Path("/tmp"), _) = $0 { true } else { false }
            })
    }

    @Test("Tabs are kept once they show something else, and not at the start")
    func keeps() {
        var stage = Stage.shown()
        func kept() -> Bool {
            stage.keptTabs != nil
        }
        stage.wait(2)
        stage.wait(2)
        #expect(!kept())
        stage.press("j j")
        stage.wait(2)
        #expect(!kept())
        stage.press("t")
        stage.wait(0.1)
        stage.wait(2)
        #expect(kept())
        stage.wait(2)
        #expect(!kept())
    }
}

extension TabSession {
    /// Without the mark of what has gone.
    fileprivate func replacingMarks() -> TabSession {
        var session = self
        session.left.tabs[1].marks = ["main.js"].compactMap { Name($0) }
        return session
    }
}
