import Glibc
import Support
import Testing

@Suite("find, du, stat and checksum")
struct FindRunTests {
    private static let hello = "2cf24dba5fb0a30e26e83b2ac5b9e29e1b161e5c1fa7425e73043362938b9824"

    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func plant(_ root: TemporaryFolder, _ top: String) throws {
        for name in ["", "/sub", "/sub/deep"] { try root.makeFolder(top + name) }
        try root.write("hello", to: "\(top)/hello.txt")
        try root.write("hello", to: "\(top)/sub/Hello.TXT")
        try root.write([UInt8](repeating: 0x78, count: 3_000), to: "\(top)/sub/deep/large.bin")
        #expect(symlink("..", root.path("\(top)/sub/up")) == 0)
    }

    private func run(_ arguments: String..., ssh: SSHClientFolder? = nil) throws -> Outcome {
        try Outcome(
            script: "exec setsid -w \"$FERRY\" \"$@\"", arguments,
            environment: ssh.map { ["FERRY_SSH": "exec " + $0.command] } ?? [:], in: folder)
    }

    private func lines(_ outcome: Outcome, below path: String) -> [String] {
        outcome.output.split(separator: "\n").map {
            String($0.hasPrefix(path) ? $0.dropFirst(path.count) : $0)
        }.sorted()
    }

    /// `shown` is how the site is named, where that is not as it was given.
    private func visit(
        _ start: String, _ path: String, shown: String? = nil, ssh: SSHClientFolder? = nil
    ) throws {
        let url = start + path
        let all = try run("find", url, ssh: ssh)
        #expect(all.code == 0, "\(all.errors)")
        #expect(
            lines(all, below: path) == [
                "/hello.txt", "/sub", "/sub/Hello.TXT", "/sub/deep", "/sub/deep/large.bin",
                "/sub/up",
            ])
        let named = try run("find", "--name", "*.txt", url, ssh: ssh)
        #expect(lines(named, below: path) == ["/hello.txt"])
        #expect(try lines(run("find", "--type", "d", url, ssh: ssh), below: path).count == 2)
        #expect(try lines(run("find", "--type", "l", url, ssh: ssh), below: path) == ["/sub/up"])
        let large = try run("find", "--size", "+2K", "--type", "f", url, ssh: ssh)
        #expect(lines(large, below: path) == ["/sub/deep/large.bin"])
        #expect(
            try lines(run("find", "--size", "-2K", "--type", "f", url, ssh: ssh), below: path).count
                == 2)
        #expect(try run("find", "--newer", "2999-01-01", url, ssh: ssh).output.isEmpty)
        let json = try run("find", "--json", "--name", "large*", url, ssh: ssh).output
        #expect(json.hasPrefix("{\"path\":\"\(path)/sub/deep/large.bin\""), "\(json)")
        #expect(json.contains("\"size\":3000"))

        let used = try run("du", url, ssh: ssh)
        #expect(used.output == "3010\t\(path)\n", "\(used.errors)")
        let known = try run("stat", "--json", url + "/hello.txt", ssh: ssh)
        #expect(known.output.contains("\"type\":\"file\",\"size\":5"), "\(known.errors)")
        #expect(try run("stat", url + "/sub", ssh: ssh).output.contains("type      dir\n"))
        #expect(try run("stat", url + "/none", ssh: ssh).code == 1)

        let summed = try run("checksum", url + "/hello.txt", url + "/none", ssh: ssh)
        #expect(summed.code == 1)
        #expect(summed.output == "\(FindRunTests.hello)  \(shown ?? start)\(path)/hello.txt\n")
        #expect(summed.errors.split(separator: "\n").count == 1, "\(summed.errors)")
        let other = try run("checksum", "-v", "--type", "md5", url + "/sub/Hello.TXT", ssh: ssh)
        #expect(other.output.hasPrefix("5d41402abc4b2a76b9719d911017c592  "))
        #expect(other.errors.contains("md5, "))
    }

    @Test("On this machine")
    func local() throws {
        try plant(folder, "here/top")
        try visit("", folder.path("here/top"))
    }

    @Test("On the demo's FTP server")
    func ftp() throws {
        let served = try Served()
        try plant(served.folder, "served/top")
        try visit(served.url, "/top", shown: served.url.replacing("u:p@", with: "u@"))
    }

    @Test("By SFTP, with a shell and without", arguments: [true, false])
    func sftp(hasShell: Bool) throws {
        let server = try SSHServer.started(extra: hasShell ? [] : ["ForceCommand internal-sftp"])
        try plant(server.root, "top")
        let client = try SSHClientFolder(server)
        try visit(
            "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)", server.root.path("top"),
            ssh: client)
    }

    @Test("Many directories are found in one exchange of a shell, the unreadable one told")
    func manyDirectories() throws {
        let server = try SSHServer.started()
        try server.root.makeFolder("top")
        for number in 0..<300 {
            try server.root.makeFolder("top/\(number)")
            try server.root.write("x", to: "top/\(number)/file")
        }
        chmod(server.root.path("top/7"), 0o700)
        let client = try SSHClientFolder(server)
        let url = "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)\(server.root.path("top"))"
        let found = try run("find", "-v", url, ssh: client)
        #expect(found.code == 1)
        #expect(found.output.split(separator: "\n").count == 599)
        let failures = found.errors.split(separator: "\n").filter { $0.hasPrefix("ferry: ") }
        #expect(failures.count == 1 && failures[0].contains("top/7 "), "\(failures)")
        #expect(found.errors.contains("exec sh"))
        #expect(try run("du", url, ssh: client).output.hasPrefix("299\t"))
    }

    @Test("Names that are no UTF-8, or hold line breaks, come out as they are")
    func oddNames() throws {
        try folder.makeFolder("here/top")
        let name = folder.path("here/top/").utf8.map { CChar(bitPattern: $0) }
        let file = open(name + [0x66, -1, 0x0A, 0x67, 0], O_WRONLY | O_CREAT, 0o644)
        #expect(file >= 0)
        close(file)
        let path = folder.path("here/top")
        #expect(try run("find", path).code == 0)
        let bytes = Array(path.utf8) + [0x2F, 0x66, 0xFF, 0x0A, 0x67, 0x0A]
        #expect(folder.read("out") == bytes)
        #expect(try run("find", "--json", path).output.contains("\"bytes\":\"66ff0a67\""))
    }

    @Test(
        "Wrong usage is told",
        arguments: [
            ["find"], ["find", "--type", "x", "."], ["find", "--size", "big", "."],
            ["find", "--newer", "soon", "."], ["du"], ["stat"], ["checksum"],
            ["checksum", "--type", "md6", "x"],
        ])
    func usage(arguments: [String]) throws {
        let outcome = try Outcome(arguments, in: folder)
        #expect(outcome.code == 2)
        #expect(outcome.output.isEmpty)
        #expect(!outcome.errors.isEmpty)
    }
}
