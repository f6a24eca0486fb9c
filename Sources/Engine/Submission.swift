import Files
import Transfers
import UI
import Words

/// What the user wants copied, moved or deleted, on its way into the queue.
struct Submission: Sendable {
    private let batch: JobBatch
    private let context: ConnectionContext
    private let queue: TransferQueue
    private let inbox: Inbox

    init(
        _ batch: JobBatch, _ context: ConnectionContext, _ queue: TransferQueue, _ inbox: Inbox
    ) {
        self.batch = batch
        self.context = context
        self.queue = queue
        self.inbox = inbox
    }

    /// Queues it; a new name is first looked at, over one of the connections. Posts why it cannot be
    /// queued.
    func start(_ connections: PaneConnections) {
        for site in batch.sites {
            if let refusal = context.refusal(of: site) {
                inbox.post(.notice(refusal.message, isError: true))
                return
            }
        }
        guard let name = batch.newName else { return submit(batch) }
        connections.connection(lookingAt: name.site).perform(inbox) { files in
            do throws(FileSystemError) {
                let isDirectory = try files.isDirectory(name.path)
                submit(isDirectory ? batch.going(into: name) : batch)
                return nil
            } catch {
                return .notice(tr("Nothing was queued. \(error.message)"), isError: true)
            }
        }
    }

    private func submit(_ batch: JobBatch) {
        queue.submit(batch.requests) { [inbox] result in
            guard case .failure(let error) = result else { return }
            inbox.post(.notice(error.description, isError: true))
        }
    }
}
