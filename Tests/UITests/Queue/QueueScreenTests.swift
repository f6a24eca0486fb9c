import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("The queue's screen")
struct QueueScreenTests {
    private func conflict() throws -> Conflict {
        let name = try #require(Name("index.html"))
        return Conflict(
            source: Entry(
                name: name, kind: .file, size: 2_048,
                modified: Timestamp(seconds: 1_763_600_000)),
            target: Entry(
                name: name, kind: .file, size: 1_024,
                modified: Timestamp(seconds: 1_763_500_000)))
    }

    private func jobs() throws -> [Job] {
        var running = job(1, "main.js", .running, size: 216_884, done: 134_000)
        running.speed = 20_000
        running.tries = 1
        running.story = [
            "Started on connection 2.",
            "426 Connection closed; transfer aborted: the server dropped the data channel at "
                + "130K. Resume checks the last 64 KiB before continuing.",
        ]
        var photos = job(
            3, "photos", .expanding, kind: .directory, size: 9_000_000_000, done: 1_000_000_000)
        photos.filesFound = 340
        photos.filesDone = 12
        let denied = FileSystemError(
            .denied, reply: "550 Permission denied",
            detail: "web01 does not let you write テスト.txt: check the rights of /www.")
        return [
            running, job(2, "old.tar.gz", .waiting, up: false, size: 1_288_490_188), photos,
            job(4, "index.html", .needsAnswer(try conflict())),
            job(5, "テスト.txt", .failed(denied)), job(6, "done.bin", .done, done: 1_024),
        ]
    }

    private func screen(_ width: Int = 100, _ height: Int = 30) throws -> FullScreen {
        var screen = FullScreen(width: width, height: height, screen: .queue)
        screen.change(try jobs())
        screen.model.status = Status()
        return screen
    }

    @Test("t puts a job before all others, and T behind them")
    func order() throws {
        var screen = try screen()
        screen.press("down")
        let id = JobID(rawValue: 2)
        #expect(screen.press("t") == [.control(.move(id, by: -1_000_000))])
        #expect(screen.press("T") == [.control(.move(id, by: 1_000_000))])
        screen.press("up")
        #expect(screen.press("t").isEmpty)
        #expect(screen.text.contains("is not waiting, so it cannot be moved"))
    }

    @Test("It begins at the first job that is not over, and stays where it was left")
    func beginning() {
        var screen = FullScreen(width: 100, height: 20, screen: .main)
        let over = (1...30).map { job($0, "old\($0)", .done, done: 1_024) }
        screen.change(over + [job(31, "new", .waiting), job(32, "newer", .running)])
        screen.press("w")
        #expect(screen.model.queue.selected == JobID(rawValue: 31))
        screen.press("up up up w w")
        #expect(screen.model.queue.selected == JobID(rawValue: 28))
        // One that is attached to a queue learns of its jobs later.
        var other = FullScreen(width: 100, height: 20, screen: .main)
        other.press("w")
        other.change(over + [job(31, "new", .running)])
        #expect(other.model.queue.selected == JobID(rawValue: 31))
        other.press("home")
        other.change([job(33, "next", .running)])
        #expect(other.model.queue.selected == JobID(rawValue: 1))
    }

    @Test("The desktop is told once nothing goes on, where the user wants that")
    func announcing() throws {
        var screen = FullScreen(width: 100, height: 20, screen: .queue)
        func end(_ state: Job.State) -> [Effect] {
            var change = QueueChange()
            change.changed = [job(1, "main.js", .running, done: 5)]
            _ = screen.model.update(.queue(change))
            change.changed = [job(1, "main.js", state, done: 1_024)]
            return screen.model.update(.queue(change))
        }
        #expect(!end(.done).contains(.announce("All transfers have finished.")))
        screen.model.workspace.options.announcesDone = true
        #expect(end(.done).contains(.announce("All transfers have finished.")))
        let error = FileSystemError(.denied, detail: "It is denied.")
        #expect(end(.failed(error)).contains(.announce("1 transfer failed.")))
        // Given up is not done, and who gave it up knows.
        #expect(!end(.cancelled).contains(.announce("All transfers have finished.")))
    }

    @Test("The story of a job that moves ends with what keeps it from being faster")
    func bottleneck() throws {
        var screen = FullScreen(width: 100, height: 20, screen: .queue)
        var running = job(1, "main.js", .running, size: 216_884, done: 134_000)
        running.limitedBy = "limited by the line (212 ms, one connection, 1.9 MiB/s)"
        screen.change([running])
        #expect(
            screen.text.contains("Limited by the line (212 ms, one connection, 1.9 MiB/s)."))
        running.state = .waiting
        screen.change([running])
        #expect(!screen.text.contains("Limited by"))
    }

    @Test("What goes straight from server to server shows no share before anybody has looked")
    func straight() throws {
        var job = job(1, "main.js", .running, size: 216_884)
        job.via = .fxp
        job.speed = 0
        var screen = FullScreen(width: 100, height: 20, screen: .queue)
        func row() throws -> String {
            screen.change([job])
            return String(
                try #require(screen.text.split(separator: "\n").first { $0.contains("main.js") }))
        }
        let unseen = try row()
        #expect(unseen.contains("straight") && !unseen.contains("%") && !unseen.contains("/s"))
        job.done = 108_442
        job.speed = 20_000
        let seen = try row()
        #expect(seen.contains("straight") && seen.contains("50%") && seen.contains("20K/s"))
    }

    @Test("It shows tabs with counts, each job's state and numbers, and the selected one's story")
    func literal() throws {
        let screen = try screen(100, 20)
        #expect(
            screen.text == """
                 Transfer queue                                                                     2 active, 20K/s
                 [All 6] Active 2  Waiting 1  Needs you 1  Failed 1  Done 1
                 State      What                              To                      Size Done    Speed    Left Try
                 running  ↑ main.js                           web01:/www              212K  61%    20K/s    0:04   1
                 waiting  ↓ old.tar.gz                        /home/me/site           1.2G   0%
                 filling  ↑ photos/ 12/340 files              web01:/www              8.4G  11%
                 ? ASK    ↑ index.html                        web01:/www              1.0K   0%
                 ! failed ↑ テスト.txt                        web01:/www              1.0K   0%
                 done     ↑ done.bin                          web01:/www              1.0K 100%



                ─ main.js ──────────────────────────────────────────────────────────────────────────────────────────
                 /home/me/site/main.js → ftp://deploy@web01/www/main.js
                 Started on connection 2.
                 426 Connection closed; transfer aborted: the server dropped the data channel at 130K. Resume
                 checks the last 64 KiB before continuing.


                 Enter details  Space pause  x cancel  r retry  q back  P all  J later  K earlier  p policy  ? keys
                """)
    }

    @Test("On the smallest terminal the target gives way, and the newest part of the story stays")
    func smallest() throws {
        let screen = try screen(60, 16)
        #expect(
            screen.text == """
                 Transfer queue                             2 active, 20K/s
                 [All 6] Active 2  Waiting 1  Needs you 1  Failed 1  Done 1
                 State      What              Size Done    Speed    Left Try
                 running  ↑ main.js           212K  61%    20K/s    0:04   1
                 waiting  ↓ old.tar.gz        1.2G   0%
                 filling  ↑ photos/ 12/340 ~  8.4G  11%
                 ? ASK    ↑ index.html        1.0K   0%
                 ! failed ↑ テスト.txt        1.0K   0%
                 done     ↑ done.bin          1.0K 100%

                ─ main.js ──────────────────────────────────────────────────
                 /home/me/site/main.js → ftp://deploy@web01/www/main.js
                 dropped the data channel at 130K. Resume checks the last
                 64 KiB before continuing.

                 Enter details  Space pause  x cancel  r retry  q back
                """)
    }

    @Test("A row's state is told by its role as well, and the selected row by the cursor's")
    func roles() throws {
        let screen = try screen()
        #expect(screen.role(of: "running") == .transferCursor)
        #expect(screen.role(of: "waiting") == .transferWaiting)
        #expect(screen.role(of: "? ASK") == .transferAsk)
        #expect(screen.role(of: "! failed") == .transferFailed)
        #expect(screen.role(of: "done.bin") == .transferDone)
        #expect(screen.role(of: "[All 6]") == .titleTabActive)
    }

    @Test("Without line drawing and arrows it says the same in ASCII")
    func ascii() throws {
        var screen = try screen(60, 16)
        screen.model.options.isASCII = true
        screen.model.queue.move(to: 1, height: 5)
        let ascii = screen.text.filter { !"テスト".contains($0) }
        #expect(ascii.allSatisfy { $0.isASCII })
        #expect(screen.text.contains("ftp://deploy@web01/www/old.tar.gz -> /home/me/site/"))
    }

    @Test("Keys tell the queue what to do with the selected job")
    func commands() throws {
        var screen = try screen()
        let id = { JobID(rawValue: $0) }
        #expect(screen.press("space") == [.control(.pause(id(1)))])
        #expect(screen.press("down J") == [.control(.move(id(2), by: 1))])
        #expect(screen.press("K") == [.control(.move(id(2), by: -1))])
        #expect(screen.press("x") == [.control(.cancel(id(2), keepsParts: false))])
        #expect(screen.press("P") == [.control(.pauseAll)])
        #expect(screen.press("R") == [.control(.retryFailed)])
        #expect(screen.press("D") == [.control(.clearDone)])
        #expect(screen.press("down down down r") == [.control(.retry(id(5)))])
        var change = QueueChange()
        change.changed = [job(2, "old.tar.gz", .paused, up: false)]
        change.isPaused = true
        _ = screen.model.update(.queue(change))
        #expect(screen.press("P") == [.control(.resumeAll)])
        #expect(screen.press("home down space") == [.control(.resume(id(2)))])
        #expect(screen.lines[0].hasSuffix("PAUSED"))
    }

    @Test("What means nothing for a job's state says so, and does nothing")
    func refusals() throws {
        var screen = try screen()
        #expect(screen.press("r").isEmpty)
        #expect(screen.text.contains("main.js has not failed, so there is nothing to retry."))
        #expect(screen.press("J").isEmpty)
        #expect(screen.text.contains("main.js is not waiting, so it cannot be moved."))
        #expect(screen.press("end space").isEmpty)
        #expect(screen.text.contains("done.bin is neither running nor waiting"))
        #expect(screen.press("x").isEmpty)
        #expect(screen.text.contains("done.bin has already ended."))
        var empty = FullScreen(screen: .queue)
        for key in ["space", "x", "J", "K", "p", "b", "r", "R", "D", "enter"] {
            #expect(empty.press(key).isEmpty)
            #expect(empty.model.status.importance == .warning)
        }
        #expect(empty.text.contains("The queue is empty; press F5 in a pane to copy."))
    }

    @Test(
        "The policy is chosen from a list, the limit typed, and a conflict answered in its dialog")
    func questions() throws {
        var screen = try screen()
        screen.press("p")
        guard let choice = screen.model.dialogs.last as? ChoiceDialog else {
            Issue.record("no choice was given")
            return
        }
        #expect(choice.options.map(\.key) == ["a", "o", "r", "k", "s", "n", "l"])
        #expect(choice.options.filter(\.isCurrent).map(\.label) == ["ask"])
        screen.model.dialogs = DialogStack()
        screen.press("b")
        guard let input = screen.model.dialogs.last as? InputDialog else {
            Issue.record("no field was opened")
            return
        }
        #expect(input.title == "Limit main.js")
        screen.type("2M")
        #expect(screen.press("enter") == [.control(.limit(JobID(rawValue: 1), 2 << 20))])
        screen.press("B")
        #expect(screen.press("enter") == [.control(.limitAll(nil))])
    }

    @Test("The limit of all jobs is shown, and is what its field begins with")
    func limitOfAll() throws {
        var screen = try screen()
        #expect(!screen.text.contains("limit 2"))
        var change = QueueChange()
        change.limit = TimedRate(2 << 20, until: "18:00")
        _ = screen.model.update(.queue(change))
        #expect(screen.text.contains("active, 20K/s, limit 2.0M/s until 18:00"))
        screen.press("B")
        #expect(screen.press("enter") == [.control(.limitAll(2 << 20))])
        change.limit = TimedRate(nil)
        _ = screen.model.update(.queue(change))
        #expect(!screen.text.contains("limit 2"))
    }

    @Test("How many connections a site has is told, and may be said")
    func connections() throws {
        var screen = try screen()
        let site = try #require(screen.model.workspace.queue.job(atRow: 0, of: .all)?.remoteSite)
        var change = QueueChange()
        change.connections = [SiteConnections(site, count: 3, reason: .refused)]
        _ = screen.model.update(.queue(change))
        #expect(screen.text.contains("3 connections to \(site.host); the server refuses more."))
        screen.press("c")
        screen.type("0")
        #expect(screen.press("enter").isEmpty)
        #expect(screen.text.contains("from 1 to 16"))
        screen.press("backspace")
        screen.type("7")
        #expect(screen.press("enter") == [.control(.connections(site, 7))])
        screen.press("c")
        #expect(screen.press("enter") == [.control(.connections(site, nil))])
    }

    @Test("Of an archive it is said by how many connections it is read, on this machine too")
    func archiveConnections() {
        var site = Site.local
        site.archive = Path("/home/me/old.zip")
        #expect(
            SiteConnections(site, count: 1, reason: .most).text
                == "old.zip is read by 1 connection.")
    }

    @Test("The selection follows its job when others come, go and change places")
    func selectionFollows() throws {
        var screen = try screen()
        screen.press("down down down")
        let chosen = try #require(screen.model.queue.selected)
        screen.change([], removed: [JobID(rawValue: 1)])
        #expect(screen.model.queue.selected == chosen)
        #expect(screen.model.queue.scroll.cursor == 2)
        screen.change([], order: [4, 6, 5, 3, 2].map { JobID(rawValue: $0) })
        #expect(screen.model.queue.selected == chosen)
        #expect(screen.model.queue.scroll.cursor == 0)
        screen.change([], removed: [chosen])
        #expect(screen.model.queue.selected == JobID(rawValue: 6))
    }

    @Test("Tabs show a part; a job that leaves it hands the cursor to its neighbour")
    func tabs() throws {
        var screen = try screen()
        for (key, names) in [
            ("2", ["main.js", "photos"]), ("3", ["old.tar.gz"]), ("4", ["index.html"]),
            ("5", ["テスト.txt"]), ("6", ["done.bin"]),
        ] {
            screen.press(key)
            let shown = screen.model.queue.jobs(in: screen.model.queue.tab)
            #expect(shown.compactMap { $0.source.path.name?.text } == names)
        }
        screen.press("tab")
        #expect(screen.model.queue.tab == .all)
        screen.press("[")
        #expect(screen.model.queue.tab == .done)
        screen.press("] 2 end")
        #expect(screen.model.queue.current?.id == JobID(rawValue: 3))
        screen.change([job(3, "photos", .done, kind: .directory)])
        #expect(screen.model.queue.current?.id == JobID(rawValue: 1))
        #expect(screen.lines[1] == "  All 6 [Active 1] Waiting 1  Needs you 1  Failed 1  Done 2")
    }

    @Test("The mouse chooses rows and tabs, the wheel moves, a hint in the last line is its key")
    func mouse() throws {
        var screen = try screen()
        screen.click(20, 5)
        #expect(screen.model.queue.current?.id == JobID(rawValue: 3))
        screen.wheel(.wheelDown)
        #expect(screen.model.queue.current?.id == JobID(rawValue: 6))
        screen.click(10, 1)
        #expect(screen.model.queue.tab == .active)
        let x = try #require(screen.lines[29].firstRange(of: "Space pause"))
        let column = screen.lines[29].distance(from: screen.lines[29].startIndex, to: x.lowerBound)
        #expect(screen.click(column, 29) == [.control(.pause(JobID(rawValue: 1)))])
        screen.click(20, 3)
        screen.click(20, 3)
        #expect(screen.model.queue.details?.job == JobID(rawValue: 1))
    }

    @Test("The details stay with their job and are left by Esc")
    func details() throws {
        var screen = try screen(60, 16)
        screen.press("2 enter")
        screen.model.status = Status()
        #expect(
            screen.text == """
                 main.js                                              job 1
                 State         running
                 From          /home/me/site/main.js
                 To            ftp://deploy@web01/www/main.js
                 Size          216,884 bytes
                 Done          134,000 bytes, 61%
                 If it exists  ask
                 Limit         none
                 Tries         1

                 What happened
                 Started on connection 2.
                 426 Connection closed; transfer aborted: the server
                 dropped the data channel at 130K. Resume checks the last

                 q back  Space pause  r retry  p policy  b limit  x cancel
                """)
        screen.change([job(1, "main.js", .done)])
        #expect(screen.lines[0].hasSuffix("job 1"))
        screen.press("escape")
        #expect(screen.lines[0].hasPrefix(" Transfer queue"))
        screen.press("escape")
        #expect(screen.model.screen == .main)
    }

    @Test("A hundred thousand jobs change and are drawn without walking through them")
    func manyJobs() throws {
        var screen = FullScreen(width: 300, height: 100, screen: .queue)
        screen.change((0..<100_000).map { job($0, "file\($0)", $0 % 2 == 0 ? .waiting : .done) })
        #expect(
            screen.lines[1]
                == " [All 100k] Active 0  Waiting 50k  Needs you 0  Failed 0  Done 50k")
        screen.press("3 end")
        #expect(screen.model.queue.current?.id == JobID(rawValue: 99_998))
        let start = ContinuousClock.now
        for round in 0..<200 {
            screen.change([job(Int64(round * 2), "file", .running, done: 5)])
            _ = screen.model.view()
        }
        // Walking through all for each change or frame would take minutes in a debug build.
        #expect(ContinuousClock.now - start < .seconds(60))
        #expect(screen.model.queue.count(of: .active) == 200)
        #expect(screen.model.queue.count(of: .waiting) == 49_800)
        screen.change([], removed: (0..<90_000).map { JobID(rawValue: $0) })
        #expect(screen.model.queue.count == 10_000)
        #expect(screen.model.queue.current?.id == JobID(rawValue: 99_998))
    }

    @Test(
        "Limits are read as people write them",
        arguments: [
            ("500K", 512_000), ("2M", 2_097_152), ("1.5 M", 1_572_864), ("100", 100),
            ("3k/s", 3_072),
            ("1MiB/s", 1_048_576),
        ])
    func limits(text: String, bytes: UInt64) {
        #expect(RateLimit.parse(text) == .some(.some(bytes)))
    }

    @Test(
        "What is no limit is refused, nothing is none, and a limit's text reads back",
        arguments: [
            "0", "-5", "K", "1e400M", "fast", "٣M", "nan", "99999999999T",
        ])
    func limitRefusals(text: String) {
        #expect(RateLimit.parse(text) == nil)
        #expect(RateLimit.parse("  ") == .some(nil))
        for limit: UInt64 in [1, 1_023, 1_024, 512_000, 2 << 20, 5 << 40] {
            #expect(RateLimit.parse(RateLimit.text(limit)) == .some(.some(limit)))
        }
    }
}
