import Files
import Jobs
import Support
import Terminal
import Testing

@testable import UI

@Suite("Anything at any time")
struct QueueLogSoakTests {
    private let states: [Job.State] = [
        .waiting, .expanding, .running, .committing, .paused, .skipped, .done,
        .failed(FileSystemError(.denied, detail: "No.")),
    ]

    private func happen(
        to screen: inout FullScreen, _ random: inout SeededNumbers, _ step: Int
    ) {
        switch Int.random(in: 0..<8, using: &random) {
        case 0:
            var change = QueueChange()
            change.changed = (0..<Int.random(in: 0...40, using: &random)).map { _ in
                job(
                    Int64.random(in: 0..<300, using: &random), "file\u{1b}漢",
                    states.randomElement(using: &random) ?? .waiting,
                    size: [nil, 0, 1, .max].randomElement(using: &random) ?? nil,
                    done: UInt64.random(in: 0...(.max), using: &random))
            }
            change.removed = (0..<20).map { _ in
                JobID(rawValue: Int64.random(in: 0..<300, using: &random))
            }
            if step % 7 == 0 {
                change.order = (0..<200).map { JobID(rawValue: $0) }.shuffled(using: &random)
            }
            _ = screen.model.update(.queue(change))
        case 1:
            _ = screen.model.update(
                .exchanged(
                    (0..<Int.random(in: 0...3_000, using: &random)).map { number in
                        Exchange(
                            time: number % 2 == 0 ? .infinity : -1e300, connection: number % 3,
                            direction: number % 5 == 0 ? .trouble : .received,
                            text: String(repeating: "x ", count: number % 200),
                            code: number % 600, elapsed: .nan)
                    }))
        case 2:
            screen.resize(
                Int.random(in: 0...310, using: &random), Int.random(in: 0...110, using: &random))
        case 3:
            screen.wheel(
                Bool.random(using: &random) ? .wheelUp : .wheelDown,
                Int.random(in: -5...400, using: &random), Int.random(in: -5...200, using: &random))
        case 4:
            screen.click(
                Int.random(in: -5...400, using: &random), Int.random(in: -5...200, using: &random))
        case 5:
            _ = screen.model.update(.terminal(.paste("漢字\u{7}\nftp://a")))
        default:
            let keys = [
                "up", "down", "pageup", "pagedown", "home", "end", "ctrl-d", "ctrl-u", "enter",
                "escape", "tab", "[", "1", "4", "w", "L", "f1", "f2", "f9", ":", "/", "n", "N", "f",
                "e", "c", "s", "y", "space", "J", "K", "x", "p", "b", "P", "R", "D", "left",
                "right",
                "backspace", "a",
            ]
            screen.press(keys.randomElement(using: &random) ?? "up")
        }
    }

    @Test(
        "Keys, clicks, changes and resizes in any order leave a frame of the right size",
        arguments: [
            11, 12, 13, 14,
        ])
    func soak(seed: UInt64) {
        var random = SeededNumbers(seed: seed)
        var screen = FullScreen(screen: seed % 2 == 0 ? .queue : .log)
        for step in 0..<200 {
            happen(to: &screen, &random, step)
            let size = screen.model.size
            let frame = screen.model.view()
            #expect(frame.size == size)
            #expect(frame.cells.count == size.width * size.height)
            let tabs = QueueState.Tab.allCases.dropFirst().reduce(0) {
                $0 + screen.model.queue.count(of: $1)
            }
            #expect(tabs == screen.model.queue.count)
        }
    }
}
