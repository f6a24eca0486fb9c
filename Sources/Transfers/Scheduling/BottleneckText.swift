import Files
import Jobs

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
        case .disk: return "limited by the disk"
        case .limit:
            let rate = spent.limit.map { " (\(ByteCount.rate(Double($0))))" } ?? ""
            let end = limit.end(of: spent.limit).map { " until \($0)" } ?? ""
            return "limited by your speed limit\(end)\(rate)"
        case .source: return network(job.source.site, job, connections, spent)
        case .target: return network(job.target?.site ?? .local, job, connections, spent)
        }
    }

    /// More connections would get more done where work waits for one; else it is what the line carries.
    private func network(
        _ site: Site, _ job: Job, _ connections: Int, _ spent: TimeSpent
    ) -> String {
        let isBetweenServers = job.direction == .across
        let host = isBetweenServers ? " \(VisibleText.make(site.host))" : ""
        if let (count, reason) = lanes.numbers.shortage(at: site, on: lanes.route(for: job)) {
            let all = Plural.count(count, "connection")
            return reason == .said
                ? "limited to \(all)\(host.isEmpty ? "" : " to\(host)"), as set"
                : "limited by the server\(host), which allows \(all)"
        }
        var facts: [String] = []
        if let roundTrip = spent.roundTrip {
            let thousandths = max(1, (min(roundTrip, 3_600) * 1_000).rounded())
            facts.append("\(Int(thousandths)) ms")
        }
        facts.append(Plural.count(connections, "connection"))
        if let speed = job.speed { facts.append(ByteCount.rate(speed)) }
        let text = facts.joined(separator: ", ")
        return host.isEmpty
            ? "limited by the network (\(text))" : "limited by the network to\(host) (\(text))"
    }
}
