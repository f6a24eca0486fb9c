import Files
import Jobs

/// All jobs of the queue: those that stand by themselves, and below each directory those of its
/// entries that are in hand.
final class JobTree {
    private(set) var nodes: [JobID: JobNode] = [:]
    /// Numbers reserved and not used yet.
    private var numbers: Range<Int64> = 0..<0
    subscript(id: JobID) -> JobNode? { nodes[id] }

    /// All of them, in no order.
    var all: some Collection<JobNode> { nodes.values }

    func insert(_ node: JobNode) {
        nodes[node.id] = node
    }

    func remove(_ node: JobNode) {
        nodes[node.id] = nil
        node.parent?.subtree?.children.remove(node.id)
    }

    /// A number that no job had before; where the store gives none, one that is kept in memory only.
    func newNumber(from store: StoreWriter) -> JobID {
        if numbers.isEmpty { numbers = store.reserveNumbers() }
        let number = numbers.lowerBound
        numbers = (number + 1)..<max(number + 1, numbers.upperBound)
        return JobID(rawValue: number)
    }

    // MARK: In their order

    /// The jobs that stand by themselves.
    var tops: [JobNode] { JobTree.ordered(nodes.values.filter { $0.parent == nil }) }

    /// The jobs in a directory.
    func children(of node: JobNode) -> [JobNode] {
        JobTree.ordered(node.children.compactMap { nodes[$0] })
    }

    /// The names in a directory that have jobs.
    func names(in node: JobNode) -> Set<Name> {
        Set(node.children.compactMap { nodes[$0]?.job.source.path.name })
    }

    /// Those beside a job, and itself.
    func siblings(of node: JobNode) -> [JobNode] {
        guard let parent = node.parent else { return tops }
        return children(of: parent)
    }

    /// All jobs, each followed by those below it.
    var jobs: [Job] {
        var jobs: [Job] = []
        for top in tops { collect(top, into: &jobs) }
        return jobs
    }

    private func collect(_ node: JobNode, into jobs: inout [Job]) {
        jobs.append(node.job)
        for child in children(of: node) { collect(child, into: &jobs) }
    }

    /// All jobs below a directory, in no order.
    func descendants(of node: JobNode) -> [JobNode] {
        node.children.compactMap { nodes[$0] }.flatMap { [$0] + descendants(of: $0) }
    }

    static func ordered(_ nodes: [JobNode]) -> [JobNode] {
        nodes.sorted { ($0.position, $0.id) < ($1.position, $1.id) }
    }
}
