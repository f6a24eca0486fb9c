import Files
import Jobs
import Words
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
            if job.operation.isPlan {
                guard let task = plan(node) else { continue }
                return .plan(task)
            }
            if job.operation == .pack {
                guard let task = packing(node) else { continue }
                return .pack(task)
            }
            if node.isRenamed {
                guard let task = tasks.renaming(node) else { continue }
                return .rename(task)
            }
            if node.isCopiedAsTree {
                guard let task = tasks.tree(node) else { continue }
                return .tree(task)
            }
            if job.kind == .directory {
                node.subtree?.walk = Walk()
                route.activate(node)
                guard let task = tasks.expansion(of: node) else { continue }
                return .expand([task])
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

    /// Seconds between two looks whether another plan still changes the same places.
    static let planDelay = 2.0

    /// Two plans that change the same would each take the other's work for a stranger's.
    private func plan(_ node: JobNode) -> PlanTask? {
        let other = flow.plansUnderWay.first { other in
            other !== node && other.job.sharesPlaces(with: node.job)
        }
        guard let other else { return tasks.plan(node) }
        let line = tr("Waiting for job \(other.id.rawValue), which changes the same directories.")
        if node.job.story.last != line { node.tell(line) }
        flow.pauses.backOff(node, Picker.planDelay, showing: .otherProcess)
        flow.touch(node)
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

extension Job {
    /// Whether one of its two places is one of another's, or is inside of it, or holds it.
    fileprivate func sharesPlaces(with other: Job) -> Bool {
        let (own, others) = ([source, target], [other.source, other.target])
        return own.compactMap(\.self).contains { place in
            others.compactMap(\.self).contains { other in
                place.site.isSameAccount(as: other.site) && place.site.archive == other.site.archive
                    && (place.path.isInside(other.path) || other.path.isInside(place.path))
            }
        }
    }
}
