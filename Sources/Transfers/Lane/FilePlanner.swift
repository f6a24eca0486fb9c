import Files
import Jobs
import Words

/// Settles conflicts before the bytes move, and learns what the listings did not say.
struct FilePlanner: LanePart {
    let ends: LaneEnds
    private let target: any FileSystem
    private var taken: TakenNames
    private var twins: RestoredTwins
    /// What is at its target already, as it seems, and is to be compared.
    private var seeminglyWhole: [(task: FileTask, entry: Entry, start: FilePlan.Start)] = []

    init(_ ends: LaneEnds, _ target: any FileSystem, _ tasks: [FileTask]) {
        self.ends = ends
        self.target = target
        taken = TakenNames(target: target, tasks: tasks)
        twins = RestoredTwins(ends.source)
    }

    /// Nil where the connection broke; then all was reported.
    mutating func plan(_ tasks: [FileTask]) -> [FilePlan]? {
        var plans: [FilePlan] = []
        let tasks = compared(tasks)
        for (index, task) in tasks.enumerated() {
            if task.control.isStopped {
                finish(task.id, .stopped)
                continue
            }
            do throws(FileSystemError) {
                interrupter.begin(task.control)
                if let plan = try plan(task) { plans.append(plan) }
            } catch {
                finish(task.id, outcome(of: error, task.control))
                for other in plans.map(\.task) + seeminglyWhole.map(\.task) {
                    finish(other.id, .returned)
                }
                for other in tasks[(index + 1)...] { finish(other.id, .returned) }
                return nil
            }
        }
        plans += differing()
        learnDetails(&plans)
        learnModes(&plans)
        return plans
    }

    /// Those of the files that seemed to be whole which are not.
    private mutating func differing() -> [FilePlan] {
        let files = seeminglyWhole
        seeminglyWhole = []
        let ids = VerifiedTargets(ends: ends).differing(files.map(\.task), on: target)
        var plans: [FilePlan] = []
        for (task, entry, start) in files where ids.contains(task.id) {
            do throws(FileSystemError) {
                if let plan = try overwriting(task, entry, start) { plans.append(plan) }
            } catch {
                finish(task.id, outcome(of: error, task.control))
            }
        }
        return plans
    }

    /// With exact sizes and times of those that are compared with what is there already.
    private func compared(_ tasks: [FileTask]) -> [FileTask] {
        let isExact = source.capabilities.contains(.exactTimes)
        let unsure = tasks.indices.filter { index in
            let task = tasks[index]
            let isCompared =
                task.isRevisit || [.resume, .newerWins, .largerWins].contains(task.policy)
            if case .none = task.existing { return false }
            return isCompared && (!isExact || task.size == nil || task.modified == nil)
        }
        // Where nothing can be learnt, what the listing says has to do.
        guard !unsure.isEmpty,
            let details = try? source.details(of: unsure.map { tasks[$0].source })
        else { return tasks }
        var tasks = tasks
        for (position, index) in unsure.enumerated() where details.indices.contains(position) {
            guard let entry = details[position] else { continue }
            tasks[index].size = entry.size ?? tasks[index].size
            tasks[index].modified = entry.modified ?? tasks[index].modified
        }
        return tasks
    }

    private mutating func plan(_ task: FileTask) throws(FileSystemError) -> FilePlan? {
        var task = task
        if task.isInherited, task.operation == .move,
            let entry = try target.entry(at: task.target),
            try RevisitCheck(ends: ends).hasMoved(task, entry, target)
        {
            finish(task.id, .done(task.size ?? 0))
            return nil
        }
        let part: StoredPart?
        let start: FilePlan.Start
        let (finding, entry) = try OwnWork(ends: ends).find(task, target, &taken)
        switch finding {
        case .nothing: (part, start) = (nil, .anew)
        case .begun(let found): (part, start) = (found, .part(found))
        case .whole(let found): (part, start) = (found, .whole(found))
        case .named(let size):
            if task.operation == .copy {
                task.control.setProgress(size)
                finish(task.id, .done(size))
                return nil
            }
            if try RevisitCheck(ends: ends).finishRevisit(task, target) { return nil }
            (part, start) = (nil, .anew)
        }
        if let entry, let other = try meeting(task, part) {
            var conflict = try ConflictCheck(ends: ends).conflict(task, with: entry, target)
            conflict.meets = other
            finish(task.id, .conflict(conflict))
            return nil
        }
        if let entry, try LinkCopier(ends: ends).finishLink(task, meeting: entry) { return nil }
        guard let entry else {
            task.existing = .none
            let mayReplace = task.policy == .overwrite && !task.foreseen.isNothing
            return FilePlan(task: task, replaces: mayReplace, start: start)
        }
        // What was begun in the file itself is no conflict with itself, as long as it is that.
        if let part, part.part.isInPlace, entry.kind == .file || entry.kind == .link {
            return FilePlan(task: task, replaces: true, start: start)
        }
        if task.isRevisit, !task.foreseen.isStill(entry),
            ConflictRule.isSame(size: task.size, modified: task.modified, target: entry),
            try RevisitCheck(ends: ends).finishRevisit(task, target)
        {
            return nil
        }
        if let refusal = task.foreseen.refusal(of: entry, at: task.target) {
            finish(task.id, .failed(refusal))
            return nil
        }
        switch ConflictRule.decide(
            task.policy, size: task.size, modified: task.modified, target: entry)
        {
        case .ask:
            finish(
                task.id,
                .conflict(try ConflictCheck(ends: ends).conflict(task, with: entry, target)))
            return nil
        case .skip(let reason):
            finish(task.id, .skipped(reason))
            return nil
        case .keepBoth:
            task.target = try taken.freeName(for: task)
            tell(.retargeted(task.id, task.target))
            return FilePlan(task: task, replaces: false, start: .anew)
        case .overwrite:
            return try overwriting(task, entry, start)
        case .resume:
            // What is whole already is not fetched again.
            if task.operation == .copy, isWhole(entry, task) {
                guard ends.verifier == nil else {
                    seeminglyWhole.append((task, entry, start))
                    return nil
                }
                task.control.setProgress(task.size ?? 0)
                finish(task.id, .done(task.size ?? 0))
                return nil
            }
            guard start.part == nil else { return try overwriting(task, entry, start) }
            let length = ConflictCheck.resumable(entry, task)
            return try overwriting(task, entry, length > 0 ? .existing(length) : .anew)
        }
    }

    /// The target of another job that is what is at the task's; nil for none.
    private mutating func meeting(
        _ task: FileTask, _ part: StoredPart?
    ) throws(FileSystemError) -> Path? {
        if let other = try taken.same(as: task.target, among: task.meets) { return other }
        // What was begun in the file itself has met nobody.
        guard task.mayMeetUnknown, part?.part.isInPlace != true else { return nil }
        return try twins.meeting(task.target, of: task.source, on: target.site, &taken)
    }

    /// Whether the target is of the source's size, and of its time as far as that can be told and
    /// kept there.
    private func isWhole(_ entry: Entry, _ task: FileTask) -> Bool {
        guard entry.kind == .file, let size = task.size, size == entry.size else { return false }
        guard target.capabilities.contains(.setModified), let ours = task.modified,
            let theirs = entry.modified, let order = Timestamp.order(ours, theirs)
        else { return true }
        return order == 0
    }

    /// Nil for one that must not be written, which is reported.
    private mutating func overwriting(
        _ task: FileTask, _ entry: Entry, _ start: FilePlan.Start
    ) throws(FileSystemError) -> FilePlan? {
        try Obstacle.refuse(entry, at: task.target, in: target)
        var plan = FilePlan(task: task, replaces: true, start: start)
        guard !target.site.isLocal else { return plan }
        let known = try taken.described(entry, at: task.target)
        plan.keptMode = known.mode
        plan.isThroughLink = known.kind == .link
        if plan.isThroughLink, try mayLeadToSource(task) {
            finish(task.id, .failed(FilePlanner.leadsToSource(task)))
            return nil
        }
        return plan
    }

    /// Whether a link, through which a file would be written from its start, may be one to the very
    /// file that is read.
    private func mayLeadToSource(_ task: FileTask) throws(FileSystemError) -> Bool {
        // A copy out of an archive reads the archive, not the path in it.
        guard !source.site.isLocal, source.site.archive == nil,
            source.site.comparedHost == target.site.comparedHost
        else {
            return false
        }
        guard source.site.isSameAccount(as: target.site),
            let files = target as? any ResolvingPaths
        else { return true }
        let found = try files.resolved([task.source, task.target])
        guard found.count == 2, let from = found[0], let to = found[1] else { return true }
        return from == to
    }

    private static func leadsToSource(_ task: FileTask) -> FileSystemError {
        FileSystemError(
            .exists, path: task.target,
            detail: tr(
                "\(task.target) is a link that may lead to \(task.source), and writing "
                    + "through it would destroy the source. Remove the link, or choose another name."
            ))
    }

    /// Asks for what the listing did not say exactly, of all files at once.
    private func learnDetails(_ plans: inout [FilePlan]) {
        let isExact = source.capabilities.contains(.exactTimes)
        let unsure = plans.indices.filter { index in
            let task = plans[index].task
            if case .anew = plans[index].start {} else { return true }
            if task.madeLink != nil { return false }
            return !isExact || task.isAgain || task.size == nil
        }
        guard !unsure.isEmpty,
            let details = try? source.details(of: unsure.map { plans[$0].task.source })
        else { return }
        for (position, index) in unsure.enumerated() where details.indices.contains(position) {
            guard let entry = details[position] else { continue }
            let task = plans[index].task
            if let part = plans[index].start.part, hasChanged(part, entry) {
                plans[index].start = .anew
                tell(.note(task.id, tr("The source has changed; starting again.")))
                PartRecovery(ends: ends).throwAway(part, task, target)
            }
            plans[index].task.size = entry.size ?? task.size
            plans[index].task.modified = entry.modified ?? task.modified
            plans[index].task.mode = entry.mode ?? task.mode
        }
    }

    /// Asks for the permissions of those that are copied by themselves, where they count: what comes
    /// from a listing has them from there.
    private func learnModes(_ plans: inout [FilePlan]) {
        guard target is any SettingModes, let files = source as? any TellingModes else { return }
        let unknown = plans.indices.filter { index in
            let (plan, task) = (plans[index], plans[index].task)
            return task.mode == nil && task.modes != .target && task.isAlone && task.kind == .file
                && task.madeLink == nil && plan.keptMode == nil && !plan.isThroughLink
        }
        guard !unknown.isEmpty,
            let modes = try? files.modes(of: unknown.map { plans[$0].task.source })
        else { return }
        for index in unknown { plans[index].task.mode = modes[plans[index].task.source] }
    }

    /// Whether the source is another one than the part was begun from, as far as one can tell.
    private func hasChanged(_ part: StoredPart, _ entry: Entry) -> Bool {
        if let old = part.size, let new = entry.size, old != new { return true }
        guard let old = part.modified, let new = entry.modified else { return false }
        return Timestamp.order(old, new).map { $0 != 0 } ?? false
    }
}
