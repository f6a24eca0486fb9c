import Files
import Jobs
import Terminal
import Testing
import UI

@Suite("The mouse in dialogs")
struct DialogMouseTests {
    /// Presses the first place of the screen that shows these words.
    private func click(_ words: String, _ stage: inout Stage) throws {
        let lines = stage.lines
        let row = try #require(lines.firstIndex { $0.contains(words) }, "\(words)")
        let found = try #require(lines[row].firstRange(of: words))
        stage.click(CharacterWidth.of(String(lines[row][..<found.lowerBound])) + 1, row)
    }

    @Test("a press on the words of Enter takes a name that was typed, one on those of Esc none")
    func input() throws {
        var stage = Stage.shown()
        stage.press("f7 d o c s")
        try click("Esc: cancel", &stage)
        #expect(stage.effects == [])
        #expect(!stage.screen.contains("Create a directory"))
        stage.press("f7 d o c s")
        try click("Enter: confirm", &stage)
        #expect(stage.effects.count == 1)
        #expect(!stage.screen.contains("Create a directory"))
    }

    @Test("a path that was typed is gone to")
    func place() throws {
        var stage = Stage.shown()
        stage.press("tab g d / w w w / c s s")
        try click("Enter: open", &stage)
        #expect(stage.model.right.pending?.path == Path("/www/css"))
    }

    @Test("on a narrow screen no words on keys are cut")
    func narrow() {
        var stage = Stage.shown(60, 16)
        stage.press("g d")
        #expect(stage.screen.contains("Enter: open   Tab: complete   Esc: cancel"))
    }

    @Test("words between those of two keys do nothing")
    func between() throws {
        var stage = Stage.shown()
        stage.press("f7 x")
        let row = try #require(stage.lines.firstIndex { $0.contains("Enter: confirm   Esc") })
        let found = try #require(stage.lines[row].firstRange(of: "   Esc: cancel"))
        stage.click(CharacterWidth.of(String(stage.lines[row][..<found.lowerBound])), row)
        #expect(stage.effects == [])
        #expect(stage.screen.contains("Create a directory"))
    }

    @Test("a press beside a choice closes it; beside a question with buttons it does nothing")
    func outside() {
        var stage = Stage.shown()
        stage.press(",")
        #expect(stage.screen.contains("s  Size"))
        stage.click(1, 5)
        #expect(!stage.screen.contains("s  Size"))
        stage.press("G f8")
        #expect(stage.screen.contains("(y) ]"))
        stage.click(1, 5)
        #expect(stage.screen.contains("(y) ]"))
    }

    @Test("the field of a copy's target gets the keyboard back by a press")
    func target() throws {
        var stage = Stage.shown()
        stage.press("G f5")
        try click("If a name exists", &stage)
        stage.press("x")
        #expect(!stage.screen.contains("│ x "))
        let row = try #require(stage.lines.firstIndex { $0.contains("If a name exists") })
        // The field is the second line of the box.
        let field = try #require(stage.lines[..<row].lastIndex { $0.contains("into ") }) - 1
        stage.click(50, field)
        stage.press("x")
        #expect(stage.screen.contains("as x"))
    }
}
