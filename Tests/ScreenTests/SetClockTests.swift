import DemoServer
import Support
import Testing

@Suite("Ferry while somebody sets the clock")
struct SetClockTests {
    private let folder: TemporaryFolder
    private let clock: SettableClock

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("served")
        try folder.write("x", to: "served/file.txt")
        try folder.write("y", to: "here/local.txt")
        clock = try SettableClock()
    }

    private func ferry(_ server: DemoServer) throws -> Ferry {
        let port = try server.start()
        return try Ferry(
            [".", "ftp://me:secret@127.0.0.1:\(port)/"], environment: clock.environment,
            in: folder)
    }

    /// A month and an hour back, a month forward.
    @Test("The screen goes on, by itself and by keys", arguments: [-2_592_000, -3_600, 2_592_000])
    func screen(shift: Int) throws {
        let server = try DemoServer(
            root: folder.path("served"), behaviour: [.always(.silent(at: "MLSD"))])
        defer { server.stop() }
        let ferry = try ferry(server)
        try ferry.waitForLeft("local.txt")
        try ferry.waitForRight("0:01  Esc")
        try clock.set(by: shift)
        // Nothing but the time makes these: no key is pressed, no server answers.
        try ferry.waitForRight("0:03  Esc")
        ferry.terminal.send(.f7)
        try ferry.terminal.waitFor("Create a directory")
        ferry.terminal.send("made\r")
        try ferry.waitForLeft("made/")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        ferry.expectRestored()
    }

    @Test("A server that hangs holds nobody who quits, whatever the clock says")
    func quit() throws {
        let server = try DemoServer(
            root: folder.path("served"),
            behaviour: [.always(.silentFinal(at: "STOR")), .always(.silent(at: "QUIT"))])
        defer { server.stop() }
        let ferry = try ferry(server)
        try ferry.waitForRight("file.txt")
        try ferry.select("local.txt")
        ferry.terminal.send(.f5)
        try ferry.terminal.waitFor("Copy 'local.txt'")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("STOR")
        try clock.set(by: 2_592_000)
        ferry.terminal.send("q")
        try ferry.terminal.waitFor("> n  Stay")
        ferry.terminal.send("y")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        ferry.expectRestored()
    }
}
