import DemoServer
import Support
import Testing

@Suite("A saved site as host:path")
struct ReferenceRunTests {
    private let folder: TemporaryFolder
    private let server: DemoServer

    init() throws {
        folder = try Ferry.folder()
        try folder.makeFolder("served")
        try folder.makeFolder("served/sub")
        try folder.write("hello", to: "served/sub/hello.txt")
        server = try DemoServer(root: folder.path("served"), options: .init(user: "someone"))
        try folder.makeFolder("config")
        try folder.makeFolder("config/ferry")
        try folder.write(
            """
            [[site]]
            name = "web"
            url = "ftp://someone@127.0.0.1:\(try server.start())"

            """, to: "config/ferry/sites.toml")
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try Outcome(arguments, environment: ["FERRY_PASSWORD": "any"], in: folder)
    }

    @Test("Commands take it, relative to the login directory and whole")
    func commands() throws {
        defer { server.stop() }
        #expect(try run("ls", "web:").output == "sub\n")
        #expect(try run("ls", "web:sub").output == "hello.txt\n")
        #expect(try run("ls", "web:/sub").output == "hello.txt\n")
        #expect(try run("cat", "web:sub/hello.txt").output == "hello")
        #expect(try run("get", "web:sub/hello.txt").code == 0)
        #expect(folder.read("here/hello.txt") == Array("hello".utf8))
        #expect(try run("put", "hello.txt", "web:new.txt").code == 0)
        #expect(folder.read("served/new.txt") == Array("hello".utf8))
        #expect(try run("mv", "web:new.txt", "web:sub/").code == 0)
        #expect(folder.read("served/sub/new.txt") == Array("hello".utf8))
        #expect(try run("mkdir", "-p", "web:a/b").code == 0)
        #expect(try run("rm", "-r", "web:a").code == 0)
        #expect(try run("ls", "web:").output == "sub\n")
        for whole in ["web:", "web:.", "web:a/..", "web:~", "web:~/", "web:~//.//"] {
            #expect(try run("rm", "-r", whole).code == 2, "\(whole)")
        }
        let move = try run("mv", "web:~", "there")
        #expect(move.code == 2 && move.errors.contains("entire home directory"))
        #expect(folder.read("served/sub/hello.txt") == Array("hello".utf8))
    }

    @Test("A file of that name wins, and ./ always means one")
    func files() throws {
        defer { server.stop() }
        try folder.write("mine", to: "here/web:sub")
        #expect(try run("cat", "web:sub").output == "mine")
        #expect(try run("cat", "./web:sub").output == "mine")
        #expect(try run("put", "web:sub", "web:").code == 0)
        #expect(folder.read("served/web:sub") == Array("mine".utf8))
        let unknown = try run("ls", "nobody:x")
        #expect(unknown.code == 1)
        #expect(unknown.errors.contains("nobody:x"))
    }

    @Test("A site in a folder is named with it, only where there is exactly such a one")
    func folders() throws {
        defer { server.stop() }
        let sites = String(decoding: folder.read("config/ferry/sites.toml") ?? [], as: UTF8.self)
        try folder.write(
            sites.replacing("\"web\"", with: "\"office/web01\""), to: "config/ferry/sites.toml")
        #expect(try run("ls", "office/web01:").output == "sub\n")
        #expect(try run("cat", "office/web01:sub/hello.txt").output == "hello")
        for other in [
            "office/web:", "web01:", "/office/web01:", "./office/web01:", "Office/web01:",
        ] {
            #expect(try run("ls", other).code == 1, "\(other)")
        }
        try folder.makeFolder("here/office")
        try folder.write("mine", to: "here/office/web01:sub")
        #expect(try run("cat", "office/web01:sub").output == "mine")
        #expect(try run("get", "office/web01:sub/hello.txt", "office/x:y").code == 0)
        #expect(folder.read("here/office/x:y") == Array("hello".utf8))
        let ferry = try Ferry([], environment: ["FERRY_PASSWORD": "any"], in: folder)
        try ferry.terminal.waitFor("1 of 1 known")
        ferry.terminal.send("office/web01:sub\r")
        try ferry.terminal.waitFor("Password for")
        try ferry.terminal.waitUntil("the field to take keys") { $0.isCursorVisible }
        ferry.terminal.send("any\r")
        try ferry.waitForRight("hello.txt")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }

    @Test("The screen opens there")
    func screen() throws {
        defer { server.stop() }
        let ferry = try Ferry(
            ["web:sub/"], environment: ["FERRY_PASSWORD": "any"], in: folder)
        try ferry.waitForRight("hello.txt")
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }
}
