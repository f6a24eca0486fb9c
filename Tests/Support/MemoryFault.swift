package import Files
import Synchronization

/// Something that goes wrong in a memory file system.
package struct MemoryFault: Sendable {
    package enum Operation: String, Sendable {
        case connect, list, entry, details, open, create, read, write, finishRead, finishWrite
        case commit, discard, makeDirectory, removeFile, removeDirectory, rename, setModified,
            setMode
        case partialSize, syncPieces, close, copyTree

        /// Whether it happens in the middle of a file.
        var isOfHandle: Bool { [.read, .write, .finishRead, .finishWrite].contains(self) }
    }

    package enum Action: Hashable, Sendable {
        case fail(FileSystemError)
        /// Blocks until interrupted, then fails as a broken connection does; or until let go.
        case hang
        /// Of `commit`: gives no answer for the file.
        case forget
        /// Of `rename`: the server obeys a command of which only the beginning came, so that the new name
        /// has that many bytes; then the connection is gone.
        case shorten(to: Int)
        /// Of `rename`: the server moves what is in a directory one after the other, and only the first of
        /// them; then the connection is gone.
        case halve
    }

    package var operation: Operation
    /// Nil for any.
    package var path: Path?
    /// Of `read` and `write`: once that many bytes of the file are over.
    package var byte: UInt64
    package var action: Action
    /// How often it happens.
    package var times: Int

    package init(
        _ operation: Operation, _ path: String? = nil, atByte byte: UInt64 = 0,
        _ action: Action, times: Int = 1
    ) {
        self.operation = operation
        self.path = path.map { Path($0) }
        self.byte = byte
        self.action = action
        self.times = times
    }

    /// A connection that breaks, which trying again may mend.
    package static func broken(_ reply: String = "426 Connection closed") -> Action {
        .fail(
            FileSystemError(
                .connection, reply: reply, detail: "The server closed the connection.",
                isTransient: true))
    }

    package static func refused(_ reply: String = "550 Permission denied") -> Action {
        .fail(
            FileSystemError(.denied, reply: reply, detail: "The server refused."))
    }
}

/// Where those wait who hang.
final class MemoryGate: Sendable {
    private struct State {
        var waiting: [Int: Signal] = [:]
        var interrupted: Set<Int> = []
        var isOpen = false
    }

    private let state = Mutex(State())
    private let arrivals = Signal()

    /// Blocks until interrupted (false) or let go (true).
    func hang(_ connection: Int) -> Bool {
        let signal = Signal()
        let goesOn = state.withLock { state in
            if state.isOpen || state.interrupted.contains(connection) { return true }
            state.waiting[connection] = signal
            return false
        }
        arrivals.send()
        if !goesOn { signal.wait("a hanging call was never let go") }
        return state.withLock { $0.interrupted.remove(connection) == nil }
    }

    func interrupt(_ connection: Int) {
        state.withLock { state in
            // As with a socket: nobody is woken who does not wait, but the next call notices.
            state.interrupted.insert(connection)
            state.waiting.removeValue(forKey: connection)?.send()
        }
    }

    func release() {
        state.withLock { state in
            for signal in state.waiting.values { signal.send() }
            state.waiting = [:]
        }
    }

    func open() {
        state.withLock { state in
            state.isOpen = true
            for signal in state.waiting.values { signal.send() }
            state.waiting = [:]
        }
    }

    func waitForHang() {
        arrivals.wait("nobody came to hang")
    }

    func takeInterruption(_ connection: Int) -> Bool {
        state.withLock { $0.interrupted.remove(connection) != nil }
    }
}
