import Files
import Jobs
import Testing

@testable import UI

@Suite("Where F5 and F6 lead")
struct DestinationDialogTests {
    @Test("a directory above one that is shown is copied into")
    func intoAbove() throws {
        var stage = Stage.shown()
        stage.press("G f5")
        stage.type("/")
        stage.press("enter")
        guard case .enqueue(let batch) = try #require(stage.effects.first) else {
            Issue.record("something else came")
            return
        }
        #expect(batch.requests.first?.target == location("/テスト.txt", on: Stage.web))
        stage.press("f6")
        stage.type("/home/me")
        stage.press("enter")
        guard case .enqueue(let other) = try #require(stage.effects.first) else {
            Issue.record("something else came")
            return
        }
        #expect(other.newName == location("/home/me", on: Stage.web))
        let directory = other.going(into: location("/home/me", on: Stage.web))
        #expect(directory.requests.first?.target == location("/home/me/テスト.txt", on: Stage.web))
        #expect(directory.newName == nil)
    }

    @Test("the source's own directory, and those above it, are no new names")
    func aboveSource() throws {
        var stage = Stage.shown()
        stage.press("tab G f6")
        stage.type("ftp://deploy@web01/www")
        #expect(stage.press("enter") == [])
        #expect(stage.screen.contains("is the source itself"))
        #expect(stage.model.dialogs.count == 1)
    }
}
