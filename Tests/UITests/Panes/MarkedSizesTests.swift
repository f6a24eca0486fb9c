import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("What marked directories come to")
struct MarkedSizesTests {
    /// The focused pane with two directories and a file, the cursor on the first.
    private func stage() -> Stage {
        var stage = Stage.shown()
        stage.press("ctrl-r")
        stage.answer(
            [.folder("a"), .folder("b"), .file("c", 1_000)],
            at: Location(site: .local, path: Stage.home))
        stage.press("home down")
        return stage
    }

    /// Presses keys; what is to be measured then.
    private func press(_ keys: String, _ stage: inout Stage) -> (request: RequestID, path: String)?
    {
        stage.press(keys)
        return stage.measured
    }

    private func tally(_ bytes: UInt64, unreadable: Int = 0) -> Tally {
        var tally = Tally()
        (tally.files, tally.bytes, tally.unreadable) = (1, bytes, unreadable)
        return tally
    }

    @Test("They are counted one after the other, and shown in their rows and in the sum")
    func counts() throws {
        var stage = stage()
        let (first, path) = try #require(press("space", &stage))
        #expect(path == "/home/me/a")
        #expect(press("space space", &stage) == nil)
        #expect(
            stage.screen.contains("3 marked, 1000 B+") || stage.screen.contains("3 marked, 1.0K+"))
        stage.send(.counted(first, tally(3 << 20), isFinal: false))
        #expect(stage.screen.contains("3 marked, 3.0M+"))
        stage.send(.counted(first, tally(5 << 20), isFinal: true))
        let (second, next) = try #require(stage.measured)
        #expect(next == "/home/me/b")
        stage.send(.counted(second, tally(7 << 20), isFinal: true))
        #expect(stage.measured == nil)
        #expect(stage.screen.contains("3 marked, 12M "))
        let row = stage.lines.first { $0.contains("*  a") || $0.contains("* a") } ?? ""
        #expect(row.contains("5.0M"), "\(row)")
    }

    @Test("One that is unmarked is stopped, and forgotten")
    func unmarks() throws {
        var stage = stage()
        let (request, _) = try #require(press("space", &stage))
        stage.press("up space")
        #expect(stage.stopped == request)
        stage.send(.counted(request, tally(5), isFinal: true))
        #expect(!stage.screen.contains("marked"))
        #expect(stage.screen.contains("dir"))
    }

    @Test("A question counts for itself, and the count goes on after it")
    func question() throws {
        var stage = stage()
        let (request, _) = try #require(press("space", &stage))
        #expect(press("f8", &stage) == nil)
        #expect(stage.stopped == request)
        #expect(press("escape", &stage) != nil)
    }

    @Test("What could not be read is said by a plus")
    func unreadable() throws {
        var stage = stage()
        let (request, _) = try #require(press("space", &stage))
        stage.send(.counted(request, tally(5_000, unreadable: 1), isFinal: true))
        #expect(stage.screen.contains("1 marked, 4.9K+"))
    }

    @Test("Files alone are not counted")
    func files() {
        var stage = stage()
        stage.press("end")
        #expect(press("space", &stage) == nil)
    }

    @Test("Of very many directories some are counted, and that is said")
    func many() throws {
        var stage = Stage.shown()
        stage.press("ctrl-r")
        stage.answer(
            (0..<600).map { .folder("d\($0)") }, at: Location(site: .local, path: Stage.home))
        stage.press("ctrl-a")
        var count = 0
        while let (request, _) = stage.measured {
            count += 1
            try #require(count <= MarkedSizes.limit)
            stage.send(.counted(request, tally(1_024), isFinal: true))
        }
        #expect(count == MarkedSizes.limit)
        #expect(stage.screen.contains("600 marked, 500K+"))
    }
}
