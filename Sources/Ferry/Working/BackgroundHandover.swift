import Engine
import Synchronization
import Transfers
import UI
import Words
import Work

/// Has another process go on with the transfers of the screen's queue. That process waits for the
/// queue at first: it works as soon as the screen has left it.
final class BackgroundHandover: Sendable {
    private enum State {
        case possible
        case begun
        /// The number of the process that goes on.
        case done(Int32)
    }

    private let context: ConnectionContext
    private let options: any ConnectionChoices & Sendable
    private let inbox: Inbox
    private let state = Mutex(State.possible)
    private let worker = Worker<Void>(label: "ferry.handover") {}

    init(
        _ context: ConnectionContext, _ options: any ConnectionChoices & Sendable, _ inbox: Inbox
    ) {
        self.context = context
        self.options = options
        self.inbox = inbox
    }

    /// The number of the process that goes on; nil where there is none.
    var successor: Int32? {
        guard case .done(let number) = state.withLock({ $0 }) else { return nil }
        return number
    }

    /// Starts the other process, and posts `.handedOver`, or why there is none. While one is being
    /// started, or once it is there, nothing is done.
    func begin(_ queue: TransferQueue) {
        let isFirst = state.withLock { state in
            guard case .possible = state else { return false }
            state = .begun
            return true
        }
        guard isFirst else { return }
        queue.choices { [self] choices in
            worker.perform { [self] _ in start(choices) }
        }
    }

    private func start(_ choices: QueueChoices) {
        let handover = Handover(of: context, choices, isSuccession: true)
        do {
            let number = try BackgroundProcess.start(
                options, handover, LogoutRule.ofThisProcess())
            state.withLock { $0 = .done(number) }
            inbox.post(.handedOver)
        } catch {
            state.withLock { $0 = .possible }
            let reason = (error as? Failure)?.words ?? "\(error)"
            inbox.post(.notice(tr("The transfers stay in this process. \(reason)"), isError: true))
        }
    }
}
