import Glibc
import Support
import Testing

@Suite("cp")
struct CopyRunTests {
    private let served: Served
    private let other: Served

    init() throws {
        served = try Served()
        other = try Served()
        try served.folder.makeFolder("served/in")
        try served.folder.makeFolder("served/tree")
        try served.folder.makeFolder("served/tree/sub")
        try served.folder.write("a", to: "served/tree/a")
        try served.folder.write("b", to: "served/tree/sub/b")
        try served.folder.write("f", to: "served/file")
    }

    private func copy(_ arguments: String..., code: Int = 0) throws -> String {
        let outcome = try served.run(["cp"] + arguments)
        #expect(outcome.code == code, "\(outcome.errors)")
        #expect(outcome.output.isEmpty)
        return outcome.errors
    }

    @Test("From one server to another, into a directory and under a new name")
    func across() throws {
        _ = try copy(served.url + "/file", other.url + "/")
        _ = try copy(served.url + "/file", other.url + "/new")
        #expect(other.text("served/file") == "f" && other.text("served/new") == "f")
        _ = try copy("-r", served.url + "/tree", served.url + "/file", other.url)
        #expect(other.text("served/tree/sub/b") == "b")
        _ = try copy("-r", served.url + "/tree", other.url + "/tree")
        #expect(other.text("served/tree/tree/sub/b") == "b")
        #expect(served.text("served/tree/sub/b") == "b")
        // Nothing of Ferry's own is left.
        let names = try other.run(["ls", "-a", other.url]).output.split(separator: "\n")
        #expect(names.sorted() == ["file", "new", "tree"])
    }

    @Test("Within one server, and between this machine and it, both ways and here")
    func within() throws {
        _ = try copy("-r", served.url + "/tree", served.url + "/in")
        #expect(served.text("served/in/tree/sub/b") == "b")
        _ = try copy(served.url + "/file", "fetched")
        #expect(served.text("here/fetched") == "f")
        _ = try copy("fetched", served.url + "/sent")
        #expect(served.text("served/sent") == "f")
        try served.folder.makeFolder("here/d")
        _ = try copy("fetched", served.url + "/tree/a", "d")
        #expect(served.text("here/d/fetched") == "f" && served.text("here/d/a") == "a")
        _ = try copy(served.url + "/file", "/dev/null")
    }

    @Test("What a link that is named leads to is copied, as cp does it")
    func link() throws {
        try served.folder.write("x", to: "here/real")
        #expect(symlink("real", served.folder.path("here/link")) == 0)
        _ = try copy("link", served.url + "/copy")
        #expect(served.text("served/copy") == "x")
    }

    @Test("A directory needs -r, and a new name a directory that is there")
    func refused() throws {
        let tree = try copy(served.url + "/tree", other.url, code: 2)
        #expect(tree.contains("add -r"))
        let orphan = try copy(served.url + "/file", other.url + "/none/new", code: 1)
        #expect(orphan.contains("There is no directory /none"), "\(orphan)")
        let several = try copy(
            served.url + "/file", served.url + "/tree/a", other.url + "/none", code: 1)
        #expect(several.contains("There is no directory /none"), "\(several)")
        #expect(try other.run(["ls", "-a", other.url]).output.isEmpty)
        let missing = try copy(served.url + "/none", served.url + "/file", other.url, code: 1)
        #expect(missing.contains("/none"))
        // Also where the target is wrong as well.
        let both = try copy(served.url + "/none", served.url + "/file", other.url + "/no", code: 1)
        #expect(both.contains("/none") && both.contains("no directory /no on"), "\(both)")
        #expect(other.text("served/file") == "f")
    }

    @Test("Over itself and into itself it is refused before anything is done")
    func itself() throws {
        let port = served.url.split(separator: ":").last.map(String.init) ?? ""
        for target in [
            served.url + "/file", "ftp://u:p@127.0.0.1:\(port)//file",
            "ftpes://u:p@127.0.0.1:\(port)/file", served.url + "/",
        ] {
            let same = try copy(served.url + "/file", target, code: 2)
            #expect(same.contains("are the same"), "\(same)")
        }
        let inside = try copy("-r", served.url + "/tree", served.url + "/tree/sub", code: 2)
        #expect(inside.contains("into itself"))
        let both = try copy(
            served.url + "/tree/a", other.url + "/a", other.url + "/", code: 1)
        #expect(!both.isEmpty)
        #expect(served.text("served/file") == "f")
    }

    @Test("On this machine also by links, symbolic ones and hard ones")
    func itselfHere() throws {
        try served.folder.makeFolder("here/d")
        try served.folder.write("x", to: "here/d/f")
        let path = served.folder.path("here/")
        #expect(symlink("d", path + "link") == 0)
        #expect(symlink("f", path + "d/other") == 0)
        #expect(Glibc.link(path + "d/f", path + "hard") == 0)
        for target in ["link/f", "d/other", "hard", "d", "./d/../d/f"] {
            let same = try copy("d/f", target, code: 2)
            #expect(same.contains("are the same"), "\(target): \(same)")
        }
        #expect(try copy("-r", "d", "link/new", code: 2).contains("into itself"))
        try served.folder.makeFolder("here/e")
        try served.folder.makeFolder("here/to")
        try served.folder.write("y", to: "here/e/f")
        #expect(try copy("d/f", "e/f", "to", code: 2).contains("both become"))
        #expect(!served.folder.exists("here/to/f"))
        #expect(served.text("here/d/f") == "x" && served.text("here/hard") == "x")
    }

    @Test("By SFTP links are seen through too")
    func sftp() throws {
        let server = try SSHServer.started()
        for name in ["d", "d/sub"] { try server.root.makeFolder(name) }
        try server.root.write("x", to: "d/f")
        #expect(symlink("d", server.root.path("link")) == 0)
        for name in ["d", "d/sub", "d/f"] { try server.own(name) }
        let client = try SSHClientFolder(server)
        let url = "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)\(server.root.path(""))"
        func run(_ arguments: String...) throws -> Outcome {
            try Outcome(
                script: "exec setsid -w \"$FERRY\" cp \"$@\"", arguments,
                environment: ["FERRY_SSH": "exec " + client.command], in: served.folder)
        }
        let same = try run(url + "d/f", url + "link/f")
        #expect(same.code == 2 && same.errors.contains("are the same"), "\(same.errors)")
        let inside = try run("-r", url + "d", url + "link/sub")
        #expect(inside.code == 2 && inside.errors.contains("into itself"), "\(inside.errors)")
        let over = try run(url + "d/f", other.url + "/f")
        #expect(over.code == 0, "\(over.errors)")
        #expect(other.text("served/f") == "x")
        let back = try run(other.url + "/f", url + "d/g")
        #expect(back.code == 0, "\(back.errors)")
        #expect(server.root.read("d/g") == Array("x".utf8))
    }

    private static let bytes = (0..<700_000).map { UInt8(truncatingIfNeeded: $0 &* 31 ^ $0 >> 9) }
    private static let names = ["d", "d/sub", "to", "d/large", "d/sub/large", "d/small"]

    private func plant(_ root: TemporaryFolder, _ own: (String) throws -> Void) throws {
        for name in ["d", "d/sub", "to"] { try root.makeFolder(name) }
        for name in ["d/large", "d/sub/large"] { try root.write(CopyRunTests.bytes, to: name) }
        try root.write("small", to: "d/small")
        for name in CopyRunTests.names { try own(name) }
    }

    /// How many lines of the log hold `words`, after the tree was copied within the server.
    private func count(
        _ words: String, copying url: String, _ root: TemporaryFolder
    ) throws -> (lines: Int, log: String) {
        let outcome = try served.run(["cp", "-v", "--no-tls", "-r", url + "/d", url + "/to/"])
        #expect(outcome.code == 0, "\(outcome.errors)")
        for name in ["to/d/large", "to/d/sub/large"] {
            let isWhole = root.read(name) == CopyRunTests.bytes
            #expect(isWhole)
        }
        #expect(root.read("to/d/small") == Array("small".utf8))
        let lines = outcome.errors.split(separator: "\n").count { $0.contains(words) }
        return (lines, outcome.errors)
    }

    @Test("ProFTPD copies large files by itself")
    func onFTPServer() throws {
        if let obstacle = RealServer.obstacle(to: .proftpd), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        let server = try RealServer(.proftpd)
        defer { server.stop() }
        try plant(server.root) { try server.own($0) }
        let url = "ftp://\(RealServer.user):\(RealServer.user)@127.0.0.1:\(server.port)"
        let (fetched, log) = try count("→ RETR", copying: url, server.root)
        #expect(fetched == 1, "\(log)")
        #expect(log.contains("→ SITE CPTO"))
    }

    @Test(
        "A WebDAV server copies large and small files by itself, or their bytes come here",
        arguments: [true, false])
    func onWebServer(mayCopy: Bool) throws {
        if let obstacle = WebServer.obstacle(to: .apacheDAV), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        let limit = [
            "<Location \"/\">", "<Limit COPY>", "Require all denied", "</Limit>", "</Location>",
        ]
        let server = try WebServer(.apacheDAV, extra: mayCopy ? [] : limit)
        defer { server.stop() }
        try plant(server.root) { try server.own($0) }
        let url = "dav://127.0.0.1:\(server.port)"
        let (fetched, log) = try count("→ GET", copying: url, server.root)
        #expect(fetched == (mayCopy ? 0 : 3), "\(log)")
        #expect(log.contains("→ COPY"))
    }

    @Test("Wrong usage is told", arguments: [["cp"], ["cp", "x"], ["cp", "-j", "0", "a", "b"]])
    func usage(arguments: [String]) throws {
        let outcome = try served.run(arguments)
        #expect(outcome.code == 2)
        #expect(!outcome.errors.isEmpty && outcome.output.isEmpty)
    }
}
