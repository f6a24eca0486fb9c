import Files
import Jobs
import Share
import UI
import Words
import Work

/// The one share of this process: opened on a worker, as a certificate may have to be made; what
/// becomes of it goes to the inbox, and its lines to the log.
final class ShareController: Sendable {
    /// What is open, and who waits for its end. Touched on the worker only.
    private final class Table {
        private(set) var share: (any OpenShare)?
        /// Shares that were begun; the last of them is the one that is open.
        private(set) var count = 0
        var waiting: [@Sendable () -> Void] = []

        /// The number of the next one.
        func next() -> Int {
            count += 1
            return count
        }

        func opened(_ share: any OpenShare) {
            self.share = share
        }

        func ended(_ number: Int) {
            guard number == count else { return }
            share = nil
            for stopped in waiting { stopped() }
            waiting = []
        }
    }

    private let worker = Worker<Table>(label: "ferry.share") { Table() }
    private let storePath: String?
    private let inbox: Inbox
    private let context: ConnectionContext
    /// Ferry's, for a process of the share's own; nil where this process serves it.
    private let program: String?

    /// Without a store, what visitors note of files ends with the share.
    init(inbox: Inbox, context: ConnectionContext, storePath: String?, program: String?) {
        self.storePath = storePath
        self.program = program
        self.inbox = inbox
        self.context = context
    }

    func send(_ command: ShareCommand) {
        switch command {
        case .start(let request): start(request)
        case .stop(let atOnce): worker.perform { $0.share?.stop(atOnce: atOnce) }
        case .kick(let visit): worker.perform { $0.share?.kick(visit) }
        case .release(let lock): worker.perform { $0.share?.release(lock) }
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
        let (inbox, worker) = (inbox, worker)
        worker.perform { [self] table in
            guard table.share == nil else {
                return inbox.post(
                    .shareRefused(tr("A directory is already being shared; stop that share first."))
                )
            }
            let number = table.next()
            // After what is told here of its start.
            let share = open(request) { status in
                worker.perform { table in
                    // First: who reads that it has ended may open the next one at once.
                    if status.state == .ended { table.ended(number) }
                    inbox.post(.shared(status))
                }
            }
            do throws(FileSystemError) {
                inbox.post(.shared(try share.start()))
                table.opened(share)
            } catch {
                inbox.post(.shareRefused(error.message))
            }
        }
    }

    private func open(
        _ request: ShareRequest, changed: @escaping @Sendable (ShareStatus) -> Void
    ) -> any OpenShare {
        let nextConnection = { @Sendable [context] in context.nextConnection() }
        if let program {
            return ShareProcess(
                request, program: program, nextConnection: nextConnection, log: context.log,
                changed: changed)
        }
        return ShareServer(
            request,
            properties: storePath.flatMap { StoredProperties.directory(besideStore: $0) }
                .map { StoredProperties(of: request.folder, in: $0) },
            rights: storePath.flatMap { QueueWriteRights(storePath: $0) },
            nextConnection: nextConnection, log: context.log, changed: changed)
    }

    /// Breaks the share off; `stopped` is called once it has ended, at once where none is open.
    func stop(_ stopped: @escaping @Sendable () -> Void) {
        worker.perform { table in
            guard let server = table.share else { return stopped() }
            table.waiting.append(stopped)
            server.stop(atOnce: true)
        }
    }
}
