import DemoServer
import Support
import Testing

@Suite("Keys that are held while a far server connects")
struct TypedAheadRunTests {
    /// A server that thinks long before it wants a password, and Ferry on its way there.
    private func ferry(wants password: String) throws -> (Ferry, DemoServer) {
        let folder = try Ferry.folder()
        try folder.makeFolder("served")
        try folder.write("x", to: "served/file.txt")
        let server = try DemoServer(
            root: folder.path("served"), options: .init(user: "someone", password: password),
            behaviour: [.always(.delay(at: "USER", milliseconds: 1_500))])
        let port = try server.start()
        return (try Ferry([".", "ftp://someone@127.0.0.1:\(port)/"], in: folder), server)
    }

    @Test("They neither fill the password's field nor send it")
    func password() throws {
        let (ferry, server) = try ferry(wants: "right")
        defer { server.stop() }
        try ferry.terminal.waitFor("[local]")
        // Faster than a held key repeats, until the question stands there and a while longer.
        try ferry.terminal.waitUntil("the question") { screen in
            ferry.terminal.send("o")
            return screen.contains("Password for")
        }
        for _ in 0..<20 { ferry.terminal.send("o\r") }
        try ferry.terminal.waitUntil("the field to take keys") { $0.isCursorVisible }
        #expect(ferry.screen.contains("Password for"))
        #expect(!server.commands.contains { $0.hasPrefix("PASS") })
        ferry.terminal.send("right\r")
        try ferry.waitForRight("file.txt")
        #expect(server.commands.filter { $0.hasPrefix("PASS") }.count == 1)
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }

    @Test("A paste that begins before the question and ends after it does not answer it")
    func paste() throws {
        let (ferry, server) = try ferry(wants: "right")
        defer { server.stop() }
        try ferry.terminal.waitFor("[local]")
        ferry.terminal.send("\u{1B}[200~a long")
        try ferry.terminal.waitFor("Password for")
        ferry.terminal.send(" text\r\u{1B}[201~")
        try ferry.terminal.waitUntil("the field to take keys") { $0.isCursorVisible }
        ferry.terminal.send("right\r")
        try ferry.waitForRight("file.txt")
        #expect(server.commands.filter { $0.hasPrefix("PASS") }.count == 1)
    }
}
