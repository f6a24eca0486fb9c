import Curses
import Glibc
import Settings
import Support
import Terminal
import Testing

@testable import UI

/// Each test runs in a process of its own, whose terminal is a pseudo-terminal; `precondition`
/// speaks for `#expect` there.
@Suite("Frames that are drawn over one another")
struct DrawnFramesTests {
    @Test("Whatever was there, a frame looks as if it were drawn on an empty screen")
    func frames() async {
        await #expect(processExitsWith: .success) {
            let terminal = try #require(OwnTerminal(columns: 100, rows: 30))
            let screen = try CursesScreen(theme: .standard)
            var paper = Paper(terminal, screen)
            for seed: UInt64 in 1...3 {
                var monkey = Monkey(seed: seed)
                for step in 0..<1_200 {
                    monkey.step()
                    guard step % 2 == 0 else { continue }
                    paper.draw(monkey.stage.model)
                    guard step % 10 == 0 else { continue }
                    let fault = paper.fault()
                    precondition(fault == nil, "seed \(seed), step \(step): \(fault ?? "")")
                }
            }
            precondition(paper.count > 600, "only \(paper.count) frames")
            screen.leave()
        }
    }
}

/// A terminal and what would be seen on it.
private struct Paper {
    private static let mark = "\u{1B}]9;drawn\u{7}"
    /// Larger frames are not taken: a pseudo-terminal holds so many bytes only.
    private static let largest = Size(width: 100, height: 30)

    private let terminal: OwnTerminal
    private let screen: CursesScreen
    private var shown = TerminalScreen(columns: 100, rows: 30)
    private var frame = Frame(size: Paper.largest)
    /// Frames drawn so far.
    private(set) var count = 0

    init(_ terminal: OwnTerminal, _ screen: CursesScreen) {
        self.terminal = terminal
        self.screen = screen
        take()
    }

    mutating func draw(_ model: Model) {
        let size = model.size
        guard (1...Paper.largest.width).contains(size.width),
            (1...Paper.largest.height).contains(size.height)
        else { return }
        if size != screen.size {
            terminal.resize(columns: UInt16(size.width), rows: UInt16(size.height))
            shown.resize(columns: size.width, rows: size.height)
            _ = screen.events()
        }
        frame = model.view()
        frame.picture = nil
        screen.draw(frame)
        take()
        count += 1
    }

    /// What looks otherwise once all is drawn anew; nil for nothing.
    mutating func fault() -> String? {
        let (cells, cursor) = (shown.cells, shown.cursor)
        screen.redraw()
        screen.draw(frame)
        take()
        for row in cells.indices where cells[row].map(\.seen) != shown.cells[row].map(\.seen) {
            let (old, new) = (
                cells[row].map(\.text).joined(), shown.cells[row].map(\.text).joined()
            )
            return "row \(row)\n- \(old)\n+ \(new)"
        }
        guard !shown.isCursorVisible || cursor == shown.cursor else {
            return "the cursor is at \(cursor), and then at \(shown.cursor)"
        }
        return nil
    }

    /// Takes in what was written.
    private mutating func take() {
        let mark = Array(Paper.mark.utf8)
        let count = write(STDOUT_FILENO, mark, mark.count)
        guard count == mark.count, let bytes = terminal.written(before: Paper.mark) else {
            preconditionFailure("the terminal is gone")
        }
        shown.feed(bytes)
    }
}
