import Files
import Jobs
import Work

/// Does what the user wants done to jobs.
final class CommandHandler {
    private let flow: JobFlow
    private let retrier: Retrier
    private let jobs: JobTree
    private let lanes: LanePool
    private let pauses: Pauses
    private let answers: AnswerTaker
    private let notices: NoticeBoard
    private let store: StoreWriter
    private let limit: QueueLimit
    /// Whether the pause of all is kept for those who come later.
    private let isShared: Bool
    /// Whether all was paused.
    private(set) var isPaused = false

    init(
        _ flow: JobFlow, _ retrier: Retrier, _ store: StoreWriter, limit: QueueLimit,
        isShared: Bool
    ) {
        self.flow = flow
        self.retrier = retrier
        jobs = flow.jobs
        lanes = flow.lanes
        pauses = flow.pauses
        answers = AnswerTaker(flow, store, isShared: isShared)
        notices = flow.notices
        self.store = store
        self.limit = limit
        self.isShared = isShared
    }

    func obey(_ command: QueueCommand) {
        switch command {
        case .pause(let id): jobs[id].map(pause)
        case .resume(let id): jobs[id].map(resume)
        case .pauseAll: pauseAll()
        case .resumeAll: resumeAll()
        case .cancel(let id, keepsParts: true): jobs[id].map(flow.giveUp)
        case .cancel(let id, keepsParts: false): jobs[id].map(flow.cancel)
        case .retry(let id): jobs[id].map(retrier.retry)
        case .retryFailed:
            for node in jobs.all where node.parent == nil && node.hasFailed {
                retrier.tryAgain(node)
            }
        case .clearDone: clearDone()
        case .move(let id, let places): jobs[id].map { move($0, by: places) }
        case .answer(let id, let policy, let scope):
            jobs[id].map { answers.answer($0, policy, scope) }
        case .rename(let id, let name): jobs[id].map { answers.rename($0, to: name) }
        case .forgetAnswer(let site, let way): answers.forget(site, way)
        case .setPolicy(let id, let policy):
            jobs[id].map { setPolicy(policy, of: $0) }
        case .limit(let id, let rate): jobs[id].map { setLimit(rate, of: $0) }
        case .limitAll(let rate): limit.choose(rate)
        case .connections(let site, let count): flow.lanes.limits.choose(count, for: site)
        case .loginGiven(let site): retrier.goOn(on: site)
        }
    }

    /// Begins with what an earlier process was answered, and with the limit that it was told.
    func inherit(_ kept: [KeptAnswer], _ said: SaidLimit?) {
        answers.inherit(kept)
        limit.inherit(said)
    }

    /// Answers what jobs of an earlier process ask, where that one was told.
    func answerInherited() { answers.answerSettled(in: nil) }

    // MARK: - Pausing

    func pause(_ node: JobNode) {
        guard !node.isFinished, node.job.state != .paused else { return }
        switch node.job.state {
        case .needsAnswer, .needsLogin: return
        default: break
        }
        pauses.end(node)
        if node.parent == nil, node.subtree?.walk == nil {
            lanes.route(for: node.job).waiting.remove(node.id, at: node.position)
        }
        // One that is being made final ends by itself.
        if node.control != nil, node.job.state != .committing { flow.halt(node, .pause) }
        if node.job.state != .running, node.job.state != .committing {
            node.job.state = .paused
        }
        for below in jobs.descendants(of: node) {
            if below.control != nil { flow.halt(below, .hold) }
            showHold(below)
        }
        flow.touch(node)
    }

    /// Says on a waiting job whether a paused directory above is what it waits for.
    func showHold(_ node: JobNode) {
        guard node.job.state == .waiting else { return }
        let isHeld = node.isHeld
        guard isHeld != (node.job.wait == .directory) else { return }
        node.job.wait = isHeld ? .directory : .turn
        flow.touch(node, saving: false)
    }

    private func resume(_ node: JobNode) {
        guard node.job.state == .paused || node.stop == .pause else { return }
        if node.control != nil {
            // The lane has not let go of it yet: it goes on as soon as that is so.
            node.assignment?.stop = .hold
            if node.job.state == .paused { node.job.state = .waiting }
        } else if node.job.kind == .directory, node.reading != .unread {
            node.job.state = .expanding
            if node.reading == .closing { lanes.enqueue(node) }
            flow.checkComplete(node)
        } else {
            node.job.state = .waiting
            lanes.enqueue(node)
        }
        for below in [node] + jobs.descendants(of: node) { showHold(below) }
        flow.touch(node)
    }

    private func pauseAll() {
        guard !isPaused else { return }
        keepPaused(true)
        for node in jobs.all where node.control != nil && node.job.state != .committing {
            flow.halt(node, .hold)
        }
    }

    /// Notes that all was paused, or goes on.
    func setPaused(_ paused: Bool) {
        isPaused = paused
        notices.notePause(paused)
    }

    private func keepPaused(_ paused: Bool) {
        setPaused(paused)
        if isShared { store.setPaused(paused) }
    }

    private func resumeAll() {
        if isPaused { keepPaused(false) }
        for node in jobs.all { resume(node) }
    }

    // MARK: - Cancelling and clearing

    private func clearDone() {
        for node in Array(jobs.all) where node.parent == nil {
            if node.job.state == .done || node.job.state == .skipped { flow.forget(node) }
        }
    }

    // MARK: - Order, answers, limits

    /// Changes the order of what waits: of the jobs that stand by themselves, or of those in one
    /// directory.
    private func move(_ node: JobNode, by places: Int) {
        let waiting = jobs.siblings(of: node).filter {
            $0.job.state == .waiting || $0.job.state == .paused
        }
        guard let from = waiting.firstIndex(where: { $0 === node }) else { return }
        let bounded = max(-waiting.count, min(places, waiting.count))
        let to = min(max(0, from + bounded), waiting.count - 1)
        let span = min(from, to)...max(from, to)
        let positions = span.map { waiting[$0].position }
        var moved = Array(waiting[span])
        let last = moved.count - 1
        moved.insert(moved.remove(at: from < to ? 0 : last), at: from < to ? last : 0)
        let onRoutes = moved.filter {
            $0.parent == nil && $0.subtree?.walk == nil && $0.control == nil
        }
        let listed = onRoutes.filter { node in
            lanes.route(for: node.job).waiting.remove(node.id, at: node.position)
        }
        for (node, position) in zip(moved, positions) {
            node.position = position
            flow.touch(node)
        }
        for node in listed {
            lanes.route(for: node.job).waiting.insert(node.id, at: node.position)
        }
        sortReady(of: node.top)
        notices.noteOrder()
    }

    private func sortReady(of top: JobNode) {
        top.subtree?.walk?.ready.sort { left, right in
            guard let left = jobs[left], let right = jobs[right] else { return false }
            return (left.position, left.id) < (right.position, right.id)
        }
    }

    private func setPolicy(_ policy: ConflictPolicy, of node: JobNode) {
        if case .needsAnswer = node.job.state, policy != .ask {
            return answers.answer(node, policy, .thisFile)
        }
        node.job.policy = policy
        flow.touch(node)
    }

    private func setLimit(_ rate: UInt64?, of node: JobNode) {
        node.job.limit = rate
        node.throttle.setLimit(rate)
        flow.touch(node)
    }
}
