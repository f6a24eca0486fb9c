import Files
import Jobs
import Synchronization
import Work

/// Says what a lane needs to know of a job, and gives the job into its hands.
struct TaskMaker {
    private let flow: JobFlow
    private let targets: TargetReservations
    private let questions: Questions
    private let parts: PartOwners
    private let store: StoreWriter
    /// The limits of the whole queue.
    private let throttles: [Throttle]

    init(_ flow: JobFlow, _ store: StoreWriter, throttles: [Throttle]) {
        self.flow = flow
        targets = flow.targets
        questions = flow.questions
        parts = flow.parts
        self.store = store
        self.throttles = throttles
    }

    func assign(_ node: JobNode, reserving places: [FoldedPath] = []) -> TaskControl {
        let control = TaskControl(of: node.id, done: node.job.done, throttle: node.throttle)
        control.handled.store(node.job.filesDone, ordering: .relaxed)
        control.deleted.store(node.job.filesDeleted, ordering: .relaxed)
        node.activity = .inLane(Assignment(control, reserved: places))
        return control
    }

    /// Nil for a job without a target, and for one that has to wait for another to end.
    func file(_ node: JobNode) -> FileTask? {
        let job = node.job
        guard job.target != nil, let places = targets.reserve(node) else { return nil }
        return file(node, reserving: places)
    }

    private func file(_ node: JobNode, reserving places: [FoldedPath]) -> FileTask? {
        let job = node.job
        guard let target = job.target else { return nil }
        return FileTask(
            id: job.id, operation: job.operation, kind: job.kind, source: job.source.path,
            target: target.path, root: job.root, size: job.size, modified: job.modified,
            mode: job.mode, policy: questions.policy(of: node), meets: node.namesInDoubt,
            mayMeetUnknown: node.mayMeetUnknown,
            links: job.links, modes: job.modes,
            link: job.link,
            depth: max(0, node.depth - 1),
            existing: node.mayMeet ? .unknown : node.meeting.existing,
            foreseen: node.foreseen, plan: node.top.plan, aside: node.aside,
            isAgain: node.hasPart, isRevisit: node.isRevisit && !node.mayMeet,
            isInherited: node.isInherited,
            control: assign(node, reserving: places),
            throttles: throttles + [node.throttle] + node.ancestors.map(\.throttle),
            parts: parts.owner(for: node), isAlone: node.parent == nil,
            division: node.isIndivisible
                ? nil : flow.lanes.division(of: job.size, on: flow.lanes.route(for: job)))
    }

    /// Something that gets another name on its site.
    func renaming(_ node: JobNode) -> FileTask? {
        guard let task = file(node) else { return nil }
        flow.begin(node)
        return task
    }

    /// A directory that its server is to copy; nil for one that has to wait for another job to end.
    /// Others may go into the same one: it is no matter of theirs who makes it.
    func tree(_ node: JobNode) -> FileTask? {
        guard !targets.isHeldUp(node), let task = file(node, reserving: []) else { return nil }
        flow.begin(node)
        return task
    }

    /// A plan that is to be carried out; nil for a job without a target.
    func plan(_ node: JobNode) -> PlanTask? {
        let job = node.job
        guard let target = job.target else { return nil }
        let isAgain = job.tries > 0 || node.isRevisit
        if isAgain {
            node.noteTried()
            // What its own queue has left may be of no use to this one.
            parts.noteLeftovers(of: node)
        }
        // What could not be done before may be possible now.
        node.job.leftOut = LeftOut()
        if job.operation == .watch { node.countAnew() }
        return PlanTask(
            id: job.id, operation: job.operation, source: job.source, target: target,
            batch: job.batch, script: ScriptRecord(store.store, job.id, node.script?.bytes),
            isAgain: isAgain, throttles: throttles + [node.throttle],
            control: assign(node))
    }

    /// A directory that is to be made and read; nil for one without a target, and for one that has to
    /// wait for another job to end.
    func expansion(of node: JobNode) -> DirectoryTask? {
        guard !targets.isHeldUp(node), var task = directory(node) else { return nil }
        if node.job.chosen != nil { task.chosen = node.choice?.take() ?? .named(nil) }
        task.planned = node.planned?.entries
        task.plan = node.top.plan
        if case .entry = node.foreseen { task.isForeseen = true }
        if node.job.tries > 0 { node.noteTried() }
        node.subtree?.presentBefore = flow.jobs.names(in: node)
        flow.begin(node, .expanding)
        return task
    }

    /// One in which everything is done.
    func closing(of node: JobNode) -> DirectoryTask? {
        guard var task = directory(node) else { return nil }
        task.isEmptied = flow.isEmptied(node)
        flow.begin(node, .committing)
        return task
    }

    /// Where the user is asked about each file, two directories may go into one that both name so.
    private func doubtful(_ node: JobNode, _ target: Path) -> [Path] {
        let asks = questions.policy(of: node) == .ask
        return node.namesInDoubt.filter { !asks || $0 != target }
    }

    private func directory(_ node: JobNode) -> DirectoryTask? {
        let job = node.job
        guard let target = job.target else { return nil }
        return DirectoryTask(
            id: job.id, operation: job.operation, source: job.source.path, target: target.path,
            root: job.root, modified: job.exactTime, mode: job.mode, modes: job.modes,
            finalMode: node.subtree?.finalMode, links: job.links, isLink: job.link != nil,
            isAlone: node.parent == nil, isLoop: node.isLoop, above: node.directoriesAbove,
            moved: node.movedDirectory,
            isInherited: node.isInherited && node.isRevisit,
            goesOn: node.isRevisit || job.policy == .resume, meets: doubtful(node, target.path),
            mayMeetUnknown: node.mayMeetUnknown,
            control: assign(node),
            parts: parts.owner(for: node))
    }
}
