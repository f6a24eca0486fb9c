import Files
import Local
import Support
import Testing
import UI
import Work

@testable import Engine

@Suite("Looking below a directory")
struct FinderTests {
    private let inbox: Inbox
    private let stop = Cancellation()

    init() throws {
        inbox = try #require(Inbox())
    }

    private func run(
        _ filter: FindFilter, on files: any FileSystem, at path: String, limit: Int = 100
    ) -> (found: [String], end: Result<FindEnd, FileSystemError>?) {
        var finder = Finder(
            RequestID(rawValue: 7), Location(site: files.site, path: Path(path)), filter, stop,
            inbox)
        let message = finder.run(on: files, limit: limit)
        var found: [String] = []
        for case .found(_, let entries) in inbox.drain() {
            found += entries.map { $0.names.map { $0.text(on: .local) }.joined(separator: "/") }
        }
        guard case .findEnded(_, let end)? = message else { return (found, nil) }
        return (found.sorted(), end)
    }

    private func volume() -> MemoryVolume {
        let volume = MemoryVolume()
        volume.add("/d/a.txt", "one")
        volume.add("/d/sub/b.txt", "twenty")
        volume.add("/d/sub/deep/c.log", "x")
        volume.add("/e.txt", "outside")
        return volume
    }

    @Test("By name, type and size, at any depth and nowhere else")
    func filters() {
        let files = volume().connect()
        #expect(
            run(FindFilter(name: NamePattern("*.txt")), on: files, at: "/d").found
                == ["a.txt", "sub/b.txt"])
        #expect(
            run(FindFilter(type: .d), on: files, at: "/d").found == ["sub", "sub/deep"])
        #expect(
            run(FindFilter(size: .above(3)), on: files, at: "/d").found.contains("sub/b.txt"))
    }

    @Test("A directory that cannot be listed is said, and the rest is found")
    func unreadable() throws {
        let volume = volume()
        volume.lay(MemoryFault(.list, "/d/sub/deep", MemoryFault.refused(), times: 9))
        let (found, end) = run(FindFilter(type: .f), on: volume.connect(), at: "/d")
        #expect(found == ["a.txt", "sub/b.txt"])
        #expect(try end?.get().failureCount == 1)
    }

    @Test("A line that is cut ends it with the reason; what was found stays")
    func cut() {
        let volume = volume()
        volume.lay(MemoryFault(.list, "/d/sub", MemoryFault.broken(), times: 9))
        let (found, end) = run(FindFilter(type: .f), on: volume.connect(), at: "/d")
        #expect(found == ["a.txt"])
        #expect(throws: FileSystemError.self) { try end?.get() }
    }

    @Test("Once stopped nothing more is told")
    func stopped() {
        stop.cancel()
        let (found, end) = run(FindFilter(), on: volume().connect(), at: "/d")
        #expect(found == [])
        #expect(end == nil)
    }

    @Test("No more are told than are shown, which is said")
    func limit() throws {
        let (found, end) = run(FindFilter(), on: volume().connect(), at: "/d", limit: 2)
        #expect(found.count == 2)
        #expect(try end?.get().isCut == true)
    }

    @Test("What files hold is looked for here, over the edge of blocks, links and pipes left alone")
    func contents() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("in")
        try folder.write("nothing", to: "in/a")
        var bytes = [UInt8](repeating: 0x61, count: (256 << 10) - 3)
        bytes += Array("needle".utf8)
        try folder.write(bytes, to: "in/b")
        try folder.write("a NEEDLE", to: "c")
        let filter = FindFilter(text: FindText("needle"))
        let (found, end) = run(filter, on: LocalFileSystem(), at: folder.path(""))
        #expect(found == ["c", "in/b"])
        #expect(try end?.get() == FindEnd())
    }
}
