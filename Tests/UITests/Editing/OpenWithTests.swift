import Files
import Settings
import Terminal
import Testing

@testable import UI

@Suite("Opening a file with a program")
struct OpenWithTests {
    private static let web = Location(site: Stage.web, path: Path("/www/a.pdf"))

    /// Two panes, with this file under the cursor of the focused one.
    private func shown(_ site: Site, _ options: (inout Workspace.Options) -> Void = { _ in })
        -> Stage
    {
        var stage = Stage.shown()
        options(&stage.model.workspace.options)
        if site.isRemote { stage.press("tab") }
        stage.press("ctrl-r")
        let path = site.isRemote ? Path("/www") : Stage.home
        stage.answer([.file("a.pdf", 10)], at: Location(site: site, path: path))
        stage.press("end")
        return stage
    }

    @Test("The command of its type is offered, and another one can be typed")
    func offered() throws {
        let programs = try #require(OpenWith(["*.pdf zathura {} &"]))
        var stage = shown(Stage.web) { $0.openWith = programs }
        stage.press("o")
        #expect(stage.screen.contains("Open a.pdf with"))
        #expect(stage.screen.contains("zathura {} &"))
        #expect(
            stage.press("enter") == [
                .editing(
                    .begin(
                        OpenWithTests.web, isLargeAllowed: false, program: "zathura {} &"))
            ])
        stage.press("o")
        stage.type("less")
        #expect(
            stage.press("enter") == [
                .editing(.begin(OpenWithTests.web, isLargeAllowed: false, program: "less"))
            ])
    }

    @Test("Without one it is the desktop's, and else the user has to type one")
    func desktop() {
        var stage = shown(.local) { $0.desktopOpener = "xdg-open" }
        stage.press("o")
        #expect(stage.screen.contains("xdg-open"))
        let place = Location(site: .local, path: Stage.home.appending(Path("/a.pdf").components[0]))
        #expect(stage.press("enter") == [.edit(place, program: "xdg-open")])
        var bare = shown(.local)
        #expect(bare.press("o enter") == [])
        #expect(bare.screen.contains("Type the name of a program"))
    }

    @Test("A large file is asked about, and then opened with the same program")
    func large() {
        var stage = shown(Stage.web)
        let edit = Edit(
            id: EditID("1"), location: OpenWithTests.web, state: .tooLarge(1 << 30),
            program: "less")
        stage.send(.edits(.changed(edit)))
        #expect(stage.screen.contains("Open a large file?"))
        #expect(
            stage.press("y") == [
                .editing(.begin(OpenWithTests.web, isLargeAllowed: true, program: "less"))
            ])
    }

    @Test("One that is open already is not fetched again")
    func again() {
        var stage = shown(Stage.web)
        let edit = Edit(id: EditID("1"), location: OpenWithTests.web, state: .open)
        stage.send(.edits(.changed(edit)))
        stage.press("o")
        stage.type("less")
        #expect(
            stage.press("enter") == [
                .editing(.reopen(edit.id, OpenWithTests.web, program: "less"))
            ])
    }

    @Test("Its copy goes to the program, and the edit is open")
    func ready() {
        var stage = shown(Stage.web)
        let edit = Edit(id: EditID("1"), location: OpenWithTests.web, state: .fetching)
        stage.send(.edits(.changed(edit)))
        let order = EditorOrder(
            id: edit.id, copy: Path("/tmp/a.pdf"), work: .open(command: "less"), title: "a.pdf")
        stage.send(.edits(.ready(order)))
        #expect(stage.effects == [.runEditor(order)])
        stage.press("g e")
        #expect(stage.screen.contains("a.pdf"))
    }

    @Test("A directory has no program")
    func directory() {
        var stage = Stage.shown()
        stage.press("home")
        #expect(stage.press("o") == [])
        #expect(stage.statusLine.contains("Only files can be opened with a program."))
    }
}
