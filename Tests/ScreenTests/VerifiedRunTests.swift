import Glibc
import Support
import Testing

@Suite("--checksum of get, put and cp")
struct VerifiedRunTests {
    private let served: Served

    init() throws {
        served = try Served()
        try served.folder.makeFolder("served/tree")
        try served.folder.write("hello", to: "served/tree/a")
        try served.folder.write("f", to: "served/file")
        try served.folder.write("", to: "served/tree/empty")
    }

    private func run(_ arguments: String...) throws -> String {
        let outcome = try served.run(arguments)
        #expect(outcome.code == 0, "\(outcome.errors)")
        return outcome.output
    }

    @Test("Where a server tells no digest, what was written is read back")
    func readBack() throws {
        let got = try run("get", "--json", "--checksum", served.url + "/file")
        #expect(got.contains("\"verified\":\"read back\""), "\(got)")
        #expect(served.text("here/file") == "f")
        let put = try run("put", "--json", "--checksum", "file", served.url + "/new")
        #expect(put.contains("\"verified\":\"read back\""), "\(put)")
        #expect(served.text("served/new") == "f")
        let copied = try run(
            "cp", "--json", "--checksum", "-r", served.url + "/tree", served.url + "/copy")
        #expect(copied.split(separator: "\n").count { $0.contains("read back") } == 2)
        #expect(served.text("served/copy/a") == "hello")
    }

    @Test("With -c what only looks whole is copied anew, and that is told")
    func goingOn() throws {
        let url = served.url + "/tree/a"
        _ = try run("get", "-c", url)
        let path = served.folder.path("here/a")
        var status = stat()
        #expect(stat(path, &status) == 0)
        try served.folder.write("jello", to: "here/a")
        #expect(utimensat(AT_FDCWD, path, [status.st_atim, status.st_mtim], 0) == 0)
        _ = try run("get", "-c", url)
        #expect(served.text("here/a") == "jello")
        let outcome = try served.run(["get", "-c", "--checksum", url])
        #expect(outcome.code == 0 && outcome.errors.contains("other contents"), "\(outcome.errors)")
        #expect(served.text("here/a") == "hello")
        let again = try served.run(["get", "-c", "--json", "--checksum", url])
        #expect(again.code == 0 && again.errors.isEmpty, "\(again.errors)")
        #expect(again.output.contains("\"verified\":\"read back\""), "\(again.output)")
    }

    @Test("A server with a shell tells digests of both directions")
    func shell() throws {
        let server = try SSHServer.started()
        try server.root.makeFolder("d")
        // A small file is read sooner than a shell is asked.
        let bytes = (0..<300_000).map { UInt8(truncatingIfNeeded: $0 &* 7 ^ $0 >> 5) }
        try server.root.write(bytes, to: "d/f")
        for name in ["d", "d/f"] { try server.own(name) }
        let client = try SSHClientFolder(server)
        let url = "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)\(server.root.path("d"))"
        func run(_ arguments: String...) throws -> Outcome {
            try Outcome(
                script: "exec setsid -w \"$FERRY\" \"$@\"", arguments,
                environment: ["FERRY_SSH": "exec " + client.command], in: served.folder)
        }
        let got = try run("get", "--json", "--checksum", url + "/f")
        #expect(got.output.contains("\"verified\":\"sha256 by the server\""), "\(got)")
        let put = try run("put", "--json", "--checksum", "f", url + "/g")
        #expect(put.output.contains("\"verified\":\"sha256 by the server\""), "\(put)")
        let isWhole = server.root.read("d/g") == bytes
        #expect(isWhole)
    }

    @Test(
        "What cannot be read again is not promised",
        arguments: [["get", "-o", "-"], ["get", "-o", "/dev/null"]])
    func streams(arguments: [String]) throws {
        let outcome = try served.run(arguments + ["--checksum", served.url + "/file"])
        #expect(outcome.code == 2 && outcome.output.isEmpty)
        #expect(outcome.errors.contains("cannot be compared"), "\(outcome.errors)")
    }

    @Test("Without it nothing is compared")
    func unasked() throws {
        #expect(try !run("get", "--json", served.url + "/file").contains("verified"))
    }
}
