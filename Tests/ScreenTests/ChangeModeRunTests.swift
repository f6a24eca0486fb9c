import Glibc
import Support
import Testing

@Suite("chmod")
struct ChangeModeRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func run(_ arguments: String..., ssh: SSHClientFolder? = nil) throws -> Outcome {
        try Outcome(
            script: "exec setsid -w \"$FERRY\" \"$@\"", arguments,
            environment: ssh.map { ["FERRY_SSH": "exec " + $0.command] } ?? [:], in: folder)
    }

    private func mode(_ path: String) -> mode_t {
        var status = stat()
        guard stat(path, &status) == 0 else { return 0 }
        return status.st_mode & 0o7777
    }

    /// A tree with links in it that lead out of it.
    private func plant(_ root: TemporaryFolder, _ top: String) throws {
        for name in ["", "/out", "/tree", "/tree/sub"] { try root.makeFolder(top + name) }
        for name in ["tree/a", "tree/two words", "tree/sub/b", "out/file"] {
            try root.write("x", to: "\(top)/\(name)")
            #expect(chmod(root.path("\(top)/\(name)"), 0o666) == 0)
        }
        for name in ["tree", "tree/sub", "out"] {
            #expect(chmod(root.path("\(top)/\(name)"), 0o755) == 0)
        }
        #expect(symlink("../out", root.path("\(top)/tree/folder link")) == 0)
        #expect(symlink("../out/file", root.path("\(top)/tree/file link")) == 0)
    }

    /// `url` is that of the planted folder, which is `top` of `root`.
    private func visit(
        _ url: String, _ root: TemporaryFolder, _ top: String, ssh: SSHClientFolder? = nil
    ) throws {
        func mode(_ name: String) -> mode_t { self.mode(root.path("\(top)/\(name)")) }
        let single = try run("chmod", "640", url + "/tree/a", url + "/tree/two%20words", ssh: ssh)
        #expect(single.code == 0 && single.output.isEmpty, "\(single.errors)")
        #expect(mode("tree/a") == 0o640 && mode("tree/two words") == 0o640)
        let symbolic = try run(
            "chmod", "u+x,g=u,o=", url + "/tree/a", url + "/tree/none", url + "/tree/sub/b",
            ssh: ssh)
        #expect(symbolic.code == 1)
        #expect(symbolic.errors.split(separator: "\n").count == 1, "\(symbolic.errors)")
        #expect(symbolic.errors.contains("none"))
        #expect(mode("tree/a") == 0o770 && mode("tree/sub/b") == 0o770)
        let all = try run("chmod", "-r", "u=rwX,go=rX", url + "/tree", ssh: ssh)
        #expect(all.code == 0, "\(all.errors)")
        #expect(mode("tree") == 0o755 && mode("tree/sub") == 0o755)
        #expect(mode("tree/a") == 0o755 && mode("tree/two words") == 0o644)
        #expect(mode("tree/sub/b") == 0o755)
        #expect(mode("out") == 0o755 && mode("out/file") == 0o666)
        let closed = try run("chmod", "-r", "a-rwx", url + "/tree", ssh: ssh)
        #expect(closed.code == 0, "\(closed.errors)")
        #expect(mode("tree") == 0 && mode("tree/sub/b") == 0 && mode("tree/a") == 0)
        let opened = try run("chmod", "-r", "u+rwX", url + "/tree", ssh: ssh)
        #expect(opened.code == 0, "\(opened.errors)")
        #expect(mode("tree") == 0o700 && mode("tree/sub") == 0o700 && mode("tree/sub/b") == 0o600)
        let link = try run("chmod", "-r", "700", url + "/tree/folder%20link", ssh: ssh)
        #expect(link.code == 1 && link.errors.contains("is a link"), "\(link.errors)")
        #expect(mode("out") == 0o755 && mode("out/file") == 0o666)
    }

    @Test("On this machine, where a link that is named is followed")
    func local() throws {
        try plant(folder, "here/top")
        #expect(symlink("top/out/file", folder.path("here/link")) == 0)
        #expect(try run("chmod", "600", "link").code == 0)
        #expect(mode(folder.path("here/top/out/file")) == 0o600)
        #expect(try run("chmod", "-r", "go+rX,u-x", "top/tree").code == 0)
        #expect(mode(folder.path("here/top/tree/sub")) == 0o655)
        #expect(mode(folder.path("here/top/tree/sub/b")) == 0o666)
        #expect(mode(folder.path("here/top/out")) == 0o755)
        let link = try run("chmod", "-r", "700", "link")
        #expect(link.code == 1 && link.errors.contains("is a link"), "\(link.errors)")
        #expect(mode(folder.path("here/top/out/file")) == 0o600)
    }

    @Test("A mode that begins with a minus needs nothing in front of it")
    func minus() throws {
        for name in ["a", "b", "-w"] { try folder.write("x", to: "here/" + name) }
        func mode(_ name: String) -> mode_t { self.mode(folder.path("here/" + name)) }
        for (arguments, result) in [
            (["-w", "a", "b"], 0o444), (["-r", "-r,u+w", "a", "b"], 0o200),
            (["a+rwx", "a", "b"], 0o777), (["--timeout", "9", "-x,o-r", "a", "b"], 0o662),
            (["-rw", "a", "b"], 0o022), (["--", "-w,u=r", "a", "b"], 0o422),
        ] as [([String], mode_t)] {
            let outcome = try Outcome(["chmod"] + arguments, in: folder)
            #expect(outcome.code == 0, "\(arguments): \(outcome.errors)")
            #expect(mode("a") == result && mode("b") == result, "\(arguments)")
        }
        // What comes behind the mode is no mode, and behind two minuses it is a file.
        let second = try run("chmod", "640", "-w", "a")
        #expect(second.code == 2 && second.errors.contains("-w"), "\(second.errors)")
        #expect(mode("a") == 0o422)
        #expect(try run("chmod", "600", "--", "-w").code == 0)
        #expect(mode("-w") == 0o600)
    }

    @Test("On the demo's FTP server")
    func ftp() throws {
        let served = try Served()
        try plant(served.folder, "served/top")
        try visit(served.url + "/top", served.folder, "served/top")
    }

    @Test("By SFTP")
    func sftp() throws {
        let server = try SSHServer.started()
        try plant(server.root, "top")
        for name in ["tree", "tree/a", "tree/two words", "tree/sub", "tree/sub/b"] {
            try server.own("top/\(name)")
        }
        let client = try SSHClientFolder(server)
        try visit(
            "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)\(server.root.path("top"))",
            server.root, "top", ssh: client)
    }

    @Test("Where nothing has a mode, that is one sentence, and others are changed all the same")
    func unsupported() throws {
        try folder.write("x", to: "here/file")
        #expect(chmod(folder.path("here/file"), 0o644) == 0)
        let outcome = try run("chmod", "600", "http://127.0.0.1:9/x", "file")
        #expect(outcome.code == 1)
        #expect(
            outcome.errors
                == "ferry: Permissions cannot be set over http://; 127.0.0.1 keeps its "
                + "permissions.\n"
        )
        #expect(mode(folder.path("here/file")) == 0o600)
    }

    @Test(
        "Wrong usage is told",
        arguments: [
            ["chmod"], ["chmod", "644"], ["chmod", "u+q", "x"], ["chmod", "888", "x"],
            ["chmod", "644", ""],
        ])
    func usage(arguments: [String]) throws {
        let outcome = try Outcome(arguments, in: folder)
        #expect(outcome.code == 2)
        #expect(!outcome.errors.isEmpty && outcome.output.isEmpty)
    }

    @Test("rm without -r removes many files of a server together, and tells which could not be")
    func removal() throws {
        let served = try Served()
        for number in 0..<120 { try served.folder.write("x", to: "served/\(number)") }
        try served.folder.makeFolder("served/folder")
        let urls = (0..<120).map { "\(served.url)/\($0)" }
        let outcome = try served.run(["rm", served.url + "/none", served.url + "/folder"] + urls)
        #expect(outcome.code == 1)
        let lines = outcome.errors.split(separator: "\n")
        #expect(lines.count == 2, "\(outcome.errors)")
        #expect(lines.contains { $0.contains("/folder is a directory; add -r") })
        #expect((0..<120).allSatisfy { !served.folder.exists("served/\($0)") })
        #expect(served.folder.exists("served/folder"))
    }
}
