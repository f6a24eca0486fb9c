import Files
import Jobs
import Work

// Copying files.
extension Lane {
    /// Copies files one after the other, committing them together.
    func copy(_ tasks: [FileTask]) {
        guard let target, let tasks = settleLinks(tasks, to: target) else { return }
        var planner = FilePlanner(self, target, tasks)
        guard let plans = planner.plan(tasks) else { return }
        source.prepare(
            plans.map { Upcoming(path: $0.task.source, direction: .read, size: $0.task.size) })
        let ids = announce(plans, to: target)
        var written: [WrittenFile] = []
        var isBroken = false
        for plan in plans {
            let isLarge = Lane.isLarge(plan.task)
            if isDue(written, target) || (isLarge && !written.isEmpty) {
                commit(&written, target)
            }
            if plan.task.control.isStopped {
                finish(plan.task.id, .stopped)
                continue
            }
            if isBroken {
                finish(plan.task.id, .returned)
                continue
            }
            if copyLink(plan, to: target) { continue }
            if let lack = lackOfRoom(plan.task, in: target) {
                finish(plan.task.id, lack)
                isBroken = true
                continue
            }
            tell(.began(plan.task.id, size: plan.task.size, modified: plan.task.modified))
            flush(lazily: !isLarge)
            interrupter.begin(plan.task.control)
            do throws(FileSystemError) {
                written.append(try lockedWrite(plan, ids[plan.task.id], to: target))
                if isLarge {
                    tell(.settling(plan.task.id))
                    flush()
                }
            } catch {
                if leadsToNoFile(plan.task, error) {
                    finish(plan.task.id, linkLeftOut(plan.task, "is a link that leads to no file"))
                } else {
                    finish(plan.task.id, unwritten(plan.task, error, target))
                    // Those behind it wait in the queue for the connection to come back.
                    isBroken =
                        error.kind == .connection || error.kind == .timeout
                        || error.kind == .login || error.kind == .full
                }
            }
            interrupter.begin(nil)
        }
        commit(&written, target)
    }

    /// What became of a file that could not be written.
    func unwritten(
        _ task: FileTask, _ error: FileSystemError, _ target: any FileSystem
    ) -> Outcome {
        if error.kind == .exists, error.path == task.target { return taken(task, error, target) }
        guard error.kind == .notFound, error.path == task.source, task.isInherited,
            task.operation == .move
        else { return outcome(of: error, task.control) }
        // Killed between the two, it has left no word of what it had moved.
        let gone = FileSystemError(
            .notFound, path: task.source, reply: error.reply,
            detail: "There is no \(task.source), which an earlier run of Ferry may have moved: see "
                + "whether \(task.target) is it.")
        return outcome(of: gone, task.control)
    }

    /// Tells the target what comes, under the names that the parts will have.
    private func announce(_ plans: [FilePlan], to target: any FileSystem) -> [JobID: PartID] {
        var ids: [JobID: PartID] = [:]
        var next: [Upcoming] = []
        for plan in plans {
            guard case .anew = plan.start, !plan.isThroughLink else { continue }
            // One that gets no name here says why when its turn comes.
            let id = try? plan.task.parts.newID(for: plan.task.target)
            ids[plan.task.id] = id
            next.append(
                Upcoming(
                    path: plan.task.target, direction: .write, size: plan.task.size, part: id))
        }
        target.prepare(next)
        return ids
    }

    /// Whether the file takes so long that what happens to it is told at once.
    static func isLarge(_ task: FileTask) -> Bool {
        (task.size ?? .max) > Lane.commitBytes / 16
    }

    private func isDue(_ written: [WrittenFile], _ target: any FileSystem) -> Bool {
        guard let first = written.first else { return false }
        return Lane.isDue(
            count: written.count, bytes: written.reduce(0) { $0 &+ $1.pending.size },
            seconds: Throttle.now() - first.time, isLocal: target.site.isLocal)
    }

    /// Whether files that are written are to be committed before the next one: what is not would be
    /// written again after a crash. `seconds`: since the first of them was written.
    static func isDue(count: Int, bytes: UInt64, seconds: Double, isLocal: Bool) -> Bool {
        // Asking a server costs round trips, and spoils what was sent ahead.
        count >= commitCount || bytes >= commitBytes
            || seconds > (isLocal ? commitDelay : remoteCommitDelay)
    }

    // MARK: - The bytes

    /// No other process, and no other job, writes the file meanwhile: until it is committed, or was
    /// given up.
    private func lockedWrite(
        _ plan: FilePlan, _ id: PartID?, to target: any FileSystem
    ) throws(FileSystemError) -> WrittenFile {
        let parts = plan.task.parts
        try parts.lock(plan.task.target, on: target.site)
        do throws(FileSystemError) {
            return try write(plan, id, to: target)
        } catch {
            parts.unlock(plan.task.target, on: target.site)
            throw error
        }
    }

    private func write(
        _ plan: FilePlan, _ id: PartID?, to target: any FileSystem
    ) throws(FileSystemError) -> WrittenFile {
        let task = plan.task
        let (input, offset, begun) = try openSource(plan, target)
        task.control.setProgress(offset)
        var creation = Creation(
            offset: offset, size: task.size ?? input.size, modified: task.modified,
            mode: target.site.isLocal ? task.mode : plan.keptMode, replaces: plan.replaces,
            root: task.root, placement: plan.isThroughLink ? .inPlace : .beside)
        if creation.modified?.precision != .second || creation.modified?.isZoned == false {
            creation.modified = nil
        }
        var bytes = offset
        var output: (any FileSink)?
        let part: StoredPart
        do throws(FileSystemError) {
            let (sink, stored) = try openSink(plan, id, begun, creation, input, target)
            output = sink
            part = stored
            tell(.opened(task.id))
            if let remark = sink.remark { tell(.note(task.id, remark)) }
            flush(lazily: !Lane.isLarge(task))
            let start = Throttle.now()
            var isNoted = false
            try copier.copy(
                from: input, to: sink, throttles: task.throttles,
                cancellation: task.control.cancellation
            ) { count in
                bytes &+= UInt64(count)
                task.control.setProgress(bytes)
                // However small: over a bad line it is worth going on with.
                if !isNoted, Throttle.now() - start > Lane.lastingTime {
                    isNoted = true
                    noteLasting(stored, task)
                }
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
        return WrittenFile(
            task: task, part: part,
            pending: PendingCommit(part: part.part, creation: creation, size: bytes),
            fingerprint: input.fingerprint
                ?? FileFingerprint(size: bytes, modified: task.modified),
            time: Throttle.now())
    }

    /// The part to write to, which the store knows of before it is there.
    private func openSink(
        _ plan: FilePlan, _ id: PartID?, _ begun: StoredPart?, _ creation: Creation,
        _ input: any FileSource, _ target: any FileSystem
    ) throws(FileSystemError) -> (any FileSink, StoredPart) {
        let task = plan.task
        if let begun { return (try target.resume(begun.part, creation), begun) }
        var id = id
        for _ in 0..<Lane.nameTries {
            let next: PartID
            if let id { next = id } else { next = try task.parts.newID(for: task.target) }
            id = nil
            let isInPlace = creation.placement == .inPlace
            let expected = Part(
                id: next, file: task.target,
                place: isInPlace ? .inPlace : .beside(next.name))
            var stored = StoredPart(
                part: expected, source: Location(site: source.site, path: task.source),
                site: target.site, root: task.root, version: input.version, size: task.size,
                modified: task.modified)
            try task.parts.willWrite(stored, isAlone: task.isAlone)
            do throws(FileSystemError) {
                let sink = try target.create(task.target, as: next, creation)
                if sink.part != expected {
                    stored.part = sink.part
                    try task.parts.place(stored)
                }
                return (sink, stored)
            } catch {
                if target.site.isLocal || error.kind == .exists { forgetUnmade(stored, task) }
                // The name of the part itself is taken by something that is not ours.
                guard error.kind == .exists, error.path == expected.path, !isInPlace else {
                    throw error
                }
            }
        }
        throw FileSystemError.unanswered(task.target)
    }

    private func noteLasting(_ part: StoredPart, _ task: FileTask) {
        do throws(FileSystemError) {
            try task.parts.noteLasting(part)
        } catch {
            tell(.note(task.id, error.message))
        }
    }

    /// Nothing was made under that name.
    private func forgetUnmade(_ part: StoredPart, _ task: FileTask) {
        do throws(FileSystemError) {
            try task.parts.forget([part])
        } catch {
            tell(.note(task.id, error.message))
        }
    }

    /// Names that are tried for a part.
    private static let nameTries = 8

    /// The source, ready to give the bytes from the offset on: where something is continued, that
    /// its end is the same has been seen. Also the part that is gone on with.
    private func openSource(
        _ plan: FilePlan, _ target: any FileSystem
    ) throws(FileSystemError) -> (any FileSource, UInt64, StoredPart?) {
        let task = plan.task
        let length: UInt64?
        var begun: StoredPart?
        switch plan.start {
        case .anew:
            return (try source.open(task.source, from: 0), 0, nil)
        case .existing(let bytes):
            length = bytes
        case .part(let part):
            begun = part
            length = try target.size(of: part.part, root: task.root)
        }
        // A server that sends files whole, and one whose part is gone or too long: from the start.
        guard let length, length > 0, length <= task.size ?? length,
            target.capabilities.contains(.resumeUpload)
        else { return try startAgain(begun, task, target) }
        let overlap = try Overlap(
            begun, or: task.target, root: task.root, size: length, in: target)
        let input: any FileSource
        do throws(FileSystemError) {
            input = try source.open(task.source, from: overlap.start, version: begun?.version)
        } catch {
            switch error.kind {
            case .changed:
                tell(.note(task.id, "The source has changed since; starting again."))
            case .unsupported:
                tell(.note(task.id, "The server cannot go on in a file; starting again."))
            default: throw error
            }
            return try startAgain(begun, task, target)
        }
        do throws(FileSystemError) {
            if try overlap.matches(input) {
                tell(
                    .note(
                        task.id,
                        "Continued at \(ByteCount.text(length)); its end was compared."))
                return (input, length, begun)
            }
        } catch {
            input.cancel()
            throw error
        }
        input.cancel()
        tell(
            .note(
                task.id,
                "The \(ByteCount.text(length)) that were there differ from the source; "
                    + "starting again."))
        return try startAgain(begun, task, target)
    }

    private func startAgain(
        _ begun: StoredPart?, _ task: FileTask, _ target: any FileSystem
    ) throws(FileSystemError) -> (any FileSource, UInt64, StoredPart?) {
        if let begun {
            // What was begun in the file itself may be somebody else's file by now.
            if begun.part.isInPlace, task.policy != .overwrite,
                try target.entry(at: task.target) != nil
            {
                try task.parts.forget([begun])
                throw FileSystemError(
                    .exists, path: task.target,
                    detail: "\(task.target) is not what was written there; choose what to do.")
            }
            throwAway(begun, task, target)
        }
        return (try source.open(task.source, from: 0), 0, nil)
    }
}
