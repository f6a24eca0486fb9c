import Files
import Jobs
import Work

/// Says what comes next on a route.
struct Picker {
    private let flow: JobFlow
    private let jobs: JobTree
    private let lanes: LanePool
    private let targets: TargetReservations
    private let questions: Questions
    private let parts: PartOwners
    private let store: StoreWriter
    /// The limit of the whole queue.
    private let throttle: Throttle

    init(_ flow: JobFlow, _ store: StoreWriter, throttle: Throttle) {
        self.flow = flow
        jobs = flow.jobs
        lanes = flow.lanes
        targets = flow.targets
        questions = flow.questions
        parts = flow.parts
        self.store = store
        self.throttle = throttle
    }

    /// Files that a lane is given at once, and bytes of them at most.
    private static let runCount = 64
    private static let runBytes: UInt64 = 4 << 20
    /// What a file of unknown size counts as.
    private static let usualBytes: UInt64 = 256 << 10

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
            if let work = treeWork(top) { return work }
        }
        return waitingWork(on: route)
    }

    // MARK: - Jobs that stand by themselves

    private func waitingWork(on route: Route) -> LaneWork? {
        let share = share(of: route.waiting.count)
        while let id = route.waiting.popFirst() {
            guard let node = jobs[id], isStartable(node) else { continue }
            let job = node.job
            if job.operation == .delete {
                return .remove(removals(startingWith: node, on: route))
            }
            if job.operation == .move, !node.mustCopy, job.source.site == job.target?.site {
                guard let task = fileTask(node) else { continue }
                flow.begin(node)
                return .rename(task)
            }
            if job.kind == .directory {
                node.subtree?.walk = Walk()
                route.activate(node)
                return expansion(of: node)
            }
            guard let task = fileTask(node) else { continue }
            var tasks = [task]
            var bytes = job.size ?? Picker.usualBytes
            while tasks.count < share, bytes < Picker.runBytes, let next = route.waiting.first,
                let node = jobs[next], isStartable(node), isPlainCopy(node)
            {
                _ = route.waiting.popFirst()
                guard let task = fileTask(node) else { continue }
                bytes &+= node.job.size ?? Picker.usualBytes
                tasks.append(task)
            }
            return .files(tasks)
        }
        return nil
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
            let node = jobs[next], isStartable(node), node.job.operation == .delete,
            node.job.kind != .directory
        {
            _ = route.waiting.popFirst()
            tasks.append(removal(node))
        }
        return tasks
    }

    private func removal(_ node: JobNode) -> RemovalTask {
        flow.begin(node)
        return RemovalTask(
            id: node.id, kind: node.job.kind, path: node.job.source.path,
            isInherited: node.isInherited, control: assign(node))
    }

    /// How many of the files that are left one lane takes, so that the others have some too.
    private func share(of count: Int) -> Int {
        min(Picker.runCount, max(1, count / max(1, lanes.most)))
    }

    // MARK: - What lies below a directory

    private func treeWork(_ top: JobNode) -> LaneWork? {
        if let work = readyWork(top) { return work }
        guard var index = top.subtree?.walk?.stack.indices.last else { return nil }
        while index >= 0, let expansion = top.subtree?.walk?.stack[index] {
            if !expansion.directory.isHeld {
                if let work = entryWork(top, at: index) { return work }
                if top.subtree?.walk?.stack[index].isExhausted ?? false {
                    top.subtree?.walk?.stack.remove(at: index)
                    expansion.directory.subtree?.reading = .handedOut
                    flow.checkComplete(expansion.directory)
                    if let work = readyWork(top) { return work }
                }
            }
            index -= 1
        }
        return nil
    }

    private func readyWork(_ top: JobNode) -> LaneWork? {
        guard let ready = top.subtree?.walk?.ready, !ready.isEmpty else { return nil }
        var kept: [JobID] = []
        var tasks: [FileTask] = []
        var bytes: UInt64 = 0
        var result: LaneWork?
        let share = share(of: ready.count)
        for (index, id) in ready.enumerated() {
            guard let node = jobs[id], !node.isFinished, node.control == nil else {
                continue
            }
            let isFull = tasks.count >= share || bytes >= Picker.runBytes
            // What its directory's listing does not know as present would be found in it anew.
            let isEarly = node.parent?.reading == .unread
            if node.isHeld || isFull || isEarly
                || (node.job.kind == .directory && !tasks.isEmpty)
            {
                kept.append(id)
            } else if node.job.kind == .directory {
                result = node.reading == .closing ? closing(of: node) : expansion(of: node)
                kept += ready[(index + 1)...]
                break
            } else if let task = fileTask(node) {
                bytes &+= node.job.size ?? Picker.usualBytes
                tasks.append(task)
            }
        }
        top.subtree?.walk?.ready = kept
        return result ?? (tasks.isEmpty ? nil : .files(tasks))
    }

    /// Makes jobs of the next entries of one listing: a run of files, or a directory.
    private func entryWork(_ top: JobNode, at index: Int) -> LaneWork? {
        guard var expansion = top.subtree?.walk?.stack[index] else { return nil }
        // The tree lets go of the listing meanwhile, so that counting on copies nothing.
        defer { top.subtree?.walk?.stack[index] = expansion }
        let listing = expansion.listing
        let share = share(of: listing.count - expansion.nextFile)
        var tasks: [FileTask] = []
        var bytes: UInt64 = 0
        while expansion.nextFile < listing.count, tasks.count < share, bytes < Picker.runBytes {
            let position = expansion.nextFile
            expansion.nextFile += 1
            let kind = listing.kind(at: position)
            guard expansion.isHandedOut(kind), kind != .directory,
                let child = child(of: expansion, at: position), let task = fileTask(child)
            else { continue }
            bytes &+= child.job.size ?? Picker.usualBytes
            tasks.append(task)
        }
        if !tasks.isEmpty { return .files(tasks) }
        while expansion.nextDirectory < listing.count {
            let position = expansion.nextDirectory
            expansion.nextDirectory += 1
            guard listing.kind(at: position) == .directory,
                let child = child(of: expansion, at: position)
            else { continue }
            return self.expansion(of: child)
        }
        return nil
    }

    private func child(of expansion: Walk.Expansion, at position: Int) -> JobNode? {
        let directory = expansion.directory
        guard let entry = expansion.listing.entry(at: position),
            !expansion.present.contains(entry.name), let target = directory.job.target
        else { return nil }
        let parent = directory.job
        let source = Location(
            site: parent.source.site, path: parent.source.path.appending(entry.name))
        // The same name, in the bytes that it has on the other side.
        let targetName = entry.name.carried(from: source.site, to: target.site)
        let request = JobRequest(
            // What a link leads to is copied, whatever becomes of the link.
            operation: parent.link == nil ? parent.operation : .copy, source: source, entry: entry,
            target: Location(site: target.site, path: target.path.appending(targetName)),
            root: parent.root, policy: parent.policy, links: parent.links)
        let id = jobs.newNumber(from: store)
        var job = Job(request, id: id, batch: parent.batch)
        job.parent = parent.id
        let node = JobNode(
            job, position: id.rawValue, parent: directory,
            past: directory.isRevisit ? .tried : .none)
        node.file?.countedSize = job.size ?? 0
        node.isUnmeasured = job.size == nil
        node.meeting.isOwn = expansion.twins.contains(position)
        node.meeting.existing =
            node.meeting.isOwn || directory.subtree?.isContested == true
            ? .unknown : expansion.existing?.state(of: targetName) ?? .none
        jobs.insert(node)
        directory.subtree?.children.insert(id)
        directory.subtree?.openChildren += 1
        return node
    }

    // MARK: - What a lane needs to know of a job

    /// Gives a job into the hands of a lane.
    func assign(_ node: JobNode, reserving places: [FoldedPath] = []) -> TaskControl {
        let control = TaskControl(done: node.job.done, throttle: node.throttle)
        node.activity = .inLane(Assignment(control, reserved: places))
        return control
    }

    /// Nil for a job without a target, and for one that has to wait for another to end.
    func fileTask(_ node: JobNode) -> FileTask? {
        let job = node.job
        guard let target = job.target, let places = targets.reserve(node) else { return nil }
        return FileTask(
            id: job.id, operation: job.operation, kind: job.kind, source: job.source.path,
            target: target.path, root: job.root, size: job.size, modified: job.modified,
            mode: job.mode, policy: questions.policy(of: node), links: job.links, link: job.link,
            depth: max(0, node.depth - 1), existing: node.meeting.existing,
            isAgain: node.hasPart, isRevisit: node.isRevisit && !node.meeting.isOwn,
            isInherited: node.isInherited,
            control: assign(node, reserving: places),
            throttles: [throttle, node.throttle] + node.ancestors.map(\.throttle),
            parts: parts.owner(for: node), isAlone: node.parent == nil)
    }

    func expansion(of node: JobNode) -> LaneWork? {
        guard let task = directoryTask(node) else { return nil }
        if node.job.tries > 0 { node.noteTried() }
        flow.begin(node, .expanding)
        return .expand(task)
    }

    func closing(of node: JobNode) -> LaneWork? {
        guard let task = directoryTask(node) else { return nil }
        flow.begin(node, .committing)
        return .close(task)
    }

    private func directoryTask(_ node: JobNode) -> DirectoryTask? {
        let job = node.job
        guard let target = job.target else { return nil }
        return DirectoryTask(
            id: job.id, operation: job.operation, source: job.source.path, target: target.path,
            root: job.root, modified: job.exactTime, links: job.links, isLink: job.link != nil,
            isAlone: node.parent == nil, isLoop: node.isLoop, above: node.directoriesAbove,
            moved: node.movedDirectory,
            isInherited: node.isInherited && node.isRevisit, control: assign(node),
            parts: parts.owner(for: node))
    }
}
