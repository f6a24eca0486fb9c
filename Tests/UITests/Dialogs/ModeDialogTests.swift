import Files
import Jobs
import Testing

@testable import UI

@Suite("Which permissions copies get, asked by F5 and F6")
struct ModeDialogTests {
    private func queued(_ stage: Stage) -> [ModePolicy] {
        for case .enqueue(let batch) in stage.effects { return batch.requests.map(\.modes) }
        return []
    }

    @Test("those of the source, unless something else is chosen, which is remembered")
    func chosen() {
        var stage = Stage.shown()
        stage.press("G f5")
        #expect(stage.screen.contains("Permissions:         < as in the source >"))
        stage.press("enter")
        #expect(queued(stage) == [.source])
        #expect(stage.effects.count == 1)
        stage.press("G f5 tab tab right")
        #expect(stage.screen.contains("Permissions:         < server default >"))
        stage.press("enter")
        #expect(stage.effects.first == .keepModes(.target))
        #expect(queued(stage) == [.target])
        // The next time it is as it was chosen, and need not be kept again.
        stage.press("G f6")
        #expect(stage.screen.contains("< server default >"))
        stage.press("enter")
        #expect(stage.effects.count == 1)
        #expect(queued(stage) == [.target])
        stage.press("G f5 tab tab space enter")
        #expect(stage.effects.first == .keepModes(.source))
    }

    @Test("a dialog that is given up changes nothing")
    func givenUp() {
        var stage = Stage.shown()
        stage.press("G f5 tab tab right escape")
        #expect(stage.effects == [])
        stage.press("G f5")
        #expect(stage.screen.contains("< as in the source >"))
    }
}
