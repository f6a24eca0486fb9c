import Glibc
import Support
import Testing

/// Ferry in a terminal, with a home, settings and a working directory of its own.
final class Ferry {
    let folder: TemporaryFolder
    let terminal: PseudoTerminal

    var screen: TerminalScreen { terminal.screen }

    /// Starts the built program in `folder/here`. `through` is put before it: a shell, say.
    init(
        _ arguments: [String], columns: Int = 100, rows: Int = 30,
        environment: [String: String] = [:], in folder: TemporaryFolder? = nil
    ) throws {
        let folder = try folder ?? Ferry.folder()
        self.folder = folder
        terminal = try PseudoTerminal(
            [Ferry.path] + arguments, columns: columns, rows: rows,
            environment: Ferry.environment(folder).merging(environment) { $1 },
            directory: folder.path("here"))
    }

    /// A folder with an empty working directory `here`.
    static func folder() throws -> TemporaryFolder {
        let folder = try TemporaryFolder()
        try folder.makeFolder("here")
        return folder
    }

    /// Nothing of the user's own settings, and no backtrace in the middle of a screen.
    static func environment(_ folder: TemporaryFolder) -> [String: String] {
        [
            "HOME": folder.path, "TMPDIR": folder.path, "XDG_CONFIG_HOME": folder.path("config"),
            "XDG_STATE_HOME": folder.path("state"), "SWIFT_BACKTRACE": "interactive=no",
            "LC_ALL": "C.UTF-8",
        ]
    }

    /// The built program lies beside the tests.
    static let path = "\(directory)/ferry"

    /// Where that is.
    static let directory: String = {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = max(0, readlink("/proc/self/exe", &buffer, buffer.count))
        let program = String(
            decoding: buffer[..<count].map { UInt8(bitPattern: $0) }, as: UTF8.self)
        return program.split(separator: "/", omittingEmptySubsequences: false).dropLast()
            .joined(separator: "/")
    }()

    /// The demo, with both panes filled and the server's one focused.
    static func demo(
        _ arguments: [String] = [], columns: Int = 100, rows: Int = 30
    ) throws -> Ferry {
        let ferry = try Ferry(["demo"] + arguments, columns: columns, rows: rows)
        try ferry.terminal.waitFor("readme.txt")
        ferry.terminal.send(.tab)
        try ferry.terminal.waitFor("[demo@127.0.0.1")
        return ferry
    }

    /// Puts the cursor on the entry that starts with `name`, by the quick find.
    func select(_ name: String) throws {
        terminal.send("/\(name)\r")
        try terminal.waitFor(">\(name)")
    }

    /// What the left pane's half of the screen shows, row by row.
    var left: [String] { half(0..<50) }

    /// What the right pane's half of the screen shows.
    var right: [String] { half(50..<100) }

    private func half(_ columns: Range<Int>) -> [String] {
        screen.cells.map { row in
            row[columns.clamped(to: row.indices)].map(\.text).joined()
        }
    }

    /// Waits for a row of the left pane with `text`, and with `size` between blanks.
    func waitForLeft(_ text: String, size: String? = nil) throws {
        try terminal.waitUntil("'\(text)' in the left pane") { _ in
            left.contains { row in
                row.contains(text) && size.map { row.contains(" \($0) ") } ?? true
            }
        }
    }

    func waitForRight(_ text: String) throws {
        try terminal.waitUntil("'\(text)' in the right pane") { _ in
            right.contains { $0.contains(text) }
        }
    }

    /// The terminal is as it was: for a shell that comes after.
    func expectRestored(sourceLocation: SourceLocation = #_sourceLocation) {
        #expect(!screen.isAlternate, sourceLocation: sourceLocation)
        #expect(screen.isCursorVisible, sourceLocation: sourceLocation)
        #expect(
            screen.modes.isDisjoint(with: [1_000, 1_002, 1_003, 1_006, 2_004]),
            sourceLocation: sourceLocation)
        #expect(terminal.isCooked, sourceLocation: sourceLocation)
    }
}
