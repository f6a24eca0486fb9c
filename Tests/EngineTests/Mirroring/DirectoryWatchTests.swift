import Files
import Glibc
import Support
import Testing

@testable import Engine

@Suite("A directory that is watched")
struct DirectoryWatchTests {
    private let folder: TemporaryFolder
    private let top: Path

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("tree")
        top = Path(folder.path("tree"))
    }

    private func watch() throws -> DirectoryWatch {
        try DirectoryWatch(of: top) { _, _ in false }
    }

    @Test("Whoever waits is interrupted, also who comes only then")
    func interrupted() throws {
        let watch = try watch()
        watch.interrupt()
        #expect(try watch.wait(atMost: nil) == .interrupted)
        #expect(try watch.wait(atMost: nil) == .interrupted)
    }

    @Test("One that has come into its place is told, and so is that nothing has")
    func replaced() throws {
        let watch = try watch()
        #expect(rename(folder.path("tree"), folder.path("old")) == 0)
        try folder.makeFolder("tree")
        #expect(try watch.wait(atMost: nil) == .replaced)
        let next = try self.watch()
        #expect(rename(folder.path("tree"), folder.path("other")) == 0)
        let error = #expect(throws: FileSystemError.self) { try next.wait(atMost: nil) }
        #expect(error?.kind == .notFound)
        #expect(error?.message.contains("so there is nothing left to watch") == true)
    }
}
