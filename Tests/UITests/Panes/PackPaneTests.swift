import Files
import Jobs
import Terminal
import Testing
import UI

@Suite("Packing what is chosen in a pane")
struct PackPaneTests {
    private static let entries: [Entry] = [.folder("dir"), .file("a.txt", 3), .file("b.txt", 9)]

    private func request(_ stage: Stage) throws -> JobRequest {
        guard case .enqueue(let batch) = stage.effects.first else {
            Issue.record("nothing was queued: \(stage.effects)")
            throw Missing()
        }
        #expect(batch.newName == nil)
        return try #require(batch.requests.first)
    }

    private struct Missing: Error {}

    @Test("Enter packs what is marked, as one job, under the directory's name into the other pane")
    func marked() throws {
        var stage = Stage.shown(left: PackPaneTests.entries)
        stage.press("j insert insert ctrl-x p")
        #expect(stage.lines.contains { $0.contains("Pack 1 file and 1 directory into:") })
        #expect(stage.lines.contains { $0.contains("site.tar.gz") })
        #expect(stage.lines.contains { $0.contains("< .tar.gz >") })
        stage.press("enter")
        let request = try request(stage)
        #expect(request.operation == .pack)
        #expect(request.source == Location(site: .local, path: Path("/home/me/site")))
        #expect(request.chosen?.listing.entries.map(\.name.text) == ["dir", "a.txt"])
        #expect(request.target?.site == Stage.web)
        #expect(request.target?.path.name?.text == "site.tar.gz")
        #expect(request.root == request.target?.path.parent)
        #expect(request.policy == .ask)
        #expect(stage.pane.marked.isEmpty)
        #expect(stage.statusLine.contains("2 items queued to pack into site.tar.gz."))
    }

    @Test("one entry gives the archive its name") func one() throws {
        var stage = Stage.shown(left: PackPaneTests.entries)
        stage.press("j ctrl-x p enter")
        let request = try request(stage)
        #expect(request.target?.path.name?.text == "dir.tar.gz")
        #expect(request.chosen?.listing.entries.map(\.name.text) == ["dir"])
    }

    @Test("The format changes the ending, is changed by it, and is proposed the next time")
    func formats() throws {
        var stage = Stage.shown(left: PackPaneTests.entries)
        stage.press("j ctrl-x p tab right")
        #expect(stage.lines.contains { $0.contains("dir.zip") })
        #expect(stage.lines.contains { $0.contains("< .zip >") })
        stage.press("enter")
        #expect(try request(stage).target?.path.name?.text == "dir.zip")
        stage.press("ctrl-x p")
        #expect(stage.lines.contains { $0.contains("dir.zip") })
        stage.press("backspace backspace backspace")
        stage.type("txz")
        #expect(stage.lines.contains { $0.contains("< .tar.xz >") })
        stage.press("escape")
        #expect(stage.effects.isEmpty)
    }

    @Test("A name alone is made beside what is packed, with the ending that it lacks")
    func beside() throws {
        var stage = Stage.shown(left: PackPaneTests.entries)
        stage.press("j ctrl-x p ctrl-u")
        stage.type("new")
        stage.press("enter")
        let request = try request(stage)
        #expect(
            request.target == Location(site: .local, path: Path("/home/me/site/new.tar.gz")))
    }

    @Test("What is packed is neither replaced by its archive nor holds it")
    func inside() {
        var stage = Stage.shown(left: [.folder("dir"), .file("a.zip", 3)])
        stage.press("j insert insert ctrl-x p ctrl-u")
        stage.type("a.zip")
        stage.press("enter")
        #expect(stage.lines.contains { $0.contains("'a.zip' is to be packed itself") })
        stage.press("ctrl-u")
        stage.type("dir/a")
        stage.press("enter")
        #expect(stage.lines.contains { $0.contains("cannot be packed into itself") })
        #expect(stage.effects.isEmpty)
    }
}
