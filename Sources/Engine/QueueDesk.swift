import Files
package import Jobs
package import Transfers
package import UI
import Work

/// The transfer queue with its store, opened on a worker: the first frame does not wait for a disk.
package final class QueueDesk: Sendable {
    private let worker: Worker<TransferQueue?>

    /// A nil `storePath` keeps the queue in memory; so does a store that cannot be opened, and a
    /// notice says it.
    package init(
        storePath: String?, configuration: TransferQueue.Configuration, session: Session,
        inbox: Inbox
    ) {
        worker = Worker(label: "ferry.desk") {
            guard let store = QueueDesk.openStore(storePath, inbox) else { return nil }
            return TransferQueue(
                store: store,
                parts: PartRegistry(store),
                configuration: configuration,
                makeFileSystem: { site, _ in
                    session.fileSystem(for: site, connection: session.nextConnection())
                },
                onChange: { inbox.post(.queue($0)) })
        }
    }

    private static func openStore(_ path: String?, _ inbox: Inbox) -> Store? {
        do throws(StoreError) {
            let store = try Store.open(at: path)
            if let notice = store.notice { inbox.post(.notice(notice, isError: true)) }
            return store
        } catch {
            inbox.post(
                .notice("\(error.description) The queue is kept in memory only.", isError: true))
            return try? Store.open(at: nil)
        }
    }

    /// Adds jobs; `refused` hears why they were not taken.
    package func submit(
        _ batch: JobBatch, refused: @escaping @Sendable (String) -> Void
    ) {
        worker.perform { queue in
            guard let queue else { return refused("Nothing was queued: there is no queue.") }
            queue.submit(batch.requests) { result in
                if case .failure(let error) = result { refused(error.description + ".") }
            }
        }
    }

    package func send(_ command: QueueCommand) {
        worker.perform { $0?.send(command) }
    }

    /// Puts down what runs so that it can be gone on with; `stopped` is called then.
    package func stop(_ stopped: @escaping @Sendable () -> Void) {
        worker.retire { queue in
            if let queue { queue.stop(stopped) } else { stopped() }
        }
    }
}
