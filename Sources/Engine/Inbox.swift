package import Files
import Synchronization
package import UI
import Work

/// What waits for the main thread: messages, and the lines of the log, which come by the thousand
/// and are handed over in one go.
package final class Inbox: Sendable {
    /// Lines kept while the main thread is busy; older ones are left out of the screen's log.
    static let exchangeLimit = 10_000

    private let mailbox: Mailbox<Message>
    private let exchanges = Mutex<[Exchange]>([])

    /// Nil where the process has no descriptor left.
    package init?() {
        guard let mailbox = Mailbox<Message>() else { return nil }
        self.mailbox = mailbox
    }

    /// Readable while something waits.
    package var descriptor: CInt { mailbox.descriptor }

    package func post(_ message: Message) {
        mailbox.post(message)
    }

    /// Takes a line of the log.
    package func log(_ exchange: Exchange) {
        let isFirst = exchanges.withLock { exchanges in
            if exchanges.count >= Inbox.exchangeLimit {
                exchanges.removeFirst(Inbox.exchangeLimit / 2)
            }
            exchanges.append(exchange)
            return exchanges.count == 1
        }
        if isFirst { mailbox.post(.exchanged([])) }
    }

    /// Everything that waits; the log comes first, so that it is there before what came of it.
    package func drain() -> [Message] {
        let messages = mailbox.drain()
        let lines = exchanges.withLock { exchanges in
            let lines = exchanges
            exchanges = []
            return lines
        }
        return (lines.isEmpty ? [] : [.exchanged(lines)]) + messages
    }
}
