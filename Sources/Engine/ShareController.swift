import Files
import Jobs
import Share
import UI
import Work

/// The one share of this process: opened on a worker, as a certificate may have to be made; what
/// becomes of it goes to the inbox, and its lines to the log.
final class ShareController: Sendable {
    /// What is open, and who waits for its end. Touched on the worker only.
    private final class Table {
        private(set) var server: ShareServer?
        /// Shares that were begun; the last of them is the one that is open.
        private(set) var count = 0
        var waiting: [@Sendable () -> Void] = []

        /// The number of the next one.
        func next() -> Int {
            count += 1
            return count
        }

        func opened(_ server: ShareServer) {
            self.server = server
        }

        func ended(_ number: Int) {
            guard number == count else { return }
            server = nil
            for stopped in waiting { stopped() }
            waiting = []
        }
    }

    private let worker = Worker<Table>(label: "ferry.share") { Table() }
    private let storePath: String?
    private let inbox: Inbox
    private let context: ConnectionContext

    /// Without a store, what visitors note of files ends with the share.
    init(inbox: Inbox, context: ConnectionContext, storePath: String?) {
        self.storePath = storePath
        self.inbox = inbox
        self.context = context
    }

    func send(_ command: ShareCommand) {
        switch command {
        case .start(let request): start(request)
        case .stop(let atOnce): worker.perform { $0.server?.stop(atOnce: atOnce) }
        case .kick(let visit): worker.perform { $0.server?.kick(visit) }
        }
    }

    /// Looks up under which addresses of this machine a share may be reached.
    func findAddresses() {
        let inbox = inbox
        worker.perform { _ in
            inbox.post(.addresses(Addresses.reachable(includingIPv6: true)))
        }
    }

    private func start(_ request: ShareRequest) {
        let (inbox, context, worker, storePath) = (inbox, context, worker, storePath)
        worker.perform { table in
            guard table.server == nil else {
                return inbox.post(
                    .shareRefused("A directory is already being shared; stop that share first."))
            }
            let number = table.next()
            let server = ShareServer(
                request,
                properties: storePath.flatMap { StoredProperties.directory(besideStore: $0) }
                    .map { StoredProperties(of: request.folder, in: $0) },
                rights: storePath.flatMap { QueueWriteRights(storePath: $0) },
                nextConnection: { context.nextConnection() }, log: context.log
            ) { status in
                // First: who reads that it has ended may open the next one at once.
                if status.state == .ended { worker.perform { $0.ended(number) } }
                inbox.post(.shared(status))
            }
            do throws(FileSystemError) {
                inbox.post(.shared(try server.start()))
                table.opened(server)
            } catch {
                inbox.post(.shareRefused(error.message))
            }
        }
    }

    /// Breaks the share off; `stopped` is called once it has ended, at once where none is open.
    func stop(_ stopped: @escaping @Sendable () -> Void) {
        worker.perform { table in
            guard let server = table.server else { return stopped() }
            table.waiting.append(stopped)
            server.stop(atOnce: true)
        }
    }
}
