import Files
import Sync
import Terminal
import Testing

@testable import UI

@Suite("A plan that runs")
struct PlanRunTests {
    /// A stage on which a plan runs.
    private func running(
        _ width: Int = 100, _ height: Int = 30
    ) throws -> (stage: Stage, request: RequestID) {
        var stage = Stage.shown(width, height)
        let request = try stage.deletingPlan(.site)
        stage.press("f5")
        let effects = stage.press("y")
        #expect(effects == [.runPlan(request, MarkSet(0..<14))])
        return (stage, request)
    }

    private func progress(_ files: Int, _ bytes: UInt64) -> PlanProgress {
        var progress = PlanProgress(.copying)
        progress.files = files
        progress.bytes = bytes
        progress.speed = 1_024
        progress.current = "new/deep/b.txt"
        return progress
    }

    @Test("The question says what happens, and is grave where nothing is kept")
    func question() throws {
        var stage = Stage.shown()
        _ = try stage.deletingPlan(.site)
        stage.press("enter")
        #expect(stage.screen.contains("In ftp://deploy@web01/www:"))
        #expect(stage.screen.contains("Copy 4 new files, replace 1 file (98K in all),"))
        #expect(stage.screen.contains("What is deleted or replaced is kept in"))
        #expect(stage.model.dialogs.last?.isGrave == false)
        #expect(stage.press("n").isEmpty)
        #expect(stage.list != nil)
        stage.press("escape M down right down down down down space")
        _ = try stage.plan(.site, "enter")
        stage.press("f5")
        #expect(stage.screen.contains("What is deleted or replaced is not kept."))
        #expect(stage.model.dialogs.last?.isGrave == true)
        stage.press("escape u 2 ctrl-a f5")
        #expect(stage.model.dialogs.last?.isGrave == false)
    }

    @Test("It runs what is ticked, once, and says how far it is")
    func runs() throws {
        var (stage, request) = try running()
        #expect(stage.screen.contains("Starting"))
        stage.send(.planRunning(request, progress(2, 50_000)))
        #expect(stage.screen.contains("Copying files"))
        #expect(stage.screen.contains("2 of 5 files copied, 49K of 98K, 1.0K/s, 0:49 left"))
        #expect(stage.screen.contains("50%"))
        #expect(stage.screen.contains("new/deep/b.txt"))
        #expect(stage.press("f5").isEmpty)
        #expect(stage.statusLine.contains("The plan is running; wait until it ends, or stop it."))
        stage.press("escape")
        #expect(stage.model.screen == .main)
        #expect(stage.lines[0].contains("plan 50%"))
        #expect(stage.model.windowTitle == "Ferry ~/site (plan 50%)")
        #expect(stage.model.windowProgress == .running(percent: 50))
        #expect(stage.press("M").isEmpty)
        #expect(stage.model.screen == .plan)
    }

    @Test("Space and P pause and resume it; x stops it after a question")
    func pausing() throws {
        var (stage, request) = try running(60, 16)
        stage.send(.planRunning(request, progress(2, 50_000)))
        #expect(stage.press("space") == [.pausePlan(request, true)])
        #expect(stage.screen.contains("Paused"))
        stage.press("g p")
        #expect(stage.lines[0].contains("plan paused"))
        stage.press("g p")
        #expect(stage.press("P") == [.pausePlan(request, false)])
        stage.press("x")
        #expect(stage.screen.contains("Stop the mirror?"))
        #expect(stage.press("n").isEmpty)
        stage.press("x")
        #expect(stage.press("y") == [.stop(request)])
        #expect(stage.screen.contains("Stopping"))
        var report = PlanReport()
        report.isStopped = true
        stage.send(.planEnded(request, report))
        #expect(stage.screen.contains("Mirror stopped."))
    }

    @Test("The end says what was done and what failed; U undoes, and the panes are read again")
    func ends() throws {
        var (stage, request) = try running()
        var report = PlanReport()
        report.files = 5
        report.bytes = 2_048
        report.deleted = 1
        report.failures = (0..<100).map { "File \($0) could not be written." }
        report.failureCount = 150
        stage.send(.planEnded(request, report))
        guard case .list(_, _, Stage.web, Path("/www"), _)? = stage.effects.first else {
            throw Stage.Missing()
        }
        #expect(stage.effects.count == 1)
        #expect(stage.screen.contains("Mirror done: 5 files (2.0K) copied, 1 deleted, 150 failed."))
        #expect(stage.lines[0].hasSuffix("150 failures"))
        #expect(!stage.screen.contains("File 99"))
        stage.press("G")
        #expect(stage.screen.contains("File 99 could not be written."))
        #expect(stage.screen.contains("50 more failures."))
        guard case .loadUndo? = stage.press("U").first else { throw Stage.Missing() }
        stage.press("escape")
        #expect(stage.model.screen == .main)
        stage.press("M")
        #expect(!stage.model.dialogs.isEmpty)
    }

    @Test("Who is elsewhere is told in the status line, whatever is typed there")
    func elsewhere() throws {
        var (stage, request) = try running()
        stage.press("x")
        stage.send(.planEnded(request, PlanReport()))
        // The question is over with it.
        #expect(stage.model.dialogs.isEmpty)
        (stage, request) = try running()
        stage.press("escape")
        stage.model.options.announcesDone = true
        var report = PlanReport()
        report.files = 1
        report.bytes = 7
        stage.send(.planEnded(request, report))
        #expect(stage.statusLine.contains("Mirror done: 1 file (7 B) copied."))
        #expect(stage.effects.first == .announce("Mirror done: 1 file (7 B) copied."))
        #expect(stage.statusLine.contains("gp: show the plan"))
        #expect(!stage.lines[0].contains("plan"))
        stage = .shown()
        guard case .makePlan(let plan, let order)? = stage.press("M enter").last else {
            throw Stage.Missing()
        }
        stage.press("g p")
        stage.send(.planned(plan, .success(PlantedPlan.site.plan(order))))
        #expect(stage.statusLine.contains("The plan is ready: 9 differences."))
    }

    @Test("Both panes are read again after both have changed, one below a place as well")
    func rereads() throws {
        var stage = Stage.shown()
        let request = try stage.plan(.site, "M right enter")
        stage.press("f5 y")
        stage.model.left.path = Path("/home/me/site/css")
        stage.send(.planEnded(request, PlanReport()))
        let lists = stage.effects.compactMap { effect -> Path? in
            if case .list(_, _, _, let path, _) = effect { path } else { nil }
        }
        #expect(lists == [Path("/home/me/site/css"), Path("/www")])
    }

    @Test("Quitting asks while a plan runs, and says that it stops")
    func quitting() throws {
        var (stage, request) = try running()
        stage.press("escape")
        #expect(stage.press("q").isEmpty)
        #expect(stage.screen.contains("The mirror under way will stop."))
        #expect(!stage.screen.contains("No transfers are running."))
        #expect(stage.model.dialogs.last?.isGrave == true)
        stage.press("n")
        stage.send(.planEnded(request, PlanReport()))
        #expect(stage.press("q") == [.quit])
    }

    @Test("Two versions of a file are shown line by line")
    func texts() throws {
        var stage = Stage.shown()
        _ = try stage.deletingPlan(.site)
        guard case .compareTexts(let request, let places)? = stage.press("d").first else {
            throw Stage.Missing()
        }
        // What is replaced comes first.
        #expect(places.first == Location(site: Stage.web, path: Path("/www/index.html")))
        #expect(places.second == Location(site: .local, path: Path("/home/me/site/index.html")))
        #expect(stage.screen.contains("Ferry is reading both files."))
        let lines: [TextDifference.Line] =
            [.init(.both, "<html>"), .init(.first, "old"), .init(.second, "new")]
            + (0..<100).map { .init(.both, "line \($0)") }
        stage.send(.textsCompared(request, .success(TextDifference(lines, isCut: false))))
        #expect(stage.lines[0].contains("Differences in index.html"))
        #expect(stage.lines[0].hasSuffix("2 lines differ"))
        #expect(stage.lines[1].contains("- ftp://deploy@web01/www/index.html"))
        #expect(stage.lines[1].contains("+ ~/site/index.html"))
        #expect(stage.lines.contains("   <html>"))
        #expect(stage.lines.contains(" - old"))
        #expect(stage.lines.contains(" + new"))
        stage.press("G")
        #expect(stage.screen.contains("line 99"))
        stage.press("right home")
        #expect(!stage.screen.contains("<html>"))
        stage.press("f5 space")
        #expect(stage.model.dialogs.isEmpty)
        stage.press("q")
        #expect(stage.list?.cursor.cursor == 0)
        // What has not come is given up.
        guard case .compareTexts(let other, _)? = stage.press("d").first else {
            throw Stage.Missing()
        }
        #expect(stage.press("escape") == [.stop(other)])
        #expect(stage.list?.ticked.count == 14)
        stage.press("down")
        #expect(stage.press("d").isEmpty)
        #expect(stage.statusLine.contains("Only a file that both sides have can be compared."))
    }
}
