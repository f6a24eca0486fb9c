import Files
import Sync
import Jobs
import Transfers
import UI
import Words
import Work

/// Plans that the screen has asked for: each is made, looked at, and given to the queue or dropped. Belongs
/// to the main thread.
final class PlanController {
    /// A plan by its request: what makes it, in a thread of its own.
    private struct Held {
        let worker: Worker<PlanWork>
        let stop: Cancellation
    }

    private let context: ConnectionContext
    private let inbox: Inbox
    private let prompts: LoginPrompts
    private let setup: PlanJobSetup
    private let queue: TransferQueue
    private var held: [RequestID: Held] = [:]
    /// The texts that are compared, or were last.
    private var comparing: (request: RequestID, stop: Cancellation)?

    init(
        _ context: ConnectionContext, _ inbox: Inbox, _ prompts: LoginPrompts,
        _ setup: PlanJobSetup, _ queue: TransferQueue
    ) {
        self.context = context
        self.queue = queue
        self.inbox = inbox
        self.prompts = prompts
        self.setup = setup
    }

    func perform(_ effect: Effect) {
        switch effect {
        case .makePlan(let request, let order): make(request, order)
        case .runPlan(let request, let wanted): run(request, wanted)
        case .dropPlan(let request): drop(request)
        case .compareTexts(let request, let places): compare(request, places)
        default: break
        }
    }

    /// Stops what is made or compared under a request.
    func stop(_ request: RequestID) {
        if held[request] != nil { drop(request) }
        if comparing?.request == request { stopComparing() }
    }

    /// Stops all, without waiting for it.
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
        let stop = Cancellation()
        let prompter = EngineLoginPrompter(prompts)
        stop.onCancel { prompter.end() }
        let (context, inbox, setup) = (context, inbox, setup)
        let worker = Worker(label: "ferry.plan") {
            let access = BesideAccess(
                context, prompter, stop,
                connections: setup.transfers.usualLanes() ?? PlanJobSetup.connections)
            return PlanWork(order, access, storePath: setup.storePath, stop) {
                inbox.post(.planning(request, $0))
            }
        }
        held[request] = Held(worker: worker, stop: stop)
        worker.perform { work in
            let result = work.make()
            if !stop.isCancelled { inbox.post(.planned(request, result)) }
        }
    }

    /// Has the queue do what is wanted of a plan.
    private func run(_ request: RequestID, _ wanted: MarkSet) {
        guard let plan = held[request] else {
            return inbox.post(.planQueued(request, .failure(PlanWork.missing)))
        }
        plan.worker.perform { [inbox, queue, worker = plan.worker] work in
            switch work.request(wanted) {
            case .failure(let error): inbox.post(.planQueued(request, .failure(error)))
            case .success(let job):
                queue.submit([job]) { result in
                    let id = PlanController.id(of: result)
                    // Where it was refused, it may be wanted once more.
                    if case .success = id { worker.perform { $0.release() } }
                    inbox.post(.planQueued(request, id))
                }
            }
        }
    }

    /// The number of the one job that was queued.
    private static func id(
        of result: Result<[JobID], StoreError>
    ) -> Result<JobID, FileSystemError> {
        switch result {
        case .failure(let error): .failure(FileSystemError(.other, detail: "\(error)"))
        case .success(let ids):
            ids.first.map { .success($0) }
                ?? .failure(
                    FileSystemError(.other, detail: tr("The plan was not queued; try again.")))
        }
    }

    private func drop(_ request: RequestID) {
        guard let dropped = held.removeValue(forKey: request) else { return }
        dropped.stop.cancel()
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
