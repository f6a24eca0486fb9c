import DemoServer
import Glibc
import Support
import Testing

@Suite("The demo server never leaves its folder, and bounds what it takes")
struct ConfinementTests {
    /// A served folder `in` beside a folder `out` that must stay as it is.
    private final class Fenced {
        let folder: TemporaryFolder
        let server: DemoServer
        let port: UInt16

        init() throws {
            folder = try TemporaryFolder()
            try folder.makeFolder("in")
            try folder.makeFolder("out")
            try folder.write("secret", to: "out/secret")
            server = try DemoServer(root: folder.path("in"))
            port = try server.start()
        }

        deinit {
            server.stop()
        }
    }

    @Test(
        "Dots climb no higher than the root",
        arguments: ["../out/secret", "/../out/secret", "a/../../out/secret", "..//..//out/secret"])
    func dots(path: String) throws {
        let fenced = try Fenced()
        let client = try Client.loggedIn(port: fenced.port)
        try client.expect("SIZE \(path)", 550)
        try client.expect("CWD ..", 250)
        #expect(try client.expect("PWD", 257).contains("\"/\""))
    }

    @Test(
        "Links that lead out are shown but never followed",
        arguments: ["../out", "../../../../../../tmp", "/", "x/../../out", "loop"])
    func links(target: String) throws {
        let fenced = try Fenced()
        symlink(target, fenced.folder.path("in/loop"))
        try fenced.folder.makeFolder("in/x")
        let client = try Client.loggedIn(port: fenced.port)
        #expect(try client.fetchText("LIST").contains("loop -> \(target)"))
        try client.expect("CWD loop", 550)
        try client.expect("SIZE loop/secret", 550)
        close(try client.openData())
        try client.expect("STOR loop/new", 550)
        close(try client.openData())
        try client.expect("STOR loop", 550)
        try client.expect("RNFR x", 350)
        try client.expect("RNTO loop/x", 550)
        try client.expect("MKD loop/y", 550)
        #expect(!fenced.folder.exists("out/new"))
        #expect(!fenced.folder.exists("out/x"))
        // The link itself belongs to the folder.
        try client.expect("DELE loop", 250)
        #expect(fenced.folder.read("out/secret") == Array("secret".utf8))
    }

    @Test("Links that stay inside are followed")
    func innerLinks() throws {
        let fenced = try Fenced()
        try fenced.folder.makeFolder("in/a")
        try fenced.folder.makeFolder("in/b")
        try fenced.folder.write("inside", to: "in/b/file")
        symlink("../b/./file", fenced.folder.path("in/a/link"))
        symlink("a/../b", fenced.folder.path("in/folder"))
        let client = try Client.loggedIn(port: fenced.port)
        #expect(try client.fetchText("RETR a/link") == "inside")
        try client.expect("CWD folder", 250)
        #expect(try client.fetchText("RETR file") == "inside")
    }

    @Test("A named pipe is refused without waiting for its other end")
    func pipes() throws {
        let fenced = try Fenced()
        mkfifo(fenced.folder.path("in/pipe"), 0o644)
        let client = try Client.loggedIn(port: fenced.port)
        close(try client.openData())
        try client.expect("RETR pipe", 550)
        close(try client.openData())
        try client.expect("STOR pipe", 550)
    }

    @Test("The root itself is neither removed nor renamed")
    func root() throws {
        let fenced = try Fenced()
        let client = try Client.loggedIn(port: fenced.port)
        try client.expect("RMD /", 550)
        try client.expect("DELE /", 550)
        try client.expect("RNFR /", 550)
        try client.expect("MKD /", 550)
    }

    @Test("A line too long is refused, and the next one obeyed")
    func longLine() throws {
        let fenced = try Fenced()
        let client = try Client.loggedIn(port: fenced.port)
        client.send("SIZE " + String(repeating: "x", count: 100_000))
        try client.expectReply(500)
        try client.expect("NOOP", 200)
        client.send("SIZE " + String(repeating: "x", count: 5_000))
        try client.expectReply(553)
    }

    @Test("One connection too many is told 421, and the others go on")
    func manyConnections() throws {
        let folder = try TemporaryFolder()
        var options = DemoServer.Options()
        options.connections = 3
        let server = try DemoServer(root: folder.path, options: options)
        let port = try server.start()
        defer { server.stop() }
        let clients = try (0..<3).map { _ in try Client.loggedIn(port: port) }
        let extra = try Client(port: port)
        try extra.expectReply(421)
        #expect(extra.hasEnded())
        for client in clients { try client.expect("NOOP", 200) }
    }

    @Test("No sequence of odd bytes stops it")
    func oddBytes() throws {
        let fenced = try Fenced()
        let verbs = [
            "USER", "PASS", "CWD", "PORT", "EPRT", "EPSV", "TYPE", "REST", "SIZE", "MFMT", "OPTS",
            "SITE CHMOD", "MLST", "RNFR", "RNTO", "MKD", "HELP", "STAT", "LIST", "RETR", "STOR",
        ]
        let arguments: [[UInt8]] = [
            [], [0], [0xFF], [0xFF, 0xFF], [0xFF, 0xFB], [0x20], [0x22], [0xC3, 0x28],
            Array("99999999999999999999999".utf8), Array("-1".utf8), Array("|||||".utf8),
            Array("|1|127.0.0.1|99999|".utf8), Array("256,0,0,1,1,1".utf8),
            Array("99999999999999 x".utf8), Array("a\rb".utf8),
        ]
        let client = try Client.loggedIn(port: fenced.port)
        for verb in verbs {
            for argument in arguments {
                client.sendBytes(Array("\(verb) ".utf8) + argument + [0x0D, 0x0A])
                _ = try client.reply()
                client.sendBytes(Array("USER x\r\nPASS x\r\n".utf8))
                _ = try client.reply()
                _ = try client.reply()
            }
        }
        let other = try Client.loggedIn(port: fenced.port)
        try other.expect("NOOP", 200)
        #expect(fenced.folder.read("out/secret") == Array("secret".utf8))
    }

    @Test("Stopping ends connections in the middle of a transfer, and all threads")
    func stopping() throws {
        let served = try ServedFolder([.always(.stall(at: "RETR", after: 5))])
        try served.folder.write("0123456789", to: "f")
        let idle = try served.client()
        let client = try served.client()
        let data = try client.openData()
        defer { close(data) }
        try client.expect("RETR f", 150)
        #expect(try Client.readSome(data) == Array("01234".utf8))
        served.server.stop()
        #expect(client.hasEnded())
        #expect(idle.hasEnded())
        #expect(throws: Client.Failure.self) { try Client(port: served.port) }
    }

    @Test("Killed connections leave the server listening")
    func dropping() throws {
        let served = try ServedFolder()
        let client = try served.client()
        served.server.dropConnections()
        #expect(client.hasEnded())
        try served.client().expect("NOOP", 200)
        #expect(served.server.openedCount == 2)
    }
}
