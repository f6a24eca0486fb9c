import DemoServer
import Support
import Testing

@Suite("What was learnt of a server is on its card")
struct SiteCardRunTests {
    @Test("Its greeting, its features and the last error, at the next start as well")
    func card() throws {
        let folder = try Ferry.folder()
        try folder.makeFolder("served")
        try folder.write("hello", to: "served/hello.txt")
        let server = try DemoServer(root: folder.path("served"), options: .init())
        let port = try server.start()
        func start(_ arguments: [String]) throws -> Ferry {
            try Ferry(
                arguments, environment: ["FERRY_SSH": "ssh -F none", "PATH": "/usr/bin:/bin"],
                in: folder)
        }
        let first = try start(["ftp://127.0.0.1:\(port)/"])
        try first.waitForRight("hello.txt")
        first.terminal.send(.f2)
        try first.terminal.waitFor("1 of 1 known")
        first.terminal.send(.escape)
        try first.terminal.waitFor("10Quit")
        first.terminal.send(.f10)
        #expect(try first.terminal.waitForEnd() == .exited(0))
        server.stop()
        let refused = try Outcome(["ls", "ftp://127.0.0.1:\(port)/"], in: folder)
        #expect(refused.code == 1)
        let second = try start([])
        try second.waitForRight("OFFLINE")
        second.terminal.send(.f2)
        try second.terminal.waitFor("1 of 1 known")
        second.terminal.send(.down)
        try second.terminal.waitFor("Software")
        try second.terminal.waitFor("Features")
        try second.terminal.waitFor("Last error")
        second.terminal.send(.escape)
        try second.terminal.waitFor("10Quit")
        second.terminal.send(.f10)
        #expect(try second.terminal.waitForEnd() == .exited(0))
    }
}
