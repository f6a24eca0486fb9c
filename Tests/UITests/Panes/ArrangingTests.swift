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

    @Test("Any names come in the order of their parts, however they begin")
    func anyNames() throws {
        var generator = SystemRandomNumberGenerator()
        let pieces = ["a", "B", "b", "0", "00", "7", "12", "112", "123456789012", ".", " ", "é"]
        for start in ["", "photo 2024-", "photo 0"] {
            let all = (0..<400).map { _ in
                start
                    + (0..<Int.random(in: 1...6, using: &generator)).map { _ in
                        pieces.randomElement(using: &generator) ?? "x"
                    }.joined()
            }
            let names = Set(all.filter { $0 != "." && $0 != ".." })
            var arrangement = Arrangement()
            arrangement.showsHidden = true
            let directory = directory(
                try names.shuffled(using: &generator).map { try entry($0) })
            #expect(self.names(arrangement, directory) == names.sorted(by: Self.isBefore))
            arrangement.isLiteral = true
            #expect(
                self.names(arrangement, directory)
                    == names.sorted { Array($0.utf8).lexicographicallyPrecedes(Array($1.utf8)) })
        }
    }

    /// Part by part: numbers by digits and length, the rest byte by byte without case.
    private static func isBefore(_ left: String, _ right: String) -> Bool {
        func parts(_ name: String) -> [[UInt8]] {
            var parts: [[UInt8]] = []
            var isInNumber = false
            for byte in name.lowercased().utf8 {
                let isDigit = (0x30...0x39).contains(byte)
                if isDigit, isInNumber, let last = parts.last {
                    parts[parts.count - 1] = last == [0x30] ? [byte] : last + [byte]
                } else {
                    parts.append([byte])
                }
                isInNumber = isDigit
            }
            // A number's length is compared before its digits.
            return parts.map { part in
                (0x30...0x39).contains(part[0]) ? [0x35, UInt8(part.count)] + part : part
            }
        }
        for (a, b) in zip(parts(left), parts(right)) where a != b {
            return a.lexicographicallyPrecedes(b)
        }
        let (a, b) = (parts(left).count, parts(right).count)
        return a == b ? Array(left.utf8).lexicographicallyPrecedes(Array(right.utf8)) : a < b
    }
}
