import Files
import Sync
package import Transfers
import UI
import Work

/// Plans that the screen has asked for: each is made, looked at, and run or dropped. Belongs to the main
/// thread.
package final class PlanController {
    /// How plans that are run carry files, and where it is remembered what was done.
    package struct Setup: Sendable {
        /// The queue's own; what goes for the shared queue alone is overridden.
        package var transfers = TransferQueue.Configuration()
        /// Nil where nothing is remembered.
        package var storePath: String?

        package init() {}
    }

    /// A plan by its request: what makes and runs it, in a thread of its own.
    private struct Held {
        let worker: Worker<PlanWork>
        let stop: Cancellation
        let pause: PlanPause
        /// Whether it was to be run.
        var hasBegun = false
    }

    /// Connections to each server, where nobody says how many.
    private static let connections = 8

    private let context: ConnectionContext
    private let inbox: Inbox
    private let prompts: LoginPrompts
    private let setup: Setup
    private var held: [RequestID: Held] = [:]
    /// The texts that are compared, or were last.
    private var comparing: (request: RequestID, stop: Cancellation)?

    init(_ context: ConnectionContext, _ inbox: Inbox, _ prompts: LoginPrompts, _ setup: Setup) {
        self.context = context
        self.inbox = inbox
        self.prompts = prompts
        self.setup = setup
    }

    func perform(_ effect: Effect) {
        switch effect {
        case .makePlan(let request, let order): make(request, order)
        case .runPlan(let request, let wanted):
            guard let held = held[request] else {
                inbox.post(.planEnded(request, PlanWork.nothing))
                return
            }
            self.held[request]?.hasBegun = true
            held.worker.perform { [inbox] work in
                inbox.post(.planEnded(request, work.run(wanted)))
            }
        case .pausePlan(let request, let isPaused): held[request]?.pause.set(isPaused)
        case .dropPlan(let request): drop(request)
        case .compareTexts(let request, let places): compare(request, places)
        default: break
        }
    }

    /// Stops what is made, run or compared under a request.
    func stop(_ request: RequestID) {
        if let plan = held[request] {
            plan.stop.cancel()
            plan.pause.set(false)
            // Nobody waits for what was only being made.
            if !plan.hasBegun { drop(request) }
        }
        if comparing?.request == request { stopComparing() }
    }

    /// Stops all, without waiting for it; what is being copied can be copied again.
    func stopAll() {
        for request in held.keys { drop(request) }
        stopComparing()
    }

    private func stopComparing() {
        comparing?.stop.cancel()
        comparing = nil
    }

    private func make(_ request: RequestID, _ order: PlanOrder) {
        // The screen has one at a time; what came of the last is known.
        for request in held.keys { drop(request) }
        for place in [order.places.first, order.places.second] {
            guard let refusal = context.refusal(of: place.site) else { continue }
            inbox.post(.planned(request, .failure(refusal)))
            return
        }
        let (stop, pause) = (Cancellation(), PlanPause())
        let prompter = EngineLoginPrompter(prompts)
        stop.onCancel { prompter.end() }
        let (context, inbox, setup) = (context, inbox, setup)
        let worker = Worker(label: "ferry.plan") {
            let access = BesideAccess(
                context, prompter, stop,
                connections: setup.transfers.usualLanes() ?? PlanController.connections)
            let host = ScreenPlanHost(
                access, context, setup, stop, pause, verifies: order.criterion == .contents
            ) { progress in
                inbox.post(.planRunning(request, progress))
            }
            return PlanWork(order, host) { inbox.post(.planning(request, $0)) }
        }
        held[request] = Held(worker: worker, stop: stop, pause: pause)
        worker.perform { work in
            let result = work.make()
            if !stop.isCancelled { inbox.post(.planned(request, result)) }
        }
    }

    private func drop(_ request: RequestID) {
        guard let dropped = held.removeValue(forKey: request) else { return }
        dropped.stop.cancel()
        dropped.pause.set(false)
        dropped.worker.retire { $0.close() }
    }

    private func compare(_ request: RequestID, _ places: Pair<Location>) {
        stopComparing()
        let stop = Cancellation()
        comparing = (request, stop)
        let prompter = EngineLoginPrompter(prompts)
        stop.onCancel { prompter.end() }
        let worker = Worker(label: "ferry.texts") { [context] in
            BesideAccess(context, prompter, stop, connections: 1)
        }
        worker.perform { [inbox] access in
            let result = TextComparer(access, stop).compare(places)
            if !stop.isCancelled { inbox.post(.textsCompared(request, result)) }
        }
        worker.retire { $0.closeKept() }
    }
}
