import DemoServer
import Glibc
import Support
import Testing

@Suite("Work on the queue in the background")
final class BackgroundRunTests {
    private let folder: TemporaryFolder
    /// What the program started in the background.
    private var started: [Int32] = []

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("served")
        try folder.makeFolder("here/into")
    }

    deinit {
        for process in started where isOurs(process) { kill(process, SIGKILL) }
    }

    private func isOurs(_ process: Int32) -> Bool {
        RunningProcess.all.contains {
            $0.number == process && $0.arguments.contains("--in-background")
        }
    }

    private func run(_ arguments: String..., password: String? = nil) throws -> Outcome {
        try Outcome(
            arguments, environment: password.map { ["FERRY_PASSWORD": $0] } ?? [:], in: folder)
    }

    private func addLarge(_ count: Int = 3_000_000) throws -> [UInt8] {
        let bytes = (0..<count).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 4) }
        try folder.write(bytes, to: "here/large")
        #expect(
            try run("queue", "add", folder.path("here/large"), folder.path("here/into")).code == 0)
        return bytes
    }

    /// The number that was printed.
    private func process(_ outcome: Outcome) throws -> Int32 {
        #expect(outcome.code == 0, "\(outcome.errors)")
        let number = try #require(Int32(outcome.output.filter { $0 != "\n" }), "\(outcome.output)")
        if isOurs(number) { started.append(number) }
        return number
    }

    private func waitForFile(_ bytes: [UInt8]) throws {
        let deadline = Deadline(seconds: 40)
        while folder.read("here/into/large") != bytes {
            try #require(deadline.isOpen, "the file never came")
            poll(nil, 0, 20)
        }
    }

    private func waitForRow(_ prefix: String) throws {
        let deadline = Deadline(seconds: 40)
        while try !run("queue").output.hasPrefix(prefix) {
            try #require(deadline.isOpen, "there never was a row \(prefix)")
        }
    }

    private func waitForEnd(of process: Int32) throws {
        let deadline = Deadline(seconds: 40)
        while kill(process, 0) == 0 {
            try #require(deadline.isOpen, "\(process) never ended")
            poll(nil, 0, 20)
        }
    }

    @Test("--detach prints the number of a process that has no terminal, and ends when all is done")
    func detaches() throws {
        let bytes = try addLarge()
        let number = try process(try run("queue", "run", "--detach", "--limit-rate", "600k"))
        try #require(isOurs(number))
        // A session of its own, in no directory that could be wanted, on no terminal.
        #expect(getsid(number) == number)
        // Only root may look at a process that lets nobody read its memory.
        if geteuid() == 0 {
            for descriptor in 0...2 { #expect(link(number, "fd/\(descriptor)") == "/dev/null") }
            #expect(link(number, "cwd") == "/")
        }
        // Where one works already, it is that one's.
        #expect(try process(try run("queue", "run", "--detach")) == number)
        kill(number, SIGHUP)
        try waitForFile(bytes)
        try waitForEnd(of: number)
        #expect(try run("queue").output.hasPrefix("1\tdone\t"))
    }

    /// Both panes over this machine, with the large file on its way at the speed that `limit` says.
    private func screen(_ arguments: [String] = [], limit: String = "300k") throws -> Ferry {
        let here = folder.path("here")
        let screen = try Ferry(["--limit-rate", limit, here, here] + arguments, in: folder)
        try screen.terminal.waitFor("into")
        screen.terminal.send("w")
        try screen.terminal.waitFor("running")
        return screen
    }

    @Test("A screen that is left hands its transfers over, and another one shows them")
    func handsOver() throws {
        let bytes = try addLarge()
        let first = try screen()
        first.terminal.send("\u{3}")
        try first.terminal.waitFor("> n  Stay")
        try first.terminal.waitUntil("the question to take keys") { screen in
            if !screen.contains("Quit Ferry?") { return true }
            first.terminal.send("b")
            return false
        }
        #expect(try first.terminal.waitForEnd() == .exited(0))
        first.expectRestored()
        #expect(first.screen.contains("The transfers continue in the background"))
        try waitForRow("1\trunning\t")
        let number = try process(try run("queue", "run", "--detach"))
        try #require(isOurs(number))
        #expect(!folder.exists("here/into/large"))

        let second = try Ferry(["attach"], in: folder)
        try second.terminal.waitFor("Another Ferry is running the queue")
        try second.terminal.waitFor("running")
        // It leaves the work to that one.
        second.terminal.send("q")
        try second.terminal.waitFor("10Quit")
        second.terminal.send("q")
        #expect(try second.terminal.waitForEnd() == .exited(0))
        #expect(isOurs(number))
        try waitForFile(bytes)
        try waitForEnd(of: number)
        #expect(try run("parts").output.isEmpty)
    }

    @Test("A password that is typed on another screen reaches the one that works, and nothing else")
    func typedElsewhere() throws {
        try folder.write("secret", to: "served/file")
        let server = try DemoServer(
            root: folder.path("served"), options: .init(user: "someone", password: "open-sesame"))
        let url = "ftp://someone@127.0.0.1:\(try server.start())/file"
        defer { server.stop() }
        // Something else keeps it at work meanwhile.
        _ = try addLarge(20_000_000)
        #expect(
            try run("queue", "add", "--no-tls", url, folder.path("here/into")).code == 0)
        let number = try process(try run("queue", "run", "--detach", "--limit-rate", "100k"))
        let screen = try Ferry(["attach"], in: folder)
        try screen.terminal.waitFor("Needs you 1")
        screen.terminal.send("Q")
        try screen.terminal.waitFor("Password for")
        try screen.terminal.waitUntil("the field to take keys") { $0.isCursorVisible }
        screen.terminal.send("open-sesame\r")
        try screen.terminal.waitUntil("the file") { _ in
            folder.read("here/into/file") == Array("secret".utf8)
        }
        #expect(isOurs(number))
        for name in ["ferry.sqlite", "ferry.sqlite-wal"] {
            let kept = folder.read("state/ferry/\(name)") ?? []
            #expect(!String(decoding: kept, as: UTF8.self).contains("open-sesame"))
        }
        #expect(try run("queue", "stop").code == 0)
        try waitForEnd(of: number)
    }

    @Test("What cannot be started is said, and the screen stays with its transfers")
    func staysWithoutAnother() throws {
        let bytes = try addLarge()
        let first = try screen(limit: "1M")
        // Whatever is started now cannot read its settings.
        try folder.makeFolder("config")
        try folder.makeFolder("config/ferry")
        try folder.write("this is no setting", to: "config/ferry/config.toml")
        first.terminal.send("\u{3}")
        try first.terminal.waitFor("> n  Stay")
        try first.terminal.waitUntil("the question to take keys") { screen in
            if !screen.contains("Quit Ferry?") { return true }
            first.terminal.send("b")
            return false
        }
        try first.terminal.waitFor("The transfers stay in this process.")
        try waitForFile(bytes)
    }

    @Test("attach says where nobody works, and works itself")
    func attachesToNothing() throws {
        let bytes = try addLarge()
        let screen = try Ferry(["attach"], in: folder)
        try screen.terminal.waitFor("this screen runs it now")
        try waitForFile(bytes)
        try screen.terminal.waitFor("done")
    }

    private func link(_ process: Int32, _ name: String) -> String {
        var buffer = [CChar](repeating: 0, count: 4_096)
        let count = readlink("/proc/\(process)/\(name)", &buffer, buffer.count)
        return String(
            decoding: buffer.prefix(max(0, count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    @Test("The number of a screen or a run that works already is printed")
    func other() throws {
        _ = try addLarge()
        let worker = try Ferry(["queue", "run", "--limit-rate", "300k"], in: folder)
        try worker.terminal.waitFor("K/s")
        #expect(try process(try run("queue", "run", "--detach")) == worker.terminal.process)
    }

    @Test("Why it cannot begin is said by the one that was to start it")
    func fails() throws {
        try folder.write("no directory", to: "state")
        let outcome = try run("queue", "run", "--detach")
        #expect(outcome.code == 1)
        #expect(outcome.output.isEmpty)
        #expect(outcome.errors.contains("The queue cannot be opened"))
        // Written by hand it means nothing.
        #expect(try run("queue", "run", "--in-background").code == 2)
    }

    @Test("'queue stop' ends it, with everything kept")
    func stops() throws {
        let bytes = try addLarge()
        let number = try process(try run("queue", "run", "--detach", "--limit-rate", "300k"))
        #expect(try run("queue", "stop").code == 0)
        try waitForEnd(of: number)
        #expect(try run("queue").output.hasPrefix("1\twaiting\t"))
        #expect(try run("queue", "run").code == 0)
        #expect(folder.read("here/into/large") == bytes)
    }

    @Test("The password reaches it, and stands in none of its arguments, variables or files")
    func password() throws {
        let bytes = (0..<2_000_000).map { UInt8(truncatingIfNeeded: $0 &* 37 >> 4) }
        try folder.write(bytes, to: "served/large")
        let server = try DemoServer(
            root: folder.path("served"),
            options: .init(user: "someone", password: "open-sesame", bytesPerSecond: 400_000))
        let url = "ftp://someone@127.0.0.1:\(try server.start())/large"
        defer { server.stop() }
        #expect(
            try run("queue", "add", "--no-tls", url, folder.path("here/into")).code == 0)
        let number = try process(try run("queue", "run", "--detach", password: "open-sesame"))
        let found = try #require(RunningProcess.all.first { $0.number == number })
        for seen in [found.command, found.environment] {
            #expect(!String(decoding: seen, as: UTF8.self).contains("open-sesame"))
        }
        #expect(!String(decoding: found.environment, as: UTF8.self).contains("FERRY_PASSWORD"))
        try waitForFile(bytes)
        try waitForEnd(of: number)
        for name in ["ferry.sqlite", "ferry.sqlite-wal"] {
            let kept = folder.read("state/ferry/\(name)") ?? []
            #expect(!String(decoding: kept, as: UTF8.self).contains("open-sesame"))
        }
    }
}
