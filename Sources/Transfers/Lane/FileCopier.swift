import Files
import Jobs
import Synchronization
import Words
import Work

/// Copies files: takes the next step of one after the other, until all are written.
struct FileCopier: LanePart {
    /// Files whose commit is put together, and bytes of them at most.
    static let commitCount = 64
    static let commitBytes: UInt64 = 16 << 20
    /// Seconds that a file written on this machine waits for others at most.
    static let commitDelay = 0.25
    static let remoteCommitDelay = 5.0

    let ends: LaneEnds
    let copier: Copier

    private var links: LinkCopier { LinkCopier(ends: ends) }
    private var committing: Committer { Committer(ends: ends) }

    /// Copies files, as many at once as both ends hold open, committing them together.
    func copy(_ tasks: [FileTask]) {
        guard let target, let tasks = links.settleLinks(tasks, to: target) else { return }
        askForRoom(tasks, in: target)
        defer { (target as? any TellingSpace)?.askSpace(at: nil) }
        var planner = FilePlanner(ends, target, tasks)
        guard let plans = planner.plan(tasks) else { return }
        source.prepare(
            plans.filter { !isLeftToServers($0, to: target) }.map {
                Upcoming(path: $0.task.source, direction: .read, size: $0.task.size)
            })
        var batch = CopyBatch(
            plans, from: source, to: target, ids: announce(plans, to: target))
        while let turn = batch.nextTurn() {
            switch turn {
            case .begin(let plan): begin(plan, &batch)
            case .move(let index): move(index, &batch)
            }
        }
        // What was sent ahead and is not wanted after all is given up.
        source.prepare([])
        target.prepare([])
        committing.commit(&batch.written, target)
        takeBack(batch, plans)
    }

    private func begin(_ plan: FilePlan, _ batch: inout CopyBatch) {
        let task = plan.task
        let isLarge = FileCopier.isLarge(task)
        if isDue(batch.written, batch.target) || (isLarge && !batch.written.isEmpty) {
            committing.commit(&batch.written, batch.target)
        }
        if task.control.isStopped { return finish(task.id, .stopped) }
        if links.copyLink(plan, to: batch.target) { return }
        if case .whole(let part) = plan.start { return take(part, of: plan, &batch) }
        if let lack = lackOfRoom(task, in: batch.target, besides: batch.unwritten) {
            finish(task.id, lack)
            return giveUpWaiting(&batch)
        }
        tell(.began(task.id, size: task.size, modified: task.modified))
        let dividing = DividedCopy(ends: ends, copier: copier)
        flush(lazily: !isLarge)
        interrupter.begin(batch.open.map(\.task.control) + [task.control])
        var meeting: SegmentMeeting?
        do throws(FileSystemError) {
            meeting = try dividing.meet(plan)
            let start = Throttle.now()
            var copy = try lockedOpen(plan, batch.id(of: plan), to: batch.target)
            if let meeting {
                copy.meeting = meeting
                if !dividing.isDivided(copy) { tell(.willNotDivide(task.id)) }
            }
            batch.add(copy)
            noteOpening(task, Throttle.now() - start, in: batch.target)
        } catch {
            meeting?.end()
            if !error.endsConnection, batch.putBack(plan) { return }
            fail(task, error, &batch)
            interrupter.begin(batch.open.map(\.task.control))
        }
    }

    /// A part of an earlier run that is whole waits for its name like what was written here.
    private func take(_ part: StoredPart, of plan: FilePlan, _ batch: inout CopyBatch) {
        let task = plan.task
        tell(.began(task.id, size: task.size, modified: task.modified))
        interrupter.begin(batch.open.map(\.task.control) + [task.control])
        do throws(FileSystemError) {
            try locked(task, batch.target) { () throws(FileSystemError) in
                let writer = PartWriter(ends: ends, copier: copier)
                batch.written.append(try writer.whole(plan, part, batch.target))
            }
            task.control.setProgress(part.size ?? 0)
            tell(.opened(task.id))
            tell(.note(task.id, tr("It was already complete and only lacked its name.")))
        } catch {
            fail(task, error, &batch)
        }
    }

    /// Opening a file costs round trips where an end of it is on a server, and nothing worth noting
    /// here.
    private func noteOpening(_ task: FileTask, _ seconds: Double, in target: any FileSystem) {
        var spent = TimeSpent()
        if !source.site.isLocal {
            spent.source = seconds
        } else if !target.site.isLocal {
            spent.target = seconds
        }
        task.control.note(spent)
    }

    private func move(_ index: Int, _ batch: inout CopyBatch) {
        let task = batch.open[index].task
        // Those that are written do not wait for the end of one that takes long. On this machine they
        // disturb nobody.
        if batch.mayInterleave || batch.target.site.isLocal, isDue(batch.written, batch.target) {
            committing.commit(&batch.written, batch.target)
        }
        do throws(FileSystemError) {
            let writer = PartWriter(ends: ends, copier: copier)
            let written = try batch.move(index) { copy throws(FileSystemError) in
                try writer.move(&copy)
            }
            guard let written else { return }
            batch.close(index)
            noteWritten(written, batch.target)
            batch.written.append(written)
            ends.meter.noteItem()
            if FileCopier.isLarge(task) {
                tell(.committing(task.id))
                flush()
                if batch.mayInterleave { committing.commit(&batch.written, batch.target) }
            }
        } catch {
            batch.close(index)
            task.parts.unlock(task.target, on: batch.target.site)
            fail(task, error, &batch)
        }
        interrupter.begin(batch.open.map(\.task.control))
    }

    /// What a target has taken whole need not be sent again, whatever comes before it has its name. Of
    /// the many small ones on this machine the size says as much.
    private func noteWritten(_ file: WrittenFile, _ target: any FileSystem) {
        guard !target.site.isLocal || file.task.parts.isNoted(file.part) else { return }
        do throws(FileSystemError) {
            try file.task.parts.note(.written, of: [file.part])
        } catch {
            tell(.note(file.task.id, error.message))
        }
    }

    /// Ends a file that could not be written. Where its connection is gone, all others go back to
    /// the queue, with what is written of them.
    private func fail(_ task: FileTask, _ error: FileSystemError, _ batch: inout CopyBatch) {
        if links.leadsToNoFile(task, error) {
            return finish(task.id, links.linkSkipped(task, .notRegular))
        }
        // It may have been put aside for a file that could not even be begun.
        AsideKeeper(ends: ends).bringBack(task, after: error, batch.target)
        switch error.kind {
        case .cancelled where batch.mayInterleave && !task.control.isStopped:
            // Another one was stopped, and the connection they shared was broken for it.
            finish(task.id, .returned)
            giveUp(&batch)
        case .connection, .timeout, .login:
            finish(task.id, ConflictCheck(ends: ends).unwritten(task, error, batch.target))
            giveUp(&batch)
        case .full:
            finish(task.id, ConflictCheck(ends: ends).unwritten(task, error, batch.target))
            giveUpWaiting(&batch)
        default:
            finish(task.id, ConflictCheck(ends: ends).unwritten(task, error, batch.target))
        }
    }

    private func giveUp(_ batch: inout CopyBatch) {
        for copy in batch.closeAll() {
            copy.cancel()
            copy.task.parts.unlock(copy.task.target, on: batch.target.site)
            finish(copy.task.id, copy.task.control.isStopped ? .stopped : .returned)
        }
        giveUpWaiting(&batch)
    }

    /// Those that were not begun wait in the queue, for the connection to come back or for room.
    private func giveUpWaiting(_ batch: inout CopyBatch) {
        for plan in batch.giveUpWaiting() {
            finish(plan.task.id, plan.task.control.isStopped ? .stopped : .returned)
        }
    }

    /// Tells the target what comes, under the names that the parts will have.
    private func announce(_ plans: [FilePlan], to target: any FileSystem) -> [JobID: PartID] {
        var ids: [JobID: PartID] = [:]
        var next: [Upcoming] = []
        var lists: [ObjectIdentifier: (owner: PartOwner, parts: [StoredPart])] = [:]
        for plan in plans {
            guard case .anew = plan.start, !plan.isThroughLink else { continue }
            // One that gets no name here says why when its turn comes.
            let id = try? plan.task.parts.newID(for: plan.task.target)
            ids[plan.task.id] = id
            let owner = plan.task.parts
            if let id, !owner.hasOwnRow(plan.task.size, isAlone: plan.task.isAlone) {
                lists[ObjectIdentifier(owner), default: (owner, [])].parts.append(
                    expected(plan.task, as: id, at: target.site))
            }
            guard !isLeftToServers(plan, to: target) else { continue }
            next.append(
                Upcoming(
                    path: plan.task.target, direction: .write, size: plan.task.size, part: id,
                    mode: plan.keptMode ?? plan.newMode(in: target)))
        }
        for list in lists.values { list.owner.announce(list.parts) }
        target.prepare(next)
        return ids
    }

    private func expected(_ task: FileTask, as id: PartID, at site: Site) -> StoredPart {
        StoredPart(
            part: Part(id: id, file: task.target, place: .beside(id.name)),
            source: Location(site: source.site, path: task.source), site: site, root: task.root,
            size: task.size, modified: task.modified, stage: .announced)
    }

    /// Takes back the names of those that went back to the queue before they were begun.
    private func takeBack(_ batch: CopyBatch, _ plans: [FilePlan]) {
        var owners: [ObjectIdentifier: (owner: PartOwner, ids: [PartID])] = [:]
        for plan in plans {
            guard let id = batch.id(of: plan) else { continue }
            let owner = plan.task.parts
            owners[ObjectIdentifier(owner), default: (owner, [])].ids.append(id)
        }
        for (owner, ids) in owners.values {
            // They are names of nothing, which costs a look at each later.
            try? owner.endUnbegun(ids)
        }
    }

    /// Whether the file takes so long that what happens to it is told at once.
    static func isLarge(_ task: FileTask) -> Bool {
        (task.size ?? .max) > FileCopier.commitBytes / 16
    }

    private func isDue(_ written: [WrittenFile], _ target: any FileSystem) -> Bool {
        guard let first = written.first else { return false }
        return FileCopier.isDue(
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

    /// No other process, and no other job, writes the file meanwhile: until it is committed, or was
    /// given up.
    private func lockedOpen(
        _ plan: FilePlan, _ id: PartID?, to target: any FileSystem
    ) throws(FileSystemError) -> FileCopy {
        try locked(plan.task, target) { () throws(FileSystemError) in
            try PartWriter(ends: ends, copier: copier).open(plan, id, to: target)
        }
    }

    /// Keeps the lock only where `body` comes to its end.
    private func locked<Value>(
        _ task: FileTask, _ target: any FileSystem, _ body: () throws(FileSystemError) -> Value
    ) throws(FileSystemError) -> Value {
        try task.parts.lock(task.target, on: target.site)
        do throws(FileSystemError) {
            if task.isAlone || FileCopier.isLarge(task) {
                try task.parts.checkUnwanted(task.target, on: target.site)
            }
            return try body()
        } catch {
            task.parts.unlock(task.target, on: target.site)
            throw error
        }
    }

    // MARK: - Room

    /// Bytes of a file from which on a server is asked: a round trip is nothing beside them.
    private static let worthAsking: UInt64 = 16 << 20

    /// Asks for it together with what the plans are made by.
    private func askForRoom(_ tasks: [FileTask], in target: any FileSystem) {
        guard !target.site.isLocal, let files = target as? any TellingSpace,
            let first = tasks.first, first.kind == .file,
            first.size ?? 0 >= FileCopier.worthAsking
        else { return }
        files.askSpace(at: first.target.parent)
    }

    /// What `task` ends with where its target has no room; nil where it has, or nobody knows. The
    /// old file stays until the new one is whole, so its bytes do not count as free; nor do the
    /// bytes that others, which are open already, still have to write.
    private func lackOfRoom(
        _ task: FileTask, in target: any FileSystem, besides others: UInt64
    ) -> Outcome? {
        guard let size = task.size, task.kind == .file else { return nil }
        let there = task.control.progress.load(ordering: .relaxed)
        let needed = size > there ? size - there : 0
        guard needed > 0, target.site.isLocal || needed >= FileCopier.worthAsking,
            let files = target as? any TellingSpace,
            let space = try? files.space(at: task.target.parent)
        else { return nil }
        let free = space.free > others ? space.free - others : 0
        guard free < needed else { return nil }
        return .noRoom(
            missing: needed - free,
            FileSystemError(
                .full, path: task.target,
                detail: tr(
                    "\(task.target) needs \(ByteCount.text(needed)), but only "
                        + "\(ByteCount.text(free)) are free; free some space.")))
    }
}
