import NIOHTTP1
import Words

/// A request's body on its way into a sink, block by block. Confined to its event loop.
final class IncomingBody {
    /// What came of the part that was taken last.
    enum Progress {
        /// A block is in the sink; a refusal is the sink's, and the body to be abandoned.
        case wrote(Result<Void, Refusal>)
        /// The body was whole. What the visitor gets.
        case finished(Result<Response, Refusal>)
    }

    private enum State {
        /// Takes the next block.
        case open
        /// A thread works on a block, or on the end.
        case busy
        /// As `busy`, and nobody waits for what comes of it.
        case busyForNobody
        /// The sink was told how it ended.
        case over
    }

    private let receiver: BodyReceiver
    private let limits: Limits
    private let work: any BlockingWork
    private let startedAt: Double
    private var state = State.open
    /// Bytes.
    private var count: UInt64 = 0

    /// `startedAt` is in seconds, on the clock of `Visits.now`.
    init(
        _ receiver: BodyReceiver, _ limits: Limits, _ work: any BlockingWork,
        startedAt: Double = Visits.now
    ) {
        self.receiver = receiver
        self.limits = limits
        self.work = work
        self.startedAt = startedAt
    }

    /// Whether a thread works on it; nothing more is taken meanwhile.
    var isBusy: Bool {
        switch state {
        case .busy, .busyForNobody: true
        case .open, .over: false
        }
    }

    /// Throws where the sink does not take so many bytes.
    func check(length: UInt64) throws(Refusal) {
        guard length <= receiver.limit else {
            throw Refusal(.contentTooLarge, tr("That is more than this share accepts at once."))
        }
    }

    /// Takes what has come of the body and hands it on. Throws where that is no body, is too much,
    /// or comes too slowly by `now`; it is to be abandoned then. `done` is called later, unless the
    /// body is abandoned meanwhile.
    func take(
        from parts: inout ReceivedParts, at now: Double, then done: @escaping (Progress) -> Void
    ) throws(Refusal) {
        while case .open = state {
            if let fault = parts.bodyFault(limits) { throw fault }
            switch parts.next() {
            case nil:
                if let fault = parts.fault { throw fault }
                return
            case .head: throw Refusal(.badRequest, tr("The body does not end."))
            case .end: finish(then: done)
            case .body(let first):
                let block = parts.block(startingWith: first)
                if !block.isEmpty { try write(block, at: now, then: done) }
            }
        }
    }

    private func write(
        _ bytes: [UInt8], at now: Double, then done: @escaping (Progress) -> Void
    ) throws(Refusal) {
        count += UInt64(bytes.count)
        try check(length: count)
        let elapsed = now - startedAt
        guard
            elapsed <= Double(limits.bodyTime)
                || Double(count) >= elapsed * Double(limits.bodyRate)
        else {
            throw Refusal(.requestTimeout, tr("The body arrives too slowly."))
        }
        state = .busy
        work.run { [receiver] in
            Result { () throws(Refusal) in try receiver.write(bytes) }
        } then: { [self] result in
            if case .busyForNobody = state {
                tellAbandoned()
            } else {
                state = .open
                done(.wrote(result))
            }
        }
    }

    private func finish(then done: @escaping (Progress) -> Void) {
        state = .busy
        work.run { [receiver] in
            let result = Result { () throws(Refusal) in try receiver.finish() }
            if case .failure = result { receiver.abandon() }
            return result
        } then: { [self] result in
            let isAwaited = if case .busy = state { true } else { false }
            state = .over
            if isAwaited { done(.finished(result)) }
        }
    }

    /// Nothing of it is to stay; at once, or when the thread that works on it has reported.
    func abandon() {
        switch state {
        case .open: tellAbandoned()
        case .busy: state = .busyForNobody
        case .busyForNobody, .over: break
        }
    }

    private func tellAbandoned() {
        state = .over
        work.run { [receiver] in
            receiver.abandon()
        } then: { _ in
        }
    }
}
