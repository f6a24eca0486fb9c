import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("What the queue says of batches, of speed, and of jobs that do not move")
struct QueueProgressTests {
    private func tick(_ screen: inout FullScreen, _ seconds: Double) {
        _ = screen.model.update(.clock(Instant(seconds: seconds), date: 1_763_700_000 + seconds))
    }

    private func row(_ name: String, _ screen: FullScreen) -> String {
        screen.lines.first { $0.contains(name) } ?? ""
    }

    private func site() -> Job {
        var site = job(1, "site", .expanding, kind: .directory, size: 1_000_000, done: 460_000)
        site.filesFound = 500
        site.filesDone = 231
        site.speed = 130_000
        return site
    }

    @Test("In the strip a directory that runs comes first, then what runs in it")
    func directoryFirst() throws {
        var screen = FullScreen(width: 120, height: 30, screen: .main)
        var file = job(2, "main.js", .running, size: 200, done: 100)
        file.parent = JobID(rawValue: 1)
        screen.change([site(), file])
        let lines = screen.lines
        let first = try #require(lines.firstIndex { $0.contains("site/ 231/500 files") })
        #expect(lines[first + 1].contains("main.js"))
        #expect(lines[first].contains("127K/s"))
    }

    @Test("Several rows that were asked for together have a row for all of them")
    func batch() throws {
        var screen = FullScreen(width: 120, height: 30, screen: .main)
        let running = job(1, "a.bin", .running, size: 200, done: 100)
        let waiting = (2...9).map { job(Int64($0), "b\($0).bin", size: 200) }
        screen.change([running, job(10, "done.bin", .done, size: 5, done: 5)] + waiting)
        let first = try #require(screen.lines.firstIndex { $0.contains("10 items 1/10 files") })
        #expect(screen.lines[first].contains("15%"))
        #expect(screen.lines[first + 1].contains("a.bin"))
        // What was asked for at another time is another batch.
        var change = QueueChange()
        change.removed = (2...10).map { JobID(rawValue: $0) }
        _ = screen.model.update(.queue(change))
        #expect(!screen.text.contains("items 1/"))
    }

    @Test("A job that has not moved for a while says for how long, until it moves again")
    func stalled() {
        var screen = FullScreen(width: 120, height: 30, screen: .queue)
        tick(&screen, 100)
        screen.change([job(1, "main.js", .running, size: 200, done: 100)])
        tick(&screen, 104)
        #expect(!row("main.js", screen).contains("stalled"))
        // News that changes nothing is none.
        screen.change([job(1, "main.js", .running, size: 200, done: 100)])
        tick(&screen, 112)
        #expect(row("main.js", screen).contains("stalled 12 s"))
        screen.change([job(1, "main.js", .running, size: 200, done: 101)])
        #expect(!row("main.js", screen).contains("stalled"))
        tick(&screen, 500)
        screen.change([job(1, "main.js", .paused, size: 200, done: 101)])
        #expect(!row("main.js", screen).contains("stalled"))
    }

    @Test("A job whose server is gone says when that is tried again")
    func reconnecting() {
        var screen = FullScreen(width: 120, height: 30, screen: .queue)
        var lost = job(1, "main.js", size: 200)
        lost.wait = .reconnect(seconds: 8)
        screen.change([lost])
        #expect(row("main.js", screen).contains("reconnecting in 8 s"))
        #expect(screen.text.contains("Reconnecting in 8 s."))
        _ = screen.model.show(.main)
        #expect(row("main.js", screen).contains("reconnecting in 8 s"))
    }

    @Test("A job that tries to reach its server says so, and the queue is not idle")
    func connecting() {
        var screen = FullScreen(width: 120, height: 30, screen: .queue)
        var lost = job(1, "main.js", size: 200)
        lost.wait = .connecting
        screen.change([lost])
        #expect(row("main.js", screen).hasSuffix(" reconnecting"))
        #expect(screen.text.contains("Trying to reach the server again."))
        #expect(screen.lines.first?.contains("1 waiting") == true)
        #expect(!screen.text.contains("Waiting for its turn."))
    }

    @Test("Long names that begin alike are told apart, in the queue and in the strip")
    func alike() {
        var screen = FullScreen(width: 90, height: 30, screen: .queue)
        let start = "photo-of-the-long-summer-holiday-number-"
        let end = "-with-a-very-long-name.jpeg"
        screen.change((1...3).map { job(Int64($0), start + "\($0)" + end, size: 200) })
        for id in [ScreenID.queue, .main] {
            _ = screen.model.show(id)
            for number in 1...3 {
                #expect(screen.lines.contains { $0.contains("phot~-\(number)-with") })
            }
        }
    }

    @Test("The story of a job that does not move says so, and what follows")
    func stalledStory() {
        var screen = FullScreen(width: 120, height: 30, screen: .queue)
        tick(&screen, 100)
        screen.change([job(1, "main.js", .running, size: 200, done: 100)])
        tick(&screen, 112)
        #expect(
            screen.text.contains(
                "Nothing has moved for 12 s; if that lasts, Ferry reconnects by itself."))
        #expect(!screen.text.contains("In progress."))
    }

    @Test("The queue's title draws the speed of the last seconds")
    func graph() {
        var screen = FullScreen(width: 120, height: 30, screen: .queue)
        for (second, speed) in [100.0, 800, 400].enumerated() {
            var running = job(1, "main.js", .running, size: 20_000, done: UInt64(second))
            running.speed = speed * 1_000
            screen.change([running])
            tick(&screen, 1_000_000 + Double(second))
        }
        #expect(screen.lines.first?.contains("▁█▄  1 active, 391K/s") == true)
        screen.model.workspace.options.isASCII = true
        #expect(screen.lines.first?.contains("_@=  1 active") == true)
    }

    @Test("A graph of nothing is empty, and one that came to rest is forgotten")
    func emptyGraph() {
        var graph = SpeedGraph()
        graph.note(0, at: Instant(seconds: 1))
        #expect(graph.text(columns: 10, isASCII: true).isEmpty)
        graph.note(5, at: Instant(seconds: 2))
        graph.note(.nan, at: Instant(seconds: 3))
        #expect(graph.text(columns: 10, isASCII: true) == "@_")
        #expect(graph.text(columns: 0, isASCII: true).isEmpty)
        for second in 0..<SpeedGraph.capacity {
            graph.note(0, at: Instant(seconds: Double(second)))
        }
        #expect(graph.text(columns: SpeedGraph.capacity, isASCII: true).isEmpty)
    }

    @Test("The window's progress is that of all that runs, and says where something asks")
    func windowProgress() {
        var screen = FullScreen(width: 120, height: 30, screen: .queue)
        #expect(screen.model.windowProgress == .none)
        screen.change([job(1, "main.js", .running, size: 200, done: 100)])
        #expect(screen.model.windowProgress == .running(percent: 50))
        let error = FileSystemError(.login, detail: "It wants a password.")
        screen.change([job(2, "other.js", .needsLogin(error))])
        #expect(screen.model.windowProgress == .asks(percent: 50))
    }

    @Test("A job's details hold its own lines of the log, a directory's those of what is in it")
    func ownLines() {
        var screen = FullScreen(width: 100, height: 40, screen: .queue)
        var file = job(2, "main.js", .running, size: 200, done: 100)
        file.parent = JobID(rawValue: 1)
        screen.change([site(), file, job(3, "other.js", .running, size: 9)])
        func line(_ text: String, _ job: Int64?) -> Exchange {
            var line = Exchange(time: 0, connection: 4, direction: .sent, text: text)
            line.job = job
            return line
        }
        _ = screen.model.update(
            .exchanged([
                line("MLSD site", 1), line("STOR main.js", 2), line("STOR other.js", 3),
                line("NOOP", nil),
            ]))
        screen.press("enter")
        #expect(screen.text.contains("MLSD site") && screen.text.contains("STOR main.js"))
        #expect(!screen.text.contains("STOR other.js") && !screen.text.contains("NOOP"))
    }
}
