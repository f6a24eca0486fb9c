import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Visits in the queue")
struct ShareQueueTests {
    private func screen(_ width: Int = 100, _ height: Int = 20) -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .queue)
        var running = job(1, "main.js", .running, size: 2_048, done: 1_024)
        running.speed = 1_024
        screen.change([running, job(2, "old.bin", .waiting), job(3, "done.bin", .done)])
        screen.share(ShareScreenTests.visits)
        screen.model.status = Status()
        return screen
    }

    @Test("Those that run stand before the jobs, those that ended behind them, the newest first")
    func literal() {
        #expect(
            screen().text == """
                 Transfer queue                                                                    2 active, 257K/s
                 [All 6] Active 2  Waiting 1  Needs you 0  Failed 1  Done 2
                 State      What                              To                      Size Done    Speed    Left Try
                 sending  ↑ films/a.mkv                       10.0.0.7                1.0M  50%   256K/s    0:02
                 running  ↑ main.js                           web01:/www              2.0K  50%   1.0K/s    0:01
                 waiting  ↑ old.bin                           web01:/www              1.0K   0%
                 done     ↑ done.bin                          web01:/www              1.0K 100%
                 ! failed ↑ c.txt                             10.0.0.7                1.0M  50%
                 done     ↓ b.txt                             10.0.0.8 (anna)         1.0M 100%



                ─ main.js ──────────────────────────────────────────────────────────────────────────────────────────
                 /home/me/site/main.js → ftp://deploy@web01/www/main.js
                 In progress.




                 Enter details  Space pause  x cancel  r retry  q back  P all  J later  K earlier  p policy  ? keys
                """)
    }

    @Test("Each tab has its visits, and its count counts them")
    func tabs() {
        var screen = screen()
        screen.press("2")
        #expect(screen.text.contains("films/a.mkv"))
        #expect(!screen.text.contains("b.txt"))
        screen.press("5")
        #expect(screen.text.contains("[Failed 1]"))
        #expect(screen.text.contains("10.0.0.7 transferred 512K of 1.0M."))
        #expect(screen.text.contains("The visitor left before the end."))
        screen.press("6")
        #expect(screen.text.contains("[Done 2]"))
        #expect(screen.text.contains("done     ↓ b.txt"))
    }

    @Test("The selection follows a visit when it ends, and a job when visits come")
    func selection() {
        var screen = screen()
        #expect(screen.model.queue.selected == JobID(rawValue: 1))
        screen.share(ShareScreenTests.visits + [ShareSample.visit(9, "/x")])
        #expect(screen.model.queue.selected == JobID(rawValue: 1))
        screen.press("home")
        #expect(screen.model.queue.currentVisit?.id == Visit.ID(rawValue: 1))
        screen.share([ShareSample.visit(1, "/films/a.mkv", .download, .kicked)])
        #expect(screen.model.queue.currentVisit?.state == .kicked)
        #expect(screen.model.queue.selected == nil)
        #expect(screen.text.contains("10.0.0.7 was disconnected at 512K of 1.0M, as you asked."))
    }

    @Test("x breaks a visit off after a question; what is a job's is refused; Enter leads to it")
    func keys() {
        var screen = screen()
        screen.press("home")
        #expect(screen.press("x y") == [.share(.kick(Visit.ID(rawValue: 1)))])
        for key in ["space", "r", "p", "b", "J", "K"] {
            #expect(screen.press(key) == [])
            #expect(
                screen.model.status.text
                    == "This is a visit to the share; you can only disconnect it (x).")
        }
        screen.press("enter")
        #expect(screen.model.screen == .share)
    }

    @Test("Clearing the done ones clears the visits that ended, and they stay away")
    func clear() {
        var screen = screen()
        #expect(screen.press("D") == [.control(.clearDone)])
        for _ in 1...2 {
            #expect(!screen.text.contains("b.txt"))
            #expect(!screen.text.contains("c.txt"))
            #expect(screen.text.contains("films/a.mkv"))
            screen.share(ShareScreenTests.visits)
        }
        screen.change([], removed: [JobID(rawValue: 3)])
        #expect(screen.press("D") == [])
        #expect(screen.model.status.text == "No job has finished yet.")
    }

    @Test("What is left of a share that ended stays to be read, and the next one begins anew")
    func nextShare() {
        var screen = screen()
        screen.share(Array(ShareScreenTests.visits.dropFirst()), state: .ended)
        #expect(screen.text.contains("c.txt"))
        screen.press("end")
        #expect(screen.model.queue.currentVisit != nil)
        screen.press("enter")
        #expect(screen.model.status.text == "The share of this visit has ended.")
        screen.share()
        #expect(!screen.text.contains("c.txt"))
    }

    @Test("The strip shows who is served beside the jobs, and adds their speeds")
    func strip() {
        var screen = screen(100, 30)
        screen.press("q")
        let start = screen.lines.firstIndex { $0.contains("Transfers (w)") } ?? 0
        #expect(
            screen.lines[start...start + 3].joined(separator: "\n") == """
                ─ Transfers (w)  257K/s ────────────────────────────────────────────────────────────────────────────
                 ↑ main.js               web01:/www             █████████░░░░░░░░░░  50%   1.0K/s    0:01 sending
                 ↑ old.bin               web01:/www             ░░░░░░░░░░░░░░░░░░░   0%                  waiting
                 ↑ films/a.mkv           10.0.0.7               █████████░░░░░░░░░░  50%   256K/s    0:02 sending
                """)
    }

    @Test("A strip without a column for it has the visitor behind the name, where both can be read")
    func narrowStrip() {
        var screen = screen(80, 24)
        screen.press("q")
        #expect(screen.text.contains(" ↑ films/a.mkv 10.0.0.7 "))
        screen.resize(60, 16)
        #expect(!screen.text.contains("a.mkv 10.0.0.7"))
    }

    @Test("Many jobs leave visits half of the strip's rows, and many visits the jobs")
    func crowdedStrip() {
        var screen = FullScreen()
        screen.change((1...20).map { job($0, "j\($0)", .running) })
        screen.share((1...20).map { ShareSample.visit($0, "/v\($0)") })
        screen.press("q")
        // The first row is that of all twenty.
        #expect(screen.text.contains(" ↑ 20 items 0/20 files"))
        #expect(screen.lines.count { $0.hasPrefix(" ↑ j") } == 2)
        #expect(screen.lines.count { $0.hasPrefix(" ↑ v") } == 3)
        #expect(screen.text.contains("34 more"))
        screen.change([], removed: (2...20).map { JobID(rawValue: $0) })
        #expect(screen.lines.count { $0.hasPrefix(" ↑ v") } == 5)
    }

    @Test("Among a hundred thousand jobs each row is found at its place")
    func many() {
        var screen = FullScreen(screen: .queue)
        screen.change((1...100_000).map { job($0, "j\($0)", .waiting) })
        screen.share((1...1_000).map { ShareSample.visit($0, "/v\($0)") })
        #expect(screen.model.queue.rowCount(of: .all) == 101_000)
        #expect(screen.lines[1].contains("[All 101k]"))
        screen.press("end")
        #expect(screen.model.queue.selected == JobID(rawValue: 100_000))
        screen.model.queue.select(row: 999)
        #expect(screen.model.queue.currentVisit?.id == Visit.ID(rawValue: 1_000))
        screen.model.queue.select(row: 1_000)
        #expect(screen.model.queue.selected == JobID(rawValue: 1))
    }
}
