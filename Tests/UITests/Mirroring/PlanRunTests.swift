import Files
import Jobs
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
        let request = try stage.runningPlan()
        return (stage, request)
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
        var stage = Stage.shown()
        let request = try stage.deletingPlan(.site)
        stage.press("f5")
        #expect(stage.press("y") == [.runPlan(request, MarkSet(0..<14))])
        #expect(stage.model.screen == .plan)
        #expect(stage.screen.contains("Starting"))
        #expect(stage.lines[0].hasSuffix("starting"))
        #expect(stage.press("f5").isEmpty)
        #expect(stage.statusLine.contains("The plan is on its way into the queue."))
        #expect(stage.press("space").isEmpty)
        #expect(stage.press("x").isEmpty)
        stage.send(.planQueued(request, .success(Job.planID)))
        stage.change(.ofPlan(files: 2, deleted: 1))
        #expect(stage.screen.contains("Mirroring"))
        #expect(stage.screen.contains("3 of 9 files done, 39K of 98K, 1.0K/s, 0:59 left"))
        #expect(stage.screen.contains("2 copied, 1 deleted"))
        #expect(
            stage.screen.contains("You can leave this screen; the mirror continues in the queue"))
        let percent = try #require(stage.model.workspace.planJob?.percent)
        #expect(stage.lines[0].hasSuffix(" \(percent)%"))
        #expect(stage.press("f5").isEmpty)
        #expect(stage.statusLine.contains("The plan is running; wait until it ends, or stop it."))
        stage.press("escape")
        #expect(stage.model.screen == .main)
        #expect(stage.lines[0].contains("plan \(percent)%"))
        // It is not told of twice.
        #expect(!stage.lines[0].contains("running"))
        #expect(stage.model.windowTitle == "Ferry ~/site (plan \(percent)%)")
        stage.change(.carrying("main.js", id: 8))
        #expect(stage.lines[0].contains("1 running"))
        stage.change(.ofPlan(files: 3, deleted: 2))
        #expect(stage.press("M").isEmpty)
        #expect(stage.model.screen == .plan)
        #expect(stage.screen.contains("5 of 9 files done"))
    }

    @Test("The queue's answer and its job may come in any order", arguments: [true, false])
    func order(isAnswerFirst: Bool) throws {
        var stage = Stage.shown()
        let request = try stage.deletingPlan(.site)
        stage.press("f5 y")
        if !isAnswerFirst { stage.change(.ofPlan(files: 1)) }
        stage.send(.planQueued(request, .success(Job.planID)))
        // An answer that comes twice says nothing new.
        stage.send(.planQueued(request, .success(JobID(rawValue: 99))))
        if isAnswerFirst {
            #expect(stage.screen.contains("Starting"))
            stage.change(.ofPlan(files: 1))
        }
        #expect(stage.screen.contains("1 of 9 files done"))
    }

    @Test("What is over before the answer comes is told with it", arguments: [true, false])
    func overBeforeAnswer(isCleared: Bool) throws {
        var stage = Stage.shown()
        let request = try stage.deletingPlan(.site)
        stage.press("f5 y escape")
        stage.change(.ofPlan(.done, files: 5, deleted: 4))
        if isCleared { stage.remove(Job.planID) }
        stage.send(.planQueued(request, .success(Job.planID)))
        if !isCleared {
            #expect(
                stage.statusLine.contains(
                    "Mirrored ~/site to web01:/www: 5 files (98K) copied, 4 deleted."))
        }
        stage.press("g p")
        #expect(stage.screen.contains("Mirror done: 5 files (98K) copied, 4 deleted."))
    }

    @Test("Where the queue does not take it, the rows are back with their ticks")
    func notQueued() throws {
        var stage = Stage.shown()
        let request = try stage.deletingPlan(.site)
        stage.press("space f5 y")
        let error = FileSystemError(.full, detail: "There is no space for the queue's files.")
        stage.send(.planQueued(request, .failure(error)))
        #expect(stage.list?.ticked.count == 13)
        #expect(stage.statusLine.contains("There is no space for the queue's files."))
        stage.press("f5")
        guard case .runPlan(request, let ticked)? = stage.press("y").last else {
            throw Stage.Missing()
        }
        #expect(ticked.count == 13)
        stage.press("escape")
        stage.send(.planQueued(request, .failure(error)))
        #expect(stage.statusLine.contains("gp: show the plan"))
    }

    @Test("Space and P pause and resume it; x stops it after a question, and r continues it")
    func pausing() throws {
        var (stage, _) = try running(60, 16)
        #expect(stage.press("space") == [.control(.pause(Job.planID))])
        stage.change(.ofPlan(.paused, files: 2))
        #expect(stage.screen.contains("Paused; press P to resume."))
        #expect(stage.lines[0].hasSuffix("paused"))
        stage.press("g p")
        #expect(stage.lines[0].contains("plan paused"))
        #expect(!stage.lines[0].contains("queued"))
        stage.press("g p")
        #expect(stage.press("P") == [.control(.resume(Job.planID))])
        stage.change(.ofPlan(files: 2))
        stage.press("x")
        #expect(stage.screen.contains("Stop the mirror?"))
        #expect(stage.press("n").isEmpty)
        stage.press("x")
        #expect(stage.press("y") == [.control(.cancel(Job.planID, keepsParts: true))])
        #expect(stage.screen.contains("Stopping"))
        #expect(stage.press("P").isEmpty)
        stage.change(.ofPlan(.cancelled, files: 2))
        #expect(stage.screen.contains("Mirror stopped: 2 files (39K) copied."))
        #expect(stage.screen.contains("Press r to continue where it stopped."))
        #expect(stage.lines.last?.hasPrefix(" r continue") == true)
        #expect(!stage.statusLine.contains("partial file"))
        #expect(stage.press("r") == [.control(.retry(Job.planID))])
        stage.change(.ofPlan(.waiting, files: 2))
        #expect(stage.screen.contains("Waiting for its turn."))
        #expect(stage.lines[0].hasSuffix("waiting"))
    }

    @Test("What it waits for is said in words")
    func waiting() throws {
        var (stage, _) = try running(60, 16)
        for (wait, words) in [
            (Job.Wait.room(missing: 2_048), "Waiting for disk space; 2.0K more are needed."),
            (.reconnect(seconds: 9), "Reconnecting in 9 s."),
            (.connecting, "Trying to reach the server again."),
        ] {
            var job = Job.ofPlan(.waiting, files: 1)
            job.wait = wait
            stage.change(job)
            #expect(stage.screen.contains(words))
        }
        stage.change(.ofPlan(files: 1))
        stage.wait(20)
        #expect(stage.screen.contains("Nothing has moved for 20 s"))
        // What follows the last file is not counted.
        stage.change(.ofPlan(files: 5, deleted: 4))
        stage.wait(20)
        #expect(!stage.screen.contains("Nothing has moved"))
    }

    @Test("While the whole queue is paused, it says so, and the queue is where to resume")
    func globalPause() throws {
        var (stage, _) = try running()
        var change = QueueChange()
        change.isPaused = true
        change.changed = [.ofPlan(.waiting, files: 1)]
        stage.send(.queue(change))
        let words = "All transfers are paused; open the queue (w) to resume them."
        #expect(stage.lines.contains(" " + words))
        #expect(stage.press("P").isEmpty)
        #expect(stage.statusLine.contains(words))
        stage.press("escape")
        #expect(stage.lines[0].contains("plan paused"))
    }

    @Test("A password that is missing is asked for from here")
    func password() throws {
        var (stage, _) = try running()
        let error = FileSystemError(.login, detail: "web01 wants a password.")
        stage.change(.ofPlan(.needsLogin(error)))
        #expect(stage.lines.contains(" web01 wants a password. Press Enter to enter the password."))
        #expect(stage.lines[0].hasSuffix("password needed"))
        #expect(!stage.screen.contains("You can leave this screen"))
        stage.press("enter")
        #expect(stage.model.dialogs.last is PasswordDialog)
        stage.press("escape escape")
        #expect(stage.lines[0].contains("plan: login"))
        #expect(stage.lines[0].contains("!1"))
    }

    @Test("The end says what was done and what failed; U undoes, and the panes are read again")
    func ends() throws {
        var (stage, _) = try running()
        stage.change(.failedPlan(100, sentences: 100))
        #expect(
            stage.screen.contains(
                "Mirror not finished: 4 files (78K) copied, 1 deleted, 100 failed."))
        #expect(stage.screen.contains("100 changes could not be made."))
        #expect(stage.screen.contains("Press r to retry what is not done."))
        #expect(stage.lines[0].hasSuffix("100 failures"))
        #expect(!stage.screen.contains("File 99"))
        // The page says it all.
        #expect(stage.statusLine.isEmpty)
        stage.wait(2)
        #expect(stage.reread == [Path("/www")])
        stage.press("G")
        #expect(stage.screen.contains("File 99 could not be written."))
        guard case .loadUndo? = stage.press("U").first else { throw Stage.Missing() }
        stage.press("escape g p")
        // It runs once more, whoever retries it.
        stage.change(.ofPlan(.running, files: 4, deleted: 1))
        #expect(stage.screen.contains("5 of 9 files done"))
        stage.change(.ofPlan(.done, files: 5, deleted: 4))
        #expect(stage.lines.contains(" Mirror done: 5 files (98K) copied, 4 deleted."))
        #expect(!stage.screen.contains("Press r"))
        #expect(stage.press("r").isEmpty)
        #expect(stage.statusLine.contains("has not failed, so there is nothing to retry."))
        stage.press("escape M")
        #expect(!stage.model.dialogs.isEmpty)
    }

    @Test("The end of a synchronisation names what was kept twice, with its other name")
    func keptTwice() throws {
        var trees = PlantedPlan()
        trees.first = ["": [.file("a.txt", 3), .file("b.txt", 3)]]
        trees.second = ["": [.file("a.txt", 4), .file("b.txt", 5)]]
        var stage = Stage.shown()
        let request = try stage.plan(trees, "M right enter")
        // The second one is not wanted.
        stage.press("down space f5")
        stage.wait(1)
        stage.press("y")
        stage.send(.planQueued(request, .success(Job.planID)))
        stage.change(.ofPlan(.done, .sync, files: 1))
        #expect(stage.screen.contains("a.txt was different on both sides; web01's is"))
        #expect(stage.screen.contains("is kept as 'a.conflict-"))
        #expect(!stage.screen.contains("b.txt was"))
    }

    @Test("Of an earlier process only the number of failures is known")
    func failuresOfEarlier() throws {
        var (stage, _) = try running()
        stage.change(.failedPlan(150, sentences: 0))
        #expect(stage.screen.contains("150 failed."))
        #expect(stage.screen.contains("150 changes could not be made."))
        #expect(!stage.screen.contains("more failure"))
        let error = FileSystemError(.connection, detail: "web01 closed the connection.")
        stage.change(.ofPlan(.failed(error)))
        #expect(stage.screen.contains("Mirror not finished: 1 failed."))
        #expect(stage.screen.contains("web01 closed the connection."))
    }

    @Test("Who is elsewhere is told in the status line, whatever is typed there")
    func elsewhere() throws {
        var (stage, _) = try running()
        stage.press("x")
        stage.change(.ofPlan(.done))
        // The question is over with it.
        #expect(stage.model.dialogs.isEmpty)
        (stage, _) = try running()
        stage.press("escape")
        stage.model.options.announcesDone = true
        stage.change(.ofPlan(.done, files: 1, deleted: 3))
        #expect(
            stage.statusLine.contains(
                "Mirrored ~/site to web01:/www: 1 file (20K) copied, 3 deleted."))
        #expect(stage.effects == [.announce("Mirror done: 1 file (20K) copied, 3 deleted.")])
        #expect(stage.statusLine.contains("gp: show the plan"))
        #expect(!stage.lines[0].contains("plan"))
        // There it says so itself.
        stage.press("g p")
        #expect(stage.statusLine.isEmpty)
        (stage, _) = try running(60, 16)
        stage.press("escape")
        stage.change(.ofPlan(.done, files: 1, deleted: 3))
        // Where there is little room, what was done matters most.
        #expect(stage.lines.contains(" Mirror done: 1 file (20K) copied, 3 deleted."))
        stage.press("g p")
        #expect(stage.statusLine.isEmpty)
        stage = .shown()
        guard case .makePlan(let plan, let order)? = stage.press("M enter").last else {
            throw Stage.Missing()
        }
        stage.press("g p")
        stage.send(.planned(plan, .success(PlantedPlan.site.plan(order))))
        #expect(stage.statusLine.contains("The plan is ready: 9 differences."))
    }

    @Test("Another place can be mirrored while one plan runs, which continues")
    func another() throws {
        var (stage, request) = try running()
        stage.press("escape")
        stage.model.left.path = Path("/home/me/other")
        stage.press("M")
        #expect(stage.model.screen == .main)
        guard case .makePlan(let next, _)? = stage.press("enter").last else {
            throw Stage.Missing()
        }
        #expect(next != request)
        #expect(!stage.effects.contains(.stop(request)))
        stage.change(.ofPlan(.done, files: 5, deleted: 4))
        #expect(stage.screen.contains("Ferry is comparing both directories."))
        #expect(stage.statusLine.contains("Mirrored ~/site to web01:/www: 5 files (98K) copied"))
    }

    @Test("A job that is cleared away has ended; what it has done is still told")
    func gone() throws {
        var (stage, _) = try running()
        stage.change(.ofPlan(files: 2))
        stage.remove(Job.planID)
        #expect(stage.screen.contains("Mirror stopped: 2 files (39K) copied."))
        #expect(!stage.screen.contains("Press r"))
        #expect(stage.press("r").isEmpty)
        #expect(stage.statusLine.contains("The plan is no longer in the queue"))
        stage.wait(2)
        #expect(stage.reread == [Path("/www")])
        (stage, _) = try running()
        stage.change(.ofPlan(.done, files: 5))
        stage.remove(Job.planID)
        #expect(stage.screen.contains("Mirror done: 5 files (98K) copied."))
        // Elsewhere, the status line says so.
        (stage, _) = try running()
        stage.press("escape")
        stage.remove(Job.planID)
        #expect(stage.statusLine.contains("Stopped mirroring ~/site to web01:/www."))
    }

    @Test("Both panes are read again after both have changed, one below a place as well")
    func rereads() throws {
        var stage = Stage.shown()
        let request = try stage.plan(.site, "M right enter")
        stage.press("f5 y")
        stage.send(.planQueued(request, .success(Job.planID)))
        stage.change(.ofPlan(.running, .sync))
        #expect(stage.screen.contains("Synchronising"))
        stage.model.left.path = Path("/home/me/site/css")
        stage.change(.ofPlan(.cancelled, .sync))
        stage.wait(2)
        #expect(stage.reread == [Path("/home/me/site/css"), Path("/www")])
    }

    @Test("A plan of an earlier process has its panes read again, and is told of as well")
    func earlier() {
        var stage = Stage.shown(80, 24)
        stage.change(.ofPlan(.done, .sync, files: 5))
        // That was over before.
        #expect(stage.statusLine.isEmpty)
        stage.change(.ofPlan(.running, .sync, files: 5))
        stage.change(.ofPlan(.done, .sync, files: 5))
        #expect(stage.lines.contains(" Synchronised ~/site and web01:/www: 5 files (98K) copied."))
        stage.wait(2)
        #expect(stage.reread == [Path("/home/me/site"), Path("/www")])
        stage.change(.ofPlan(.running), .carrying("main.js", id: 8))
        let job = Job.failedPlan(3, sentences: 3)
        stage.change(job)
        #expect(
            stage.statusLine.hasPrefix(
                " Mirror not finished: 4 files (78K) copied, 1 deleted, 3 failed. — w: queue"))
        stage.model.workspace.size.width = 120
        stage.change(.ofPlan())
        stage.change(job)
        #expect(
            stage.statusLine.hasPrefix(
                " Could not finish mirroring ~/site to web01:/www: 4 files (78K) copied, 1 deleted")
        )
        #expect(stage.lines[0].contains("1 failed"))
    }

    @Test("Long places are cut so that the numbers can be read")
    func longPlaces() {
        var stage = Stage.shown(80, 24)
        var job = Job.ofPlan(files: 5, deleted: 4)
        job.source.path = Path("/home/me/" + String(repeating: "long/", count: 20) + "site")
        job.target?.path = Path("/" + String(repeating: "deep/", count: 20) + "www")
        stage.change(job)
        job.state = .done
        stage.change(job)
        #expect(stage.statusLine.hasSuffix("/www: 5 files (98K) copied, 4 deleted."))
        #expect(stage.statusLine.contains("site to "))
    }

    @Test("Quitting asks what becomes of a plan that runs, as of any transfer")
    func quitting() throws {
        var (stage, _) = try running()
        stage.model.options.background = .available(warning: nil)
        stage.press("escape")
        #expect(stage.press("q").isEmpty)
        #expect(stage.screen.contains("1 transfer under way."))
        #expect(stage.press("b") == [.handOver])
        stage.change(.ofPlan(.done))
        #expect(stage.press("q") == [.quit])
        // Before the queue has it, it may be lost.
        stage = Stage.shown()
        _ = try stage.deletingPlan(.site)
        stage.press("f5 y escape")
        #expect(stage.press("q").isEmpty)
        #expect(stage.screen.contains("The mirror is not in the queue yet and may be"))
        #expect(!stage.screen.contains("No transfers are running."))
        #expect(stage.model.dialogs.last?.isGrave == true)
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
