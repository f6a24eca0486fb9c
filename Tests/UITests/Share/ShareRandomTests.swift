import Files
import Jobs
import Support
import Terminal
import Testing

@testable import UI

@Suite("A share under any keys, sizes and visits")
struct ShareRandomTests {
    private static let keys =
        "up down home end pageup pagedown enter escape tab 1 2 5 6 x y n S f c i D w q g S space left "
        + "right L j k r p"

    /// A status that may follow any other: visits come, grow, end, and are forgotten.
    private func status(
        _ random: inout SeededNumbers, _ visits: inout [Visit], _ last: inout UInt64
    ) -> ShareStatus {
        for _ in 0..<Int.random(in: 0...3, using: &random) {
            last += 1
            let way: Visit.Direction = Bool.random(using: &random) ? .download : .upload
            var visit = ShareSample.visit(last, "/dir/файл \(last).bin", way)
            if Bool.random(using: &random) { visit.size = nil }
            visits.append(visit)
        }
        for index in visits.indices where visits[index].state == .running {
            visits[index].done &+= UInt64.random(in: 0...(1 << 40), using: &random)
            visits[index].speed = Double.random(in: -1...1e19, using: &random)
            switch Int.random(in: 0..<8, using: &random) {
            case 0: visits[index].state = .done
            case 1: visits[index].state = .kicked
            case 2: visits[index].state = .failed("The line broke.")
            default: break
            }
        }
        if visits.count > 40 { visits.removeFirst(20) }
        let code = ShareSample.code(
            width: [21, 25, 33, 57, 177].randomElement(using: &random) ?? 21)
        let states: [ShareStatus.State] = [.serving, .serving, .serving, .ending, .ended]
        var status = ShareSample.status(
            visits, state: states.randomElement(using: &random) ?? .serving, code: code)
        status.isWritable = Bool.random(using: &random)
        status.locks = (0..<Int.random(in: 0...5, using: &random)).map {
            ShareSample.lock(
                UInt64($0 + Int.random(in: 0...2, using: &random) * 10), "/замок \($0)")
        }
        if Bool.random(using: &random) { status.fingerprint = Array(repeating: 7, count: 32) }
        if Bool.random(using: &random) { status.urls = [] }
        return status
    }

    @Test(
        "Every row of every tab is found at its place, and every screen is drawn", arguments: 1...8)
    func rows(seed: UInt64) throws {
        var random = SeededNumbers(seed: seed)
        var screen = FullScreen()
        var visits: [Visit] = []
        var last: UInt64 = 0
        let keys = Self.keys.split(separator: " ").map(String.init)
        screen.change((1...5).map { job($0, "j\($0)", $0 % 2 == 0 ? .running : .done) })
        for _ in 0..<300 {
            switch Int.random(in: 0..<6, using: &random) {
            case 0:
                screen.resize(
                    Int.random(in: 1...160, using: &random), Int.random(in: 1...60, using: &random))
            case 1:
                _ = screen.model.update(.shared(status(&random, &visits, &last)))
            case 2:
                let id = Int64.random(in: 1...9, using: &random)
                screen.change([job(id, "j\(id)", Bool.random(using: &random) ? .running : .done)])
            default:
                screen.press(try #require(keys.randomElement(using: &random)))
            }
            screen.model.options.isASCII = Bool.random(using: &random)
            let frame = screen.model.view()
            #expect(frame.lines.count == screen.model.size.height)
            let queue = screen.model.queue
            for tab in QueueState.Tab.allCases {
                let rows = (0..<queue.rowCount(of: tab)).compactMap { queue.row(at: $0, of: tab) }
                #expect(rows.count == queue.rowCount(of: tab))
                #expect(queue.row(at: rows.count, of: tab) == nil)
                for (place, row) in rows.enumerated() {
                    #expect(queue.row(of: row.id, in: tab) == place)
                }
            }
            let parts = QueueState.Tab.allCases.dropFirst().map { queue.rowCount(of: $0) }
            #expect(parts.reduce(0, +) == queue.rowCount(of: .all))
        }
    }
}
