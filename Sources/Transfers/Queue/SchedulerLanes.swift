import Files
import Jobs

// Which routes have work for lanes.
extension Scheduler {
    /// Gives every idle lane work.
    func assignWork() {
        let isHeld = isPaused || isStopping
        lanes.giveWork { route in
            // What was cancelled is cleared away even when nothing else is done.
            !route.isResting && !questions.lackLogin(for: route.key.needs.keys)
                && (!isHeld || route.hasCleaning)
        } _: { route in
            nextWork(on: route, cleaningOnly: isHeld)
        } begin: { id, lane in
            guard let node = jobs[id] else { return }
            node.assignment?.interrupter = lane.interrupter
            node.job.lane = lane.number
        }
    }
}
