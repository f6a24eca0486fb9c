import Testing

@testable import Transfers

@Suite("How many connections a large file is worth")
struct SegmentTrialTests {
    /// What so many connections bring in a second.
    private typealias Line = (Int) -> Double

    /// Each brings so much, and all together no more than the line.
    private func line(each: Double, all: Double) -> Line {
        { min(each * Double($0), all) }
    }

    /// Runs a trial for some seconds: a new connection needs half a second to begin. What was wanted,
    /// each time that changed.
    private func run(
        _ trial: SegmentTrial, _ line: Line, seconds: Double, size: Double,
        admitting limit: Int = 16
    ) -> [Int] {
        var trial = trial
        var counts = [trial.wanted]
        var workers = 1
        var bytes = 0.0
        var joining: Double?
        for step in 0..<Int(seconds / SegmentTrial.pace) {
            let time = Double(step) * SegmentTrial.pace
            let wanted = min(trial.wanted, limit)
            if wanted < workers { workers = wanted }
            if wanted > workers {
                if let begin = joining, time - begin >= 0.5 {
                    workers = wanted
                    joining = nil
                } else if joining == nil {
                    joining = time
                }
            }
            bytes = min(size, bytes + line(workers) * SegmentTrial.pace)
            trial.take(
                SegmentTrial.Look(
                    time: time, bytes: UInt64(bytes), left: UInt64(size - bytes),
                    workers: workers))
            if counts.last != trial.wanted { counts.append(trial.wanted) }
        }
        return counts
    }

    @Test("On a line that one connection fills, the second brings nothing, and one is left")
    func filled() {
        let counts = run(
            SegmentTrial(rate: 10e6), line(each: 10e6, all: 10e6), seconds: 20, size: 1e9)
        #expect(counts == [2, 1])
    }

    @Test("Where each brings as much, there are more and more, up to eight")
    func serverBound() {
        let counts = run(
            SegmentTrial(rate: 1e6), line(each: 1e6, all: 100e6), seconds: 40, size: 1e9)
        #expect(counts == [2, 3, 4, 5, 6, 7, 8])
    }

    @Test("It stops at as many as fill the line")
    func full() {
        let counts = run(
            SegmentTrial(rate: 5e6), line(each: 5e6, all: 16e6), seconds: 25, size: 1e9)
        #expect(counts == [2, 3, 4, 3])
    }

    @Test("On a long line there are four at once, and fewer where fewer are enough")
    func long() {
        let narrow = run(SegmentTrial(), line(each: 10e6, all: 10e6), seconds: 20, size: 1e9)
        #expect(narrow == [4, 2, 1])
        let wide = run(SegmentTrial(), line(each: 8e6, all: 25e6), seconds: 20, size: 1e9)
        #expect(wide == [4, 2, 4])
        // What is over soon is not worth trying with fewer.
        let short = run(SegmentTrial(), line(each: 10e6, all: 10e6), seconds: 20, size: 100e6)
        #expect(short == [4])
    }

    @Test("After a while more are tried once more, and that is as it was")
    func later() {
        let counts = run(
            SegmentTrial(rate: 10e6), line(each: 10e6, all: 10e6), seconds: 60, size: 1e10)
        #expect(counts == [2, 1, 2, 1])
    }

    @Test("Where no more are let in, as many as there are have to do")
    func refused() {
        let counts = run(
            SegmentTrial(), line(each: 1e6, all: 100e6), seconds: 25, size: 1e9, admitting: 2)
        #expect(counts == [4, 2])
    }
}
