import Files
import Foundation
import Glibc
import Support
import Testing

@Suite("A folder shared from a pane")
struct ShareRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
        try folder.write("hello", to: "here/hello.txt")
        try folder.makeFolder("there")
    }

    /// Shares the working directory on any free port; its URL as it is on the screen.
    private func share(_ ferry: Ferry, isWritable: Bool = false) throws -> String {
        try ferry.waitForLeft("hello.txt")
        ferry.terminal.send("gS")
        try ferry.terminal.waitFor("Share a directory")
        // Ctrl-U empties the port's field; what visitors may do is the second after it.
        ferry.terminal.send("\u{15}0" + (isWritable ? "\t\t " : "") + "\r")
        try ferry.terminal.waitFor("No password is required.")
        let text = ferry.screen.text
        let start = try #require(text.firstRange(of: "http://127.0.0.1:"))
        return String(text[start.lowerBound...].prefix { $0 != " " && $0 != "\n" })
    }

    /// Another Ferry fetches a file into `there`.
    private func fetch(_ url: String) throws -> Outcome {
        try Outcome(["get", url, folder.path("there")], in: folder)
    }

    private func list(_ url: String) throws -> Outcome {
        try Outcome(["ls", url], in: folder)
    }

    @Test("On a terminal the command shows the code of its URL, confined as it is")
    func code() throws {
        let terminal = try PseudoTerminal(
            [Ferry.path, "share", ".", "--port", "0"], environment: Ferry.environment(folder),
            directory: folder.path("here"))
        try terminal.waitFor("http://127.0.0.1:")
        try terminal.waitFor("\u{2580}")
    }

    @Test("Another Ferry fetches from it, which is seen, and nothing is served after the end")
    func fetched() throws {
        let ferry = try Ferry([".", "."], in: folder)
        let url = try share(ferry)
        #expect(try fetch(url + "hello.txt").code == 0)
        #expect(
            folder.read("there/hello.txt").map { String(decoding: $0, as: UTF8.self) } == "hello")
        try ferry.terminal.waitFor("done     ↑ hello.txt")
        ferry.terminal.send("q")
        let port = url.dropFirst("http://127.0.0.1".count).prefix { $0 != "/" }
        try ferry.terminal.waitFor("share \(port)")
        ferry.terminal.send("w")
        try ferry.terminal.waitFor("[All 1]")
        ferry.terminal.send("q")
        try ferry.terminal.waitFor("share \(port)")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
        ferry.expectRestored()
        #expect(try list(url).code == 1)
    }

    @Test("A visitor's lock is seen, and x releases it")
    func locks() throws {
        let ferry = try Ferry([".", "."], in: folder)
        let url = try share(ferry, isWritable: true)
        let host = url.dropFirst("http://".count).prefix { $0 != "/" }
        let body =
            "<lockinfo xmlns='DAV:'><lockscope><exclusive/></lockscope>"
            + "<locktype><write/></locktype></lockinfo>"
        let locked = try Outcome(
            ["raw", url],
            input: "LOCK /hello.txt HTTP/1.1\r\nHost: \(host)\r\n"
                + "Content-Length: \(body.utf8.count)\r\n\r\n\(body)", in: folder)
        #expect(locked.output.contains("urn:uuid:"))
        try ferry.terminal.waitFor("locked     hello.txt")
        func remove() throws -> Outcome {
            try Outcome(["rm", "dav://\(host)/hello.txt"], in: folder)
        }
        #expect(try remove().code != 0)
        ferry.terminal.send("x")
        try ferry.terminal.waitFor("127.0.0.1 has kept hello.txt locked")
        ferry.terminal.send("y")
        try ferry.terminal.waitForNo("locked")
        #expect(try remove().code == 0)
    }

    @Test("A process of its own serves it, confined; the screen goes on if that is ended")
    func separate() throws {
        let ferry = try Ferry([".", "."], in: folder)
        let url = try share(ferry)
        let own = RunningProcess.all.filter { $0.parent == ferry.terminal.process }
        let server = try #require(own.first).number
        #expect(own.count == 1)
        #expect(own.first?.arguments.contains("share") == true)
        let facts = try String(contentsOfFile: "/proc/\(server)/status", encoding: .utf8)
        #expect(facts.contains("Seccomp:\t2"))
        #expect(facts.contains("NoNewPrivs:\t1"))
        #expect(ferry.screen.text.contains("confined to this directory"))
        #expect(try list(url).output == "hello.txt\n")
        #expect(kill(server, SIGKILL) == 0)
        try ferry.terminal.waitFor("is no longer shared.")
        #expect(try list(url).code == 1)
        try ferry.waitForLeft("hello.txt")
        ferry.terminal.send("L")
        try ferry.terminal.waitFor("ended unexpectedly")
        ferry.terminal.send("q")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }

    @Test("A certificate is found from the working directory, too") func certificate() throws {
        let made = try TestCertificate.shared()
        try folder.write(made.certificate, to: "here/c.pem")
        try folder.write(made.key, to: "here/k.pem")
        let port = try ServerProcess.freePort()
        let here = folder.path("here")
        let process = ServerProcess(
            "ferry share", port: port,
            command: [
                "sh", "-c", "cd \"$0\" && exec \"$@\"", here, Ferry.path, "share", "--port",
                "\(port)",
                "--certificate", "c.pem", "--key", "k.pem", ".",
            ], environment: Ferry.environment(folder), folder: folder)
        defer { process.stop() }
        try process.start()
        let got = try CommandOutput([
            "curl", "-qsSk", "--noproxy", "*", "https://127.0.0.1:\(port)/hello.txt",
        ])
        #expect(got.text == "hello", "\(got.errors) \(process.log)")
    }

    @Test("Stopping it from its screen ends it at once")
    func stopped() throws {
        let ferry = try Ferry([".", "."], in: folder)
        let url = try share(ferry)
        #expect(try list(url).output == "hello.txt\n")
        ferry.terminal.send("S")
        try ferry.terminal.waitFor("No visitors are connected.")
        ferry.terminal.send("y")
        try ferry.terminal.waitFor("is no longer shared.")
        #expect(try list(url).code == 1)
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }

    @Test("A signal that ends the program ends its share", arguments: [SIGTERM, SIGHUP])
    func signalled(signal: CInt) throws {
        let ferry = try Ferry([".", "."], in: folder)
        let url = try share(ferry)
        #expect(try list(url).output == "hello.txt\n")
        ferry.terminal.signal(signal)
        _ = try ferry.terminal.waitForEnd()
        ferry.expectRestored()
        #expect(try list(url).code == 1)
    }
}
