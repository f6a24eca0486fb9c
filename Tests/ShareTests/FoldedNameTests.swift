import Disk
import Files
import Glibc
import Support
import Testing

@testable import Share

/// The disk of these tests keeps `File` and `FILE` apart, and says that it does not: what it is asked for by
/// another spelling is not there, so that each change by one is a new file, were it let through.
@Suite("Locks where the disk does not tell capitals from small letters") struct FoldedNameTests {
    private let bench: FolderBench
    private static let other = "10.0.0.2"

    init() throws {
        bench = try FolderBench(folds: { _ in true })
        try bench.disk.makeFolder("d")
        try bench.disk.write("old", to: "d/f")
        try bench.disk.write("old", to: "g")
    }

    private func lock(_ path: String, from visitor: String = "127.0.0.1") -> FolderBench.Answer {
        bench.ask(
            .lock, path,
            body: Array(
                ("<lockinfo xmlns='DAV:'><lockscope><exclusive/></lockscope>"
                    + "<locktype><write/></locktype></lockinfo>").utf8), from: visitor)
    }

    private func token(_ path: String) throws -> String {
        String(try #require(lock(path).headers["Lock-Token"]).dropFirst().dropLast())
    }

    private func ask(
        _ method: Share.Method, _ path: String, _ headers: [(String, String)] = [],
        from visitor: String = FoldedNameTests.other
    ) -> UInt16 {
        bench.ask(method, path, headers: headers, body: [], from: visitor).status
    }

    @Test("What cannot be looked into takes after what holds it") func unseen() throws {
        let folder = bench.folder
        #expect(folder.shared(Path("/none/File")) == folder.shared(Path("/None/FILE")))
        #expect(folder.shared(Path("/none/file")) != folder.shared(Path("/none/other")))
        #expect(folder.foldsNames(in: Path("/none/at/all")))
        let exact = try FolderBench(folds: { _ in false }).folder
        #expect(exact.shared(Path("/none/File")) != exact.shared(Path("/none/FILE")))
        #expect(!exact.foldsNames(in: Path("/none")))
    }

    @Test("A lock holds every spelling of its name, and no other name") func spellings() throws {
        // A directory is looked into by the spelling that is asked for.
        try bench.disk.makeFolder("D")
        let token = try token("/d/f")
        for path in ["/d/F", "/d/f.", "/d/F%20", "/D/f", "/D/F"] {
            #expect(ask(.put, path) == 423, "\(path)")
            #expect(ask(.delete, path) == 423, "\(path)")
            #expect(ask(.mkcol, path) == 423, "\(path)")
            #expect(ask(.move, "/g", [("Destination", path)]) == 423, "\(path)")
            #expect(lock(path, from: Self.other).status == 423, "\(path)")
        }
        #expect(ask(.delete, "/D") == 424)
        #expect(ask(.put, "/d/ff") == 201)
        #expect(bench.names("d") == ["f", "ff"])
        // Also for who holds it.
        let own = "127.0.0.1"
        let refreshed = ask(.lock, "/d/F", [("If", "(<\(token)>)")], from: own)
        #expect(refreshed == 200)
        #expect(ask(.put, "/d/f", [("If", "</d/F> (<\(token)>)")], from: own) == 204)
        #expect(ask(.unlock, "/d/F", [("Lock-Token", "<\(token)>")], from: own) == 204)
        #expect(ask(.put, "/d/f") == 204)
    }

    @Test("So does one of a directory, and that of a name beyond ASCII") func directories() throws {
        _ = try token("/d")
        #expect(ask(.put, "/D/new") == 423)
        #expect(ask(.put, "/d/F") == 423)
        _ = try token("/caf%C3%A9")
        for path in ["/CAF%C3%89", "/cafe%CC%81", "/caf%C3%A9%E2%80%8D"] {
            #expect(ask(.put, path) == 423, "\(path)")
        }
        #expect(ask(.put, "/cafe") == 201)
    }

    @Test("A listing tells of a lock at each spelling") func listing() throws {
        try bench.disk.write("other", to: "d/F")
        let token = try token("/d/F")
        let text = bench.ask(.propfind, "/d", headers: [("Depth", "1")]).text
        #expect(text.ranges(of: token).count == 2)
    }

    @Test("What is being written is so by each spelling, and the same visitor may send it again")
    func writing() throws {
        let response = try bench.begin(.put, "/d/new", length: 1)
        guard case .receive(let receiver) = response.body else {
            Issue.record("no body is taken")
            return
        }
        #expect(ask(.put, "/d/NEW") == 423)
        #expect(lock("/d/NEW", from: Self.other).status == 423)
        #expect(ask(.put, "/d/NEW", from: "127.0.0.1") == 201)
        try receiver.write([0x78])
        #expect(try receiver.finish().status.code == 201)
        #expect(ask(.put, "/d/NEW") == 204)
    }

    @Test("Where it tells them apart they are two") func exact() throws {
        let plain = try FolderBench()
        try plain.disk.write("old", to: "f")
        let handle = try DirectoryHandle(at: Path(plain.disk.path))
        #expect(!handle.foldsNames)
        let body =
            "<lockinfo xmlns='DAV:'><lockscope><exclusive/></lockscope>"
            + "<locktype><write/></locktype></lockinfo>"
        #expect(plain.ask(.lock, "/f", body: Array(body.utf8)).status == 200)
        #expect(plain.ask(.put, "/F", body: [], from: Self.other).status == 201)
        #expect(plain.ask(.put, "/f", body: [], from: Self.other).status == 423)
    }
}
