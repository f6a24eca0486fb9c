import Files
import Jobs

extension Job {
    /// The job that a request asks for.
    init(_ request: JobRequest, id: JobID, batch: BatchID) {
        let isPack = request.operation == .pack
        // What an archive is made of says neither how long it gets, nor who may read it.
        let kind: Kind =
            switch isPack ? .file : request.entry.kind {
            case .directory: .directory
            case .link: .link
            case .file, .other: .file
            }
        self.init(
            id: id, batch: batch, operation: request.operation, kind: kind,
            source: request.source, target: request.target, root: request.root,
            size: kind == .file && !isPack ? request.entry.size : nil,
            modified: isPack ? nil : request.entry.modified,
            mode: isPack ? nil : request.entry.mode, policy: request.policy)
        links = request.links
        modes = request.modes
        chosen = request.chosen?.listing.count
        if let script = request.script {
            size = script.size
            filesFound = script.files
        }
        if kind == .link { link = request.entry.target ?? [] }
    }
}
