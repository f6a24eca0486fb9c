import Glibc
import Support
import Testing

@Suite("Modes and times on the screen, on real servers")
struct AttributesRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func status(_ path: String) -> stat {
        var status = stat()
        _ = stat(path, &status)
        return status
    }

    private func mode(_ path: String) -> mode_t { status(path).st_mode & 0o7777 }

    /// `site/one`, and `site/tree/two` below it.
    private func plant(_ root: TemporaryFolder, own: (String) throws -> Void) throws {
        for name in ["site", "site/tree"] { try root.makeFolder(name) }
        for name in ["site/one", "site/tree/two"] { try root.write("x", to: name) }
        for (name, mode) in [
            ("site", 0o755), ("site/tree", 0o755), ("site/one", 0o644), ("site/tree/two", 0o644),
        ] as [(String, mode_t)] {
            #expect(chmod(root.path(name), mode) == 0)
            try own(name)
        }
    }

    /// Sets the file's mode and time, and the mode of all in the tree.
    private func visit(_ ferry: Ferry, _ root: TemporaryFolder) throws {
        // Not the other name: words of the log and of notices hold it too.
        try ferry.waitForRight("tree/")
        ferry.terminal.send(.tab)
        try ferry.select("one")
        ferry.terminal.send("A")
        try ferry.terminal.waitFor("rw-r--r-- (644)")
        ferry.terminal.send("u+x,go=")
        try ferry.terminal.waitFor("becomes rwx------ (700)")
        ferry.terminal.send(.tab)
        ferry.terminal.send("2021-02-03 04:05:06")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("Set the permissions and time of 'one'.")
        try ferry.terminal.waitFor("rwx------")
        #expect(mode(root.path("site/one")) == 0o700)
        #expect(status(root.path("site/one")).st_mtim.tv_sec == 1_612_325_106)
        try ferry.select("tree")
        ferry.terminal.send("A")
        try ferry.terminal.waitFor("rwxr-xr-x (755)")
        ferry.terminal.send("go-rwx")
        ferry.terminal.send(.tab)
        ferry.terminal.send(.tab)
        ferry.terminal.send(" ")
        try ferry.terminal.waitFor("[x] also change everything below")
        ferry.terminal.send(.enter)
        try ferry.terminal.waitFor("Set the permissions of 'tree' and everything below.")
        #expect(mode(root.path("site/tree")) == 0o700)
        #expect(mode(root.path("site/tree/two")) == 0o600)
        ferry.terminal.send("q")
        #expect(try ferry.terminal.waitForEnd() == .exited(0))
    }

    @Test("By FTP: MFMT and SITE CHMOD", arguments: [RealServer.Kind.vsftpd, .proftpd])
    func ftp(kind: RealServer.Kind) throws {
        if let obstacle = RealServer.obstacle(to: kind), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        let server = try RealServer(kind)
        try plant(server.root, own: server.own)
        let ferry = try Ferry(
            ["--no-tls", "ftp://\(RealServer.user)@127.0.0.1:\(server.port)/site"],
            environment: ["FERRY_PASSWORD": RealServer.user, "TZ": "UTC"], in: folder)
        try visit(ferry, server.root)
    }

    @Test("By SFTP")
    func sftp() throws {
        let server = try SSHServer.started()
        try plant(server.root, own: server.own)
        let client = try SSHClientFolder(server)
        let path = server.root.path("site")
        let ferry = try Ferry(
            ["sftp://\(SSHServer.user)@127.0.0.1:\(server.port)\(path)"],
            environment: ["FERRY_SSH": client.command, "TZ": "UTC"], in: folder)
        try visit(ferry, server.root)
    }
}
