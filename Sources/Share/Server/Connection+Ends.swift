import NIOCore
import Words

/// How a connection ends, and the work of others that it waits for before.
extension Connection {
    func waitedTooLong() {
        switch phase {
        case .idle:
            guard received.meter.headLength > 0 else { return close() }
            refuseFault(Refusal(.requestTimeout, tr("The request did not arrive in time.")))
        case .receiving(let body, let exchange):
            // What is being written to disk is no fault of the visitor's.
            guard !body.isBusy else {
                deadline.set(seconds: services.limits.bodyTime)
                return
            }
            refuse(
                body, exchange, Refusal(.requestTimeout, tr("The body did not arrive in time.")))
            proceed()
        case .sending: abort(tr("The visitor received nothing for too long."))
        case .skipping, .lingering: close()
        case .responding, .closed, .finished: break
        }
    }

    /// Says that nothing more comes, and throws away what the visitor still sends, so that the
    /// answer is not lost with it.
    func linger() {
        guard let context else { return }
        phase = .lingering
        received.removeAll()
        if received.hasEnded {
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
            abort(tr("The share was stopped."))
        } else if case .idle = phase, received.isEmpty {
            close()
        }
    }

    /// Breaks off whatever goes on.
    func abort(_ reason: String) {
        if case .sending(let writer) = phase {
            writer.cancel(reason)
            if arrival.isSecure {
                context?.triggerUserOutboundEvent(TLSHandler.CutOff(), promise: nil)
            }
        }
        close()
    }

    private func close() {
        context?.close(mode: .all, promise: nil)
    }

    /// The channel is gone.
    func lost() {
        deadline.clear()
        received.removeAll()
        switch phase {
        case .closed, .finished: return
        case .receiving(let body, _): body.abandon()
        case .sending(let writer): writer.cancel(tr("The visitor cancelled it."))
        case .idle, .responding, .skipping, .lingering: break
        }
        phase = .closed
        finishIfDone()
    }

    func finishIfDone() {
        guard case .closed = phase, work.isEmpty else { return }
        phase = .finished
        finished()
    }
}
