import Jobs
import NIOCore
import NIOPosix

/// How a connection ends, and the work of others that it waits for before.
extension Connection {
    func waitedTooLong() {
        switch phase {
        case .idle:
            guard intake.headLength > 0 else { return close() }
            refuseFault(Refusal(.requestTimeout, "The request did not come in time."))
        case .receiving(let body):
            // What is being written to disk is no fault of the visitor's.
            guard !body.isBusy else {
                deadline.set(seconds: services.limits.bodyTime)
                return
            }
            _ = refuseBody(
                body, Refusal(.requestTimeout, "The body did not come in time."))
            proceed()
        case .sending: abort("The visitor took nothing more for too long.")
        case .skipping, .lingering: close()
        case .responding, .closed: break
        }
    }

    /// Says that nothing more comes, and throws away what the visitor still sends, so that the
    /// answer is not lost with it.
    func linger() {
        guard let context else { return }
        phase = .lingering
        waiting.removeAll()
        if hasInputEnded {
            close()
            return
        }
        deadline.set(seconds: services.limits.lingerTime)
        context.close(mode: .output, promise: nil)
        context.read()
    }

    /// The share ends: what is being served is finished, unless `atOnce`.
    func end(atOnce: Bool) {
        isEnding = true
        if atOnce {
            abort("The share was stopped.")
        } else if case .idle = phase, waiting.isEmpty {
            close()
        }
    }

    /// Breaks off whatever goes on.
    func abort(_ reason: String) {
        if case .sending(let sending) = phase {
            sending.visit?.end(.failed(reason))
            if arrival.isSecure {
                context?.triggerUserOutboundEvent(TLSHandler.CutOff(), promise: nil)
            }
        }
        close()
    }

    func close() {
        context?.close(mode: .all, promise: nil)
    }

    func lost() {
        deadline.clear()
        let before = phase
        phase = .closed
        exchange = nil
        waiting.removeAll()
        switch before {
        case .receiving(let body):
            if body.isBusy {
                body.isGivenUp = true
            } else {
                abandon(body.receiver)
            }
        case .sending(let sending):
            sending.visit?.end(.failed("The visitor broke it off."))
            sending.release()
        default: break
        }
        finishIfDone()
    }

    private func finishIfDone() {
        guard case .closed = phase, tasks == 0, !hasFinished else { return }
        hasFinished = true
        finished()
    }

    // MARK: Threads

    /// Runs `work` on a thread that may block, one of `pool` where it is given, then `done` on the
    /// loop, always.
    func onThread<Value: Sendable>(
        of pool: NIOThreadPool? = nil,
        _ work: @escaping @Sendable () -> Value, then done: @escaping (Connection, Value) -> Void
    ) {
        tasks += 1
        (pool ?? services.threads).runIfActive(eventLoop: loop, work).assumeIsolated().whenComplete
        {
            [self] result in
            tasks -= 1
            // The threads are only ended once no connection is left.
            if case .success(let value) = result { done(self, value) }
            finishIfDone()
        }
    }

    func abandon(_ receiver: BodyReceiver) {
        onThread {
            receiver.abandon()
        } then: { _, _ in
        }
    }
}
