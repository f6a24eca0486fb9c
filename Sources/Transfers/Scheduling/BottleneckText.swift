import Files
import Jobs

/// Puts into words what keeps a job from being faster.
struct BottleneckText {
    private let lanes: LanePool
    private let limit: TimedLimit

    init(_ lanes: LanePool, _ limit: TimedLimit) {
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
            return "limited by your limit\(end)\(rate)"
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
            let all = "\(count) of \(count) \(count == 1 ? "connection" : "connections")"
            return reason == .said
                ? "limited by \(all)\(host.isEmpty ? "" : " to\(host)"), as was set"
                : "limited by the server\(host): \(all), it refuses more"
        }
        var facts: [String] = []
        if let roundTrip = spent.roundTrip {
            let thousandths = max(1, (min(roundTrip, 3_600) * 1_000).rounded())
            facts.append("\(Int(thousandths)) ms")
        }
        facts.append(connections == 1 ? "one connection" : "\(connections) connections")
        if let speed = job.speed { facts.append(ByteCount.rate(speed)) }
        let line = host.isEmpty ? "the line" : "the line to\(host)"
        return "limited by \(line) (\(facts.joined(separator: ", ")))"
    }
}
