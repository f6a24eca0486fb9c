import Files
import Jobs

/// A file that will be copied: its conflict is settled.
struct FilePlan {
    /// What the copy begins with.
    enum Start {
        /// The source's first byte.
        case anew
        /// A part of this very copy, if it is the same so far.
        case part(StoredPart)
        /// So many bytes of the shorter file that has the name.
        case existing(UInt64)
    }

    var task: FileTask
    var replaces: Bool
    var start: Start
    /// The mode that the file being replaced has on a server; on this machine it is looked at when
    /// it is replaced.
    var keptMode: UInt16?
    /// Whether the name is a link on a server: it is written through, and stays.
    var isThroughLink = false
}

/// A written part that waits for `commit`.
struct WrittenFile {
    var task: FileTask
    var part: StoredPart
    var pending: PendingCommit
    /// The source as it was read.
    var fingerprint: FileFingerprint
    /// When it was written, in seconds of the monotonic clock.
    var time: Double
}

/// Settles conflicts before the bytes move, and learns what the listings did not say.
struct FilePlanner {
    private let lane: Lane
    private let target: any FileSystem
    private var taken: TakenNames

    init(_ lane: Lane, _ target: any FileSystem, _ tasks: [FileTask]) {
        self.lane = lane
        self.target = target
        taken = TakenNames(target: target, tasks: tasks)
    }

    private var source: any FileSystem { lane.source }

    /// Nil where the connection broke; then all was reported.
    mutating func plan(_ tasks: [FileTask]) -> [FilePlan]? {
        var plans: [FilePlan] = []
        let tasks = compared(tasks)
        for (index, task) in tasks.enumerated() {
            if task.control.isStopped {
                lane.finish(task.id, .stopped)
                continue
            }
            do throws(FileSystemError) {
                lane.interrupter.begin(task.control)
                if let plan = try plan(task) { plans.append(plan) }
            } catch {
                lane.finish(task.id, lane.outcome(of: error, task.control))
                for other in plans { lane.finish(other.task.id, .returned) }
                for other in tasks[(index + 1)...] { lane.finish(other.id, .returned) }
                return nil
            }
        }
        learnDetails(&plans)
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
            try lane.hasMoved(task, entry, target)
        {
            lane.finish(task.id, .done(task.size ?? 0))
            return nil
        }
        let part = try task.parts.part(of: task, on: target.site, from: source.site)
        if let part, part.part.aside != nil { try lane.bringBack(part, of: task, in: target) }
        let start = part.map { FilePlan.Start.part($0) } ?? .anew
        let entry = try taken.entry(for: task)
        if let entry, try lane.finishLink(task, meeting: entry) { return nil }
        guard let entry else {
            return FilePlan(task: task, replaces: task.policy == .overwrite, start: start)
        }
        // What was begun in the file itself is no conflict with itself, as long as it is that.
        if let part, part.part.isInPlace, entry.kind == .file || entry.kind == .link {
            return FilePlan(task: task, replaces: true, start: start)
        }
        if task.isRevisit,
            ConflictRule.isSame(size: task.size, modified: task.modified, target: entry),
            try lane.finishRevisit(task, target)
        {
            return nil
        }
        switch ConflictRule.decide(
            task.policy, size: task.size, modified: task.modified, target: entry)
        {
        case .ask:
            lane.finish(task.id, .conflict(try lane.conflict(task, with: entry, target)))
            return nil
        case .skip(let reason):
            lane.finish(task.id, .skipped(reason))
            return nil
        case .keepBoth:
            task.target = try taken.freeName(for: task)
            lane.tell(.retargeted(task.id, task.target))
            return FilePlan(task: task, replaces: false, start: .anew)
        case .overwrite:
            return try overwriting(task, entry, start)
        case .resume:
            // What is whole already is not fetched again.
            if task.operation == .copy, isWhole(entry, task) {
                task.control.setProgress(task.size ?? 0)
                lane.finish(task.id, .done(task.size ?? 0))
                return nil
            }
            guard case .anew = start else { return try overwriting(task, entry, start) }
            let length = lane.resumable(entry, task)
            return try overwriting(task, entry, length > 0 ? .existing(length) : .anew)
        }
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

    private mutating func overwriting(
        _ task: FileTask, _ entry: Entry, _ start: FilePlan.Start
    ) throws(FileSystemError) -> FilePlan {
        try Obstacle.refuse(entry, at: task.target, in: target)
        var plan = FilePlan(task: task, replaces: true, start: start)
        guard !target.site.isLocal else { return plan }
        let known = try taken.described(entry, at: task.target)
        plan.keptMode = known.mode
        plan.isThroughLink = known.kind == .link
        return plan
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
            if case .part(let part) = plans[index].start, hasChanged(part, entry) {
                plans[index].start = .anew
                lane.tell(.note(task.id, "The source has changed since; starting again."))
                lane.throwAway(part, task, target)
            }
            plans[index].task.size = entry.size ?? task.size
            plans[index].task.modified = entry.modified ?? task.modified
            plans[index].task.mode = entry.mode ?? task.mode
        }
    }

    /// Whether the source is another one than the part was begun from, as far as one can tell.
    private func hasChanged(_ part: StoredPart, _ entry: Entry) -> Bool {
        if let old = part.size, let new = entry.size, old != new { return true }
        guard let old = part.modified, let new = entry.modified else { return false }
        return Timestamp.order(old, new).map { $0 != 0 } ?? false
    }
}

extension Lane {
    /// Gives the file that was there before its name back, where a crash came between.
    func bringBack(
        _ part: StoredPart, of task: FileTask, in target: any FileSystem
    ) throws(FileSystemError) {
        guard let name = part.part.aside else { return }
        let aside = part.part.file.parent.appending(name)
        if try target.entry(at: aside) != nil {
            // Where both are there, which of them is wanted is not for Ferry to say.
            guard try target.entry(at: part.part.file) == nil else { return }
            try target.rename(aside, to: part.part.file)
            tell(.note(task.id, "The file that was to be replaced has its name back."))
        }
        var mended = part
        mended.part.aside = nil
        try task.parts.update(mended)
    }

    func conflict(
        _ task: FileTask, with entry: Entry, _ target: any FileSystem
    ) throws(FileSystemError) -> Conflict {
        let name = task.source.name ?? entry.name
        let ours = Entry(
            name: name, kind: task.kind == .link ? .link : .file, size: task.size,
            modified: task.modified, mode: task.mode)
        let part = try task.parts.part(of: task, on: target.site, from: source.site)
        let begun = try part.flatMap { part throws(FileSystemError) in
            try target.size(of: part.part, root: task.root)
        }
        return Conflict(
            source: ours, target: entry, resumable: begun ?? resumable(entry, task))
    }

    /// Bytes of a finished, but shorter file that could be its beginning.
    func resumable(_ entry: Entry, _ task: FileTask) -> UInt64 {
        guard entry.kind == .file, let size = entry.size, size < task.size ?? 0 else { return 0 }
        return size
    }

    /// Throws a part away that will not be gone on with; where that fails, it stays known.
    func throwAway(_ part: StoredPart, _ task: FileTask, _ target: any FileSystem) {
        do throws(FileSystemError) {
            try target.discard(part.part, root: task.root)
            try task.parts.forget([part])
        } catch {
            tell(.note(task.id, "What was begun stays: \(error.message)"))
        }
    }
}
