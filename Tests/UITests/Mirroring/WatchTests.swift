import Files
import Jobs
import Sync
import Terminal
import Testing

@testable import UI

@Suite("What is kept up to date, on the screen")
struct WatchTests {
    /// A dialog in which that is chosen, and `Enter` behind it.
    private static let keys = "M down down down down down down down down down right enter"

    private func job(_ state: Job.State, _ wait: Job.Wait = .turn) -> Job {
        var job = Job.ofPlan(state, .watch, files: 9)
        job.wait = wait
        return job
    }

    @Test("The dialog offers it for a mirror alone, and the question says what it means")
    func dialog() throws {
        var stage = Stage.shown()
        let request = try stage.plan(.site, WatchTests.keys)
        #expect(stage.model.workspace.plan?.order.staysUpToDate == true)
        stage.press("f5")
        #expect(stage.screen.contains("Each later change in ~/site is made there as"))
        guard case .runPlan(request, _)? = stage.press("y").first else {
            Issue.record("It is not run.")
            return
        }
        var other = Stage.shown()
        other.press("M right")
        #expect(!other.screen.contains("Keep up to date"))
        other.press("left")
        #expect(other.screen.contains("Keep up to date:       < no >"))
    }

    @Test("It wants every row, and runs also where there is nothing to do as yet")
    func ticks() throws {
        var stage = Stage.shown()
        _ = try stage.plan(.site, WatchTests.keys)
        stage.press("space f5")
        #expect(stage.model.dialogs.isEmpty)
        #expect(stage.statusLine.contains("To keep it up to date, tick every row"))
        stage.press("ctrl-a f5")
        #expect(!stage.model.dialogs.isEmpty)
        var same = Stage.shown()
        _ = try same.plan(PlantedPlan(first: ["": []], second: ["": []]), WatchTests.keys)
        same.press("f5")
        #expect(!same.model.dialogs.isEmpty)
    }

    @Test("In the queue it is a row, and the panes are back")
    func queued() throws {
        var stage = Stage.shown()
        let request = try stage.plan(.site, WatchTests.keys)
        stage.press("f5 y")
        stage.send(.planQueued(request, .success(Job.planID)))
        #expect(stage.model.screen == .main)
        #expect(stage.model.workspace.plan == nil)
        #expect(stage.statusLine.contains("is kept up to date."))
        #expect(stage.statusLine.contains("w: queue"))
        stage.change(job(.running))
        #expect(stage.lines[0].hasSuffix("1 running"))
        var rested = job(.waiting, .change)
        rested.story = ["14:02:11: 1 file copied."]
        stage.change(rested)
        #expect(stage.lines[0].hasSuffix("1 watching"))
        // Whoever looks at its target sees what has changed.
        stage.wait(2)
        #expect(stage.reread == [Path("/www")])
        #expect(!stage.statusLine.contains("All transfers have finished"))
        stage.press("f10")
        #expect(stage.screen.contains("1 mirror is kept up to date."))
        stage.press("escape")
    }

    @Test("Its row says what it does, and only that")
    func rows() {
        var screen = FullScreen(width: 100, height: 24, screen: .queue)
        func row(_ job: Job) -> String {
            screen.change([job])
            return screen.lines[3]
        }
        var comparing = job(.running)
        (comparing.filesFound, comparing.filesDone, comparing.size) = (0, 0, nil)
        #expect(row(comparing).hasPrefix("comparing ↑ site/ "))
        #expect(row(job(.running)).hasPrefix("mirroring ↑ site/ 9/9 files "))
        var resting = job(.waiting, .change)
        #expect(row(resting).hasPrefix(" watching ↑ site/ "))
        #expect(!row(resting).contains("%"))
        #expect(screen.lines.joined().contains("Up to date; waiting for changes."))
        resting.leftOut.add(1, "a is in use.")
        #expect(row(resting).contains("! retry"))
        #expect(screen.lines.joined().contains("a is in use. Ferry tries again by itself, or"))
        (resting.source, resting.target) = (
            Location(site: Stage.web, path: Path("/www")),
            Location(site: .local, path: Path("/home/me/site"))
        )
        resting.leftOut = LeftOut()
        #expect(row(resting).hasPrefix(" watching ↓ www/ "))
        #expect(screen.lines.joined().contains("the server is checked every 30 s, or press r."))
        // `r` has it look at once.
        #expect(screen.press("r") == [.control(.retry(Job.planID))])
    }

    @Test("That others have finished is said, though it goes on")
    func others() {
        var stage = Stage.shown()
        stage.change(job(.waiting, .change))
        stage.change(.carrying("main.js", id: 8))
        var done = Job.carrying("main.js", id: 8)
        done.state = .done
        stage.change(done)
        #expect(stage.statusLine.contains("All transfers have finished."))
    }
}
