import Files
import Glibc
import Support
import Testing

@testable import SFTP

@Suite("What SFTP servers list")
struct ServerListingTests {
    private static let file = ScriptedSFTPAttributes(size: 1, permissions: 0o100644)

    /// What is listed of one answer with these names.
    private func listed(_ names: [[UInt8]]) throws -> [[UInt8]] {
        let entries = names.map { ScriptedSFTPEntry($0, ServerListingTests.file) }
        let bench = try SFTPBench(
            ScriptedSFTPBehaviour().with(.listing(path: "/folder", entries)))
        try bench.folder.makeFolder("folder")
        return try bench.files.list(Path("/folder")).entries.map(\.name.bytes)
    }

    @Test("What is no name of one component is left out, and all else is kept as it came")
    func names() throws {
        let odd: [[UInt8]] = [
            Array("a/b".utf8), Array("/".utf8), Array("..".utf8), Array(".".utf8), [],
            Array("nul".utf8) + [0] + Array("behind".utf8), Array("../../etc/passwd".utf8),
            Array("/etc/passwd".utf8),
        ]
        let kept: [[UInt8]] = [
            Array("plain".utf8), Array("...".utf8), [0xFF, 0xFE, 0x41], [0xC3],
            Array("escape\u{1B}[31m".utf8), [0x1B, 0x5B, 0x41], [0x0A], [0x7F], [0x20],
            [UInt8](repeating: 0x6C, count: 255), Array("テスト".utf8),
        ]
        let long = [UInt8](repeating: 0x78, count: 300)
        let found = try listed(odd + kept + [long])
        for name in odd { #expect(!found.contains(name)) }
        for name in kept { #expect(found.contains(name)) }
        for name in found { #expect(!name.isEmpty && !name.contains(0x2F) && !name.contains(0)) }
    }

    @Test("A listing without end is cut, visibly")
    func endless() throws {
        let bench = try SFTPBench(
            ScriptedSFTPBehaviour().with(.endlessListing(path: "/")))
        bench.files.listingLimits.entries = 1_000
        let listing = try bench.files.list(.root)
        #expect(listing.isCut)
        #expect(listing.count == 1_000)
        #expect(bench.server.count(.readdir) < 200)
        #expect(bench.server.openHandles == 0 || bench.server.waitForRequests(1))
        // The connection goes on.
        #expect(try bench.files.entry(at: .root)?.kind == .directory)
    }

    @Test("An endless listing of links is cut as well")
    func endlessLinks() throws {
        let link = ScriptedSFTPAttributes(permissions: 0o120777)
        let bench = try SFTPBench(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(.readdir) { request in
                    .packet(
                        104,
                        ScriptedSFTPWriter.names(
                            (0..<100).map { ScriptedSFTPEntry("\(request.id)-\($0)", link) }))
                }))
        bench.files.listingLimits.entries = 500
        let listing = try bench.files.list(.root)
        #expect(listing.isCut)
        #expect(listing.count <= 500)
    }

    @Test("An answer with no name at all is the end", .timeLimit(.minutes(1)))
    func emptyAnswers() throws {
        let bench = try SFTPBench(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(.readdir, answer: .packet(104, ScriptedSFTPWriter.names([])))))
        #expect(try bench.names() == [])
    }

    @Test("A folder past 1 MiB in one answer")
    func large() throws {
        let bench = try SFTPBench(.wingFTP)
        let padding = String(repeating: "x", count: 200)
        for number in 0..<2_500 {
            mknod(bench.folder.path("\(number) \(padding)"), S_IFREG | 0o644, 0)
        }
        #expect(try bench.list().count == 2_500)
        #expect(bench.server.count(.readdir) < 10)
    }

    @Test("Owners that are left out are not made up")
    func owners() throws {
        let bench = try SFTPBench(.bitvise)
        try bench.folder.write("hello", to: "file")
        let entry = try #require(bench.list()["file"])
        #expect(entry.size == 5 && entry.kind == .file)
        // With numbers only, these are shown.
        let numbers = try SFTPBench(
            ScriptedSFTPBehaviour().with(
                .listing(
                    path: "/",
                    [
                        ScriptedSFTPEntry(
                            "file", .init(size: 5, owner: .init(user: 4_242, group: 4_243)))
                    ]),
                ScriptedSFTPRule(
                    extension: "users-groups-by-id@openssh.com", answer: .status(.failure))))
        #expect(try numbers.list()["file"]?.owner == "4242")
        #expect(try numbers.list()["file"]?.group == nil)
    }

    @Test("Files that are listed as folders, and folders in them, without end")
    func audiocodes() throws {
        let bench = try SFTPBench(.audiocodes)
        try bench.folder.makeFolder("folder")
        try bench.folder.write("hello", to: "folder/file")
        var path = Path("/folder")
        for _ in 0..<100 {
            let listing = try bench.files.list(path)
            #expect(listing.count == 1)
            let name = try #require(listing.entries.first?.name)
            path = path.appending(name)
        }
        // Such a file can be read all the same.
        #expect(try bench.get("folder/file") == Array("hello".utf8))
    }

    @Test("A folder that is refused, or breaks off in the middle, fails with its reason")
    func refused() throws {
        let bench = try SFTPBench(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(.opendir, path: "/closed", answer: .status(.permissionDenied))))
        #expect(bench.failure { _ = try bench.names("closed") }?.kind == .denied)
        #expect(bench.failure { _ = try bench.names("none") }?.kind == .notFound)
        let broken = try SFTPBench(
            ScriptedSFTPBehaviour().with(
                .listing(path: "/", [ScriptedSFTPEntry("one", ServerListingTests.file)]),
                ScriptedSFTPRule(.readdir, answer: .status(.failure, "disk error"))))
        let error = broken.failure { _ = try broken.names() }
        #expect(error?.message.contains("disk error") == true)
    }
}
