import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Going back and forward in a pane")
struct PaneTrailTests {
    /// The pane shows what a path asks for.
    private func walk(_ stage: inout Stage, _ names: String...) {
        for name in names {
            let row = stage.pane.entry(atRow: 1)?.name.text
            #expect(row == name)
            stage.press("home down enter")
            stage.answer([.folder("next"), .file("x")])
        }
    }

    @Test("Back leads through what was shown, with the cursor where it was; forward again")
    func backAndForward() {
        var stage = Stage.shown()
        walk(&stage, "assets", "next")
        #expect(stage.pane.path == Path("/home/me/site/assets/next"))
        stage.press("alt-left")
        stage.answer([.folder("next"), .file("x")])
        #expect(stage.pane.path == Path("/home/me/site/assets"))
        #expect(stage.current == "next")
        stage.press("g b")
        stage.answer(Entry.site)
        #expect(stage.pane.path == Path("/home/me/site"))
        #expect(stage.current == "assets")
        #expect(stage.press("alt-y").isEmpty)
        #expect(stage.statusLine.contains("There is no earlier directory to go back to."))
        stage.press("alt-right")
        stage.answer([.folder("next"), .file("x")])
        stage.press("g f")
        stage.answer([.file("x")])
        #expect(stage.pane.path == Path("/home/me/site/assets/next"))
        #expect(stage.press("alt-u").isEmpty)
        #expect(stage.statusLine.contains("There is no directory to go forward to."))
    }

    @Test("Opening something after going back forgets what was ahead; rereading does not")
    func anew() {
        var stage = Stage.shown()
        walk(&stage, "assets", "next")
        stage.press("alt-left")
        stage.answer([.folder("next"), .folder("other")])
        stage.press("ctrl-r")
        stage.answer([.folder("next"), .folder("other")])
        #expect(stage.pane.trail.forward.count == 1)
        stage.press("home down down enter")
        stage.answer([])
        #expect(stage.pane.path == Path("/home/me/site/assets/other"))
        #expect(stage.pane.trail.forward.isEmpty)
    }

    @Test("A directory that is gone is passed at the next step; one that cannot be reached is not")
    func gone() {
        var stage = Stage.shown()
        walk(&stage, "assets", "next")
        stage.press("alt-left")
        stage.fail(FileSystemError(.timeout, detail: "web01 is silent."))
        #expect(stage.pane.trail.back.count == 2)
        stage.press("alt-left")
        stage.fail(FileSystemError(.notFound, detail: "There is no such directory."))
        #expect(stage.pane.path == Path("/home/me/site/assets/next"))
        stage.press("alt-left")
        stage.answer(Entry.site)
        #expect(stage.pane.path == Path("/home/me/site"))
    }

    @Test("From a server one key leads back to the directory of this machine")
    func thisMachine() {
        var stage = Stage.shown()
        stage.press("g l")
        #expect(stage.statusLine.contains("This pane already shows this machine."))
        stage.press("j j : c d space f t p : / / w e b 0 1 / w w w enter")
        stage.answer(Entry.web)
        #expect(stage.pane.site.host == "web01")
        stage.press("g l")
        stage.answer(Entry.site)
        #expect(stage.pane.location == Location(site: .local, path: Path("/home/me/site")))
        #expect(stage.current == "css")
        // The other pane has shown no directory of this machine: it goes home.
        stage.press("tab g l")
        #expect(stage.pane.pending?.path == Stage.home)
    }

    @Test("At most a hundred are kept each way")
    func bounded() {
        var trail = PaneTrail()
        func spot(_ number: Int) -> PaneTrail.Spot {
            PaneTrail.Spot(location: Location(site: .local, path: Path("/\(number)")))
        }
        for number in 0..<250 { trail.leave(spot(number), by: .anew) }
        #expect(trail.back.count == PaneTrail.limit)
        #expect(trail.spot(of: .back)?.location.path == Path("/249"))
        for number in 0..<250 { trail.leave(spot(-number), by: .back) }
        #expect(trail.back.isEmpty)
        #expect(trail.forward.count == PaneTrail.limit)
    }
}
