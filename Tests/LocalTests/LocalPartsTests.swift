import Files
import Support
import Testing

@testable import Local

@Suite struct LocalPartsTests {
    let folder: TemporaryFolder
    let stop = StopFlag()
    let parts: LocalParts

    init() throws {
        folder = try TemporaryFolder()
        parts = LocalParts(Folders(), stop)
    }

    private func id(_ number: UInt64) -> PartID { PartID(token: "abcd", number: number) }

    private func write(_ text: String, to sink: any FileSink) throws {
        try Array(text.utf8).withUnsafeBytes { try sink.write($0) }
    }

    private func outcome(
        _ part: Part, size: UInt64, _ creation: Creation = Creation()
    ) -> Result<Committed, FileSystemError>? {
        parts.commit([PendingCommit(part: part, creation: creation, size: size)])[part.id]
    }

    @Test("A part that was written to its end gets the file's name") func whole() throws {
        let sink = try parts.create(folder.at("a"), as: id(1), Creation())
        try write("hello", to: sink)
        #expect(try parts.size(of: sink.part, root: nil) == 5)
        #expect(!folder.exists("a"))
        try sink.finish()
        let outcome = outcome(sink.part, size: 5)
        #expect(throws: Never.self) { try outcome?.get() }
        #expect(folder.read("a") == Array("hello".utf8))
    }

    @Test("A part that was not written to its end here is not committed") func unfinished() throws {
        let sink = try parts.create(folder.at("a"), as: id(1), Creation())
        try write("hello", to: sink)
        let outcome = outcome(sink.part, size: 5)
        #expect(throws: FileSystemError.self) { try outcome?.get() }
        #expect(!folder.exists("a"))
        let finished = try parts.create(folder.at("b"), as: id(2), Creation())
        try finished.finish()
        parts.close()
        let late = self.outcome(finished.part, size: 0)
        #expect(throws: FileSystemError.self) { try late?.get() }
        #expect(!folder.exists("b"))
    }

    @Test("A part goes on where it ended, and is read as far as it is there") func resumed() throws
    {
        var first: (any FileSink)? = try parts.create(folder.at("a"), as: id(1), Creation())
        let part = try #require(first?.part)
        try first.map { try write("hello", to: $0) }
        first = nil
        let sink = try parts.resume(part, Creation(offset: 3))
        try write("p!", to: sink)
        var buffer = [UInt8](repeating: 0, count: 10)
        let source = try parts.open(part, root: nil, from: 1)
        let count = try buffer.withUnsafeMutableBytes { try source.read(into: $0) }
        #expect(buffer.prefix(count).elementsEqual("elp!".utf8))
    }

    @Test("A part is thrown away, and one that is gone is as wanted") func discarded() throws {
        let sink = try parts.create(folder.at("a"), as: id(1), Creation())
        try parts.discard(sink.part, root: nil)
        #expect(try parts.size(of: sink.part, root: nil) == nil)
        try parts.discard(sink.part, root: nil)
    }

    @Test("A name that is taken is refused, so that another number can be tried") func taken()
        throws
    {
        _ = try parts.create(folder.at("a"), as: id(1), Creation())
        let error = #expect(throws: FileSystemError.self) {
            try parts.create(folder.at("b"), as: id(1), Creation())
        }
        #expect(error?.kind == .exists)
    }

    @Test("A beginning that is too short, or whose copying is stopped, leaves no part")
    func beginnings() throws {
        try folder.write("hello", to: "a")
        let short = #expect(throws: FileSystemError.self) {
            try parts.create(folder.at("a"), as: id(1), Creation(offset: 6))
        }
        #expect(short?.kind == .changed)
        stop.set()
        let stopped = #expect(throws: FileSystemError.self) {
            try parts.create(folder.at("a"), as: id(1), Creation(offset: 3))
        }
        #expect(stopped?.kind == .cancelled)
        stop.clear()
        let sink = try parts.create(folder.at("a"), as: id(1), Creation(offset: 3))
        #expect(try parts.size(of: sink.part, root: nil) == 3)
    }
}
