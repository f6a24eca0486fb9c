import Files
import Jobs
import Terminal
import Testing

@testable import UI

@Suite("Marked jobs in the queue")
struct JobMarksTests {
    private func screen(_ jobs: [Job]) -> FullScreen {
        var screen = FullScreen(width: 110, height: 30, screen: .queue)
        screen.change(jobs)
        screen.model.status = Status()
        return screen
    }

    private func id(_ number: Int64) -> JobID { JobID(rawValue: number) }

    @Test("Insert marks and steps down; what is done then is done to all that is marked")
    func marking() {
        var screen = screen([
            job(1, "a", .running), job(2, "b", .waiting), job(3, "c", .waiting),
            job(4, "d", .paused),
        ])
        screen.press("insert")
        screen.press("ctrl-t")
        #expect(screen.text.contains("2 marked"))
        #expect(screen.lines.contains { $0.contains("*b") || $0.contains("* b") })
        #expect(screen.press("space") == [.control(.pause(id(1))), .control(.pause(id(2)))])
        // Marks are left with the screen.
        screen.press("q")
        screen.press("w")
        #expect(!screen.text.contains("marked"))
    }

    @Test("Where nothing marked runs, what is paused is resumed")
    func resuming() {
        var screen = screen([job(1, "a", .paused), job(2, "b", .done)])
        screen.press("ctrl-a")
        #expect(screen.press("space") == [.control(.resume(id(1)))])
        #expect(screen.text.contains("Only 1 of the 2 marked jobs can be resumed."))
    }

    @Test("Marked jobs keep their order among each other, wherever they are moved")
    func order() {
        var screen = screen((1...4).map { job($0, "f\($0)", .waiting) })
        screen.press("down")
        screen.press("insert")
        screen.press("insert")
        func moves(_ ids: [Int64], _ places: Int) -> [Effect] {
            ids.map { .control(.move(id($0), by: places)) }
        }
        #expect(screen.press("K") == moves([2, 3], -1))
        #expect(screen.press("J") == moves([3, 2], 1))
        #expect(screen.press("t") == moves([3, 2], -1_000_000))
        #expect(screen.press("T") == moves([2, 3], 1_000_000))
    }

    @Test("Cancelling several asks first, and says what becomes of partial files")
    func cancelling() {
        var screen = screen([job(1, "a", .running), job(2, "b", .waiting), job(3, "c", .done)])
        screen.press("*")
        #expect(screen.press("x").isEmpty)
        #expect(screen.text.contains("Cancel 2 marked jobs?"))
        #expect(
            screen.press("k") == [
                .control(.cancel(id(1), keepsParts: true)),
                .control(.cancel(id(2), keepsParts: true)),
            ])
    }

    @Test("A policy and a limit are chosen once for all of them")
    func settings() {
        var screen = screen([job(1, "a", .running), job(2, "b", .waiting)])
        screen.press("ctrl-a")
        screen.press("p")
        #expect(screen.text.contains("If any of 2 jobs exists"))
        #expect(
            screen.press("s") == [
                .control(.setPolicy(id(1), .skip)), .control(.setPolicy(id(2), .skip)),
            ])
        screen.press("b")
        screen.type("2M")
        #expect(
            screen.press("enter") == [
                .control(.limit(id(1), 2 << 20)), .control(.limit(id(2), 2 << 20)),
            ])
    }

    @Test("What cannot be done to any of them says so, and jobs that are gone are marked no more")
    func refusals() {
        var screen = screen([job(1, "a", .done), job(2, "b", .done)])
        screen.press("ctrl-a")
        for (key, word) in [
            ("space", "paused"), ("r", "retried"), ("x", "cancelled"), ("p", "changed"),
            ("b", "limited"), ("K", "moved"),
        ] {
            #expect(screen.press(key).isEmpty)
            #expect(screen.text.contains("None of the 2 marked jobs can be \(word)."), "\(key)")
        }
        var change = QueueChange()
        change.removed = [id(1)]
        _ = screen.model.update(.queue(change))
        #expect(screen.lines.first?.contains("1 marked") == true)
        screen.press("u")
        #expect(screen.lines.first?.contains("marked") == false)
    }
}
