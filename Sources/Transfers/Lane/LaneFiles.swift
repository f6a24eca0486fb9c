import Files
import Jobs
import Work

/// A file that will be copied: its conflict is settled.
private struct Plan {
    var task: FileTask
    var replaces: Bool
    /// Continue what is there, if it is the same so far.
    var resumes: Bool
}

/// A written file that waits for `settle`.
private struct Written {
    var task: FileTask
    var settlement: Settlement
    var time: Double
}

// Copying files.
extension Lane {
    /// Copies files one after the other, settling them together.
    func copy(_ tasks: [FileTask]) {
        guard let target else { return }
        guard let plans = plan(tasks, target) else { return }
        source.prepare(
            plans.map { Upcoming(path: $0.task.source, direction: .read, size: $0.task.size) })
        target.prepare(
            plans.map { Upcoming(path: $0.task.target, direction: .write, size: $0.task.size) })
        var written: [Written] = []
        var isBroken = false
        for plan in plans {
            let isLarge = Lane.isLarge(plan.task)
            if isDue(written, target) || (isLarge && !written.isEmpty) {
                settle(&written, target)
            }
            if plan.task.control.isStopped {
                finish(plan.task.id, .stopped)
                continue
            }
            if isBroken {
                finish(plan.task.id, .returned)
                continue
            }
            if let lack = lackOfRoom(plan.task, in: target) {
                finish(plan.task.id, lack)
                isBroken = true
                continue
            }
            tell(.began(plan.task.id, size: plan.task.size, modified: plan.task.modified))
            flush(lazily: !isLarge)
            interrupter.begin(plan.task.control)
            do throws(FileSystemError) {
                written.append(try write(plan, to: target))
                if isLarge {
                    tell(.settling(plan.task.id))
                    flush()
                }
            } catch {
                let isLink = plan.task.kind == .link
                if isLink, [.isDirectory, .notFound, .unsupported].contains(error.kind) {
                    finish(plan.task.id, .skipped("Skipped, because it is a link to no file."))
                } else {
                    finish(plan.task.id, outcome(of: error, plan.task.control))
                    // Those behind it wait in the queue for the connection to come back.
                    isBroken =
                        error.kind == .connection || error.kind == .timeout
                        || error.kind == .login || error.kind == .full
                }
            }
            interrupter.begin(nil)
        }
        settle(&written, target)
    }

    /// Whether the file takes so long that what happens to it is told at once.
    private static func isLarge(_ task: FileTask) -> Bool {
        (task.size ?? .max) > Lane.settleBytes / 16
    }

    private func isDue(_ written: [Written], _ target: any FileSystem) -> Bool {
        guard let first = written.first else { return false }
        return written.count >= Lane.settleCount
            || written.reduce(0) { $0 &+ $1.settlement.size } >= Lane.settleBytes
            // Asking a server costs round trips, and spoils what was sent ahead.
            || (target.site.isLocal && Throttle.now() - first.time > Lane.settleDelay)
    }

    // MARK: - Before the bytes

    /// Settles the conflicts and learns exact sizes and times; nil where the connection broke and
    /// all was reported.
    private func plan(_ tasks: [FileTask], _ target: any FileSystem) -> [Plan]? {
        var plans: [Plan] = []
        var taken = TakenNames(target: target, tasks: tasks)
        for (index, task) in tasks.enumerated() {
            if task.control.isStopped {
                finish(task.id, .stopped)
                continue
            }
            do throws(FileSystemError) {
                interrupter.begin(task.control)
                if let plan = try plan(task, &taken, target) { plans.append(plan) }
            } catch {
                finish(task.id, outcome(of: error, task.control))
                for other in plans { finish(other.task.id, .returned) }
                for other in tasks[(index + 1)...] { finish(other.id, .returned) }
                return nil
            }
        }
        learnDetails(&plans)
        return plans
    }

    private func plan(
        _ task: FileTask, _ taken: inout TakenNames, _ target: any FileSystem
    ) throws(FileSystemError) -> Plan? {
        var task = task
        if task.isInherited, task.operation == .move,
            let entry = try target.entry(at: task.target), try hasMoved(task, entry, target)
        {
            finish(task.id, .done(task.size ?? 0))
            return nil
        }
        // On a server an unfinished file may bear its final name already: it is this job's own.
        if task.isAgain, !target.site.isLocal {
            return Plan(task: task, replaces: true, resumes: true)
        }
        guard let entry = try taken.entry(for: task) else {
            return Plan(
                task: task, replaces: task.policy == .overwrite,
                resumes: task.isAgain || task.policy == .resume)
        }
        if task.isRevisit,
            ConflictRule.isSame(size: task.size, modified: task.modified, target: entry),
            try finishRevisit(task, target)
        {
            return nil
        }
        switch ConflictRule.decide(
            task.policy, size: task.size, modified: task.modified, target: entry)
        {
        case .ask:
            finish(task.id, .conflict(try conflict(task, with: entry, target)))
            return nil
        case .skip(let reason):
            finish(task.id, .skipped(reason))
            return nil
        case .keepBoth:
            task.target = try taken.freeName(for: task)
            tell(.retargeted(task.id, task.target))
            return Plan(task: task, replaces: false, resumes: false)
        case .overwrite, .resume:
            guard entry.kind != .directory else {
                throw FileSystemError(
                    .isDirectory, path: task.target,
                    detail: "A directory named \(task.target) is in the way; rename or delete it.")
            }
            return Plan(
                task: task, replaces: true, resumes: task.isAgain || task.policy == .resume)
        }
    }

    private func conflict(
        _ task: FileTask, with entry: Entry, _ target: any FileSystem
    ) throws(FileSystemError) -> Conflict {
        let name = task.source.name ?? entry.name
        let part = try target.partialSize(of: task.target, root: task.root)
        let ours = Entry(
            name: name, kind: task.kind == .link ? .link : .file, size: task.size,
            modified: task.modified, mode: task.mode)
        // On a server the part is the file itself, which may be longer than the source.
        let resumable = part > 0 && part < task.size ?? .max ? part : resumable(entry, task)
        return Conflict(source: ours, target: entry, resumable: resumable)
    }

    /// Bytes of a finished, but shorter file that could be its beginning.
    private func resumable(_ entry: Entry, _ task: FileTask) -> UInt64 {
        guard entry.kind == .file, let size = entry.size, size < task.size ?? 0 else { return 0 }
        return size
    }

    /// Asks for what the listing did not say exactly, of all files at once.
    private func learnDetails(_ plans: inout [Plan]) {
        let isExact = source.capabilities.contains(.exactTimes)
        let unsure = plans.indices.filter { index in
            let task = plans[index].task
            return !isExact || task.kind == .link || task.isAgain || task.size == nil
        }
        guard !unsure.isEmpty,
            let details = try? source.details(of: unsure.map { plans[$0].task.source })
        else { return }
        for (index, entry) in zip(unsure, details) {
            guard let entry else { continue }
            let task = plans[index].task
            if task.isAgain, plans[index].resumes, hasChanged(task, entry) {
                plans[index].resumes = false
                tell(.note(task.id, "The source has changed since; starting again."))
            }
            plans[index].task.size = entry.size ?? task.size
            plans[index].task.modified = entry.modified ?? task.modified
            plans[index].task.mode = entry.mode ?? task.mode
        }
    }

    /// Whether the source is another one than at the last try, as far as one can tell.
    private func hasChanged(_ task: FileTask, _ entry: Entry) -> Bool {
        if let old = task.size, let new = entry.size, old != new { return true }
        guard let old = task.modified, let new = entry.modified else { return false }
        return Timestamp.order(old, new).map { $0 != 0 } ?? false
    }

    // MARK: - The bytes

    private func write(
        _ plan: Plan, to target: any FileSystem
    ) throws(FileSystemError) -> Written {
        let task = plan.task
        let (input, offset) = try openSource(plan, target)
        task.control.setProgress(offset)
        var creation = Creation(
            offset: offset, size: task.size ?? input.size, modified: task.modified,
            mode: target.site.isLocal ? task.mode : nil, replaces: plan.replaces, root: task.root,
            version: input.version)
        if creation.modified?.precision != .second || creation.modified?.isZoned == false {
            creation.modified = nil
        }
        var bytes = offset
        var output: (any FileSink)?
        do throws(FileSystemError) {
            let sink = try target.create(task.target, creation)
            output = sink
            tell(.opened(task.id))
            flush(lazily: !Lane.isLarge(task))
            try copier.copy(
                from: input, to: sink, throttles: task.throttles,
                cancellation: task.control.cancellation
            ) { count in
                bytes &+= UInt64(count)
                task.control.setProgress(bytes)
            }
            try input.finish()
            try sink.finish()
        } catch {
            input.cancel()
            output?.cancel()
            throw error
        }
        // What a server gives the size 0 may have none that it knows.
        let isKnown = task.size.map { $0 > 0 || source.site.isLocal } ?? false
        if let size = task.size, isKnown, size != bytes, task.kind != .link {
            throw FileSystemError(
                .changed, path: task.source,
                detail: "\(task.source) was to have \(size) bytes, but \(bytes) came; "
                    + "it may be being written — retry when it rests.", isTransient: true)
        }
        return Written(
            task: task, settlement: Settlement(path: task.target, creation: creation, size: bytes),
            time: Throttle.now())
    }

    /// The source, ready to give the bytes from the offset on: where a part is continued, that its
    /// end is the same has been seen.
    private func openSource(
        _ plan: Plan, _ target: any FileSystem
    ) throws(FileSystemError) -> (any FileSource, UInt64) {
        let task = plan.task
        guard plan.resumes else { return (try source.open(task.source, from: 0), 0) }
        var part = try target.partialSize(of: task.target, root: task.root)
        if part == 0, task.policy == .resume, plan.replaces,
            let entry = try target.entry(at: task.target)
        {
            part = resumable(entry, task)
        }
        guard part > 0, part <= task.size ?? part else {
            return (try source.open(task.source, from: 0), 0)
        }
        let overlap = try Overlap(of: task.target, root: task.root, size: part, in: target)
        let version = target.partialVersion(of: task.target, root: task.root)
        let input: any FileSource
        do throws(FileSystemError) {
            input = try source.open(task.source, from: overlap.start, version: version)
        } catch {
            switch error.kind {
            case .changed:
                tell(.note(task.id, "The source has changed since; starting again."))
            case .unsupported:
                tell(.note(task.id, "The server cannot go on in a file; starting again."))
            default: throw error
            }
            return (try source.open(task.source, from: 0), 0)
        }
        do throws(FileSystemError) {
            if try overlap.matches(input) {
                tell(.note(task.id, "Continued at \(ByteCount.text(part)); its end was compared."))
                return (input, part)
            }
        } catch {
            input.cancel()
            throw error
        }
        input.cancel()
        tell(
            .note(
                task.id,
                "The \(ByteCount.text(part)) that were there differ from the source; "
                    + "starting again."))
        return (try source.open(task.source, from: 0), 0)
    }

    // MARK: - After the bytes

    private func settle(_ written: inout [Written], _ target: any FileSystem) {
        guard !written.isEmpty else { return }
        let results = target.settle(written.map(\.settlement))
        var moved: [Written] = []
        for (index, file) in written.enumerated() {
            let result = results.indices.contains(index) ? results[index] : .success(())
            switch result {
            case .success where file.task.operation == .move: moved.append(file)
            case .success: finish(file.task.id, .done(file.settlement.size))
            case .failure(let error): finish(file.task.id, unsettled(file, error, target))
            }
        }
        if !moved.isEmpty {
            let removals = source.removeFiles(moved.map(\.task.source))
            for (file, removal) in zip(moved, removals) {
                switch removal {
                case .success: finish(file.task.id, .done(file.settlement.size))
                case .failure(let error):
                    finish(
                        file.task.id,
                        .failed(
                            FileSystemError(
                                error.kind, path: file.task.source, reply: error.reply,
                                detail: "\(file.task.source) was copied, but stays where it was: "
                                    + error.detail)))
                }
            }
        }
        written = []
        flush(lazily: true)
    }

    private func unsettled(
        _ file: Written, _ error: FileSystemError, _ target: any FileSystem
    ) -> Outcome {
        guard error.kind == .exists else { return outcome(of: error, file.task.control) }
        // Somebody made the file while this one was being copied.
        do throws(FileSystemError) {
            guard let entry = try target.entry(at: file.task.target) else { return .failed(error) }
            return .conflict(try conflict(file.task, with: entry, target))
        } catch {
            return .failed(error)
        }
    }
}
