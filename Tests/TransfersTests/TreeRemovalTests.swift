import Files
import Glibc
import Jobs
import Local
import Support
import Testing

@testable import Transfers

@Suite("Deleting a tree of this machine")
struct TreeRemovalTests {
    @Test("A link that takes a directory's place after that was read leads nobody out")
    func ledOut() throws {
        let folder = try TemporaryFolder()
        for name in ["tree", "tree/sub", "outside"] { try folder.makeFolder(name) }
        try folder.write("mine", to: "tree/sub/file")
        try folder.write("precious", to: "outside/file")
        let sub = Path(folder.path("tree/sub"))
        let queue = TransferQueue(
            store: try Store.open(at: nil),
            makeFileSystem: { [path = folder.path] _, _ in
                ChangingFileSystem { directory in
                    guard directory == sub else { return }
                    #expect(rename(path + "/tree/sub", path + "/aside") == 0)
                    #expect(symlink(path + "/outside", path + "/tree/sub") == 0)
                }
            }, onChange: { _ in })
        queue.submit([
            JobRequest(
                operation: .delete,
                source: Location(site: .local, path: Path(folder.path("tree"))),
                entry: Entry(name: try #require(Name("tree")), kind: .directory))
        ])
        queue.awaitIdle()
        #expect(folder.read("outside/file") == Array("precious".utf8))
        #expect(folder.read("aside/file") == Array("mine".utf8))
    }
}

/// This machine's files, where something changes each time that a directory was read.
private final class ChangingFileSystem: FileSystem {
    private let files = LocalFileSystem()
    private let change: (Path) -> Void

    init(_ change: @escaping (Path) -> Void) {
        self.change = change
    }

    var site: Site { files.site }
    var capabilities: Capabilities { files.capabilities }
    var interrupt: @Sendable () -> Void { files.interrupt }
    var isConnected: Bool { files.isConnected }

    func home() throws(FileSystemError) -> Path { try files.home() }
    func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        defer { change(directory) }
        return try files.list(directory, progress: progress)
    }
    func entry(at path: Path) throws(FileSystemError) -> Entry? { try files.entry(at: path) }
    func details(of paths: [Path]) throws(FileSystemError) -> [Entry?] {
        try files.details(of: paths)
    }
    func open(_ file: Path, from offset: UInt64) throws(FileSystemError) -> any FileSource {
        try files.open(file, from: offset)
    }
    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink { try files.create(file, as: id, creation) }
    func resume(_ part: Part, _ creation: Creation) throws(FileSystemError) -> any FileSink {
        try files.resume(part, creation)
    }
    func commit(
        _ parts: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults { files.commit(parts, note: note) }
    func discard(_ part: Part, root: Path?) throws(FileSystemError) {
        try files.discard(part, root: root)
    }
    func prepare(_ next: [Upcoming]) { files.prepare(next) }
    func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        try files.makeDirectory(directory, mode: mode, root: root)
    }
    func removeFiles(_ paths: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        files.removeFiles(paths, root: root)
    }
    func removeDirectories(_ paths: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        files.removeDirectories(paths, root: root)
    }
    func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        try files.rename(source, to: target, replacement: replacement)
    }
    func close() { files.close() }
}
