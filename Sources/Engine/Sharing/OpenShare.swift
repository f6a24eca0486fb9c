import Files
import Jobs
import Share

/// A share that is served, in this process or one of its own.
protocol OpenShare: Sendable {
    /// Serves from now on; how the share is. Fails where it cannot be opened.
    func start() throws(FileSystemError) -> ShareStatus
    /// Takes nobody new; those that are served are finished, or broken off with `atOnce`.
    func stop(atOnce: Bool)
    func kick(_ id: Visit.ID)
    func release(_ id: VisitorLock.ID)
}

extension ShareServer: OpenShare {}
