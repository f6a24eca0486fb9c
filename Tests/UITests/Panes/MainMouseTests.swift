import Files
import Jobs
import Terminal
import Testing
import UI

@Suite("The mouse on the main screen")
struct MainMouseTests {
    @Test("a press takes the cursor and the focus there; a double one enters")
    func press() {
        var stage = Stage.shown()
        stage.click(60, 4)
        #expect(stage.model.focus == .right)
        #expect(stage.current == "assets")
        #expect(stage.model.right.pending == nil)
        stage.click(60, 4)
        #expect(stage.model.right.pending?.path == Path("/www/assets"))
    }

    @Test("two presses far apart are no double one")
    func slow() {
        var stage = Stage.shown()
        stage.click(60, 4)
        stage.wait(2)
        stage.click(60, 4)
        #expect(stage.model.right.pending == nil)
    }

    @Test("the right button marks")
    func mark() {
        var stage = Stage.shown()
        stage.click(10, 8, .right)
        #expect(stage.marked == ["main.js"])
        stage.click(10, 8, .right)
        #expect(stage.marked == [])
    }

    @Test("the wheel moves the list under it, and takes no focus")
    func wheel() {
        var stage = Stage.shown()
        stage.click(60, 5, .wheelDown)
        #expect(stage.model.focus == .left)
        #expect(stage.model.right.cursor == 3)
        stage.click(60, 5, .wheelUp)
        #expect(stage.model.right.cursor == 0)
    }

    @Test("a press on a column's title sorts by it")
    func header() {
        var stage = Stage.shown()
        stage.click(33, 2)
        #expect(stage.model.left.arrangement.key == .size)
        stage.click(42, 2)
        #expect(stage.model.left.arrangement.key == .time)
        stage.click(5, 2)
        #expect(stage.model.left.arrangement.key == .name)
        stage.click(5, 2)
        #expect(stage.model.left.arrangement.isReversed)
    }

    @Test("labels of the key bar do what their keys do; the title asks where to go")
    func keyBar() throws {
        var stage = Stage.shown()
        let row = stage.lines.count - 1
        let label = try #require(stage.lines[row].firstRange(of: "7Mkdir"))
        let x = stage.lines[row].distance(from: stage.lines[row].startIndex, to: label.lowerBound)
        stage.click(x + 2, row)
        #expect(stage.screen.contains("Create a directory"))
        stage.press("escape")
        stage.click(10, 1)
        #expect(stage.screen.contains("Go to"))
    }

    @Test("a press ends a filter and a search, which keep what they have found")
    func typing() {
        var stage = Stage.shown()
        stage.press("f j s")
        stage.click(10, 4)
        #expect(stage.model.left.arrangement.filter == "js")
        stage.press("f escape / r e l")
        stage.click(60, 4)
        #expect(stage.model.focus == .right)
        #expect(stage.model.left.current?.name == Name("release-notes.md"))
    }

    @Test("a press elsewhere keeps the old name")
    func renaming() {
        var stage = Stage.shown()
        stage.press("G r x")
        #expect(stage.click(60, 4) == [])
        #expect(!stage.effects.contains { if case .rename = $0 { true } else { false } })
    }

    @Test("buttons and choices of dialogs are pressed")
    func dialogs() throws {
        var stage = Stage.shown()
        stage.press("G f8")
        let row = try #require(stage.lines.firstIndex { $0.contains("[ Yes (y) ]") })
        let line = stage.model.view().lines[row]
        let at = try #require(line.firstRange(of: "[ Yes"))
        let before = CharacterWidth.of(String(line[..<at.lowerBound]))
        stage.click(before + 3, row)
        #expect(stage.effects.count == 1)
        stage.press(",")
        let size = try #require(stage.lines.firstIndex { $0.contains("s  Size") })
        stage.click(50, size)
        #expect(stage.model.left.arrangement.key == .size)
    }

    @Test("presses outside everything, and on rows where nothing is, do nothing")
    func outside() {
        var stage = Stage.shown()
        for (x, y) in [(-1, -1), (500, 500), (10, 20), (0, 0), (49, 10)] {
            #expect(stage.click(x, y) == [])
        }
    }
}
