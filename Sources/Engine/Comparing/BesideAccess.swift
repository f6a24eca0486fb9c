import Files
import Work

/// Connections of its own for what goes on beside the panes, in the thread of a worker.
final class BesideAccess: TreeAccess {
    let connectionCount: Int
    private let connect: @Sendable (Site) -> any FileSystem
    private let stop: Cancellation
    /// The connection that was used last, where it was to be kept.
    private var kept: (site: Site, files: any FileSystem)?

    /// `connections`: to each server, where nobody says how many; 1 or more.
    init(
        _ stop: Cancellation, connections: Int,
        _ connect: @escaping @Sendable (Site) -> any FileSystem
    ) {
        connectionCount = connections
        self.connect = connect
        self.stop = stop
    }

    /// The same with connections of the session's, which ask the user what they need.
    convenience init(
        _ context: ConnectionContext, _ prompter: EngineLoginPrompter, _ stop: Cancellation,
        connections: Int
    ) {
        self.init(stop, connections: connections) { site in
            context.fileSystem(
                for: site, connection: context.nextConnection(), prompter: prompter)
        }
    }

    var isStopped: Bool { stop.isCancelled }

    func connector(to site: Site) -> @Sendable () -> any FileSystem {
        return { [connect, stop] in
            let files = connect(site)
            // Whatever it waits for then.
            stop.onCancel(files.interrupt)
            return files
        }
    }

    func use<Value>(
        _ site: Site, keeps: Bool, _ body: (any FileSystem) throws -> Value
    ) throws -> Value {
        let files: any FileSystem
        if let last = kept, last.site == site {
            kept = nil
            files = last.files
        } else {
            files = connector(to: site)()
        }
        var isKept = false
        defer { if !isKept { files.close() } }
        let value = try body(files)
        if keeps {
            closeKept()
            kept = (site, files)
            isKept = true
        }
        return value
    }

    func closeKept() {
        kept?.files.close()
        kept = nil
    }
}
