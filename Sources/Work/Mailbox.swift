import CLinux
import Glibc
import Synchronization

/// Carries messages from any thread to the one that polls `descriptor`.
package final class Mailbox<Message: Sendable>: Sendable {
    private let messages = Mutex<[Message]>([])
    private let reader: CInt
    private let writer: CInt

    /// Nil where the process has no descriptor left for a pipe.
    package init?() {
        var ends: [CInt] = [-1, -1]
        guard ferry_pipe(&ends) == 0 else { return nil }
        reader = ends[0]
        writer = ends[1]
    }

    deinit {
        Glibc.close(reader)
        Glibc.close(writer)
    }

    /// Readable while messages wait.
    package var descriptor: CInt { reader }

    package func post(_ message: Message) {
        let isFirst = messages.withLock { messages in
            messages.append(message)
            return messages.count == 1
        }
        // One byte wakes the reader, however many messages wait; a full pipe is awake already.
        if isFirst { _ = withUnsafePointer(to: UInt8(1)) { Glibc.write(writer, $0, 1) } }
    }

    /// Everything that waits, in the order of posting.
    package func drain() -> [Message] {
        var buffer: [UInt8] = Array(repeating: 0, count: 64)
        while Glibc.read(reader, &buffer, buffer.count) == buffer.count {}
        return messages.withLock { messages in
            let all = messages
            messages = []
            return all
        }
    }
}
