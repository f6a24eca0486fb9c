import Files
import Jobs

/// What all parts of a lane work with: a connection to each end, and who is told.
struct LaneEnds {
    var source: any FileSystem
    /// Nil for removals.
    let target: (any FileSystem)?
    let interrupter: LaneInterrupter
    let report: LaneReport
    let meter: LaneMeter
    /// Compares what was written; nil where nobody has asked for that.
    var verifier: (any CopyVerifier)?
    /// Makes archives; nil where none can be made.
    var packing: (any Packing)?
    /// Carries plans out; nil where none can be.
    var plans: (any PlanCarrier)?
    /// Whether files go straight from the source's server to the target's.
    var straight = StraightRoute(isWanted: false)
}

/// A part of a lane, which does one kind of work.
protocol LanePart {
    var ends: LaneEnds { get }
}

extension LanePart {
    var source: any FileSystem { ends.source }
    var target: (any FileSystem)? { ends.target }
    var interrupter: LaneInterrupter { ends.interrupter }

    func tell(_ event: LaneEvent) {
        ends.report.tell(event)
    }

    func finish(_ id: JobID, _ outcome: Outcome) {
        if outcome.costsRoundTrips { ends.meter.noteItem() }
        ends.report.tell(.finished(id, outcome))
    }

    /// Reports what has gathered; where nobody waits for it, only every now and then.
    func flush(lazily: Bool = false) {
        ends.report.flush(lazily: lazily)
    }

    /// An error, or that the job was stopped, whatever broke because of it.
    func outcome(of error: FileSystemError, _ control: TaskControl) -> Outcome {
        control.isStopped ? .stopped : .failed(error)
    }
}
