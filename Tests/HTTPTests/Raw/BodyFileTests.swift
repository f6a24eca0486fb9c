import Files
import Glibc
import HTTP
import Support
import Testing

@Suite("A body that is kept")
struct BodyFileTests {
    private let folder: TemporaryFolder
    private let name: Name

    init() throws {
        folder = try TemporaryFolder()
        name = try #require(Name("a.png"))
    }

    private func keep(_ bytes: [UInt8], isNumbered: Bool = true) throws -> BodyFile {
        let kept = try BodyFile(named: name, in: Path(folder.path), isNumbered: isNumbered)
        try bytes.withUnsafeBytes { try kept.write($0) }
        return kept
    }

    @Test("It has its name once it is whole, and never another's")
    func naming() throws {
        let first = try keep([1])
        #expect(!folder.exists("a.png"))
        let second = try keep([2, 2])
        try second.finish()
        try first.finish()
        #expect(second.path.name == name)
        #expect(folder.read("a.png") == [2, 2])
        #expect(second.size == 2)
        #expect(first.path.name == Name("a (2).png"))
        #expect(folder.read("a (2).png") == [1])
    }

    @Test("Where it may not be numbered, what has the name stays")
    func taken() throws {
        try folder.write("mine", to: "a.png")
        let early = #expect(throws: FileSystemError.self) {
            _ = try keep([1], isNumbered: false)
        }
        #expect(early?.kind == .exists)
        unlink(folder.path("a.png"))
        let kept = try keep([1], isNumbered: false)
        try folder.write("mine", to: "a.png")
        let late = #expect(throws: FileSystemError.self) { try kept.finish() }
        #expect(late?.kind == .exists)
        #expect(folder.read("a.png") == Array("mine".utf8))
    }

    @Test("Left unfinished it is gone")
    func unfinished() throws {
        _ = try keep([1])
        let kept = try keep([2])
        kept.discard()
        #expect(rmdir(folder.path) == 0)
        #expect(mkdir(folder.path, 0o700) == 0)
    }
}
