import Files
import Jobs

// What becomes of a job that failed: another try, a question, or its end.
extension Scheduler {
    func failed(_ record: Record, _ error: FileSystemError) {
        let route = route(for: record.job)
        if Backoff.isCrowded(error) {
            let lanes = noteCrowd(on: route)
            record.tell(
                "\(error.message) — the server has too many connections; going on with \(lanes).")
            if route.lanes.count(where: \.isBusy) > 1 { return requeue(record) }
        }
        if error.kind == .full { return lackRoom(record, missingBytes(record), error) }
        if error.kind == .busy {
            // A command has nobody who would wait for the other process.
            return configuration.isShared ? waitForOther(record, error) : fail(record, with: error)
        }
        if needsLogin(record.job, error) { return askForLogin(record, error) }
        guard error.isTransient else { return fail(record, with: error) }
        if record.job.done > record.doneAtFailure &+ (1 << 20) { record.failures = 0 }
        record.doneAtFailure = record.job.done
        let isConnection = [.connection, .timeout, .login].contains(error.kind)
        let isEndless = isConnection && isWorthWaiting(record.job, error)
        // A server that cannot be reached is nothing that the next job could do better.
        if isConnection, !record.isOpened { return rest(route, after: record, error, isEndless) }
        record.failures += 1
        let delay =
            isEndless
            ? Backoff.endlessDelay(after: record.failures) : Backoff.delay(after: record.failures)
        guard let delay else { return fail(record, with: error) }
        tell(record, error, delay)
        backOff(record, delay)
    }

    private func tell(_ record: Record, _ error: FileSystemError, _ delay: Double) {
        let reached =
            record.job.kind == .file && record.job.done > 0
            ? "at \(ByteCount.text(record.job.done)); " : ""
        tell(record, error, "\(reached)trying again in \(Int(delay)) s.")
    }

    /// Tells what happened and what follows; what happened again takes the place of the last time.
    private func tell(_ record: Record, _ error: FileSystemError, _ next: String) {
        if record.job.story.last?.hasPrefix(error.message + " — ") == true {
            record.job.story.removeLast()
        }
        record.tell("\(error.message) — \(next)")
    }

    // MARK: - Connections

    /// Whether the server is known to be there, so that it will be again.
    private func isWorthWaiting(_ job: Job, _ error: FileSystemError) -> Bool {
        guard configuration.isShared, let site = job.site(of: error) else { return false }
        return reachedSites.contains(site)
    }

    /// Notes that both ends of a route have answered.
    func noteReached(_ route: Route) {
        route.failures = 0
        guard configuration.isShared else { return }
        for site in route.key.needs.keys where reachedSites.insert(site).inserted {
            store.noteReached(site)
        }
    }

    /// Lets a whole route rest for a while, because its server cannot be reached.
    private func rest(
        _ route: Route, after record: Record, _ error: FileSystemError, _ isEndless: Bool
    ) {
        if route.isResting { return requeue(record) }
        route.failures += 1
        let delay =
            isEndless
            ? Backoff.endlessDelay(after: route.failures) : Backoff.delay(after: route.failures)
        guard let delay else { return fail(record, with: error) }
        tell(record, error, delay)
        rest(route, showing: record, delay)
        // It may be this very file at which the server hangs up: then another one has its turn.
        if isEndless { record.failures += 1 }
        if isEndless, record.failures > Backoff.delays.count {
            backOff(record, delay)
        } else {
            requeue(record)
            showRest(of: route)
        }
    }

    private func rest(
        _ route: Route, showing record: Record, _ delay: Double, missing: UInt64? = nil
    ) {
        route.rest = Route.Rest(job: record.id, end: clock.now() + delay, missing: missing)
        route.restNumber += 1
        pauses += 1
        let (key, number) = (route.key, route.restNumber)
        clock.after(delay) { [post] in
            post { scheduler in
                guard let route = scheduler.routes[key], route.restNumber == number else { return }
                scheduler.wake(route)
            }
        }
    }

    func wake(_ route: Route) {
        guard let rest = route.rest else { return }
        route.rest = nil
        pauses -= 1
        if let record = records[rest.job] { endWait(of: record) }
    }

    func backOff(_ record: Record, _ delay: Double) {
        setState(.waiting, of: record)
        record.existing = .unknown
        record.backoffEnd = clock.now() + delay
        record.backoffNumber += 1
        pauses += 1
        countingDown.insert(record.id)
        record.job.wait = .retry(seconds: Int(delay.rounded(.up)))
        touch(record)
        let (id, number) = (record.id, record.backoffNumber)
        clock.after(delay) { [post] in
            post { scheduler in
                guard let record = scheduler.records[id], record.isBackingOff,
                    record.backoffNumber == number
                else { return }
                scheduler.endBackoff(record)
                scheduler.queueUp(record)
            }
        }
    }

    func endBackoff(_ record: Record) {
        guard record.isBackingOff else { return }
        record.backoffEnd = nil
        pauses -= 1
        endWait(of: record)
    }

    // MARK: - Countdowns

    private func endWait(of record: Record) {
        countingDown.remove(record.id)
        guard record.job.state == .waiting, record.job.wait != .directory else { return }
        record.job.wait = .turn
        touch(record, saving: false)
    }

    /// Says on the job that stands for its route what the route waits for.
    private func showRest(of route: Route) {
        guard let rest = route.rest, let record = records[rest.job],
            record.job.state == .waiting, !record.isHeld
        else { return }
        countingDown.insert(record.id)
        record.job.wait =
            rest.missing.map { .room(missing: $0) } ?? .retry(seconds: seconds(until: rest.end))
        touch(record, saving: false)
    }

    private func seconds(until end: Double) -> Int {
        Int(max(0, end - clock.now()).rounded(.up))
    }

    /// Brings the seconds up to date that rows show.
    func countDown() {
        for id in countingDown {
            guard let record = records[id], record.job.state == .waiting,
                case .retry(let shown) = record.job.wait,
                let end = record.backoffEnd ?? route(for: record.job).rest?.end
            else {
                countingDown.remove(id)
                continue
            }
            let left = seconds(until: end)
            guard left != shown else { continue }
            record.job.wait = .retry(seconds: left)
            notices.changed.insert(id)
        }
    }

    // MARK: - Room, and other processes

    /// Seconds between two looks whether there is room: at first, and at last.
    private static let roomDelays = [5.0, 15.0]

    private func missingBytes(_ record: Record) -> UInt64 {
        let size = record.job.size ?? 0
        return max(1, size > record.job.done ? size - record.job.done : 0)
    }

    /// Lets a route wait for room where it goes; where nobody would clear up, ends all of it.
    func lackRoom(_ record: Record, _ missing: UInt64, _ error: FileSystemError) {
        let route = route(for: record.job)
        guard configuration.isShared else {
            makeRoom(record)
            return end(route, with: record, error)
        }
        tell(
            record, error, "\(ByteCount.text(missing)) are missing; it goes on when there is room.")
        requeue(record)
        guard !route.isResting else { return }
        let delay =
            Scheduler.roomDelays.indices.contains(route.failures)
            ? Scheduler.roomDelays[route.failures] : Backoff.longest
        route.failures += 1
        rest(route, showing: record, delay, missing: missing)
        showRest(of: route)
    }

    /// Throws away what a command has written of a file for which there is no room, unless it is to
    /// go on with that: nobody else would.
    func makeRoom(_ record: Record) {
        guard !configuration.isShared, record.top.job.policy != .resume,
            let remains = Remains(of: record, parts: parts(of: record))
        else { return }
        record.hasPart = false
        throwAway(remains)
    }

    /// Ends all jobs of a route with the same error, rather than one file after the other.
    private func end(_ route: Route, with failed: Record, _ error: FileSystemError) {
        let tops = tops().filter { top in
            !top.isFinished && RouteKey(top.job) == route.key
        }
        for top in tops {
            for record in [top] + descendants(of: top) where record.control != nil {
                halt(record, .giveUp)
            }
            // One that a lane still has ends when the lane lets go of it.
            let own = top === failed.top ? error : left(top.job, because: error)
            if top.control == nil { fail(top, with: own) } else { top.ending = own }
        }
    }

    private func left(_ job: Job, because error: FileSystemError) -> FileSystemError {
        FileSystemError(
            .full, path: job.source.path, reply: error.reply,
            detail: "\(job.source.text) was left, because there is no room for "
                + "\(error.path?.text ?? "another file").")
    }

    /// Seconds between two looks whether another process still writes the file.
    private static let otherProcessDelays = [1.0, 2, 5, 10]

    private func waitForOther(_ record: Record, _ error: FileSystemError) {
        let delays = Scheduler.otherProcessDelays
        let delay = delays[min(record.failures, delays.count - 1)]
        record.failures += 1
        tell(record, error, "it goes on when that has ended.")
        backOff(record, delay)
        record.job.wait = .otherProcess
        countingDown.remove(record.id)
    }

    // MARK: - Logins

    /// Makes a job wait for a password; the others of its route are not tried meanwhile, because
    /// servers shut those out who are refused too often.
    private func askForLogin(_ record: Record, _ error: FileSystemError) {
        record.tell(error.message)
        record.job.state = .needsLogin(error)
        beginQuestion(of: record)
        touch(record)
    }

    private func needsLogin(_ job: Job, _ error: FileSystemError) -> Bool {
        configuration.isShared && error.kind == .login && !error.isTransient
            && job.site(of: error)?.user != nil
    }
}
