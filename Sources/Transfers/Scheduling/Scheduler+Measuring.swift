import Jobs

// How fast running jobs are, and why they are no faster.
extension Scheduler {
    /// Takes in how far these jobs are that lanes have; gives the directories above them.
    func measure(_ running: Set<JobID>, at now: Double) -> Set<JobID> {
        var above: [JobID: Set<Int>] = [:]
        for id in running {
            guard let node = jobs[id] else { continue }
            node.takeProgress()
            node.takeTimes()
            let directories = node.ancestors
            for directory in directories {
                above[directory.id, default: []].insert(node.job.lane ?? 0)
            }
            if node.job.state == .running {
                node.job.speed = node.meter.add(node.job.done, at: now)
                let helpers = lanes.route(for: node.job).divided[id]?.helperCount ?? 0
                explainSpeed(of: node, lanes: 1 + helpers, at: now)
            }
            notices.noteChange(of: id)
        }
        for (id, lanes) in above {
            guard let node = jobs[id] else { continue }
            node.job.speed = node.meter.add(node.job.done, at: now)
            explainSpeed(of: node, lanes: lanes.count, at: now)
            notices.noteChange(of: id)
        }
        // Below these nothing moves any more.
        for id in explained.subtracting(above.keys).subtracting(running) {
            jobs[id]?.job.limitedBy = nil
            notices.noteChange(of: id)
        }
        explained = Set(above.keys)
        return explained
    }

    private func explainSpeed(of node: JobNode, lanes: Int, at now: Double) {
        let isMoving = node.job.speed ?? 0 > 0
        switch node.bottleneck.look(at: now, lanes: lanes, isMoving: isMoving) {
        case .same: break
        case .unknown: node.job.limitedBy = nil
        case .found(let cause, let spent):
            node.job.limitedBy = BottleneckText(self.lanes, timedLimit).sentence(
                cause, of: node, over: lanes, spent)
        }
    }
}
