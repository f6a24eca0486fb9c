import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("For a screen reader: no frames, words for states, the cursor where the keyboard is")
struct PlainScreenTests {
    private func stage(_ width: Int = 80, _ height: Int = 24) -> Stage {
        var stage = Stage.shown(width, height)
        stage.model.options.isPlain = true
        return stage
    }

    /// What is read from the terminal's cursor to the end of its line.
    private func spoken(_ model: Model) -> String? {
        let frame = model.view()
        guard let cursor = frame.cursor else { return nil }
        let line = (cursor.x..<frame.size.width).map { String(frame[$0, cursor.y].character) }
        return line.joined().split(separator: " ").joined(separator: " ")
    }

    @Test("One pane at a time, its side and its order in words", arguments: [(80, 24), (60, 16)])
    func panes(_ width: Int, _ height: Int) {
        var stage = stage(width, height)
        let left = stage.model.view().lines
        #expect(left[1].hasPrefix("   Left pane: "))
        #expect(left.contains { $0.contains("by name, ascending") })
        #expect(!left.joined().contains("Right pane"))
        stage.press("tab")
        let right = stage.model.view().lines
        #expect(right[1].hasPrefix("   Right pane: "))
        #expect(!right.joined().contains("Left pane"))
    }

    @Test("The cursor is on the name, and goes with it; a mark is a word")
    func rows() throws {
        var stage = stage()
        stage.press("home down")
        let first = try #require(stage.model.workspace.panes.focused.current)
        #expect(spoken(stage.model)?.hasPrefix(first.shownName(in: nil)) == true)
        stage.press("space up")
        #expect(spoken(stage.model)?.hasPrefix("\(first.shownName(in: nil)) (marked) ") == true)
        #expect(!stage.model.view().lines.joined().contains("*"))
        stage.press("down")
        let second = try #require(stage.model.workspace.panes.focused.current)
        #expect(second.name != first.name)
        #expect(spoken(stage.model)?.hasPrefix(second.shownName(in: nil)) == true)
    }

    @Test("Behind a dialog and the menu there is nothing, and the cursor is on what is chosen")
    func dialogs() {
        var stage = stage()
        stage.press("end f9")
        #expect(spoken(stage.model)?.hasPrefix("View F3") == true)
        #expect(stage.model.view().lines[1].contains(" File "))
        stage.press("down")
        #expect(spoken(stage.model)?.hasPrefix("Edit F4") == true)
        #expect(!stage.model.view().lines.joined().contains("pane: "))
        stage.press("esc ctrl-c")
        #expect(spoken(stage.model) == "[>Stay (n)<]")
        stage.press("left")
        #expect(spoken(stage.model) == "[>Quit (y)<] [ Stay (n) ]")
        #expect(!stage.model.view().lines.joined().contains("pane: "))
    }

    @Test("Jobs say which way they go; there are no bars and no arrows")
    func queue() throws {
        var screen = FullScreen(screen: .queue)
        screen.model.options.isPlain = true
        screen.change([
            job(1, "a", .running, size: 200, done: 100), job(2, "b", .waiting, up: false, size: 5),
        ])
        let lines = screen.lines
        #expect(lines.contains { $0.contains("upload a") })
        #expect(lines.contains { $0.contains("download b") })
        let frame = screen.model.view()
        #expect(frame.cursor?.y == 3)
        for cell in frame.cells { #expect(!"─│↑↓█░→".contains(cell.character)) }
    }

    @Test("In a list below a field, the cursor goes where the arrow keys go")
    func lists() {
        var stage = stage()
        stage.press("f2")
        #expect(stage.model.view().cursor?.y == 1)
        stage.press("down")
        #expect(spoken(stage.model)?.hasPrefix("Try it ") == true)
        stage.press("esc :")
        stage.type("copy")
        #expect(spoken(stage.model)?.isEmpty == true)
        stage.press("down")
        #expect(spoken(stage.model)?.hasPrefix("Copy") == true)
    }
}
