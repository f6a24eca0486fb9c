import Engine
import Files
import Jobs
import Synchronization

extension Job {
    /// Whether the user gave it up: it ended, and did not fail.
    fileprivate var wasCancelled: Bool {
        switch state {
        case .cancelled: true
        case .failed(let error): error.kind == .cancelled
        default: false
        }
    }
}

/// What happens to the transfers of a command, an object of JSON a line on stdout, and at its end what
/// all came to (`--json`).
final class EventLines: Sendable {
    /// Seconds between two words about the progress of one file.
    private static let pace = 0.4
    /// Seconds that lines about small files wait for others at most.
    private static let delay = 0.1
    /// Sentences that are not told twice; more than failures are kept.
    private static let sentenceLimit = 2 * QueueEvents.failureLimit

    /// What was last said of a file that is under way.
    private struct Progress {
        var bytes: UInt64
        var time: Instant
    }

    private struct State {
        var output = Output.standard
        /// What could not be written: nothing more is then.
        var failure: OutputFailure?
        var underWay: [JobID: Progress] = [:]
        /// Directories that have failed because something below them has.
        var incomplete: Set<JobID> = []
        /// Hashes of sentences that were told, as far as they are kept.
        var told: Set<Int> = []
        var (files, failed): (Int, Int) = (0, 0)
        /// Nil where nothing was to be deleted.
        var deleted: Int?
        var bytes: UInt64 = 0
        var flushed = Instant.now()
        /// Where what is copied comes to in the end, where it is copied elsewhere first.
        var destination: (copied: Location, target: Location)?

        mutating func write(_ line: [UInt8]) {
            guard failure == nil else { return }
            do throws(OutputFailure) {
                try output.append(line)
                try output.append(CollectionOfOne(0x0A))
            } catch {
                failure = error
            }
        }

        mutating func write(_ event: TransferEvent) {
            var event = event
            if let known = destination, let target = event.target,
                target.site == known.copied.site,
                let below = target.path == known.copied.path
                    ? [] : target.path.components(below: known.copied.path)
            {
                event.target?.path = Path(components: known.target.path.components + below)
            }
            write(event.line)
        }

        mutating func flush() {
            guard failure == nil else { return }
            flushed = .now()
            do throws(OutputFailure) {
                try output.flush()
            } catch {
                failure = error
            }
        }

        /// Whether a sentence is not known to have been told.
        mutating func isNew(_ message: String) -> Bool {
            let hash = message.hashValue
            guard told.count < EventLines.sentenceLimit else { return !told.contains(hash) }
            return told.insert(hash).inserted
        }

        mutating func begin(_ job: Job) {
            guard underWay[job.id] == nil else { return }
            underWay[job.id] = Progress(bytes: job.done, time: .now())
            write(TransferEvent(.began, of: job))
        }
    }

    private let state = Mutex(State())
    private let start = Instant.now()

    init(to output: Output = .standard) {
        state.withLock { $0.output = output }
    }

    /// Jobs and sentences that are kept in memory.
    var rememberedCount: Int {
        state.withLock { $0.underWay.count + $0.incomplete.count + $0.told.count }
    }

    /// Runs a command that tells of its transfers where that `isWanted`. Wrong usage is no transfer,
    /// and so told on stderr alone.
    static func telling(_ isWanted: Bool, _ body: (EventLines?) throws -> Void) throws {
        guard isWanted else { return try body(nil) }
        let lines = EventLines()
        do {
            try body(lines)
        } catch let failure as Failure where failure.code == 1 {
            try lines.end(failure.lines)
            throw failure
        } catch let failure as OutputFailure {
            try lines.end(failure.failure.lines)
            throw failure
        } catch let error as FileSystemError {
            let failure = Failure(error)
            try lines.end(failure.lines)
            throw failure
        }
        try lines.end([])
    }

    /// Tells what was asked for.
    func queued(_ requests: [JobRequest]) {
        state.withLock { state in
            for request in requests { state.write(TransferEvent(.queued, of: request)) }
            state.flush()
        }
    }

    /// Tells what was planned, or has happened beside the queue: lines as they are.
    func append(_ lines: [String]) {
        state.withLock { state in
            for line in lines { state.write(Array(line.utf8)) }
            state.flush()
        }
    }

    /// The same of something that failed, for a reason that is not told again at the end.
    func append(failed line: String, _ message: String) {
        state.withLock { state in
            _ = state.isNew(message)
            state.failed += 1
            state.write(Array(line.utf8))
        }
    }

    /// Counts files that were deleted.
    func count(deleted: Int) {
        state.withLock { $0.deleted = ($0.deleted ?? 0) + deleted }
    }

    /// Tells that a directory has come into another's place; until then, of what is copied for that as if
    /// it were in its place.
    func take(_ progress: SwapProgress) {
        state.withLock { state in
            switch progress {
            case .began(let copied, let target): state.destination = (copied, target)
            case .givenUp:
                // What was copied is not there.
                (state.files, state.bytes) = (0, 0)
            case .done(let target, let backup, let rest):
                state.write(Array(EventLines.swap(target, backup, rest).utf8))
            }
            state.flush()
        }
    }

    private static func swap(_ target: Location, _ backup: Path?, _ rest: Path?) -> String {
        func text(_ path: Path) -> String {
            EntryText.string(
                Array(target.site.text.utf8) + path.bytes, in: target.site.nameCharset)
        }
        let kept =
            backup.map { ",\"backup\":\(text($0))" }
            ?? rest.map { ",\"rest\":\(text($0))" } ?? ""
        return "{\"event\":\"swap\",\"target\":\(text(target.path))\(kept)}"
    }

    /// Tells of a job of the queue that was asked for earlier.
    func queued(_ job: Job) {
        state.withLock { $0.write(TransferEvent(.queued, of: job)) }
    }

    /// Tells what has begun, and how far it is.
    func take(_ change: QueueChange) {
        state.withLock { state in
            for job in change.changed {
                switch job.state {
                case .expanding, .committing: state.begin(job)
                case .running:
                    state.begin(job)
                    EventLines.move(job, &state)
                default: break
                }
            }
            for id in change.removed { state.underWay[id] = nil }
            state.flush()
        }
    }

    private static func move(_ job: Job, _ state: inout State) {
        guard job.kind != .directory, let last = state.underWay[job.id], job.done != last.bytes,
            Instant.now().seconds(since: last.time) >= pace
        else { return }
        state.underWay[job.id] = Progress(bytes: job.done, time: .now())
        var event = TransferEvent(.moved, of: job)
        event.bytes = job.done
        state.write(event)
    }

    /// Tells that the user is asked about a job.
    func asks(_ job: Job, _ message: String) {
        state.withLock { state in
            var event = TransferEvent(.asks, of: job)
            event.message = message
            state.write(event)
            state.flush()
        }
    }

    /// Tells of a job that has come to its end; `failures` is what is said of it.
    func take(_ job: Job, failures: [String]) {
        state.withLock { state in
            if job.kind != .directory || job.wentAsTree { state.bytes &+= job.moved }
            if failures.isEmpty {
                EventLines.done(job, &state)
            } else {
                EventLines.failed(job, failures, &state)
            }
            state.underWay[job.id] = nil
            if Instant.now().seconds(since: state.flushed) >= EventLines.delay { state.flush() }
        }
    }

    private static func done(_ job: Job, _ state: inout State) {
        state.begin(job)
        state.incomplete.remove(job.id)
        if job.kind != .directory { state.files += 1 }
        if job.wentAsTree { state.files += job.filesDone }
        var event = TransferEvent(.done, of: job)
        event.bytes = job.done
        if job.kind != .directory || job.wentAsTree { event.via = job.via }
        event.verified = job.verified
        state.write(event)
    }

    private static func failed(_ job: Job, _ failures: [String], _ state: inout State) {
        for message in failures {
            let isNew = state.isNew(message)
            guard isNew || job.kind != .directory else { continue }
            var event = TransferEvent(.failed, of: job)
            event.message = message
            state.write(event)
        }
        // A directory fails for what is below it, which was counted already.
        let isCounted = state.incomplete.remove(job.id) != nil
        if let parent = job.parent { state.incomplete.insert(parent) }
        if !isCounted, !job.wasCancelled { state.failed += max(1, job.leftOut.count) }
    }

    /// Tells of what is copied past the queue, into a device or a pipe.
    func stream(_ source: Location, _ body: () throws -> Void) throws {
        var event = TransferEvent(.began)
        event.source = source
        let began = event
        state.withLock { state in
            state.write(began)
            state.flush()
        }
        try body()
        event = TransferEvent(.done)
        event.source = source
        event.via = .here
        let done = event
        state.withLock { state in
            state.files += 1
            state.write(done)
        }
    }

    /// Tells what else has failed, and what all came to. Throws where not all could be written.
    private func end(_ lines: [String]) throws(OutputFailure) {
        let seconds = Instant.now().seconds(since: start)
        let failure = state.withLock { state in
            for message in EventLines.messages(lines) {
                guard state.isNew(message) else { continue }
                var event = TransferEvent(.failed)
                event.message = message
                state.write(event)
                state.failed += 1
            }
            let thousandths = String(Int(seconds * 1_000) % 1_000)
            let padding = String(repeating: "0", count: 3 - thousandths.count)
            let total =
                "{\"event\":\"total\",\"files\":\(state.files),\"bytes\":\(state.bytes),"
                + (state.deleted.map { "\"deleted\":\($0)," } ?? "")
                + "\"failed\":\(state.failed),\"seconds\":\(Int(seconds)).\(padding)\(thousandths)}"
            state.write(Array(total.utf8))
            state.flush()
            return state.failure
        }
        if let failure { throw failure }
    }

    /// The sentences of a failure: what goes on behind one on lines of its own belongs to it.
    private static func messages(_ lines: [String]) -> [String] {
        var messages: [String] = []
        for line in lines {
            if line.hasPrefix(Failure.prefix) || messages.isEmpty {
                let hasPrefix = line.hasPrefix(Failure.prefix)
                messages.append(hasPrefix ? String(line.dropFirst(Failure.prefix.count)) : line)
            } else {
                messages[messages.count - 1] += "\n" + line
            }
        }
        return messages
    }
}
