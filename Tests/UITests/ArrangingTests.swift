import Files
import Testing
import UI

@Suite("Arranging a directory")
struct ArrangingTests {
    private func directory(_ entries: [Entry]) -> Directory {
        var builder = DirectoryBuilder()
        for entry in entries { builder.append(entry) }
        return builder.directory
    }

    private func entry(
        _ name: String, _ kind: Entry.Kind = .file, size: UInt64? = nil, time: Int64? = nil
    ) throws -> Entry {
        Entry(
            name: try #require(Name(name)), kind: kind, size: size,
            modified: time.map { Timestamp(seconds: $0) })
    }

    private func names(_ arrangement: Arrangement, _ directory: Directory) -> [String] {
        arrangement.order(of: directory).compactMap { directory.entry(at: Int($0))?.name.text }
    }

    @Test("Names sort naturally: numbers by value, letters without case, directories first")
    func natural() throws {
        let directory = directory(
            try [
                "file10", "File9", "file1", "img007", "img7", "a", "B", "file123456789012",
                "file99999999999",
            ].map { try entry($0) } + [try entry("zoo", .directory)])
        #expect(
            names(Arrangement(), directory) == [
                "zoo", "a", "B", "file1", "File9", "file10", "file99999999999",
                "file123456789012", "img007", "img7",
            ])
    }

    @Test("Sizes and times sort from the biggest and the newest down, unknown ones last")
    func ranks() throws {
        let directory = directory([
            try entry("small", size: 1, time: -5), try entry("unknown"),
            try entry("big", size: .max - 1, time: .max), try entry("old", size: 5, time: .min),
            try entry("dir", .directory, size: 4_096, time: 0),
        ])
        var arrangement = Arrangement()
        arrangement.key = .size
        #expect(names(arrangement, directory) == ["dir", "big", "old", "small", "unknown"])
        arrangement.key = .time
        #expect(names(arrangement, directory) == ["dir", "big", "small", "old", "unknown"])
        arrangement.isReversed = true
        #expect(names(arrangement, directory) == ["dir", "unknown", "old", "small", "big"])
    }

    @Test("Extensions group, names without one first")
    func extensions() throws {
        let directory = directory(
            try ["b.TXT", "a.zip", "c.txt", ".hidden", "plain", "a.tar.gz"].map { try entry($0) })
        var arrangement = Arrangement()
        arrangement.key = .ext
        #expect(
            names(arrangement, directory) == ["plain", "a.tar.gz", "b.TXT", "c.txt", "a.zip"])
        arrangement.showsHidden = true
        #expect(names(arrangement, directory).first == ".hidden")
    }

    @Test("Directories may stand among the files, and names may be taken byte by byte")
    func mixedAndLiteral() throws {
        let directory = directory([
            try entry("b2"), try entry("a", .directory), try entry("B10"),
            try entry("c", .directory),
        ])
        var arrangement = Arrangement()
        arrangement.mixesDirectories = true
        #expect(names(arrangement, directory) == ["a", "b2", "B10", "c"])
        arrangement.isLiteral = true
        #expect(names(arrangement, directory) == ["B10", "a", "b2", "c"])
    }

    @Test("A filter keeps names that hold it, in any case")
    func filter() throws {
        let directory = directory(
            try ["Readme.md", "ADR", "bread", "x", "re"].map { try entry($0) })
        var arrangement = Arrangement()
        arrangement.filter = "READ"
        #expect(names(arrangement, directory) == ["bread", "Readme.md"])
        arrangement.filter = "longer than any name in it"
        #expect(names(arrangement, directory).isEmpty)
    }

    @Test("Names that differ only in bytes no text has still have one order")
    func bytes() throws {
        var builder = DirectoryBuilder()
        for bytes: [UInt8] in [[0xFF], [0xFE, 0xFF], [0x20], [0xE3, 0x83, 0x86]] {
            builder.append(Entry(name: try #require(Name(bytes)), kind: .file))
        }
        #expect(Arrangement().order(of: builder.directory) == [2, 3, 1, 0])
    }
}
