import Archives
import Files
import Glibc
import Jobs
import Local
import Support
import Testing

/// A small tree of odd things, and archives that the queue makes of it.
struct PackedTree {
    static let large = (0..<1_500_000).map { UInt8(truncatingIfNeeded: $0 &* 2_654_435_761 >> 7) }

    let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        for name in ["tree", "tree/empty", "tree/sub dir", "tree/sub dir/deep", "left", "out"] {
            try folder.makeFolder(name)
        }
        try folder.write("hello\n", to: "tree/hello.txt")
        try folder.write([], to: "tree/zero")
        try folder.write("umlaut", to: "tree/sub dir/Größe – “ü” 'x")
        try folder.write("run", to: "tree/sub dir/deep/-rf")
        try folder.write(PackedTree.large, to: "tree/sub dir/large.bin")
        try folder.write(
            "long", to: "tree/" + String(repeating: "n", count: 200))
        try folder.write("not chosen", to: "tree/left")
        #expect(symlink("sub dir/large.bin", folder.path("tree/link")) == 0)
        #expect(symlink("../nowhere", folder.path("tree/dangling")) == 0)
        #expect(chmod(folder.path("tree/hello.txt"), 0o640) == 0)
        #expect(chmod(folder.path("tree/sub dir/deep/-rf"), 0o755) == 0)
        var times = [
            timeval(tv_sec: 981_173_106, tv_usec: 0), timeval(tv_sec: 981_173_106, tv_usec: 0),
        ]
        #expect(utimes(folder.path("tree/hello.txt"), &times) == 0)
    }

    /// Packs all but `left`.
    func request(
        _ archive: String, policy: ConflictPolicy = .ask, target: Location? = nil
    ) throws -> JobRequest {
        let directory = Path(folder.path("tree"))
        let listing = try LocalFileSystem().list(directory)
        let chosen = listing.picking(
            (0..<listing.count).filter {
                !listing.nameBytes(at: $0).elementsEqual("left".utf8)
            })
        return JobRequest(
            operation: .pack, source: Location(site: .local, path: directory),
            entry: Entry(name: try #require(Name("tree")), kind: .directory),
            target: target ?? Location(site: .local, path: Path(folder.path(archive))),
            root: (target?.path ?? Path(folder.path(archive))).parent, policy: policy,
            chosen: ChosenEntries(chosen))
    }

    /// Adds so much that a packing can be interrupted before it ends.
    func addMuch() {
        let file = folder.path("tree/larger.bin")
        let command = "head -c 16000000 /dev/urandom >'\(file)'"
        #expect(Command.run(["/bin/sh", "-c", command]) == 0)
    }

    /// Unfinished files beside the archives.
    var parts: [String] {
        get throws {
            try LocalFileSystem().list(Path(folder.path)).entries.map(\.name.text)
                .filter { $0.hasPrefix(".ferry-") }
        }
    }
}
