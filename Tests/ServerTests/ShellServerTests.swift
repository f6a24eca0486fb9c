import Files
import Glibc
import Jobs
import SFTP
import Support
import Synchronization
import Testing
import Transfers
import UI
import Work

@testable import Engine

@Suite("What a shell does beside SFTP, at a real SSH server")
struct ShellServerTests {
    private func plant(
        _ server: SSHServer, _ top: String = "top", directories: Int, files: Int
    ) throws {
        try server.root.makeFolder(top)
        for directory in 0..<directories {
            try server.root.makeFolder("\(top)/\(directory)")
            for file in 0..<files { try server.root.write("x", to: "\(top)/\(directory)/\(file)") }
        }
        _ = Command.run(["chown", "-R", SSHServer.user, server.root.path])
    }

    private func delete(_ bench: LoginBench, _ names: String...) throws -> [Job] {
        let queue = try QueueRun(lanes: 1) { _, _ in bench.fileSystem() }
        return queue.run(
            try names.map { text in
                let name = try #require(Name(text))
                let path = Path(bench.server.root.path).appending(name)
                return JobRequest(
                    operation: .delete, source: Location(site: bench.site, path: path),
                    entry: Entry(name: name, kind: .directory))
            })
    }

    /// How often a shell was asked for.
    private func shells(_ bench: LoginBench) -> Int {
        bench.log.count { $0.hasSuffix(" exec sh") }
    }

    @Test("Five thousand files in two hundred directories go in one exchange")
    func many() throws {
        let server = try SSHServer.started(isInMemory: true)
        try plant(server, directories: 200, files: 25)
        let bench = try LoginBench(server)
        let files = try bench.connect()
        let top = Path(server.root.path("top"))
        let count = Mutex(0)
        #expect(
            try files.removeContents(of: top, isStopped: { false }) { more in
                count.withLock { $0 += more }
            })
        #expect(try files.list(top).isEmpty)
        #expect(count.withLock(\.self) == 5_000)
        #expect(shells(bench) == 1)
        // The one is the listing above.
        #expect(bench.log.count { $0.hasPrefix("OPENDIR /") } == 1)
        files.close()
        #expect(bench.isEmptySoon)
    }

    @Test("A small directory is walked")
    func few() throws {
        let server = try SSHServer.started(isInMemory: true)
        try plant(server, directories: 1, files: 2)
        let bench = try LoginBench(server)
        #expect(try !delete(bench, "top").contains { !$0.isDone })
        #expect(shells(bench) == 0)
    }

    @Test(
        "Without a shell nothing is done, and none is asked for again",
        arguments: [
            "ForceCommand internal-sftp", "ForceCommand /bin/false", "MaxSessions 1",
            "ForceCommand echo This account is not available.",
        ])
    func none(line: String) throws {
        // What is forced holds for the subsystem, too, but where that is the server's own.
        let isForced = line.hasPrefix("ForceCommand") && !line.hasSuffix("internal-sftp")
        let extra =
            isForced
            ? [
                "ForceCommand case \"$SSH_ORIGINAL_COMMAND\" in *sftp*) "
                    + "exec \(try SFTPCommand.sftpServerPath) ;; *) \(line.dropFirst(13)) ;; esac"
            ] : [line]
        let server = try SSHServer.started(
            service: isForced ? .program() : .builtIn(), extra: extra, isInMemory: true)
        try plant(server, directories: 3, files: 2)
        let bench = try LoginBench(server)
        let files = try bench.connect()
        let top = Path(server.root.path("top"))
        for _ in 0..<2 {
            #expect(
                try !files.removeContents(of: top, isStopped: { false }, progress: { _ in }),
                "\(line)")
            #expect(shells(bench) == 1, "\(line)")
        }
        #expect(bench.refusals.refusals(of: bench.site).contains("shell"), "\(line)")
        #expect(server.root.exists("top/2/1"))
        files.close()
        #expect(try !delete(bench, "top").contains { !$0.isDone })
        #expect(!server.root.exists("top"))
        #expect(shells(bench) == 1, "\(line)")
    }

    @Test("What cannot be deleted is told, and all else goes")
    func denied() throws {
        let server = try SSHServer.started(isInMemory: true)
        try plant(server, directories: 20, files: 2)
        // Nobody but root can take anything out of it.
        #expect(chown(server.root.path("top/7"), 0, 0) == 0)
        let bench = try LoginBench(server)
        let files = try bench.connect()
        let top = Path(server.root.path("top"))
        #expect(try !files.removeContents(of: top, isStopped: { false }, progress: { _ in }))
        #expect(server.root.exists("top/7/0"))
        #expect(!server.root.exists("top/8"))
        #expect(shells(bench) == 1)
        files.close()
        let jobs = try delete(bench, "top")
        #expect(jobs.contains { !$0.isDone })
        let story = jobs.flatMap(\.story).joined(separator: "\n")
        #expect(story.contains("top/7/"), "\(story)")
        #expect(server.root.exists("top/7/0"))
    }

    @Test(
        "Whatever the login shell is",
        arguments: ["bash", "csh", "tcsh", "fish", "zsh", "busybox sh"])
    func shells(shell: String) throws {
        let program = shell.split(separator: " ").first.map(String.init) ?? shell
        guard Command.run(["sh", "-c", "command -v \(program)"]) == 0 else {
            try Test.cancel("\(program) is not installed")
        }
        let server = try SSHServer.started(
            service: .program(),
            extra: ["ForceCommand \(shell) -c \"$SSH_ORIGINAL_COMMAND\""], isInMemory: true)
        try plant(server, directories: 3, files: 3)
        let bench = try LoginBench(server)
        let files = bench.fileSystem()
        _ = try files.home()
        let top = Path(server.root.path("top"))
        let file = Path(server.root.path("top/2/1"))
        #expect(
            try files.search([file], for: Array("X".utf8), foldsCase: false) { false }
                == [file: false])
        #expect(
            try files.search([file], for: Array("x".utf8), foldsCase: true) { false }
                == [file: true])
        #expect(try files.removeContents(of: top, isStopped: { false }, progress: { _ in }))
        #expect(try files.list(top).isEmpty)
        files.close()
    }

    @Test("Files below are found by what they hold, without one of them being fetched")
    func contents() throws {
        let server = try SSHServer.started(isInMemory: true)
        try plant(server, directories: 30, files: 25)
        try server.root.write("a needle here", to: "top/17/3")
        try server.root.write("NEEDLE", to: "top/29/new")
        let bench = try LoginBench(server)
        let files = try bench.connect()
        let inbox = try #require(Inbox())
        var finder = Finder(
            RequestID(rawValue: 1),
            Location(site: bench.site, path: Path(server.root.path("top"))),
            FindFilter(type: .f, text: FindText("needle")), Cancellation(), inbox)
        guard case .findEnded(_, let end)? = finder.run(on: files) else {
            Issue.record("It was stopped.")
            return
        }
        #expect(try end.get().failureCount == 0)
        var found: Set<String> = []
        for case .found(_, let entries) in inbox.drain() {
            found.formUnion(entries.map { $0.names.map(\.text).joined(separator: "/") })
        }
        #expect(found == ["17/3", "29/new"])
        #expect(bench.log.filter { $0.hasPrefix("OPEN ") } == [])
        files.close()
    }
}
