import Files
import Jobs

// What lanes report.
extension Scheduler {
    func hear(_ events: [LaneEvent]) {
        for event in events { hear(event) }
    }

    private func hear(_ event: LaneEvent) {
        switch event {
        case .began(let id, let size, let modified):
            guard let record = records[id], record.control != nil else { return }
            if size != nil { resize(record, to: size) }
            record.job.modified = modified ?? record.job.modified
            record.meter = SpeedMeter()
            start(record)
        case .opened(let id):
            cancelled[id]?.isThere = true
            guard let record = records[id] else { return }
            route(for: record.job).failures = 0
            record.isOpened = true
            guard !record.hasPart else { return }
            record.hasPart = true
            touch(record)
        case .settling(let id):
            guard let record = records[id], record.control != nil else { return }
            takeProgress(of: record)
            record.job.state = .settling
            touch(record)
        case .note(let id, let line):
            guard let record = records[id] else { return }
            record.tell(line)
            touch(record)
        case .retargeted(let id, let path):
            guard let record = records[id] else { return }
            record.job.target?.path = path
            record.existing = .none
            touch(record)
        case .finished(let id, let outcome):
            if let remains = cancelled.removeValue(forKey: id) {
                return clearAway(remains, after: outcome)
            }
            guard let record = records[id], record.control != nil else { return }
            finish(record, outcome)
        }
    }

    private func finish(_ record: Record, _ outcome: Outcome) {
        takeProgress(of: record)
        let stop = record.stop
        record.control = nil
        record.interrupter = nil
        record.stop = nil
        record.job.lane = nil
        record.job.speed = nil
        runningJobs.remove(record.id)
        if stop == .giveUp, !outcome.isFinal { return giveUp(record) }
        settle(record, outcome, stop)
        // It may have come back to the queue in another way than by being stopped.
        if stop == .pause, record.job.state == .waiting, records[record.id] === record {
            pause(record)
        }
    }

    private func settle(_ record: Record, _ outcome: Outcome, _ stop: Record.Stop?) {
        switch outcome {
        case .done(let size): done(record, size: size)
        case .skipped(let reason): skip(record, because: reason)
        case .conflict(let conflict): park(record, conflict)
        case .failed(let error): failed(record, error)
        case .expanded(let listings): expanded(record, listings, stop)
        case .mustCopy:
            record.mustCopy = true
            requeue(record)
        case .returned, .stopped: requeue(record)
        }
    }

    /// Makes a job wait for its turn again.
    func requeue(_ record: Record) {
        setState(.waiting, of: record)
        if record.isHeld { record.job.wait = .directory }
        record.existing = .unknown
        touch(record)
        queueUp(record)
    }

    /// Gives a job another state, and takes back what it asked for.
    func setState(_ state: Job.State, of record: Record) {
        endQuestion(of: record)
        record.job.state = state
        record.job.wait = .turn
    }

    func endQuestion(of record: Record) {
        switch record.job.state {
        case .needsAnswer: asking[record.job.batch]?.remove(record.id)
        case .needsLogin(let error):
            guard let site = record.job.site(of: error) else { return }
            loginsMissing[site]?.remove(record.id)
            if loginsMissing[site]?.isEmpty == true { loginsMissing[site] = nil }
        default: break
        }
    }

    /// Notes what a job asks for that has just come to need it.
    func beginQuestion(of record: Record) {
        switch record.job.state {
        case .needsAnswer: asking[record.job.batch, default: []].insert(record.id)
        case .needsLogin(let error):
            guard let site = record.job.site(of: error) else { return }
            loginsMissing[site, default: []].insert(record.id)
        default: break
        }
    }

    // MARK: - Ends

    private func done(_ record: Record, size: UInt64) {
        route(for: record.job).failures = 0
        if record.job.kind == .directory, record.reading == .closing {
            return finishDirectory(record)
        }
        if record.job.kind == .file || record.job.kind == .link {
            if record.job.operation != .delete {
                resize(record, to: size)
                setDone(record, size)
            }
            for directory in record.ancestors { directory.job.filesDone += 1 }
        }
        record.job.state = .done
        settled(record)
    }

    private func skip(_ record: Record, because reason: String) {
        record.tell(reason)
        record.job.state = .skipped
        resize(record, to: 0)
        setDone(record, 0)
        for directory in record.ancestors {
            directory.job.filesDone += 1
            directory.skippedBelow += 1
        }
        settled(record)
    }

    private func park(_ record: Record, _ conflict: Conflict) {
        if record.job.policy == .ask, !record.asksForItself,
            let policy = batchPolicies[record.job.batch]
        {
            record.job.policy = policy
            return requeue(record)
        }
        record.job.state = .needsAnswer(conflict)
        beginQuestion(of: record)
        touch(record)
    }

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

    /// Ends a job that no retry will help.
    func fail(_ record: Record, with error: FileSystemError) {
        // Nothing below goes on until it could be read.
        if record.openChildren > 0 { giveUpContents(of: record) }
        record.job.state = .failed(error)
        record.tell(error.message)
        for directory in record.ancestors { directory.failuresBelow += 1 }
        settled(record)
    }

    /// Accounts for a job that came to its end: tells of it, and closes the directory above when
    /// it was the last.
    func settled(_ record: Record) {
        touch(record)
        onResult(record.job)
        guard let parent = record.parent else {
            if [.done, .skipped].contains(record.job.state) { endParts(of: record) }
            return route(for: record.job).active.removeAll { $0 === record }
        }
        parent.openChildren -= 1
        for directory in record.ancestors { touch(directory, saving: false) }
        if case .failed = record.job.state {
            let top = record.top
            if let kept = top.tree?.keptFailures, kept < TreeLimits.failures {
                top.tree?.keptFailures = kept + 1
            } else {
                parent.droppedFailures += 1
                forget(record)
            }
        } else {
            // What is done need not be looked at again: its directory counts it.
            forget(record)
        }
        checkComplete(parent)
    }

    // MARK: - Another try

    private func failed(_ record: Record, _ error: FileSystemError) {
        let route = route(for: record.job)
        if Backoff.isCrowded(error) {
            let lanes = noteCrowd(on: route)
            record.tell(
                "\(error.message) — the server has too many connections; going on with \(lanes).")
            if route.lanes.count(where: \.isBusy) > 1 { return requeue(record) }
        }
        if needsLogin(record.job, error) { return askForLogin(record, error) }
        // A command of its own does not wait for another's work.
        let isOthers = error.kind == .busy && !configuration.isShared
        guard error.isTransient, !isOthers else { return fail(record, with: error) }
        if record.job.done > record.doneAtFailure &+ (1 << 20) { record.failures = 0 }
        record.doneAtFailure = record.job.done
        let isConnection = [.connection, .timeout, .login].contains(error.kind)
        // A server that cannot be reached is nothing that the next job could do better.
        if isConnection, !record.isOpened { return rest(route, after: record, error) }
        record.failures += 1
        guard let delay = Backoff.delay(after: record.failures) else {
            return fail(record, with: error)
        }
        tell(record, error, delay)
        backOff(record, delay)
    }

    private func tell(_ record: Record, _ error: FileSystemError, _ delay: Double) {
        let reached =
            record.job.kind == .file && record.job.done > 0
            ? "at \(ByteCount.text(record.job.done)); " : ""
        record.tell("\(error.message) — \(reached)trying again in \(Int(delay)) s.")
    }

    /// Lets a whole route rest for a while, because its server cannot be reached.
    private func rest(_ route: Route, after record: Record, _ error: FileSystemError) {
        if route.isResting { return requeue(record) }
        route.failures += 1
        guard let delay = Backoff.delay(after: route.failures) else {
            return fail(record, with: error)
        }
        tell(record, error, delay)
        requeue(record)
        route.isResting = true
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
        guard route.isResting else { return }
        route.isResting = false
        pauses -= 1
    }

    private func backOff(_ record: Record, _ delay: Double) {
        record.job.state = .waiting
        record.existing = .unknown
        record.isBackingOff = true
        record.backoffNumber += 1
        pauses += 1
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
        record.isBackingOff = false
        pauses -= 1
    }
}
