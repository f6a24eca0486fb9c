import Files
import Jobs
import Synchronization
import Work

/// Copies files.
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

    /// Copies files one after the other, committing them together.
    func copy(_ tasks: [FileTask]) {
        guard let target, let tasks = links.settleLinks(tasks, to: target) else { return }
        var planner = FilePlanner(ends, target, tasks)
        guard let plans = planner.plan(tasks) else { return }
        source.prepare(
            plans.map { Upcoming(path: $0.task.source, direction: .read, size: $0.task.size) })
        let ids = announce(plans, to: target)
        var written: [WrittenFile] = []
        var isBroken = false
        for plan in plans {
            let isLarge = FileCopier.isLarge(plan.task)
            if isDue(written, target) || (isLarge && !written.isEmpty) {
                committing.commit(&written, target)
            }
            if plan.task.control.isStopped {
                finish(plan.task.id, .stopped)
                continue
            }
            if isBroken {
                finish(plan.task.id, .returned)
                continue
            }
            if links.copyLink(plan, to: target) { continue }
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
                    tell(.committing(plan.task.id))
                    flush()
                }
            } catch {
                if links.leadsToNoFile(plan.task, error) {
                    finish(
                        plan.task.id,
                        links.linkLeftOut(plan.task, "is a link that leads to no file"))
                } else {
                    finish(
                        plan.task.id, ConflictCheck(ends: ends).unwritten(plan.task, error, target))
                    // Those behind it wait in the queue for the connection to come back.
                    isBroken =
                        error.kind == .connection || error.kind == .timeout
                        || error.kind == .login || error.kind == .full
                }
            }
            interrupter.begin(nil)
        }
        committing.commit(&written, target)
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
    private func lockedWrite(
        _ plan: FilePlan, _ id: PartID?, to target: any FileSystem
    ) throws(FileSystemError) -> WrittenFile {
        let parts = plan.task.parts
        try parts.lock(plan.task.target, on: target.site)
        do throws(FileSystemError) {
            return try PartWriter(ends: ends, copier: copier).write(plan, id, to: target)
        } catch {
            parts.unlock(plan.task.target, on: target.site)
            throw error
        }
    }

    // MARK: - Room

    /// Bytes of a file from which on a server is asked: a round trip is nothing beside them.
    private static let worthAsking: UInt64 = 16 << 20

    /// What `task` ends with where its target has no room; nil where it has, or nobody knows. The
    /// old file stays until the new one is whole, so its bytes do not count as free.
    private func lackOfRoom(_ task: FileTask, in target: any FileSystem) -> Outcome? {
        guard let size = task.size, task.kind == .file else { return nil }
        let there = task.control.progress.load(ordering: .relaxed)
        let needed = size > there ? size - there : 0
        guard needed > 0, target.site.isLocal || needed >= FileCopier.worthAsking,
            let files = target as? any TellingSpace,
            let space = try? files.space(at: task.target.parent), space.free < needed
        else { return nil }
        let place = target.site.isLocal ? "" : " on \(target.site.host)"
        return .noRoom(
            missing: needed - space.free,
            FileSystemError(
                .full, path: task.target,
                detail: "There is no room for \(task.target)\(place): it needs "
                    + "\(ByteCount.text(needed)), and \(ByteCount.text(space.free)) are free."))
    }
}
