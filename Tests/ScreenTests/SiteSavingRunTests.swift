import DemoServer
import Support
import Testing

@Suite("From a host to a site with a name")
struct SiteSavingRunTests {
    private let folder: TemporaryFolder
    private let server: DemoServer
    private let port: UInt16

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("served")
        try folder.write("hello", to: "served/hello.txt")
        server = try DemoServer(root: folder.path("served"), options: .init())
        port = try server.start()
    }

    private func start() throws -> Ferry {
        try Ferry(
            [], environment: ["FERRY_SSH": "ssh -F none", "PATH": "/usr/bin:/bin"], in: folder)
    }

    private var sites: String {
        String(decoding: folder.read("config/ferry/sites.toml") ?? [], as: UTF8.self)
    }

    @Test("A host is typed, connected to, saved, and opened by its name after a new start")
    func save() throws {
        defer { server.stop() }
        var keys = 0
        func press(_ key: TypedKey, _ ferry: Ferry) {
            keys += 1
            ferry.terminal.send(key)
        }
        let first = try start()
        try first.terminal.waitFor("Import sites from other programs")
        first.terminal.send("127.0.0.1:\(port)")
        try first.terminal.waitFor("Enter asks for the protocol")
        press(.enter, first)
        try first.terminal.waitFor("Connect to 127.0.0.1:\(port)")
        // The server's greeting has told its protocol.
        try first.terminal.waitFor("> f  FTP")
        press(.enter, first)
        try first.waitForRight("hello.txt")
        press(.f2, first)
        try first.terminal.waitFor("1 of 1 known")
        press(.f7, first)
        try first.terminal.waitFor("Save as a site")
        first.terminal.send("web")
        try first.terminal.waitFor("> Name      web ")
        press(.enter, first)
        try first.terminal.waitFor("The site 'web' is saved.")
        #expect(
            sites == """
                [[site]]
                name = "web"
                url = "ftp://127.0.0.1:\(port)/"

                """)
        press(.f10, first)
        try first.terminal.waitFor("10Quit")
        press(.f10, first)
        #expect(try first.terminal.waitForEnd() == .exited(0))
        first.expectRestored()

        let second = try start()
        try second.waitForRight("OFFLINE")
        press(.f2, second)
        try second.terminal.waitFor("web")
        second.terminal.send("web")
        try second.terminal.waitFor("1 of 1 known")
        press(.enter, second)
        try second.waitForRight("hello.txt")
        try second.waitForRight(" web:/ ")
        #expect(keys <= 20)
    }

    @Test("The same on a real server that wants a password")
    func realServer() throws {
        defer { server.stop() }
        if let obstacle = RealServer.obstacle(to: .vsftpd), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        let real = try RealServer(.vsftpd)
        defer { real.stop() }
        try real.root.write("hello", to: "real.txt")
        let first = try start()
        try first.terminal.waitFor("Import sites from other programs")
        first.terminal.send("\(RealServer.user)@127.0.0.1:\(real.port)\r")
        try first.terminal.waitFor("Connect to 127.0.0.1:\(real.port)")
        first.terminal.send("f")
        try first.terminal.waitFor("Password for")
        try first.terminal.waitUntil("the field to take keys") { $0.isCursorVisible }
        first.terminal.send("\(RealServer.user)\r")
        try first.waitForRight("real.txt")
        first.terminal.send(.f2)
        try first.terminal.waitFor("1 of 1 known")
        first.terminal.send(.f7)
        try first.terminal.waitFor("Save as a site")
        first.terminal.send("web\r")
        try first.terminal.waitFor("The site 'web' is saved.")
        #expect(sites.contains("url = \"ftp://\(RealServer.user)@127.0.0.1:\(real.port)/\"\n"))
        first.terminal.send(.escape)
        try first.waitForRight(" web:/ ")
        first.terminal.send(.f10)
        #expect(try first.terminal.waitForEnd() == .exited(0))

        // What was seen last is there again, and connects when it is wanted.
        let second = try start()
        try second.waitForRight("OFFLINE")
        try second.waitForRight("Not connected yet.")
        second.terminal.send(.enter)
        try second.terminal.waitFor("Password for")
        try second.terminal.waitUntil("the field to take keys") { $0.isCursorVisible }
        second.terminal.send("\(RealServer.user)\r")
        try second.waitForRight("real.txt")
    }

    @Test("The same with an alias of ssh's")
    func sshAlias() throws {
        defer { server.stop() }
        let real = try SSHServer.started()
        try real.root.write("hello", to: "real.txt")
        try real.own("real.txt")
        let client = try SSHClientFolder(real)
        var keys = 0
        func press(_ key: TypedKey, _ ferry: Ferry) {
            keys += 1
            ferry.terminal.send(key)
        }
        func start() throws -> Ferry {
            try Ferry([], environment: ["FERRY_SSH": client.command], in: folder)
        }
        let first = try start()
        try first.terminal.waitFor("1 of 1 known")
        first.terminal.send("target")
        try first.terminal.waitFor("Enter opens")
        press(.f7, first)
        try first.terminal.waitFor("Save as a site")
        first.terminal.send("web")
        try first.terminal.waitFor("> Name      web ")
        press(.enter, first)
        try first.terminal.waitFor("The site 'web' is saved.")
        #expect(sites == "[[site]]\nname = \"web\"\nurl = \"sftp://target\"\n")
        press(.f10, first)
        try first.terminal.waitFor("10Quit")
        press(.f10, first)
        #expect(try first.terminal.waitForEnd() == .exited(0))
        let second = try start()
        try second.terminal.waitFor("web")
        second.terminal.send("web:\(real.startPath)")
        press(.enter, second)
        try second.waitForRight("real.txt")
        press(.f2, second)
        // Without a question to the server: what ssh itself has written down.
        try second.terminal.waitFor("Host key")
        #expect(keys <= 20)
    }

    @Test("A saved site is edited and removed, and what else is in the file stays")
    func change() throws {
        defer { server.stop() }
        try folder.makeFolder("config")
        try folder.makeFolder("config/ferry")
        let mine = """
            # mine
            [[site]]
            name = "web" # here
            url = "ftp://127.0.0.1:\(port)"
            timeout = 7

            """
        try folder.write(mine, to: "config/ferry/sites.toml")
        let ferry = try start()
        try ferry.terminal.waitFor("1 of 1 known")
        ferry.terminal.send(.f4)
        try ferry.terminal.waitFor("> Name      web ")
        ferry.terminal.send("-2")
        try ferry.terminal.waitFor("> Name      web-2 ")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("The site 'web-2' is saved.")
        #expect(sites == mine.replacing("\"web\"", with: "\"web-2\""))
        ferry.terminal.send(.delete)
        try ferry.terminal.waitFor("Remove 'web-2'")
        // A grave question takes an answer once the keyboard has rested.
        try ferry.terminal.waitUntil("the buttons to take keys") { $0.contains("[>Keep (n)<]") }
        ferry.terminal.send("y")
        try ferry.terminal.waitFor("The site 'web-2' is removed from your sites.")
        #expect(sites == "# mine\n")
        try ferry.terminal.waitFor("Try the demo server")
    }

    @Test("A file that cannot be written is said in a sentence, and nothing is lost")
    func refused() throws {
        defer { server.stop() }
        try folder.write("in the way", to: "config")
        let ferry = try start()
        try ferry.terminal.waitFor("Try the demo server")
        ferry.terminal.send("ftp://127.0.0.1:\(port)/")
        try ferry.terminal.waitFor("Enter connects")
        ferry.terminal.send(.f7)
        try ferry.terminal.waitFor("Save as a site")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("sites.toml: ")
        #expect(folder.read("config") == Array("in the way".utf8))
    }
}
