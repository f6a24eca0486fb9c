import Glibc
import Support
import Testing

@Suite("ln")
struct MakeLinkRunTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try Ferry.folder()
    }

    private func run(_ arguments: String..., ssh: SSHClientFolder? = nil) throws -> Outcome {
        try Outcome(
            script: "exec setsid -w \"$FERRY\" \"$@\"", arguments,
            environment: ssh.map { ["FERRY_SSH": "exec " + $0.command] } ?? [:], in: folder)
    }

    private func target(_ path: String) -> String? {
        var bytes = [CChar](repeating: 0, count: 1_000)
        let count = readlink(path, &bytes, bytes.count)
        guard count >= 0 else { return nil }
        return String(decoding: bytes[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// `url` is that of the empty folder `top` of `root`.
    private func visit(
        _ url: String, _ root: TemporaryFolder, _ top: String, ssh: SSHClientFolder? = nil
    ) throws {
        func at(_ name: String) -> String { root.path("\(top)/\(name)") }
        let made = try run("ln", "../no where", url + "/link", ssh: ssh)
        #expect(made.code == 0 && made.output.isEmpty, "\(made.errors)")
        #expect(target(at("link")) == "../no where")
        let taken = try run("ln", "other", url + "/link", ssh: ssh)
        #expect(taken.code == 1 && taken.errors.contains("exists"), "\(taken.errors)")
        #expect(target(at("link")) == "../no where")
        let into = try run("ln", "/etc/hosts", url, ssh: ssh)
        #expect(into.code == 0, "\(into.errors)")
        #expect(target(at("hosts")) == "/etc/hosts")
        let nameless = try run("ln", "..", url + "/", ssh: ssh)
        #expect(
            nameless.code == 2 && nameless.errors.contains("gives no name for the link"),
            "\(nameless.errors)")
        let orphan = try run("ln", "x", url + "/none/link", ssh: ssh)
        #expect(orphan.code == 1)
    }

    @Test("On this machine")
    func local() throws {
        try folder.makeFolder("here/top")
        try visit(folder.path("here/top"), folder, "here/top")
    }

    @Test("By SFTP")
    func sftp() throws {
        let server = try SSHServer.started()
        try server.root.makeFolder("top")
        try server.own("top")
        let client = try SSHClientFolder(server)
        try visit(
            "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)\(server.root.path("top"))",
            server.root, "top", ssh: client)
    }

    @Test("A server that makes no links says so in one sentence")
    func unsupported() throws {
        let served = try Served()
        let outcome = try served.run(["ln", "x", served.url + "/link"])
        #expect(outcome.code == 1)
        #expect(
            outcome.errors
                == "ferry: /link was not created, because 127.0.0.1 has no command that creates "
                + "links.\n")
        let web = try run("ln", "x", "http://127.0.0.1:9/link")
        #expect(web.code == 1)
        #expect(web.errors.contains("Links cannot be created over http://"), "\(web.errors)")
    }

    @Test(
        "Wrong usage is told",
        arguments: [["ln"], ["ln", "x"], ["ln", "", "x"], ["ln", "ftp://h/x", "x"]])
    func usage(arguments: [String]) throws {
        let outcome = try Outcome(arguments, in: folder)
        #expect(outcome.code == 2)
        #expect(!outcome.errors.isEmpty && outcome.output.isEmpty)
    }
}
