import Files
import Testing

@testable import Engine

@Suite("The order in which a tree gets its modes")
struct ModeTreeTests {
    private func finding(_ path: String, _ mode: UInt16?, isDirectory: Bool) -> ModeTree.Finding {
        ModeTree.Finding(path: Path(path), mode: mode, isDirectory: isDirectory)
    }

    private func tree(_ mode: String) throws -> ModeTree {
        ModeTree(try #require(ModeChange(mode, mask: 0)))
    }

    @Test("Directories that are closed come last, the innermost first")
    func closing() throws {
        var tree = try tree("a-x")
        let opening = tree.take(
            [
                finding("/t", 0o755, isDirectory: true), finding("/t/f", 0o755, isDirectory: false),
                finding("/t/d", 0o755, isDirectory: true),
                finding("/t/d/e", 0o711, isDirectory: true),
            ], unreadable: [])
        #expect(opening.isEmpty)
        #expect(tree.files.map(\.path) == [Path("/t/f")])
        #expect(tree.closed.map(\.path) == [Path("/t/d/e"), Path("/t/d"), Path("/t")])
        #expect(tree.closed.map(\.mode) == [0o600, 0o644, 0o644])
    }

    @Test("What is opened comes first, and what was found below it is found again")
    func opening() throws {
        var tree = try tree("u+rwX")
        let denied = FileSystemError(.denied, path: Path("/t/d"), detail: "No.")
        let opening = tree.take(
            [
                finding("/t", 0o755, isDirectory: true),
                finding("/t/half", 0o600, isDirectory: true),
                finding("/t/half/seen", 0o600, isDirectory: false),
                finding("/t/d", 0o755, isDirectory: true),
            ], unreadable: [denied])
        #expect(opening.map(\.path) == [Path("/t/half"), Path("/t/d")])
        #expect(tree.failures.isEmpty && tree.files.isEmpty)
        let again = tree.take(
            [finding("/t/half/seen", 0o400, isDirectory: false)], unreadable: [denied])
        #expect(again.isEmpty)
        #expect(tree.files.map(\.mode) == [0o600])
        // What stays shut although it was opened is told.
        #expect(tree.failures == [denied])
    }

    @Test("A mode that is not told is named where it must be known")
    func unknown() throws {
        var symbolic = try tree("g+w")
        _ = symbolic.take([finding("/f", nil, isDirectory: false)], unreadable: [])
        #expect(symbolic.unknown == [Path("/f")])
        var octal = try tree("640")
        _ = octal.take([finding("/f", nil, isDirectory: false)], unreadable: [])
        #expect(octal.unknown.isEmpty && octal.files.map(\.mode) == [0o640])
    }
}
