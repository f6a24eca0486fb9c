import Testing

@testable import Share

@Suite("How a file leaves for a visitor of this machine")
struct QuickerWayTests {
    /// The ways in which a file of that many MiB leaves, each with how many MiB, where one takes that many
    /// seconds for a MiB by each way.
    private func stretches(
        _ size: Int, process: Double, kernel: Double
    ) -> [(way: QuickerWay.Way, size: Int)] {
        var trial = QuickerWay()
        var now = 0.0
        var stretches: [(way: QuickerWay.Way, size: Int)] = []
        for _ in 0..<size {
            trial.begin(at: now)
            now += trial.way == .process ? process : kernel
            if stretches.last?.way == trial.way {
                stretches[stretches.count - 1].size += 1
            } else {
                stretches.append((trial.way, 1))
            }
            trial.took(1 << 20, at: now)
        }
        return stretches
    }

    @Test("Both ways are tried, and the quicker one is kept for a while")
    func quicker() {
        let slowKernel = stretches(1_088, process: 1, kernel: 2)
        #expect(slowKernel.map(\.way) == [.kernel, .process, .kernel, .process, .kernel])
        #expect(slowKernel.map(\.size) == [16, 528, 16, 512, 16])
        let quickKernel = stretches(1_072, process: 2, kernel: 1)
        #expect(quickKernel.map(\.way) == [.kernel, .process, .kernel, .process, .kernel])
        #expect(quickKernel.map(\.size) == [16, 16, 512, 16, 512])
    }

    @Test("A clock that stands still, or a file in one piece, does no harm")
    func extremes() {
        #expect(stretches(700, process: 0, kernel: 0).count >= 3)
        var trial = QuickerWay()
        trial.took(.max, at: 0)
        trial.begin(at: 0)
        trial.took(0, at: 0)
        #expect(trial.way == .process)
    }
}
