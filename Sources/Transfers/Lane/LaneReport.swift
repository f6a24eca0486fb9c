import Files
import Jobs
import Work

/// What a lane tells of its work: gathered, so that small files do not cost a message each.
final class LaneReport {
    /// Seconds between two reports of small files.
    private static let delay = 0.02

    private let report: @Sendable ([LaneEvent]) -> Void
    private var events: [LaneEvent] = []
    private var last = 0.0

    init(_ report: @escaping @Sendable ([LaneEvent]) -> Void) {
        self.report = report
    }

    func tell(_ event: LaneEvent) {
        events.append(event)
    }

    /// Reports what has gathered; where nobody waits for it, only every now and then.
    func flush(lazily: Bool = false) {
        let now = Throttle.now()
        if lazily, now - last < LaneReport.delay { return }
        guard !events.isEmpty else { return }
        last = now
        report(events)
        events = []
    }
}
