import Files
import Jobs
import Words

// What fails of a command's jobs: somebody waits for its end.
extension FailurePolicy {
    /// Tries a job again a few times, in which nothing more of it was done. Where no connection of its
    /// route has done anything in as many tries, nothing else is tried there either.
    func tryAgainSoon(_ node: JobNode, _ error: FileSystemError, in assignment: Assignment) {
        let route = lanes.route(for: node.job)
        let isConnection = error.isOfConnection
        // A server may fail at the same place again and again, and keep a little each time.
        let hasMoved =
            !node.job.operation.isRemoval
            && node.noteReached(in: assignment, atLeast: isConnection ? 1 : 1 << 20)
        if hasMoved {
            node.failures.count = 0
            route.standstill = 0
            assignment.standstill = 0
        }
        if isConnection, !assignment.isOpened, node.failures.count == 0,
            lanes.dismiss(assignment.interrupter, on: route)
        {
            // One connection may be lost where others are not; the second time it may be this file.
            node.failures.count += 1
            tell(node, error, tr("Continuing over the other connections."))
            return flow.requeue(node)
        }
        node.failures.count += 1
        // What was under way over other connections meanwhile has met the same failure.
        let isFirst = assignment.standstill == route.standstill
        if isConnection, isFirst { route.standstill += 1 }
        let delays = Backoff.commandDelays(for: node.job.operation)
        let failures = max(node.failures.count, isConnection ? route.standstill : 0)
        guard let usual = Backoff.delay(after: failures, delays) else {
            guard isConnection, route.standstill > delays.count else {
                return flow.fail(node, with: error)
            }
            return end(route, with: node, error)
        }
        // Where it moves on, somebody waits for the rest.
        let delay = hasMoved ? Backoff.afterProgress : usual
        let seconds = Int(delay)
        tell(
            node, error,
            hasMoved ? tr("Trying again at once.") : tr("Trying again in \(seconds) s."))
        if isFirst || !isConnection {
            let (count, most) = (failures + 1, delays.count + 1)
            let next =
                hasMoved
                ? tr("Trying again at once (\(count) of \(most)).")
                : tr("Trying again in \(seconds) s (\(count) of \(most)).")
            tellRetry("\(error.message) \(next)")
        }
        guard isConnection else { return backOff(node, delay) }
        if !route.isResting { pauses.rest(route, showing: node, delay) }
        flow.requeue(node)
        pauses.showRest(of: route)
    }
}
