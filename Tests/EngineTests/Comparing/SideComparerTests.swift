import Files
import Support
import Testing
import UI
import Work

@testable import Engine

@Suite("What the beginnings of two files show")
struct SideComparerTests {
    private static let limit = 64 << 10

    private func compare(_ new: [UInt8], _ there: [UInt8]) throws -> SideComparison {
        let (first, second) = (MemoryVolume(), MemoryVolume())
        first.add("/f", new)
        second.add("/f", there)
        let comparer = SideComparer(RequestID(rawValue: 1), Cancellation())
        let head = try comparer.head(of: Path("/f"), on: first.connect()).get()
        return try comparer.compare(head, with: Path("/f"), on: second.connect()).get()
    }

    private func text(_ new: String, _ there: String) throws -> SideComparison {
        try compare(Array(new.utf8), Array(there.utf8))
    }

    @Test("The first line that differs is shown of both")
    func lines() throws {
        #expect(
            try text("a\nb\nc\n", "a\nx\nc\n") == .line(2, new: "b", there: "x"))
        #expect(try text("a\nb\n", "a\n") == .line(2, new: "b", there: nil))
        #expect(try text("ab", "a") == .line(1, new: "ab", there: "a"))
        #expect(try text("", "a") == .line(1, new: nil, there: "a"))
        #expect(try text("a", "a") == .same)
        #expect(try text("", "") == .same)
    }

    @Test("What a stranger's file holds is shown without control characters")
    func visible() throws {
        guard case .line(1, let new?, _) = try text("\u{1B}[31mred", "plain") else {
            Issue.record("no line")
            return
        }
        #expect(!new.contains("\u{1B}"))
    }

    @Test("Other files differ from a byte on")
    func bytes() throws {
        #expect(try compare([1, 0, 2, 3], [1, 0, 2, 4]) == .byte(3))
        #expect(try compare([1, 0], [1, 0, 5]) == .byte(2))
    }

    @Test("No more is read than the beginning, and that is said")
    func large() throws {
        let same = [UInt8](repeating: 7, count: 300_000)
        var other = same
        other[200_000] = 8
        #expect(try compare(same, other) == .sameBeginning(UInt64(SideComparerTests.limit)))
        let volume = MemoryVolume()
        volume.add("/f", same)
        let comparer = SideComparer(RequestID(rawValue: 1), Cancellation())
        let head = try comparer.head(of: Path("/f"), on: volume.connect()).get()
        #expect(head.bytes.count == SideComparerTests.limit)
        #expect(!head.isWhole)
    }

    @Test("A file that cannot be read is an error, and an answer that nobody waits for is none")
    func failures() throws {
        let stop = Cancellation()
        let comparer = SideComparer(RequestID(rawValue: 1), stop)
        #expect(throws: FileSystemError.self) {
            try comparer.head(of: Path("/none"), on: MemoryVolume().connect()).get()
        }
        #expect(comparer.answer(.success(.same)) != nil)
        stop.cancel()
        #expect(comparer.answer(.success(.same)) == nil)
    }
}
