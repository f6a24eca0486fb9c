import Dispatch
import Files
import Synchronization
import Transport
import Words

/// The programs of this process that carry SFTP, or tell something of it: they are ended with Ferry, and
/// none is started after that. Any thread may use it.
final class StartedPrograms: Sendable {
    private struct State {
        var watches: [ProgramWatch] = []
        var isClosed = false
    }

    private let state = Mutex(State())
    /// Those that are being started.
    private let starting = DispatchGroup()

    /// Runs `start`, and watches over what that has started. Throws `.cancelled` once Ferry is ending.
    func start<Value>(
        _ start: () throws(TransportError) -> (Value, ProgramWatch)
    ) throws(TransportError) -> (Value, ProgramWatch) {
        let isOpen = state.withLock { state in
            if !state.isClosed { starting.enter() }
            return !state.isClosed
        }
        guard isOpen else {
            throw TransportError(.cancelled, tr("Ferry is shutting down and starts nothing new"))
        }
        defer { starting.leave() }
        let started = try start()
        let watch = started.1
        state.withLock { state in
            state.watches.removeAll { $0.isGone(within: 0) }
            state.watches.append(watch)
        }
        return started
    }

    var isClosed: Bool { state.withLock(\.isClosed) }

    /// Has none started any more; `endAll` is for those that are there.
    func close() { state.withLock { $0.isClosed = true } }

    /// Ends all, and waits for that, so many seconds at most; whether all are gone.
    func endAll(within seconds: Double) -> Bool {
        close()
        let end = Deadline.after(seconds: seconds)
        // To start one takes no time, but it must not be missed.
        _ = starting.wait(timeout: .now() + seconds)
        let watches = state.withLock(\.watches)
        for watch in watches { watch.end() }
        return watches.reduce(true) { areGone, watch in
            watch.isGone(within: end.remaining) && areGone
        }
    }
}
