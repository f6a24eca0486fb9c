import DemoServer
import Glibc
import Support
import Testing

@Suite("ferry mirror --watch")
struct MirrorWatchTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        for name in ["here/a", "here/a/sub", "served", "served/b"] { try folder.makeFolder(name) }
        try folder.write("one", to: "here/a/f")
    }

    private func server(port: UInt16 = 0) throws -> (server: DemoServer, port: UInt16) {
        var options = DemoServer.Options(user: "u")
        options.port = port
        let server = try DemoServer(root: folder.path("served"), options: options)
        return (server, try server.start())
    }

    private func watch(_ port: UInt16, _ arguments: String...) throws -> Ferry {
        let ferry = try Ferry(
            ["mirror", "--watch", "--no-tls"] + arguments
                + ["a", "ftp://u:p@127.0.0.1:\(port)/b"], in: folder)
        try ferry.terminal.waitFor("Watching for changes")
        return ferry
    }

    @Test("What changes on this machine goes over, also in directories that are new")
    func changes() throws {
        let (server, port) = try server()
        defer { server.stop() }
        let ferry = try watch(port, "--delete")
        #expect(folder.read("served/b/f") == Array("one".utf8))
        try folder.write("changed", to: "here/a/f")
        try folder.makeFolder("here/a/sub/new")
        try folder.write("deep", to: "here/a/sub/new/g")
        try ferry.terminal.waitFor("2 files copied")
        #expect(folder.read("served/b/f") == Array("changed".utf8))
        #expect(folder.read("served/b/sub/new/g") == Array("deep".utf8))
        // What is in a directory that came later is seen as well.
        try folder.write("more", to: "here/a/sub/new/h")
        try ferry.terminal.waitFor("1 file copied (4 bytes)")
        #expect(unlink(folder.path("here/a/f")) == 0)
        try ferry.terminal.waitFor("1 deleted")
        #expect(!folder.exists("served/b/f") && folder.exists("served/b/sub/new/h"))
        ferry.terminal.send(.controlC)
        _ = try ferry.terminal.waitForEnd()
    }

    @Test("A server that goes away is tried again, and what has changed meanwhile goes over")
    func lost() throws {
        let (first, port) = try server()
        let ferry = try watch(port)
        first.stop()
        try folder.write("changed", to: "here/a/f")
        try ferry.terminal.waitFor("127.0.0.1")
        let (second, _) = try server(port: port)
        defer { second.stop() }
        try ferry.terminal.waitFor("1 file copied (7 bytes)")
        #expect(folder.read("served/b/f") == Array("changed".utf8))
    }

    @Test("A source that is gone ends it, and a target that cannot be named never begins")
    func ends() throws {
        let (server, port) = try server()
        defer { server.stop() }
        let ferry = try watch(port)
        #expect(rename(folder.path("here/a"), folder.path("here/other")) == 0)
        try ferry.terminal.waitFor("nothing left to watch")
        #expect(try ferry.terminal.waitForEnd() == .exited(1))
        #expect(folder.exists("served/b/f"))
        let outcome = try Outcome(
            ["mirror", "--watch", "--no-tls", "none", "ftp://u:p@127.0.0.1:\(port)/b"], in: folder)
        #expect(outcome.code == 1, "\(outcome.errors)")
        let both = try Outcome(["mirror", "--watch", "--dry-run", "a", "b"], in: folder)
        #expect(both.code == 2)
    }
}
