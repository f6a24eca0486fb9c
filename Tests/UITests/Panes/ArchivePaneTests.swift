import Files
import Jobs
import Terminal
import Testing
import UI

@Suite("An archive in a pane")
struct ArchivePaneTests {
    private static let entries: [Entry] = [.folder("dir"), .file("site.tar.gz"), .file("text")]

    private var archive: Site {
        var site = Site.local
        site.archive = Path("/home/me/site/site.tar.gz")
        return site
    }

    private func entered() -> Stage {
        var stage = Stage.shown(left: ArchivePaneTests.entries)
        stage.press("j j enter")
        stage.answer([.folder("inside"), .file("a.txt", 3), .file("b.zip", 9)])
        return stage
    }

    @Test("Enter goes into it, as into a directory")
    func entering() throws {
        var stage = Stage.shown(left: ArchivePaneTests.entries)
        stage.press("j j enter")
        let pending = try #require(stage.pane.pending)
        #expect(
            stage.effects == [.list(pending.request, .left, archive, .root, Arrangement())])
        stage.answer([.file("a.txt", 3)])
        #expect(stage.pane.site == archive)
        #expect(stage.pane.path == .root)
        #expect(stage.current == "..")
        #expect(stage.lines[1].contains("site.tar.gz/"))
        #expect(stage.lines.contains { $0.contains("up to ~/site") })
    }

    @Test(
        "its root leads back, with the cursor on it", arguments: ["backspace", "h", "home enter"])
    func leaving(_ keys: String) throws {
        var stage = entered()
        stage.press(keys)
        let pending = try #require(stage.pane.pending)
        #expect(pending.site == .local)
        #expect(pending.path == Path("/home/me/site"))
        stage.answer(ArchivePaneTests.entries)
        #expect(stage.current == "site.tar.gz")
    }

    @Test("on a server is entered there, and its root leads back to the server")
    func server() throws {
        var stage = Stage.shown(right: [.file("site.zip", 7)])
        stage.press("tab end enter")
        let pending = try #require(stage.pane.pending)
        #expect(pending.site.container == Stage.web)
        #expect(pending.site.archive?.name?.text == "site.zip")
        stage.answer([.file("a.txt", 3)])
        stage.press("h")
        #expect(stage.pane.pending?.site == Stage.web)
    }

    @Test("one that cannot be read leaves the pane where it was, and says why")
    func unreadable() {
        var stage = Stage.shown(left: ArchivePaneTests.entries)
        stage.press("j j enter")
        stage.fail(FileSystemError(.unsupported, detail: "site.tar.gz is damaged; look at it."))
        #expect(stage.pane.site == .local)
        #expect(stage.current == "site.tar.gz")
        #expect(stage.statusLine.contains("site.tar.gz is damaged"))
    }

    @Test("F3 still shows its bytes")
    func viewing() {
        var stage = Stage.shown(left: ArchivePaneTests.entries)
        stage.press("j j f3")
        #expect(stage.pane.pending == nil)
        #expect(stage.pane.site == .local)
    }

    @Test(
        "nothing in it can be changed, and the reason is told",
        arguments: ["f6", "f7", "f8", "r", "f4"])
    func readOnly(_ key: String) {
        var stage = entered()
        stage.press("end k \(key)")
        #expect(stage.statusLine.contains("Ferry does not change archives"))
    }

    @Test("it is extracted into a directory of its name in the other pane")
    func extracting() throws {
        var stage = Stage.shown(left: ArchivePaneTests.entries)
        stage.press("j j ctrl-x e")
        guard case .enqueue(let batch) = stage.effects.first else {
            Issue.record("nothing was queued")
            return
        }
        let request = try #require(batch.requests.first)
        #expect(request.operation == .copy)
        #expect(request.source == Location(site: archive, path: .root))
        #expect(request.entry.kind == .directory)
        #expect(request.target?.path.name?.text == "site")
        #expect(request.target?.site == Stage.web)
        #expect(stage.statusLine.contains("1 archive queued to extract."))
    }

    @Test("what is no archive is not extracted, nor what is in one")
    func notExtracted() {
        var stage = Stage.shown(left: ArchivePaneTests.entries)
        stage.press("end ctrl-x e")
        #expect(stage.statusLine.contains("Move the cursor to an archive first"))
        stage = entered()
        stage.press("end ctrl-x e")
        #expect(stage.statusLine.contains("This pane shows an archive already"))
    }

    @Test("an archive in it is not entered")
    func nested() {
        var stage = entered()
        stage.press("end enter")
        #expect(stage.pane.pending == nil)
        #expect(stage.statusLine.contains("An archive in an archive"))
    }
}
