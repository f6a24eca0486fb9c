import Files
import Jobs
import Work

/// Says what comes next on a route.
struct Picker {
    private let flow: JobFlow
    private let jobs: JobTree
    private let lanes: LanePool
    private let tasks: TaskMaker
    private let trees: TreePicker

    /// `throttles`: what bounds the whole queue.
    init(_ flow: JobFlow, _ store: StoreWriter, throttles: [Throttle]) {
        self.flow = flow
        jobs = flow.jobs
        lanes = flow.lanes
        tasks = TaskMaker(flow, store, throttles: throttles)
        trees = TreePicker(flow, tasks, store)
    }

    /// Notes which trees may come to ask more: of one that may not, what would ask is no work now.
    func noteQuestions() {
        for top in lanes.activeTrees {
            let mayAsk = flow.questions.mayAsk(below: top)
            if top.subtree?.walk?.mayAsk != mayAsk { top.subtree?.walk?.mayAsk = mayAsk }
        }
    }

    /// Takes the next work out of the queue; nil where there is none now.
    func nextWork(on route: Route, cleaningOnly: Bool) -> LaneWork? {
        if route.hasCleaning {
            defer {
                route.leftovers = []
                route.sweeps = []
            }
            return .discard(route.leftovers, sweeping: route.sweeps)
        }
        guard !cleaningOnly else { return nil }
        for top in route.active {
            if let work = trees.work(below: top, directories: route.directoriesAtOnce) {
                return work
            }
        }
        return waitingWork(on: route) ?? route.nextHelp()
    }

    // MARK: - Jobs that stand by themselves

    private func waitingWork(on route: Route) -> LaneWork? {
        let share = FileRun.share(
            of: route.waiting.count, among: lanes.numbers.potential(of: route))
        while let id = route.waiting.popFirst() {
            guard let node = jobs[id], isStartable(node) else { continue }
            let job = node.job
            if job.operation.isRemoval {
                return .remove(removals(startingWith: node, on: route))
            }
            if job.operation.isPlan { return tasks.plan(node).map { .plan($0) } }
            if job.operation == .pack {
                guard let task = packing(node) else { continue }
                return .pack(task)
            }
            if node.isRenamed {
                guard let task = tasks.renaming(node) else { continue }
                return .rename(task)
            }
            if job.kind == .directory {
                node.subtree?.walk = Walk()
                route.activate(node)
                return tasks.expansion(of: node).map { .expand([$0]) }
            }
            guard let task = tasks.file(node) else { continue }
            var run = FileRun(most: share)
            run.add(task, size: job.size)
            while !run.isFull, let next = route.waiting.first, let node = jobs[next],
                isStartable(node), isPlainCopy(node)
            {
                _ = route.waiting.popFirst()
                if let task = tasks.file(node) { run.add(task, size: node.job.size) }
            }
            return .files(run.tasks)
        }
        return nil
    }

    private func packing(_ node: JobNode) -> PackTask? {
        guard var file = tasks.file(node) else { return nil }
        if node.job.tries > 0 { node.noteTried() }
        node.job.leftOut = LeftOut()
        file.operation = .copy
        // What is known is how much goes into it.
        (file.size, file.division) = (nil, nil)
        return PackTask(file: file, chosen: node.choice?.take() ?? .named(nil))
    }

    private func isPlainCopy(_ node: JobNode) -> Bool {
        node.job.kind != .directory
            && (node.job.operation == .copy || node.mustCopy
                || node.job.source.site != node.job.target?.site)
    }

    private func isStartable(_ node: JobNode) -> Bool {
        node.job.state == .waiting && node.control == nil
    }

    private func removals(startingWith first: JobNode, on route: Route) -> [RemovalTask] {
        var tasks = [removal(first)]
        guard first.job.kind != .directory else { return tasks }
        while tasks.count < Remover.window, let next = route.waiting.first,
            let node = jobs[next], isStartable(node), node.job.operation == first.job.operation,
            node.job.kind != .directory
        {
            _ = route.waiting.popFirst()
            tasks.append(removal(node))
        }
        return tasks
    }

    private func removal(_ node: JobNode) -> RemovalTask {
        if node.job.tries > 0 { node.noteTried() }
        flow.begin(node)
        return RemovalTask(
            id: node.id, isTrashed: node.job.operation == .trash, kind: node.job.kind,
            path: node.job.source.path,
            isInherited: node.isInherited,
            chosen: node.job.chosen.map { _ in node.choice?.take() ?? .named(nil) },
            mayBeAnew: node.isRevisit && node.choice?.hasFacts == true,
            control: tasks.assign(node))
    }
}
