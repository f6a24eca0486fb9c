import Dispatch
import Files
import Synchronization
import Transport

/// Watches a program from its start until nothing is left of it, on a queue of its own: reads what it
/// says, serves what it asks, ends it where that is wanted, and reaps it. Any thread may hold one.
final class ProgramWatch: Sendable {
    /// Seconds to wait for the program's last words, and until the attendant was told of its first
    /// bytes.
    static let patience = (lastWords: 2.0, beginning: 0.5)

    /// What the stream has given.
    private enum Beginning {
        case awaited
        /// Bytes, of which the attendant is still to be told.
        case seen
        case told
    }

    private struct State {
        var isEndWanted = false
        var beginning = Beginning.awaited
        var hasSpoken = false
        var isAsking = false
        /// Whether it asked at any time since somebody looked.
        var hasAsked = false
        var failure: FileSystemError?
    }

    private let state = Mutex(State())
    private let wakePipe: WakePipe
    private let told = DispatchSemaphore(value: 0)
    private let spoken = DispatchGroup()
    private let gone = DispatchGroup()

    /// Watches `process`, whose stream `interrupter` holds. `makeAttendant` is called on the watch's
    /// queue; the attendant writes the pipe to be called again.
    init(
        _ process: Subprocess, interrupter: Interrupter, wakePipe: WakePipe,
        makeAttendant: @escaping @Sendable () -> any ProgramAttendant
    ) {
        self.wakePipe = wakePipe
        spoken.enter()
        gone.enter()
        DispatchQueue(label: "ferry.program").async {
            let attendant = makeAttendant()
            var rounds = ProgramRounds(process, interrupter, wakePipe, attendant)
            repeat {
                self.tell(attendant, &rounds)
                self.note(isAsking: attendant.isAsking)
                if let verdict = attendant.verdict { self.say(verdict) }
            } while rounds.next(isEndWanted: self.state.withLock { $0.isEndWanted })
            // The worker may not have come to read them.
            if process.holdsOutput { self.see() }
            self.tell(attendant, &rounds)
            self.note(isAsking: false)
            let isWanted = attendant.verdict == nil && !rounds.isUnwanted
            let failure = isWanted ? attendant.ended(rounds.ending) : attendant.verdict
            attendant.vanished()
            self.say(failure)
            self.gone.leave()
        }
    }

    private func note(isAsking: Bool) {
        state.withLock { state in
            state.isAsking = isAsking
            if isAsking { state.hasAsked = true }
        }
    }

    /// Whether an answer to something that the program asked is awaited, or was since this was last
    /// looked at: what comes after the answer takes its own time.
    func takeAsking() -> Bool {
        state.withLock { state in
            defer { state.hasAsked = false }
            return state.isAsking || state.hasAsked
        }
    }

    private func see() {
        state.withLock { if case .awaited = $0.beginning { $0.beginning = .seen } }
    }

    private func tell(_ attendant: any ProgramAttendant, _ rounds: inout ProgramRounds) {
        let isNews = state.withLock { state in
            guard case .seen = state.beginning else { return false }
            state.beginning = .told
            return true
        }
        guard isNews else { return }
        // What was said before the first bytes is known before them.
        rounds.readErrors()
        attendant.began()
        told.signal()
    }

    /// The first answer holds.
    private func say(_ failure: FileSystemError?) {
        let isFirst = state.withLock { state in
            guard !state.hasSpoken else { return false }
            state.hasSpoken = true
            state.failure = failure
            return true
        }
        if isFirst { spoken.leave() }
    }

    /// The stream has given bytes: returns when the attendant knows, so that what it remembers of the
    /// login is there for the next one.
    func noteBeginning() {
        see()
        wakePipe.wake()
        _ = told.wait(timeout: .now() + ProgramWatch.patience.beginning)
    }

    /// Ends the program with all that it has started; does not wait for that.
    func end() {
        state.withLock { $0.isEndWanted = true }
        wakePipe.wake()
    }

    /// Why the program has ended, or is being ended; waits for that, so many seconds at most.
    func failure(
        within seconds: Double = ProgramWatch.patience.lastWords
    ) -> FileSystemError? {
        _ = spoken.wait(timeout: .now() + seconds)
        return state.withLock { $0.failure }
    }

    /// Whether nothing is left of the program; waits for that, so many seconds at most.
    func isGone(within seconds: Double) -> Bool {
        gone.wait(timeout: .now() + seconds) == .success
    }
}
