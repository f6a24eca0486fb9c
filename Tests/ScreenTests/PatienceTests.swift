import DemoServer
import Support
import Testing

@Suite("Ferry's screen never waits for a server")
struct PatienceTests {
    /// A server of the tests' own, and Ferry with its right pane there.
    private func ferry(_ behaviour: Behaviour) throws -> (Ferry, DemoServer) {
        let folder = try Ferry.folder()
        try folder.makeFolder("served")
        try folder.makeFolder("served/deep")
        try folder.write("x", to: "served/file.txt")
        try folder.write("y", to: "here/local.txt")
        let server = try DemoServer(root: folder.path("served"), behaviour: behaviour)
        let port = try server.start()
        let ferry = try Ferry([".", "ftp://me:secret@127.0.0.1:\(port)/"], in: folder)
        return (ferry, server)
    }

    @Test(
        "Keys work while a server is silent, and Esc gives up",
        arguments: [
            Fault.silent(at: "MLSD"), .stall(at: "MLSD", after: 10), .silent(at: "GREETING"),
            .silentFinal(at: "MLSD"), .silent(at: "PASS"),
        ])
    func silence(fault: Fault) throws {
        let (ferry, server) = try ferry([.always(fault)])
        defer { server.stop() }
        try ferry.waitForLeft("local.txt")
        ferry.terminal.send(.f7)
        try ferry.terminal.waitFor("directory")
        ferry.terminal.send("made\r")
        try ferry.waitForLeft("made/")
        ferry.terminal.send(.tab)
        ferry.terminal.send(.escape)
        try ferry.waitForRight("ancelled")
        ferry.terminal.send(.f10)
        _ = try ferry.terminal.waitForEnd()
        ferry.expectRestored()
    }

    @Test("A server that goes away leaves the pane where it was, and a key brings it back")
    func offline() throws {
        let (ferry, server) = try ferry([])
        defer { server.stop() }
        try ferry.waitForRight("file.txt")
        ferry.terminal.send(.tab)
        server.dropConnections()
        try ferry.select("deep")
        ferry.terminal.send(.enter)
        try ferry.waitForRight("/deep")
        #expect(!ferry.screen.contains("secret"))
    }

    @Test("A server that hangs at QUIT holds nobody")
    func quit() throws {
        let (ferry, server) = try ferry([.always(.silent(at: "QUIT"))])
        defer { server.stop() }
        try ferry.waitForRight("file.txt")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        ferry.expectRestored()
    }
}
