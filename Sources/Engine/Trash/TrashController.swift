import Files
import Local
import UI
import Words
import Work

/// Reads and changes this machine's trash, beside the main thread, and posts what comes of it.
final class TrashController: Sendable {
    private let trash: Trash
    private let inbox: Inbox
    private let worker = Worker<Void>(label: "ferry.trash") {}

    init(_ inbox: Inbox, trash: Trash = Trash()) {
        self.trash = trash
        self.inbox = inbox
    }

    func load(_ request: RequestID) {
        worker.perform { [trash, inbox] _ in inbox.post(.trash(request, trash.list())) }
    }

    func restore(_ request: RequestID, _ id: TrashID) {
        change(request) { (trash) throws(FileSystemError) in
            let path = try trash.restore(id)
            return tr("Restored \(path.text).")
        }
    }

    func delete(_ request: RequestID, _ id: TrashID) {
        change(request) { (trash) throws(FileSystemError) in
            try trash.delete(id)
            return tr("Deleted \(id.name.text) from the trash.")
        }
    }

    /// Says what came of a change, and what is in the trash after it.
    private func change(
        _ request: RequestID,
        _ body: @escaping @Sendable (Trash) throws(FileSystemError) -> String
    ) {
        worker.perform { [trash, inbox] _ in
            let (sentence, isError): (String, Bool)
            do throws(FileSystemError) {
                (sentence, isError) = (try body(trash), false)
            } catch {
                (sentence, isError) = (error.message, true)
            }
            inbox.post(.trash(request, trash.list()))
            inbox.post(.notice(sentence, isError: isError))
        }
    }
}
