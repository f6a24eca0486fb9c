import Files
import Jobs

extension Job {
    /// The job that a request asks for.
    init(_ request: JobRequest, id: JobID, batch: BatchID) {
        let kind: Kind =
            switch request.entry.kind {
            case .directory: .directory
            case .link: .link
            case .file, .other: .file
            }
        self.init(
            id: id, batch: batch, operation: request.operation, kind: kind,
            source: request.source, target: request.target, root: request.root,
            size: kind == .file ? request.entry.size : nil, modified: request.entry.modified,
            mode: request.entry.mode, policy: request.policy)
        links = request.links
        modes = request.modes
        chosen = request.chosen?.listing.count
        if kind == .link { link = request.entry.target ?? [] }
    }
}
