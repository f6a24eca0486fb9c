import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Jobs that carry plans out, in the queue")
struct PlanJobTests {
    private func screen(_ jobs: [Job], _ width: Int = 80, _ height: Int = 24) -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .queue)
        screen.change(jobs)
        screen.model.status = Status()
        return screen
    }

    private func jobs() -> [Job] {
        var down = Job.ofPlan(.waiting)
        down.id = JobID(rawValue: 8)
        (down.source, down.target) = (
            location("/srv/photos", on: webServer), location("/home/me/photos")
        )
        var sync = Job.ofPlan(.running, .sync, files: 1)
        sync.id = JobID(rawValue: 9)
        return [.ofPlan(files: 3, deleted: 2), down, sync]
    }

    @Test("A row names the source and the target itself, and how many files are done")
    func rows() {
        #expect(
            screen(jobs(), 120, 24).lines[3...5] == [
                "mirroring ↑ site/ 5/9 files                               web01:/www                       98K  56%   1.0K/s    0:39   1",
                " waiting  ↓ photos/ 0/9 files                             /home/me/photos                  98K   0%                    1",
                " syncing  ↔ site/ 1/9 files                               web01:/www                       98K  12%   1.0K/s    1:18   1",
            ])
        #expect(
            screen(jobs()).lines[3...5] == [
                "mirroring ↑ site/ 5/9 files       web01:/www       98K  56%   1.0K/s    0:39   1",
                " waiting  ↓ photos/ 0/9 files     ~ome/me/photos   98K   0%                    1",
                " syncing  ↔ site/ 1/9 files       web01:/www       98K  12%   1.0K/s    1:18   1",
            ])
        #expect(
            screen(jobs(), 60, 16).lines[3...5] == [
                "mirroring ↑ site/ 5/9 files    98K  56%   1.0K/s    0:39   1",
                " waiting  ↓ photos/ 0/9 fil~   98K   0%                    1",
                " syncing  ↔ site/ 1/9 files    98K  12%   1.0K/s    1:18   1",
            ])
    }

    @Test("In ASCII as well, and paused with all others")
    func ascii() {
        var screen = screen(jobs())
        screen.model.options.isASCII = true
        #expect(screen.text.allSatisfy { $0.isASCII })
        #expect(screen.lines[5].hasPrefix(" syncing  = site/"))
        screen.press("end")
        #expect(screen.text.contains("/home/me/site <-> ftp://deploy@web01/www"))
        var change = QueueChange()
        change.isPaused = true
        _ = screen.model.update(.queue(change))
        #expect(screen.lines[3].hasPrefix(" paused "))
        #expect(screen.text.contains("Everything is paused; press P to resume."))
    }

    @Test("Each state has its tab")
    func tabs() {
        let error = FileSystemError(.login, detail: "web01 wants a password.")
        var screen = screen([.ofPlan()])
        for (job, tabs) in [
            (Job.ofPlan(), "Active 1  Waiting 0  Needs you 0  Failed 0  Done 0"),
            (.ofPlan(.paused), "Active 0  Waiting 1  Needs you 0  Failed 0  Done 0"),
            (.ofPlan(.needsLogin(error)), "Active 0  Waiting 0  Needs you 1  Failed 0  Done 0"),
            (.failedPlan(3, sentences: 3), "Active 0  Waiting 0  Needs you 0  Failed 1  Done 0"),
            (.ofPlan(.cancelled), "Active 0  Waiting 0  Needs you 0  Failed 0  Done 1"),
        ] {
            screen.change([job])
            #expect(screen.lines[1] == " [All 1] " + tabs)
        }
    }

    @Test("The details say what is done and what could not be, and nothing that the plan settles")
    func details() {
        var screen = screen([.failedPlan(3, sentences: 3)], 80, 22)
        screen.press("enter")
        #expect(
            screen.text == """
                 site/ 5/9 files                                                          job 7
                 State         ! failed
                 From          /home/me/site
                 To            ftp://deploy@web01/www
                 Size          100,000 bytes
                 Done          80,000 bytes, 59%
                 Files         5 of 9 done, 1 of them deleted
                 Limit         none
                 Tries         1

                 What happened
                 3 changes could not be made. Press r to retry.

                 What could not be done
                 File 0 could not be written.
                 File 1 could not be written.
                 File 2 could not be written.




                 q back  Space pause  r retry  p policy  b limit  x cancel
                """)
        screen.change([.failedPlan(150, sentences: 0)])
        #expect(screen.text.contains("150 failures."))
        screen.change([.ofPlan(.running, .sync, files: 1)])
        #expect(screen.text.contains("Left          /home/me/site"))
        #expect(screen.text.contains("Right         ftp://deploy@web01/www"))
        #expect(!screen.text.contains("What could not be done"))
        // Some plans only rename.
        var renaming = Job.ofPlan()
        renaming.filesFound = 0
        screen.change([renaming])
        #expect(!screen.text.contains("Files  "))
    }

    @Test("The story says how it is, and what to do")
    func story() {
        var screen = screen([.ofPlan(.cancelled, files: 1)])
        #expect(
            screen.text.contains(
                "Cancelled; what was already done stays. Press r to continue, or x to remove\n it.")
        )
        screen.change([.ofPlan(.done, files: 5, deleted: 4)])
        #expect(screen.text.contains("Mirror done: 5 files (98K) copied, 4 deleted."))
        screen.change([.failedPlan(3, sentences: 3)])
        #expect(screen.text.contains("3 changes could not be made. Press r to retry."))
    }

    @Test("Cancelling asks what becomes of it; what was done stays")
    func cancelling() {
        let id = Job.planID
        var screen = screen([.ofPlan()])
        #expect(screen.press("x") == [.control(.cancel(id, keepsParts: false))])
        screen.change([.ofPlan(files: 3, deleted: 2)])
        #expect(screen.press("x").isEmpty)
        #expect(screen.text.contains("Cancel the mirror of site?"))
        #expect(screen.text.contains("What was done stays: 5 of 9 files."))
        #expect(screen.text.contains("k  Stop; press r to continue later"))
        #expect(screen.text.contains("t  Remove it and delete partial files"))
        #expect(screen.press("k") == [.control(.cancel(id, keepsParts: true))])
        screen.press("x")
        #expect(screen.press("t") == [.control(.cancel(id, keepsParts: false))])
        screen.change([.failedPlan(3, sentences: 3)])
        screen.press("x")
        #expect(screen.text.contains("g  Leave it as it is"))
        #expect(!screen.text.contains("k  Stop"))
        screen.press("escape")
        screen.change([.ofPlan(.cancelled, .sync, files: 3)])
        screen.press("x")
        #expect(screen.text.contains("Cancel the synchronisation of site?"))
        #expect(screen.text.contains("g  Leave it as it is"))
        #expect(!screen.text.contains("k  Stop"))
    }

    @Test("It is moved, limited and retried as any job, but has no policy")
    func commands() {
        let id = Job.planID
        var screen = screen([.ofPlan(.waiting), .carrying("main.js", id: 8, .waiting)])
        #expect(screen.press("J") == [.control(.move(id, by: 1))])
        #expect(screen.press("p").isEmpty)
        #expect(screen.text.contains("The plan already says what happens to each file."))
        screen.press("b")
        screen.type("2M")
        #expect(screen.press("enter") == [.control(.limit(id, 2 << 20))])
        screen.press("ctrl-a p")
        #expect(
            screen.press("s").contains { effect in
                if case .control(.setPolicy(JobID(rawValue: 8), .skip)) = effect {
                    true
                } else {
                    false
                }
            })
        screen.press("u home")
        screen.change([.failedPlan(3, sentences: 3)])
        #expect(screen.press("r") == [.control(.retry(id))])
    }

    @Test("The strip of the panes shows it with its bar")
    func strip() {
        var stage = Stage.shown(120, 30)
        stage.change(.ofPlan(files: 3, deleted: 2))
        let row = stage.lines.first { $0.contains("mirroring") } ?? ""
        #expect(row.hasPrefix(" ↑ site/ 5/9 files"))
        #expect(row.contains("web01:/www") && row.contains("56%") && row.contains("1.0K/s"))
    }

    @Test("The history names it by its word, and both ways of a synchronisation")
    func history() throws {
        var screen = FullScreen(width: 80, height: 20, screen: .queue)
        guard case .loadHistory(let request, _)? = screen.press("H").last else {
            Issue.record("nothing was asked for")
            return
        }
        let jobs = [Job.ofPlan(.done, files: 5, deleted: 4), .ofPlan(.done, .sync, files: 5)]
            .compactMap { FinishedJob($0, ended: 1_763_600_000) }
        _ = screen.model.update(.history(request, .found(jobs)))
        #expect(screen.text.contains("mirrored site"))
        #expect(screen.text.contains("synced   site"))
        #expect(screen.text.contains("/home/me/site ↔ ftp://deploy@web01/www"))
        #expect(screen.text.contains("5 files, 100,000 bytes"))
        screen.press("home")
        #expect(screen.text.contains("/home/me/site → ftp://deploy@web01/www"))
        #expect(screen.text.contains("9 files, 100,000 bytes"))
    }
}
