import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Where another process works on the queue")
struct WatchingTests {
    private let refused = FileSystemError(
        .login, reply: "530 No", detail: "web01 did not accept the login.")

    private func stage(_ jobs: Job...) -> Stage {
        var stage = Stage.shown()
        tell(&stage, .another, jobs)
        return stage
    }

    private func tell(_ stage: inout Stage, _ worker: QueueChange.Worker, _ jobs: [Job] = []) {
        var change = QueueChange()
        change.changed = jobs
        change.worker = worker
        stage.send(.queue(change))
    }

    @Test("Where the transfers were stopped from outside, that is said, and leaving loses nothing")
    func stopped() {
        var stage = Stage.shown()
        stage.model.workspace.options.background = .available(warning: nil)
        var change = QueueChange()
        change.changed = [.carrying("b", id: 2, .waiting)]
        change.worker = .nobody
        change.isPaused = true
        stage.send(.queue(change))
        #expect(stage.screen.contains("'ferry queue stop' stopped the transfers."))
        #expect(stage.screen.contains("PAUSED"))
        stage.press("w")
        #expect(stage.press("P") == [.control(.resumeAll)])
        stage.press("escape")
        #expect(stage.press("q") == [.quit])
    }

    @Test("quitting stops nothing: it is not asked about, and Ctrl-C does not say so")
    func quitting() {
        var stage = stage(.carrying("main.js", id: 1), .carrying("b", id: 2, .waiting))
        #expect(stage.press("q") == [.quit])
        stage.press("ctrl-c")
        #expect(stage.screen.contains("1 transfer under way."))
        #expect(stage.screen.contains("Another Ferry process runs them, so they continue."))
        #expect(!stage.screen.contains("started again"))
        stage.press("escape")
        // It has died, and this one has taken its place.
        tell(&stage, .this)
        #expect(stage.press("q") == [])
        #expect(stage.screen.contains("They resume when you start Ferry again."))
    }

    @Test("a password is given there: here it is not asked for, and no job tried again in vain")
    func password() {
        var stage = stage(.carrying("a", id: 1, .needsLogin(refused)))
        #expect(stage.press("Q") == [])
        #expect(stage.model.dialogs.isEmpty)
        #expect(
            stage.screen.contains(
                "Another Ferry process runs the transfers; enter the password for"))
        let one = RequestID(rawValue: 90)
        stage.send(.passwordNeeded(one, Stage.web, detail: nil))
        stage.type("pw")
        #expect(stage.press("enter") == [.password(one, Stage.web, .given(Secret("pw")))])
    }
}
