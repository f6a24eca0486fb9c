import Files
import Jobs
import Support

@testable import Transfers

/// Nodes for parts of the queue that stand alone: from a server to this machine.
enum Nodes {
    static let server = Site(scheme: .ftp, host: "host")

    static func node(
        _ number: Int64, _ path: String = "/file", kind: Entry.Kind = .file,
        operation: Job.Operation = .copy, size: UInt64? = nil, batch: Int64 = 1,
        below parent: JobNode? = nil
    ) -> JobNode {
        let request = JobRequest(
            operation: operation, source: Location(site: server, path: Path(path)),
            entry: Entry(name: Path("/x").components[0], kind: kind, size: size),
            target: operation == .delete ? nil : Location(site: .local, path: Path("/here" + path)))
        var job = Job(request, id: JobID(rawValue: number), batch: BatchID(rawValue: batch))
        job.parent = parent?.id
        let node = JobNode(job, position: number, parent: parent)
        parent?.subtree?.children.insert(node.id)
        return node
    }

    static func tree(_ nodes: JobNode...) -> JobTree {
        let tree = JobTree()
        for node in nodes { tree.insert(node) }
        return tree
    }

    /// `connections`: nil finds out.
    static func lanes(
        _ clock: ManualClock, _ box: PostBox<LanePool> = PostBox(), connections: Int? = 2,
        memory: any ConnectionMemory = NoConnectionMemory(),
        isBrowsed: @escaping @Sendable (Site) -> Bool = { _ in false }
    ) -> LanePool {
        LanePool(
            limits: ConnectionLimits(
                fixed: connections, later: box.later(clock, of: { $0.limits }), memory: memory,
                isBrowsed: isBrowsed),
            idleTime: 60, later: box.later(clock),
            makeFileSystem: { site, _ in MemoryVolume(site: site).connect() }, hear: { _ in })
    }
}
