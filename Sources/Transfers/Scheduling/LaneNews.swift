import Files
import Jobs
import Words

/// Takes what lanes report, and lets each report do to its job what it has to.
struct LaneNews {
    let jobs: JobTree
    let lanes: LanePool
    let flow: JobFlow
    let failures: FailurePolicy
    let reader: DirectoryReader
    let commandHandler: CommandHandler

    func hear(_ events: [LaneEvent]) {
        for event in events { hear(event) }
    }

    private func hear(_ event: LaneEvent) {
        switch event {
        case .began(let id, let size, let modified):
            guard let node = jobs[id], node.control != nil else { return }
            if size != nil { node.resize(to: size) }
            node.job.modified = modified ?? node.job.modified
            node.job.via = .here
            node.meter = SpeedMeter()
            node.bottleneck = BottleneckMeter()
            flow.begin(node)
        case .measured(let id, let size):
            guard let node = jobs[id], node.control != nil else { return }
            node.resize(to: size)
            flow.touch(node)
        case .planned(let id, let files, let bytes):
            guard let node = jobs[id], node.control != nil else { return }
            node.resize(to: bytes)
            node.job.filesFound = files
            node.takeProgress()
            flow.touch(node)
        case .leftOut(let id, let sentence):
            guard let node = jobs[id] else { return }
            flow.noteLeftOut(1, sentence, below: [node])
        case .opened(let id):
            flow.noteOpened(id)
            guard let node = jobs[id] else { return }
            failures.noteReached(lanes.route(for: node.job))
            node.assignment?.isOpened = true
            node.failures.isLostLine = false
            guard !node.hasPart else { return }
            node.file?.hasPart = true
            flow.touch(node)
        case .committing(let id):
            guard let node = jobs[id], node.control != nil else { return }
            node.takeProgress()
            node.job.state = .committing
            flow.touch(node)
        case .note(let id, let line):
            guard let node = jobs[id] else { return }
            // What holds at each run is told once.
            if node.job.operation == .watch, node.job.story.contains(line) { return }
            node.tell(line)
            flow.touch(node)
        case .carried(let id, let via):
            guard let node = jobs[id] else { return }
            node.job.via = via
            flow.touch(node)
        case .willDivide(let id, let meeting):
            guard let node = jobs[id], node.control === meeting.control else {
                return meeting.end()
            }
            let route = lanes.route(for: node.job)
            failures.noteReached(route)
            route.willDivide(id, meeting)
        case .divided(let id, let segments):
            guard let node = jobs[id], node.control === segments.file.control else { return }
            lanes.route(for: node.job).divide(id, segments)
        case .willNotDivide(let id):
            guard let node = jobs[id] else { return }
            lanes.route(for: node.job).willNotDivide(id)
        case .indivisible(let id, let isRoute):
            guard let node = jobs[id] else { return }
            node.isIndivisible = true
            if isRoute { lanes.route(for: node.job).isIndivisible = true }
        case .verified(let id, let way):
            guard let node = jobs[id] else { return }
            node.job.verified = way
            node.tell(tr("Compared with its source by \(ComparedWay.text(of: way))."))
            flow.touch(node)
        case .unconfirmed(let id, let reason):
            guard let node = jobs[id] else { return }
            node.job.unconfirmed = reason
            node.tell(tr("Copied, but not confirmed. \(reason)"))
            node.top.subtree?.noteUnconfirmed(reason)
            flow.touch(node)
        case .differed(let id):
            guard let node = jobs[id] else { return }
            node.top.job.differing += 1
            node.tell(
                tr(
                    "It had the size and time of its source, but different contents, and was "
                        + "copied again."))
            flow.touch(node)
        case .retargeted(let id, let path):
            guard let node = jobs[id] else { return }
            node.job.target?.path = path
            flow.targets.take(path, for: node)
            node.meeting.existing = .none
            flow.touch(node)
        case .didStep(let id, let step):
            if let node = jobs[id] { flow.noteStep(step, of: node) }
        case .replaced(let id):
            if let node = jobs[id] { flow.journal.noteUndo(.lost(1), by: node) }
        case .finished(let id, let outcome):
            lanes.endSegments(of: id)
            if flow.takeGone(id, outcome) { return }
            guard let node = jobs[id], let assignment = node.assignment else { return }
            finish(node, assignment, outcome)
        }
    }

    private func finish(_ node: JobNode, _ assignment: Assignment, _ outcome: Outcome) {
        let stop = assignment.stop
        flow.release(node, assignment, outcome)
        if stop == .giveUp, !outcome.isFinal {
            // A command's jobs are given up where one of them has no room.
            failures.makeRoom(node)
            if let error = assignment.ending { return flow.fail(node, with: error) }
            return flow.giveUp(node)
        }
        take(outcome, of: node, assignment)
        // It may have come back to the queue in another way than by being stopped.
        if stop == .pause, node.job.state == .waiting, jobs[node.id] === node {
            commandHandler.pause(node)
        }
    }

    private func take(_ outcome: Outcome, of node: JobNode, _ assignment: Assignment) {
        switch outcome {
        case .done(let size):
            let route = lanes.route(for: node.job)
            failures.noteReached(route)
            route.standstill = 0
            flow.done(node, size: size)
        case .skipped(let reason): flow.skip(node, because: reason)
        case .leftOut(let reason): flow.leaveOut(node, because: reason)
        case .leadsToDirectory(let entry): flow.descend(node, into: entry)
        case .isLink(let target):
            // What it holds is copied, and only the link goes.
            node.job.link = target
            flow.requeue(node)
        case .conflict(let conflict): flow.park(node, conflict)
        case .failed(let error): failures.failed(node, error, in: assignment)
        case .noRoom(let missing, let error): failures.lackRoom(node, missing, error)
        case .expanded(let listings):
            failures.noteReached(lanes.route(for: node.job))
            reader.expanded(node, listings, assignment.stop)
        case .mustCopy:
            node.mustCopy = true
            // Nothing was made under the name of its target: what is there is not its own.
            if node.job.operation == .copy { node.job.tries = 0 }
            flow.requeue(node)
        case .large:
            node.subtree?.isLarge = true
            flow.giveBack(node)
        case .returned: flow.giveBack(node)
        case .watching(let watch, let failed): failures.watch(node, watch, failed: failed)
        case .stopped: flow.requeue(node)
        }
    }
}
