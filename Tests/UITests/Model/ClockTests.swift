import Files
import Jobs
import Testing

@testable import UI

@Suite("What takes time, while the clock is set")
struct ClockTests {
    /// A month and an hour back, and forward.
    static let shifts = [-2_592_000.0, -3_600, 3_600, 2_592_000]

    @Test("how long a listing takes is counted on", arguments: shifts)
    func progress(_ shift: Double) {
        var stage = Stage.shown()
        stage.press("tab j enter")
        stage.wait(2, settingDateBy: shift)
        #expect(stage.screen.contains("Reading  0:02  Esc cancels"))
        stage.wait(2)
        #expect(stage.screen.contains("Reading  0:04  Esc cancels"))
    }

    @Test("a directory that a job changed is read again as soon as ever", arguments: shifts)
    func reread(_ shift: Double) {
        var stage = Stage.shown()
        stage.press("tab")
        stage.change(.carrying("new.txt", id: 1, .done))
        stage.wait(0, settingDateBy: shift)
        #expect(stage.effects == [])
        stage.wait(1.5)
        #expect(stage.effects.count == 1)
        // The next one waits for the time that has passed since, not for a date.
        stage.answer(Entry.web)
        stage.change(.carrying("b.txt", id: 2, .done))
        stage.wait(0.1, settingDateBy: -shift)
        #expect(stage.effects == [])
        stage.wait(1.5)
        #expect(stage.effects.count == 1)
    }

    @Test("two presses are a double one by the time between them", arguments: shifts)
    func doublePress(_ shift: Double) {
        var stage = Stage.shown()
        stage.click(60, 4)
        stage.wait(0.1, settingDateBy: shift)
        stage.click(60, 4)
        #expect(stage.model.right.pending?.path == Path("/www/assets"))
        stage = Stage.shown()
        stage.click(60, 4)
        stage.wait(2, settingDateBy: -1.9)
        stage.click(60, 4)
        #expect(stage.model.right.pending == nil)
    }

    @Test("dates are shown by the clock as it is set now")
    func dates() {
        var stage = Stage.shown()
        #expect(stage.screen.contains("Nov 20 23:51"))
        stage.wait(0, settingDateBy: 400 * 86_400)
        #expect(stage.screen.contains("Nov 20  2026"))
    }
}
