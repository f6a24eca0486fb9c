import Files
import Jobs
import Sync
import Synchronization

/// Does what a plan says to one target, step by step. What fails is a sentence.
struct PlanSteps {
    let host: any PlanHost
    let steps: MirrorSteps
    /// Which side of the plan the target is.
    let side: ComparedSide
    let comparesModes: Bool
    let undo: RunningUndo

    /// What earlier runs have copied.
    let earlier: MirrorSteps.Earlier

    private var target: Location { steps.places.second }

    /// Where an earlier run has begun, first finds what that has done and had no time to note.
    init(
        _ steps: MirrorSteps, to side: ComparedSide, comparesModes: Bool, _ undo: RunningUndo,
        _ host: any PlanHost
    ) throws {
        self.host = host
        self.steps = steps
        self.side = side
        self.comparesModes = comparesModes
        self.undo = undo
        let journal = host.journal
        if journal.isAgain { try PlanSteps.findDone(steps, side, host) }
        let paths = steps.copies.lazy.map(steps.target).filter {
            journal.holds(.copied, on: side, at: $0)
        }
        earlier = MirrorSteps.Earlier(paths: Set(paths), end: journal.earlierEnd)
    }

    private static func findDone(
        _ steps: MirrorSteps, _ side: ComparedSide, _ host: any PlanHost
    ) throws {
        let rows = steps.copies.filter {
            !host.journal.holds(.copied, on: side, at: steps.target($0))
        }
        guard !rows.isEmpty else { return }
        let found = try host.use(steps.places.second.site, keeps: true) { files in
            try steps.copied(of: rows, on: files)
        }
        for row in found {
            let path = steps.target(row)
            if row.takesAway { host.journal.note(.removed, on: side, at: path) }
            // What is to go into a directory may not be there yet.
            if row.copiedFile != nil { host.journal.note(.copied, on: side, at: path) }
            host.note(found: row)
        }
    }

    /// A sentence for each that could not go; `gone` hears of those that did, also in an earlier run.
    func remove(
        _ rows: [MirrorPlan.Row], gone: (MirrorPlan.Row) -> Void = { _ in }
    ) throws -> [String] {
        // What is in its place by now came after it went.
        func isGone(_ row: MirrorPlan.Row) -> Bool {
            [.removed, .copied].contains {
                host.journal.holds($0, on: side, at: steps.target(row))
            }
        }
        var removed = rows.filter(isGone)
        let present = rows.filter { !isGone($0) }
        guard !present.isEmpty else {
            for row in removed { gone(row) }
            return []
        }
        var sentences: [String] = []
        let staying = try staying(of: present)
        for (row, error) in staying {
            host.note(removed: row, error, by: steps)
            sentences.append(error.message)
        }
        let going = present.without(staying.map(\.row))
        let failures = try host.caught {
            try host.use(target.site, keeps: true) { files in
                try steps.remove(going, on: files) { row, error in
                    host.note(removed: row, error, by: steps)
                    if let error {
                        sentences.append(error.message)
                    } else {
                        host.journal.note(.removed, on: side, at: steps.target(row))
                        removed.append(row)
                    }
                } note: {
                    undo.keep($0)
                } proceed: { () throws(FileSystemError) in
                    try host.proceed()
                }
            }
        }
        for row in removed { gone(row) }
        return sentences + failures
    }

    /// Of a plan that may be old, what the source has another reason for by now.
    private func staying(
        of rows: [MirrorPlan.Row]
    ) throws -> [(row: MirrorPlan.Row, error: FileSystemError)] {
        guard host.isLate, !rows.isEmpty else { return [] }
        return try host.use(steps.places.first.site, keeps: true) { files in
            try steps.changed(among: rows, on: files)
        }
    }

    /// What was copied, also by an earlier run, as paths at the target, and a sentence for each that failed.
    func copy() throws -> (copied: Set<Path>, failures: [String]) {
        let (journal, side) = (host.journal, side)
        let known = earlier.paths
        guard
            let request = steps.request(
                without: known, willDo: { [undo] in undo.keep($0) })
        else { return (known, []) }
        let copied = Mutex(known)
        let failures = try host.carry(request, keeping: undo) { job in
            guard job.state == .done, let target = job.target else { return }
            copied.withLock { _ = $0.insert(target.path) }
            journal.note(.copied, on: side, at: target.path)
            // What the queue itself knows of its copies is forgotten with the last of them.
            if job.parent == nil { journal.flush() }
        }
        return (copied.withLock { $0 }, failures)
    }

    /// How what was copied stands on both sides now.
    func standing(
        of copied: Set<Path>
    ) throws -> [(names: Pair<[Name]>, entries: Pair<Entry>)] {
        guard !copied.isEmpty else { return [] }
        return try host.use(target.site, keeps: true) { files in
            try steps.standing(of: copied, earlier, on: files)
        }
    }

    /// What has got its permissions, what has not, and a sentence for each of those. `copied`: what was
    /// copied before, as paths at the target.
    func setModes(
        after copied: Set<Path>
    ) throws -> (set: Set<Path>, unset: Set<Path>, failures: [String]) {
        guard comparesModes else { return ([], [], []) }
        var unset: Set<Path> = []
        var sentences: [String] = []
        var changed: Set<Path> = []
        let failures = try host.caught {
            try host.use(target.site, keeps: true) { files in
                let (journal, side) = (host.journal, side)
                let failed = try steps.setModes(on: files, copied: copied) { path in
                    let isSet = journal.holds(.permitted, on: side, at: path)
                    if isSet { changed.insert(path) }
                    return isSet
                } note: {
                    changed.insert($0.path)
                    undo.keep($0)
                    journal.note(.permitted, on: side, at: $0.path)
                }
                unset = Set(failed.compactMap(\.path))
                sentences += failed.map(\.message)
            }
        }
        // Where the connection was lost, nobody knows which have got them.
        if !failures.isEmpty { unset.formUnion(copied) }
        return (changed, unset, sentences + failures)
    }
}

extension [MirrorPlan.Row] {
    /// Without some of them, what is in these, and the directories that hold them.
    fileprivate func without(_ staying: [MirrorPlan.Row]) -> [MirrorPlan.Row] {
        guard !staying.isEmpty else { return self }
        let tops = Set(staying.map(\.difference.names.second))
        var holding: Set<[Name]> = []
        for var names in tops {
            while !names.isEmpty, holding.insert(names).inserted { names.removeLast() }
        }
        return filter { row in
            var names = row.difference.names.second
            guard !holding.contains(names) else { return false }
            while !names.isEmpty {
                if tops.contains(names) { return false }
                names.removeLast()
            }
            return true
        }
    }
}
