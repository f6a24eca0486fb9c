import Files
import Glibc
import Transport

/// What a watch does, a round each time that something happens; confined to its queue.
struct ProgramRounds {
    private enum Phase {
        case running
        /// The stream was closed at one of its ends, and others use the program.
        case lent
        /// The stream was closed at one of its ends; the program should end by itself.
        case closed(Deadline)
        /// It was asked to end.
        case terminating(Deadline)
        /// It was made to end.
        case killed
        case over(Subprocess.Ending)
    }

    /// Seconds for the end, once the stream was closed, and once the program was asked to end.
    private static let patience = (afterClosing: 2.0, afterTerminating: 1.0)
    /// Seconds for what the program has left behind to end, once it was killed.
    private static let remainsTime = 0.25
    /// Bytes of stderr that are read in a round, so that a talkative program can be ended.
    private static let roundLimit = 64 << 10
    /// Seconds between two looks at the program where the system has no descriptor to wait on.
    private static let lookInterval = 0.05

    private let process: Subprocess
    private let interrupter: Interrupter
    private let wakePipe: WakePipe
    private let attendant: any ProgramAttendant
    private var phase = Phase.running
    private var lines = ErrorLines()
    private var hasErrors = true
    /// Whether nobody wants to know any more why the program ends.
    private(set) var isUnwanted = false
    private var buffer = [UInt8](repeating: 0, count: 4_096)

    init(
        _ process: Subprocess, _ interrupter: Interrupter, _ wakePipe: WakePipe,
        _ attendant: any ProgramAttendant
    ) {
        self.process = process
        self.interrupter = interrupter
        self.wakePipe = wakePipe
        self.attendant = attendant
    }

    /// How the program ended; `.unknown` until it has.
    var ending: Subprocess.Ending {
        if case .over(let ending) = phase { ending } else { .unknown }
    }

    /// Waits for what happens next and does what it asks for; false once the program has ended and
    /// was reaped.
    mutating func next(isEndWanted: Bool) -> Bool {
        if isEndWanted { isUnwanted = true }
        if isEndWanted || attendant.verdict != nil { terminate() }
        let hasHungUp = wait()
        if process.hasEnded {
            finish()
            return false
        }
        if interrupter.isInterrupted, !attendant.outlivesStream {
            isUnwanted = true
            terminate()
        }
        switch phase {
        case .running where hasHungUp && attendant.outlivesStream:
            phase = .lent
        case .running where hasHungUp:
            phase = .closed(.after(seconds: ProgramRounds.patience.afterClosing))
        case .closed(let deadline) where deadline.hasPassed:
            terminate()
        case .terminating(let deadline) where deadline.hasPassed:
            process.signal(SIGKILL)
            phase = .killed
        case .running, .lent, .closed, .terminating, .killed, .over:
            break
        }
        return true
    }

    private mutating func terminate() {
        switch phase {
        case .running, .lent, .closed:
            attendant.abandon()
            process.signal(SIGTERM)
            // One that was stopped would not hear it.
            process.signal(SIGCONT)
            phase = .terminating(.after(seconds: ProgramRounds.patience.afterTerminating))
        case .terminating, .killed, .over:
            break
        }
    }

    /// Whether the stream was closed at one of its ends.
    private mutating func wait() -> Bool {
        let isRunning = if case .running = phase { true } else { false }
        let own = [
            pollfd(fd: hasErrors ? process.errors : -1, events: Int16(POLLIN), revents: 0),
            pollfd(fd: isRunning ? process.output : -1, events: 0, revents: 0),
            pollfd(fd: isRunning ? process.alarm : -1, events: 0, revents: 0),
            pollfd(fd: process.end, events: Int16(POLLIN), revents: 0),
            pollfd(fd: wakePipe.descriptor, events: Int16(POLLIN), revents: 0),
        ]
        var polled = own + attendant.waits
        let count = poll(&polled, nfds_t(polled.count), timeout)
        // An interrupted wait, or one without memory, has marked nothing.
        if count < 0 { for index in polled.indices { polled[index].revents = 0 } }
        readErrors()
        if count > 0 {
            let isWoken = polled[4].revents != 0
            if isWoken { wakePipe.drain() }
            let ready = polled.dropFirst(own.count).filter { $0.revents != 0 }
            // What stands before a question may lack its line end.
            if !ready.isEmpty, let rest = lines.takeRest() { attendant.heard(rest) }
            if isWoken || !ready.isEmpty { attendant.attend(ready) }
        }
        return isRunning && (polled[1].revents != 0 || polled[2].revents != 0)
    }

    private var timeout: CInt {
        let left =
            switch phase {
            case .closed(let deadline), .terminating(let deadline): deadline.remaining
            case .running, .lent, .killed, .over: Double.infinity
            }
        let look = process.end < 0 ? ProgramRounds.lookInterval : .infinity
        let seconds = min(left, look)
        // Rounded up, so that a wait never ends early and then spins.
        return seconds.isFinite ? CInt(seconds * 1_000) + 1 : -1
    }

    /// Reads what the program has said so far, a bounded part of it at a time.
    mutating func readErrors() {
        var total = 0
        while hasErrors, total < ProgramRounds.roundLimit {
            guard let count = process.readErrors(into: &buffer) else { return }
            hasErrors = count > 0
            total += count
            for line in lines.feed(buffer[..<count]) { attendant.heard(line) }
        }
    }

    /// The program has ended; what it started and left behind ends here.
    private mutating func finish() {
        readErrors()
        if let rest = lines.takeRest() { attendant.heard(rest) }
        attendant.abandon()
        process.signal(SIGKILL)
        phase = .over(process.reap())
        // What was killed takes its moment, and nobody is to find it alive after this.
        let end = Deadline.after(seconds: ProgramRounds.remainsTime)
        while process.hasRemains, !end.hasPassed { poll(nil, 0, 2) }
    }
}
