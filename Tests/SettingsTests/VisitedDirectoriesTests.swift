import Files
import Support
import Testing

@testable import Settings

@Suite("The directories that were shown of late")
struct VisitedDirectoriesTests {
    private func local(_ path: String) -> Location {
        Location(site: .local, path: Path(path))
    }

    @Test("Come back newest first and each once, with bytes of names as they are")
    func kept() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("state/visited")
        #expect(VisitedDirectories.load(path).isEmpty)
        var server = Site(scheme: .sftp, host: "web01", user: "de:ploy@x")
        server.port = 2_222
        let odd = Location(
            site: server, path: Path(Array("/a%20b/?#/".utf8) + [0xFF]))
        try VisitedDirectories.add([local("/one"), odd], to: path)
        try VisitedDirectories.add([local("/two"), local("/one")], to: path)
        #expect(VisitedDirectories.load(path) == [local("/one"), local("/two"), odd])
        let text = try #require(try TextFile.read(path))
        #expect(text.split(separator: "\n").count == 3)
    }

    @Test("No more than the limit, from whoever writes")
    func limited() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("visited")
        for round in 0..<5 {
            try VisitedDirectories.add((0..<100).map { local("/\(round)/\($0)") }, to: path)
        }
        let all = VisitedDirectories.load(path)
        #expect(all.count == VisitedDirectories.limit)
        #expect(all.first == local("/4/99"))
    }

    @Test("What cannot be understood is passed over; an account is forgotten with all it has")
    func damaged() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("visited")
        try folder.write(
            "gibberish\n\nftp://h/\u{1B}[2J\nftp://h:99999/x\nftp://me@h/a\nfile:///b\nftp://me@h/c\n",
            to: "visited")
        let all = VisitedDirectories.load(path)
        #expect(all.contains(local("/b")))
        let account = Site(scheme: .ftp, host: "h", user: "me")
        #expect(all.count { $0.site.isSameAccount(as: account) } == 2)
        try VisitedDirectories.forget(account, from: path)
        #expect(!VisitedDirectories.load(path).contains { $0.site.isSameAccount(as: account) })
        #expect(VisitedDirectories.load(path).contains(local("/b")))
        try folder.write(String(repeating: "x", count: 2 << 20), to: "visited")
        #expect(VisitedDirectories.load(path).isEmpty)
    }
}
