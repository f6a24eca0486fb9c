import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Pausing from the panes")
struct PausingFromPanesTests {
    @Test("T pauses all transfers without leaving the panes, and resumes them")
    func pause() {
        var stage = Stage.shown()
        var change = QueueChange()
        change.changed = [job(1, "main.js", .running)]
        stage.send(.queue(change))
        #expect(stage.press("T") == [.control(.pauseAll)])
        change = QueueChange()
        change.isPaused = true
        stage.send(.queue(change))
        #expect(stage.screen.contains("PAUSED"))
        #expect(stage.screen.contains("main.js"))
        #expect(stage.press("T") == [.control(.resumeAll)])
    }

    @Test("with nothing to pause T says so")
    func nothing() {
        var stage = Stage.shown()
        #expect(stage.press("T") == [])
        #expect(stage.statusLine.contains("No transfer is running or waiting."))
    }
}
