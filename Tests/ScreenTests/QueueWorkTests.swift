import DemoServer
import Glibc
import Support
import Testing

@Suite("Work on the queue without a screen")
struct QueueWorkTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("served")
        try folder.makeFolder("here/into")
    }

    private func run(_ arguments: String..., password: String? = nil) throws -> Outcome {
        try Outcome(
            arguments, environment: password.map { ["FERRY_PASSWORD": $0] } ?? [:], in: folder)
    }

    /// Adds a copy into `here/into`.
    private func add(_ source: String) throws {
        let added = try run("queue", "add", "--no-tls", source, folder.path("here/into"))
        #expect(added.code == 0, "\(added.errors)")
    }

    private func addLarge(_ count: Int = 3_000_000) throws -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 31 >> 5) }
        try folder.write(bytes, to: "here/large")
        try add(folder.path("here/large"))
        return bytes
    }

    /// `queue run` in a terminal; it can be signalled, and its progress is seen.
    private func worker(rate: String = "300k") throws -> Ferry {
        try Ferry(["queue", "run", "--limit-rate", rate], in: folder)
    }

    private func waitUntilItMoves(_ worker: Ferry) throws {
        try worker.terminal.waitFor("K/s")
    }

    @Test("What was added is carried out, and the end is 0")
    func carriesOut() throws {
        let bytes = try addLarge()
        let outcome = try run("queue", "run")
        #expect(outcome.code == 0, "\(outcome.errors)")
        #expect(outcome.output.isEmpty && outcome.errors.isEmpty)
        #expect(folder.read("here/into/large") == bytes)
        #expect(try run("queue").output.contains("done"))
        // Nothing is left to do.
        #expect(try run("queue", "run").code == 0)
    }

    @Test("What failed or needs an answer is said, stays as it is, and makes the end 1")
    func fails() throws {
        try folder.write("new", to: "here/taken")
        try folder.write("old", to: "here/into/taken")
        try add(folder.path("here/missing"))
        try add(folder.path("here/taken"))
        for _ in 0..<2 {
            let outcome = try run("queue", "run")
            #expect(outcome.code == 1)
            #expect(outcome.errors.contains("missing"))
            #expect(outcome.errors.contains("into/taken already exists"))
            #expect(outcome.errors.split(separator: "\n").count == 2)
            let rows = try run("queue").output
            #expect(rows.contains("1\tfailed\t") && rows.contains("2\tneeds-answer\t"))
        }
        #expect(folder.read("here/into/taken") == Array("old".utf8))
    }

    @Test("A paused transfer stays so, which is said and is no failure")
    func paused() throws {
        _ = try addLarge()
        #expect(try run("queue", "pause", "all").code == 0)
        let outcome = try run("queue", "run")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("1 transfer paused"))
        #expect(!folder.exists("here/into/large"))
    }

    @Test("Where everything was paused on a screen, nothing is done, which is said")
    func allPaused() throws {
        let here = folder.path("here")
        let screen = try Ferry([here, here], in: folder)
        try screen.terminal.waitFor("into")
        screen.terminal.send("wP")
        try screen.terminal.waitFor("PAUSED")
        screen.terminal.signal(SIGTERM)
        _ = try screen.terminal.waitForEnd()
        _ = try addLarge()
        let outcome = try run("queue", "run")
        #expect(outcome.code == 0)
        #expect(outcome.errors.contains("1 transfer paused; 'ferry queue resume all'"))
        #expect(try run("queue", "resume", "all").code == 0)
        #expect(try run("queue", "run").code == 0)
        #expect(folder.exists("here/into/large"))
    }

    @Test("A second one waits with the first, and takes over when that is killed")
    func takesOver() throws {
        let bytes = try addLarge()
        let first = try worker()
        try waitUntilItMoves(first)
        let second = try worker(rate: "50M")
        try waitUntilItMoves(second)
        first.terminal.signal(SIGKILL)
        #expect(try second.terminal.waitForEnd() == .exited(0))
        #expect(folder.read("here/into/large") == bytes)
    }

    @Test("Once the work is stopped, nothing is said to run, though its process was killed")
    func stoppedAfterKill() throws {
        _ = try addLarge()
        let worker = try worker()
        try waitUntilItMoves(worker)
        try worker.terminal.waitUntil("a row that runs") { _ in
            (try? run("queue").output.contains("\trunning\t")) ?? false
        }
        worker.terminal.signal(SIGKILL)
        _ = try worker.terminal.waitForEnd()
        #expect(try run("queue", "stop").code == 0)
        #expect(try run("queue").output.contains("1\twaiting\t"))
    }

    @Test(
        "A signal stops it with everything kept, and the next goes on",
        arguments: [SIGTERM, SIGINT, SIGHUP])
    func signals(number: CInt) throws {
        let bytes = try addLarge()
        let first = try worker()
        try waitUntilItMoves(first)
        first.terminal.signal(number)
        #expect(try first.terminal.waitForEnd() == .killed(signal: Int(number)))
        #expect(try run("queue").output.hasPrefix("1\twaiting\tcopy\t"))
        #expect(!folder.exists("here/into/large"))
        #expect(try run("queue", "run").code == 0)
        #expect(folder.read("here/into/large") == bytes)
        #expect(try run("parts").output.isEmpty)
    }

    @Test("'queue stop' ends the one that works and the one that waits, and keeps everything")
    func stops() throws {
        let bytes = try addLarge()
        let first = try worker()
        try waitUntilItMoves(first)
        let second = try worker(rate: "50M")
        try waitUntilItMoves(second)
        let stop = try run("queue", "stop")
        #expect(stop.code == 0 && stop.errors.isEmpty)
        for each in [first, second] {
            #expect(try each.terminal.waitForEnd() == .exited(1))
            #expect(each.screen.contains("'ferry queue stop' stopped the queue"))
        }
        #expect(!folder.exists("here/into/large"))
        #expect(try run("queue", "run").code == 0)
        #expect(folder.read("here/into/large") == bytes)
        // Where nobody works there is nothing to stop.
        #expect(try run("queue", "stop").code == 0)
    }

    @Test("A screen that was stopped shows the queue as paused, and what another does after that")
    func stoppedScreen() throws {
        let bytes = try addLarge()
        let here = folder.path("here")
        let screen = try Ferry(["--limit-rate", "300k", here, here], in: folder)
        try screen.terminal.waitFor("into")
        screen.terminal.send("w")
        try screen.terminal.waitFor("running")
        #expect(try run("queue", "stop").code == 0)
        try screen.terminal.waitFor("PAUSED")
        #expect(!folder.exists("here/into/large"))
        #expect(try run("queue", "run").code == 0)
        #expect(folder.read("here/into/large") == bytes)
        try screen.terminal.waitFor("done")
        try screen.terminal.waitForNo("PAUSED")
    }

    @Test("A screen that was stopped goes on when its user lets it", arguments: ["P", "F5"])
    func goesOn(way: String) throws {
        let bytes = try addLarge()
        try folder.makeFolder("here/other")
        try folder.write("small", to: "here/other/small")
        let screen = try Ferry(
            ["--limit-rate", "300k", folder.path("here/other"), folder.path("here/into")],
            in: folder)
        try screen.terminal.waitFor("small")
        #expect(try run("queue", "stop").code == 0)
        try screen.terminal.waitFor("PAUSED")
        if way == "P" {
            screen.terminal.send("wP")
        } else {
            try screen.select("small")
            screen.terminal.send(.f5)
            try screen.terminal.waitFor("Copy 'small'")
            screen.terminal.send(.enter)
        }
        try screen.terminal.waitForNo("PAUSED")
        try screen.terminal.waitUntil("the whole file") { _ in
            folder.read("here/into/large") == bytes
        }
    }

    @Test("FERRY_PASSWORD is for jobs that have no other login, and lacked one before")
    func password() throws {
        try folder.write("secret", to: "served/file")
        let server = try DemoServer(
            root: folder.path("served"), options: .init(user: "someone", password: "right"))
        let port = try server.start()
        defer { server.stop() }
        try add("ftp://someone@127.0.0.1:\(port)/file")
        let without = try run("queue", "run")
        #expect(without.code == 1)
        #expect(without.errors.contains("FERRY_PASSWORD"))
        #expect(try run("queue").output.hasPrefix("1\tneeds-answer\t"))
        #expect(try run("queue", "run", password: "wrong").code == 1)
        let with = try run("queue", "run", password: "right")
        #expect(with.code == 0, "\(with.errors)")
        #expect(folder.read("here/into/file") == Array("secret".utf8))
    }
}
