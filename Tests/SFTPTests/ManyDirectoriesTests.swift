import Files
import Glibc
import Support
import Testing

@testable import SFTP

@Suite("Many directories of an SFTP server together")
struct ManyDirectoriesTests {
    /// Folders `0`, `1` … with so many files each.
    private func plant(_ bench: SFTPBench, _ count: Int, files: Int = 2) throws -> [Path] {
        try (0..<count).map { number in
            try bench.folder.makeFolder("\(number)")
            for file in 0..<files { try bench.folder.write("x", to: "\(number)/\(number)-\(file)") }
            return Path("/\(number)")
        }
    }

    private func names(_ result: Result<Directory, FileSystemError>?) throws -> [String] {
        try #require(try result?.get()).entries.map(\.name.text).sorted()
    }

    private func checkAll(
        _ found: [Path: Result<Directory, FileSystemError>], _ paths: [Path]
    ) throws {
        #expect(found.count == paths.count)
        for (number, path) in paths.enumerated() {
            #expect(try names(found[path]) == ["\(number)-0", "\(number)-1"])
        }
    }

    @Test("Each is answered by its path, in a few round trips, and the owners are asked once")
    func together() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.pace = .quiet(milliseconds: 20)
        let bench = try SFTPBench(behaviour)
        let paths = try plant(bench, 60)
        _ = try bench.files.home()
        let before = bench.server.rounds
        var counts: [Int] = []
        let found = bench.files.list(paths, limit: 1_000) { counts.append($0) }
        try checkAll(found, paths)
        #expect(bench.server.rounds - before <= 12)
        #expect(bench.server.mostOpenHandles >= 32)
        #expect(bench.count("users-groups-by-id@openssh.com") == 1)
        #expect(bench.count("statvfs@openssh.com") == 0)
        // No more is asked than a small directory needs.
        #expect(bench.server.count(.readdir) == 2 * paths.count)
        #expect(counts == counts.sorted() && counts.last == 120)
        #expect(found[paths[0]].flatMap { try? $0.get().entry(at: 0)?.owner } != nil)
        _ = try bench.files.entry(at: .root)
        #expect(bench.server.openHandles == 0)
    }

    @Test("The first of many files does not keep the others waiting until it was read")
    func ahead() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.pace = .quiet(milliseconds: 20)
        let bench = try SFTPBench(behaviour)
        let paths = try (0..<20).map { number in
            try bench.folder.write("x", to: "\(number)")
            return Path("/\(number)")
        }
        bench.files.prepare(paths.map { Upcoming(path: $0, direction: .read, size: 1) })
        let first = try bench.files.open(paths[0], from: 0)
        var byte = [UInt8](repeating: 0, count: 1)
        #expect(try byte.withUnsafeMutableBytes { try first.read(into: $0) } == 1)
        #expect(bench.server.count(.open) == paths.count)
        try first.finish()
        bench.files.prepare([])
    }

    @Test(
        "No more are open than the server takes, whether it says so or refuses more",
        arguments: [true, false], [1, 3, 10])
    func fewHandles(isSaid: Bool, most: UInt64) throws {
        var behaviour = isSaid ? ScriptedSFTPBehaviour() : .bare
        behaviour.limits.handles = most
        let bench = try SFTPBench(behaviour)
        let paths = try plant(bench, 40)
        try checkAll(bench.files.list(paths, limit: 1_000) { _ in }, paths)
        #expect(bench.server.mostOpenHandles <= Int(most))
        // A server that says how many it has is never asked for more.
        if isSaid { #expect(bench.server.count(.opendir) == paths.count) }
        #expect(bench.server.count(.opendir) <= 3 * paths.count)
    }

    @Test("Those that cannot be opened, or break off, fail alone", arguments: [false, true])
    func refused(isVague: Bool) throws {
        let bench = try SFTPBench(
            ScriptedSFTPBehaviour().with(
                ScriptedSFTPRule(
                    .opendir, path: "/7", answer: .status(isVague ? .failure : .permissionDenied)),
                ScriptedSFTPRule(.readdir, path: "/9", answer: .status(.failure, "disk error"))))
        let paths = try plant(bench, 40)
        let limit = bench.files.openFileLimit
        var found = bench.files.list(paths + [Path("/none")], limit: 1_000) { _ in }
        func failure(_ path: String) -> FileSystemError? {
            guard case .failure(let error) = found.removeValue(forKey: Path(path)) else {
                return nil
            }
            return error
        }
        #expect(failure("/7")?.kind == (isVague ? .other : .denied))
        #expect(failure("/9")?.message.contains("disk error") == true)
        #expect(failure("/none")?.kind == .notFound)
        #expect(found.count == 38)
        for (path, result) in found { #expect(try names(result).count == 2, "\(path)") }
        // It does not count against the others.
        #expect(bench.files.openFileLimit == limit)
    }

    @Test("One without end comes cut, soon, and the others whole")
    func endless() throws {
        let bench = try SFTPBench(ScriptedSFTPBehaviour().with(.endlessListing(path: "/3")))
        let paths = try plant(bench, 30)
        var found = bench.files.list(paths, limit: 500) { _ in }
        let cut = try #require(try found.removeValue(forKey: paths[3])?.get())
        #expect(cut.isCut && cut.count == 500)
        #expect(bench.server.count(.readdir) < 200)
        for result in found.values { #expect(try !result.get().isCut) }
        // The connection goes on.
        #expect(try bench.files.entry(at: .root)?.kind == .directory)
    }

    @Test("Where links lead is told as by a listing alone")
    func links() throws {
        let bench = try SFTPBench()
        let paths = try plant(bench, 5)
        #expect(symlink("../0", bench.folder.path("2/here")) == 0)
        let found = bench.files.list(paths, limit: 1_000) { _ in }
        let listing = try #require(try found[paths[2]]?.get())
        let link = try #require(listing.entries.first { $0.kind == .link })
        #expect(link.target == Array("../0".utf8))
    }

    @Test("An interruption ends all of them, each with its answer")
    func interrupted() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.pace = .quiet(milliseconds: 20)
        let bench = try SFTPBench(behaviour)
        let paths = try plant(bench, 30)
        _ = try bench.files.home()
        bench.server.change { $0.pace = .byHand }
        let (server, interrupt) = (bench.server, bench.files.interrupt)
        Background.run {
            server.waitForPending(paths.count)
            interrupt()
        }
        let found = bench.files.list(paths, limit: 1_000) { _ in }
        #expect(found.count == paths.count)
        for result in found.values {
            guard case .failure(let error) = result else {
                Issue.record("It was listed all the same.")
                continue
            }
            #expect(error.kind == .cancelled)
        }
    }

    @Test("Many are made in one window, and those that are there said to be")
    func made() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.pace = .quiet(milliseconds: 20)
        let bench = try SFTPBench(behaviour)
        try bench.folder.makeFolder("5")
        try bench.folder.write("x", to: "6")
        _ = try bench.files.home()
        let before = bench.server.rounds
        let paths = (0..<50).map { Path("/\($0)") } + [Path("/none/below")]
        let results = bench.files.makeDirectories(paths.map { NewDirectory($0) }, root: nil)
        #expect(bench.server.rounds - before <= 4)
        try #require(results.count == paths.count)
        for path in paths {
            switch (path.text, try #require(results[path])) {
            case ("/5", .failure(let error)), ("/6", .failure(let error)):
                #expect(error.kind == .exists)
            case ("/none/below", .failure(let error)): #expect(error.kind == .notFound)
            case (_, .success): #expect(bench.folder.exists(String(path.text.dropFirst())))
            case (_, .failure(let error)): Issue.record("\(path): \(error)")
            }
        }
    }
}
