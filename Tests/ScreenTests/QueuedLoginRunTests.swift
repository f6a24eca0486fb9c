import DemoServer
import Glibc
import Support
import Testing

@Suite("A password for jobs of an earlier Ferry")
struct QueuedLoginRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("served")
        try folder.makeFolder("bin")
        for name in ["one.bin", "two.bin"] {
            try folder.write([UInt8](repeating: 7, count: 400_000), to: "served/\(name)")
        }
        // A keyring of one secret, which is wherever the attributes fit.
        try folder.write(
            """
            #!/bin/sh
            case $1 in
            store) cat >'\(folder.path)/kept';;
            lookup) cat '\(folder.path)/kept' 2>/dev/null;;
            esac
            """, to: "bin/secret-tool")
        chmod(folder.path("bin/secret-tool"), 0o755)
    }

    private var environment: [String: String] {
        let path = getenv("PATH").map { String(cString: $0) } ?? "/usr/bin:/bin"
        return ["PATH": "\(folder.path("bin")):\(path)"]
    }

    private func ferry(_ arguments: [String]) throws -> Ferry {
        try Ferry(arguments, environment: environment, in: folder)
    }

    private func answer(_ ferry: Ferry, _ keys: String) throws {
        // It is asked as soon as there is a job to ask for; keys that come early are not taken.
        try ferry.terminal.waitUntil("the question") { screen in
            if screen.contains("Password for") { return true }
            ferry.terminal.send("Q")
            return false
        }
        try ferry.terminal.waitUntil("the field to take keys") { $0.isCursorVisible }
        ferry.terminal.send(keys)
    }

    @Test("They need you, one answer lets all go on, and the keyring keeps it for the next time")
    func restart() throws {
        let server = try DemoServer(
            root: folder.path("served"),
            options: .init(user: "someone", password: "right", bytesPerSecond: 100_000))
        let port = try server.start()
        defer { server.stop() }
        let url = "ftp://someone:right@127.0.0.1:\(port)/"
        let first = try ferry([".", url])
        try first.waitForRight("two.bin")
        first.terminal.send("\t")
        try first.select("one.bin")
        first.terminal.send("*")
        first.terminal.send(.f5)
        try first.terminal.waitFor("Copy 2 files")
        first.terminal.send(.enter)
        try first.terminal.waitFor("receiving")
        first.terminal.send("q")
        try first.terminal.waitFor("> n  Stay")
        first.terminal.send("y")
        #expect(try first.terminal.waitForEnd() == .exited(0))

        let second = try ferry(["."])
        try second.terminal.waitFor("needs the password for")
        second.terminal.send(.escape)
        try second.terminal.waitFor("10Quit")
        try answer(second, "wrong\r")
        try second.terminal.waitForNo("Password for")
        try answer(second, "right\t\r")
        try second.terminal.waitFor("All transfers have finished")
        #expect(folder.read("here/one.bin")?.count == 400_000)
        #expect(folder.read("here/two.bin")?.count == 400_000)
        try second.terminal.waitUntil("the keyring") { _ in folder.read("kept") != nil }
        #expect(folder.read("kept") == Array("right".utf8))
        second.terminal.send("q")
        #expect(try second.terminal.waitForEnd() == .exited(0))

        // Nobody is asked any more.
        let third = try ferry([".", "ftp://someone@127.0.0.1:\(port)/"])
        try third.waitForRight("two.bin")
        third.terminal.send("q")
        #expect(try third.terminal.waitForEnd() == .exited(0))
        for name in ["ferry.sqlite", "ferry.sqlite-wal"] {
            let kept = folder.read("state/ferry/\(name)") ?? []
            #expect(!String(decoding: kept, as: UTF8.self).contains("right"))
        }
    }
}
