import Jobs

/// What the jobs have come to since it was last reported, for a listener who wants to know once
/// nothing goes on by itself.
final class RunReport {
    private let tally: RunTally
    private let whenDone: (@Sendable (RunCounts) -> Void)?

    init(_ tally: RunTally, whenDone: (@Sendable (RunCounts) -> Void)?) {
        self.tally = tally
        self.whenDone = whenDone
    }

    /// Whether somebody waits for what was counted.
    var isDue: Bool { whenDone != nil && !tally.isNothing }

    /// Takes in what the process that worked before has counted and reported to nobody.
    func inherit(_ counts: RunCounts) {
        if whenDone != nil { tally.add(counts) }
    }

    /// Reports it, with how many of these jobs wait for the user.
    func give(_ jobs: JobTree) {
        var counts = tally.take()
        counts.waiting = jobs.all.count { node in
            switch node.job.state {
            case .needsAnswer, .needsLogin: true
            default: false
            }
        }
        whenDone?(counts)
    }

    /// What the next process is to report in this one's place.
    func handOver() -> RunCounts {
        whenDone == nil ? RunCounts() : tally.take()
    }
}
