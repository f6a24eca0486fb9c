import Files
import Jobs
import Words

/// What becomes of a job that failed: another try, a question, or its end.
final class FailurePolicy {
    let flow: JobFlow
    private let jobs: JobTree
    let lanes: LanePool
    let pauses: Pauses
    private let parts: PartOwners
    private let questions: Questions
    private let store: StoreWriter
    /// Whether somebody looks on who clears up, answers, or waits; a command's jobs end instead.
    private let isShared: Bool
    /// Hears why a command's job is tried again, and when.
    let tellRetry: @Sendable (String) -> Void
    /// Servers to which a connection was ever made.
    private var reachedSites: Set<Site> = []

    init(
        _ flow: JobFlow, _ store: StoreWriter, isShared: Bool,
        tellRetry: @escaping @Sendable (String) -> Void
    ) {
        self.tellRetry = tellRetry
        self.flow = flow
        jobs = flow.jobs
        lanes = flow.lanes
        pauses = flow.pauses
        parts = flow.parts
        questions = flow.questions
        self.store = store
        self.isShared = isShared
    }

    /// Takes over which servers were reached before.
    func inherit(reached sites: Set<Site>) {
        reachedSites.formUnion(sites)
    }

    func failed(_ node: JobNode, _ error: FileSystemError, in assignment: Assignment) {
        let route = lanes.route(for: node.job)
        if Backoff.isCrowded(error, at: node.job.site(of: error)) {
            let left = lanes.noteCrowd(on: route)
            let next = tr("The server has too many connections; continuing with \(left).")
            node.tell("\(error.message) \(next)")
            if route.lanes.count(where: \.isBusy) > 1 { return flow.requeue(node) }
        }
        if error.kind == .full { return lackRoom(node, missingBytes(node), error) }
        if error.kind == .busy {
            // A command has nobody who would wait for the other process.
            return isShared ? waitForOther(node, error) : flow.fail(node, with: error)
        }
        if needsLogin(node.job, error) { return askForLogin(node, error) }
        guard error.isTransient else { return flow.fail(node, with: error) }
        guard isShared else { return tryAgainSoon(node, error, in: assignment) }
        if node.noteReached(in: assignment, atLeast: 1 << 20) { node.failures.count = 0 }
        let isConnection = error.isOfConnection
        let isEndless = isConnection && isWorthWaiting(node.job, error)
        node.failures.isLostLine = isConnection
        // A server that cannot be reached is nothing that the next job could do better.
        if isConnection, !assignment.isOpened {
            // One connection may be lost where others are not; the second time it may be this file.
            if node.failures.count == 0, lanes.dismiss(assignment.interrupter, on: route) {
                node.failures.count += 1
                tell(node, error, tr("Continuing over the other connections."))
                return flow.requeue(node)
            }
            return rest(route, after: node, error, isEndless)
        }
        node.failures.count += 1
        let delay =
            isEndless
            ? Backoff.endlessDelay(after: node.failures.count)
            : Backoff.delay(after: node.failures.count)
        guard let delay else { return flow.fail(node, with: error) }
        tell(node, error, delay)
        backOff(node, delay)
    }

    private func tell(_ node: JobNode, _ error: FileSystemError, _ delay: Double) {
        let next =
            node.job.kind == .file && node.job.done > 0
            ? tr("Trying again in \(Int(delay)) s, from \(ByteCount.text(node.job.done)) on.")
            : tr("Trying again in \(Int(delay)) s.")
        tell(node, error, next)
    }

    /// Tells what happened and what follows; what happened again takes the place of the last time.
    func tell(_ node: JobNode, _ error: FileSystemError, _ next: String) {
        if node.job.story.last?.hasPrefix(error.message + " ") == true {
            node.job.story.removeLast()
        }
        node.tell("\(error.message) \(next)")
    }

    // MARK: - Connections

    /// Whether the server is known to be there, so that it will be again.
    private func isWorthWaiting(_ job: Job, _ error: FileSystemError) -> Bool {
        guard isShared, let site = job.site(of: error) else { return false }
        return reachedSites.contains(site)
    }

    /// Notes that both ends of a route have answered.
    func noteReached(_ route: Route) {
        route.failures = 0
        for site in route.needs.keys { lanes.limits.noteReached(site) }
        guard isShared else { return }
        for site in route.needs.keys where reachedSites.insert(site).inserted {
            store.noteReached(site)
        }
    }

    /// Lets a whole route rest for a while, because its server cannot be reached.
    private func rest(
        _ route: Route, after node: JobNode, _ error: FileSystemError, _ isEndless: Bool
    ) {
        if route.isResting { return flow.requeue(node) }
        route.failures += 1
        let delay =
            isEndless
            ? Backoff.endlessDelay(after: route.failures) : Backoff.delay(after: route.failures)
        guard let delay else { return flow.fail(node, with: error) }
        tell(node, error, delay)
        pauses.rest(route, showing: node, delay)
        // It may be this very file at which the server hangs up: then another one has its turn.
        if isEndless { node.failures.count += 1 }
        if isEndless, node.failures.count > Backoff.delays.count {
            backOff(node, delay)
        } else {
            flow.requeue(node)
            pauses.showRest(of: route)
        }
    }

    func backOff(_ node: JobNode, _ delay: Double, showing wait: Job.Wait? = nil) {
        flow.setState(.waiting, of: node)
        node.meeting.existing = .unknown
        if let wait {
            pauses.backOff(node, delay, showing: wait)
        } else {
            pauses.backOff(node, delay)
        }
        flow.touch(node)
    }

    /// Has a job wait until something changes; what could not be done is tried again before long.
    func watch(_ node: JobNode, _ watch: any ChangeWatch, failed: Int) {
        node.failures.count = failed == 0 ? 0 : node.failures.count + 1
        node.failures.isLostLine = false
        // The next run compares anew: nothing that was made before is taken for what is to be made then,
        // and what was begun and is not wanted any more goes.
        if failed > 0 || node.isRevisit {
            parts.noteLeftovers(of: node)
            parts.end(node)
            parts.begin(node)
        }
        node.forgetTries()
        flow.setState(.waiting, of: node)
        let delay = failed == 0 ? nil : Backoff.watchDelay(after: node.failures.count)
        pauses.watch(node, watch, atMost: delay)
        flow.touch(node)
    }

    // MARK: - Room, and other processes

    /// Seconds between two looks whether there is room: at first, and at last.
    private static let roomDelays = [5.0, 15.0]

    private func missingBytes(_ node: JobNode) -> UInt64 {
        let size = node.job.size ?? 0
        return max(1, size > node.job.done ? size - node.job.done : 0)
    }

    /// Lets a route wait for room where it goes; where nobody would clear up, ends all of it.
    func lackRoom(_ node: JobNode, _ missing: UInt64, _ error: FileSystemError) {
        let route = lanes.route(for: node.job)
        guard isShared else {
            makeRoom(node)
            return end(route, with: node, error)
        }
        tell(
            node, error,
            tr(
                "\(ByteCount.text(missing)) are missing; it continues when there is "
                    + "enough space."))
        flow.requeue(node)
        guard !route.isResting else { return }
        let delay =
            FailurePolicy.roomDelays.indices.contains(route.failures)
            ? FailurePolicy.roomDelays[route.failures] : Backoff.longest
        route.failures += 1
        pauses.rest(route, showing: node, delay, missing: missing)
        pauses.showRest(of: route)
    }

    /// Throws away what a command has written of a file for which there is no room, unless it is to
    /// go on with that: nobody else would.
    func makeRoom(_ node: JobNode) {
        guard !isShared, node.top.job.policy != .resume,
            let remains = Remains(of: node, parts: parts.owner(for: node))
        else { return }
        node.file?.hasPart = false
        parts.throwAway(remains)
    }

    /// Ends all jobs of a route with the same error, rather than one file after the other.
    func end(_ route: Route, with failed: JobNode, _ error: FileSystemError) {
        let tops = jobs.tops.filter { top in
            !top.isFinished && RouteKey(top.job) == route.key
        }
        for top in tops {
            for node in [top] + jobs.descendants(of: top) where node.control != nil {
                flow.halt(node, .giveUp)
            }
            // One that a lane still has ends when the lane lets go of it.
            let own = top === failed.top ? error : left(top.job, because: error, failed.job)
            if top.control == nil {
                flow.fail(top, with: own)
            } else {
                top.assignment?.ending = own
            }
        }
    }

    private func left(
        _ job: Job, because error: FileSystemError, _ failed: Job
    ) -> FileSystemError {
        let host = (failed.site(of: error) ?? job.source.site).text
        return FileSystemError(
            error.kind, path: job.source.path, reply: error.reply,
            detail: error.kind == .full
                ? tr("\(job.source.text) was not processed, because the disk is full.")
                : tr(
                    "\(job.source.text) was not processed, because the connection to \(host) "
                        + "failed too often."))
    }

    /// Seconds between two looks whether another process still writes the file.
    private static let otherProcessDelays = [1.0, 2, 5, 10]

    private func waitForOther(_ node: JobNode, _ error: FileSystemError) {
        let delays = FailurePolicy.otherProcessDelays
        let delay = delays[min(node.failures.count, delays.count - 1)]
        node.failures.count += 1
        tell(node, error, tr("It continues when that process has finished."))
        backOff(node, delay, showing: .otherProcess)
    }

    // MARK: - Logins

    /// Makes a job wait for a password; the others of its route are not tried meanwhile, because
    /// servers shut those out who are refused too often.
    private func askForLogin(_ node: JobNode, _ error: FileSystemError) {
        node.tell(error.message)
        node.job.state = .needsLogin(error)
        questions.begin(node)
        flow.touch(node)
    }

    private func needsLogin(_ job: Job, _ error: FileSystemError) -> Bool {
        isShared && error.kind == .login && !error.isTransient
            && job.site(of: error)?.user != nil
    }
}

extension FileSystemError {
    /// Whether it is of a connection, and not of what was asked over it.
    var isOfConnection: Bool { [.connection, .timeout, .login].contains(kind) }
}

extension JobNode {
    /// Notes how far a file has come that failed; whether so many bytes are there that were not there
    /// at an earlier failure. What was sent to a server and has come to nothing is no progress: only a
    /// later try finds out how much was kept.
    func noteReached(in assignment: Assignment, atLeast bytes: UInt64) -> Bool {
        let isHere = job.target?.site.isLocal ?? true
        let reached =
            // A plan counts what is done alone; each file of it is worth something.
            job.operation.isPlan
            ? job.done &+ UInt64(clamping: job.filesDone) << 16
            : isHere ? job.done : assignment.control.start
        let hasMoved = reached >= failures.done &+ bytes
        failures.done = max(failures.done, reached)
        return hasMoved
    }
}
