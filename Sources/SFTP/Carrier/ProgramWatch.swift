import Dispatch
import Files
import Glibc
import Synchronization
import Transport

/// Watches a program from its start until nothing is left of it, on a queue of its own: reads what it
/// says, serves what it asks, ends it where that is wanted, and reaps it. Any thread may hold one.
final class ProgramWatch: Sendable {
    /// Seconds that `failure` waits for the program's last words.
    private static let lastWords = 2.0

    private struct State {
        var isEndWanted = false
        var hasBegun = false
        var hasSpoken = false
        var failure: FileSystemError?
    }

    private let state = Mutex(State())
    private let wakePipe: WakePipe
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
            while rounds.next(isEndWanted: self.isEndWanted, hasBegun: self.hasBegun) {
                if let verdict = attendant.verdict { self.say(verdict) }
            }
            let isWanted = attendant.verdict == nil && !rounds.isUnwanted
            self.say(isWanted ? attendant.ended(rounds.ending) : attendant.verdict)
            self.gone.leave()
        }
    }

    private var isEndWanted: Bool { state.withLock { $0.isEndWanted } }
    private var hasBegun: Bool { state.withLock { $0.hasBegun } }

    private func say(_ failure: FileSystemError?) {
        let isFirst = state.withLock { state in
            defer { state.hasSpoken = true }
            if !state.hasSpoken { state.failure = failure }
            return !state.hasSpoken
        }
        if isFirst { spoken.leave() }
    }

    /// The stream has given bytes.
    func noteBeginning() {
        state.withLock { $0.hasBegun = true }
        wakePipe.wake()
    }

    /// Ends the program with all that it has started; does not wait for that.
    func end() {
        state.withLock { $0.isEndWanted = true }
        wakePipe.wake()
    }

    /// Why the program has ended, or is being ended; waits for that, a while at most.
    func failure() -> FileSystemError? {
        _ = spoken.wait(timeout: .now() + ProgramWatch.lastWords)
        return state.withLock { $0.failure }
    }

    /// Whether nothing is left of the program; waits for that, so many seconds at most.
    func isGone(within seconds: Double) -> Bool {
        gone.wait(timeout: .now() + seconds) == .success
    }
}
