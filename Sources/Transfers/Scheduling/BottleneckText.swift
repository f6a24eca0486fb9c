import Files
import Jobs
import Words

/// Puts into words what keeps a job from being faster.
struct BottleneckText {
    private let lanes: LanePool
    private let limit: QueueLimit

    init(_ lanes: LanePool, _ limit: QueueLimit) {
        self.lanes = lanes
        self.limit = limit
    }

    /// A sentence without its end. `connections`: those that carry the job; `spent`: what was measured.
    func sentence(
        _ cause: BottleneckMeter.Cause, of node: JobNode, over connections: Int,
        _ spent: TimeSpent
    ) -> String {
        let job = node.job
        switch cause {
        case .disk: return tr("limited by the disk")
        case .limit:
            return BottleneckText.limit(
                spent.limit.map { ByteCount.rate(Double($0)) }, until: limit.end(of: spent.limit))
        case .source: return network(job.source.site, job, connections, spent)
        case .target: return network(job.target?.site ?? .local, job, connections, spent)
        }
    }

    private static func limit(_ rate: String?, until end: String?) -> String {
        switch (end, rate) {
        case (nil, nil): tr("limited by your speed limit")
        case (let end?, nil): tr("limited by your speed limit until \(end)")
        case (nil, let rate?): tr("limited by your speed limit (\(rate))")
        case (let end?, let rate?): tr("limited by your speed limit until \(end) (\(rate))")
        }
    }

    /// More connections would get more done where work waits for one; else it is what the line carries.
    private func network(
        _ site: Site, _ job: Job, _ connections: Int, _ spent: TimeSpent
    ) -> String {
        // Between two servers it has to be said which of them it is.
        let host = job.direction == .across ? VisibleText.make(site.host) : nil
        if let (count, reason) = lanes.numbers.shortage(at: site, on: lanes.route(for: job)) {
            let all = Plural.count(count, "connection")
            return switch (reason == .said, host) {
            case (true, nil): tr("limited to \(all), as set")
            case (true, let host?): tr("limited to \(all) to \(host), as set")
            case (false, nil): tr("limited by the server, which allows \(all)")
            case (false, let host?): tr("limited by the server \(host), which allows \(all)")
            }
        }
        var facts: [String] = []
        if let roundTrip = spent.roundTrip {
            let thousandths = max(1, (min(roundTrip, 3_600) * 1_000).rounded())
            facts.append(tr("\(Int(thousandths)) ms"))
        }
        facts.append(Plural.count(connections, "connection"))
        if let speed = job.speed { facts.append(ByteCount.rate(speed)) }
        let text = listed(facts)
        return host.map { tr("limited by the network to \($0) (\(text))") }
            ?? tr("limited by the network (\(text))")
    }
}
