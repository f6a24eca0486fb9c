import Jobs
import Testing

@Suite("The quicker way for a file's bytes")
struct SpeedTrialTests {
    /// Where 128 MiB are gone with seconds per byte, the last of them.
    private func way(kernel: Double, blocks: Double) -> Bool {
        var trial = SpeedTrial()
        for _ in 0..<128 {
            trial.note(1 << 20, trial.isKernels ? kernel : blocks)
        }
        return trial.isKernels
    }

    @Test("The kernel's where it is quicker, or as quick")
    func kernels() {
        #expect(way(kernel: 1, blocks: 2))
        #expect(way(kernel: 1, blocks: 1))
        #expect(way(kernel: 1.05, blocks: 1))
    }

    @Test("Ferry's own where that is quicker")
    func own() {
        #expect(!way(kernel: 1.5, blocks: 1))
    }

    @Test("A turn that was held up decides nothing")
    func heldUp() {
        for isKernels in [false, true] {
            var trial = SpeedTrial()
            for index in 0..<128 {
                let isHeldUp = index < 64 && trial.isKernels == isKernels
                let usual = trial.isKernels == isKernels ? 1 : 1.5
                trial.note(1 << 20, isHeldUp ? 10 : usual)
            }
            #expect(trial.isKernels == isKernels)
        }
    }

    @Test("Both are tried, the kernel's first, and what is left of the other way does not count")
    func turns() {
        for kernelIsSlower in [false, true] {
            var trial = SpeedTrial()
            var ways: [Bool] = []
            for index in 0..<128 {
                ways.append(trial.isKernels)
                // At first, what the way before it left is waited for.
                let isOwn = trial.isKernels == (index % 32 >= 16)
                trial.note(1 << 20, isOwn == kernelIsSlower ? 1 : 0.8)
            }
            #expect(ways.first == true && ways.contains(false))
            #expect(trial.isKernels == !kernelIsSlower)
        }
    }
}
