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

    private var target: Location { steps.places.second }

    /// Where an earlier run has begun, finds what that has done and had no time to note.
    func findDone() throws {
        guard host.isAgain else { return }
        let rows = steps.copies.filter {
            !host.journal.holds(.copied, on: side, at: steps.target($0))
        }
        guard !rows.isEmpty else { return }
        let found = try host.use(target.site, keeps: true) { files in
            try steps.copied(of: rows, on: files)
        }
        for row in found {
            if row.takesAway { host.journal.note(.removed, on: side, at: steps.target(row)) }
            host.journal.note(.copied, on: side, at: steps.target(row))
            host.note(found: row)
        }
    }

    /// A sentence for each that could not go; `gone` hears of those that did, also in an earlier run.
    func remove(
        _ rows: [MirrorPlan.Row], gone: (MirrorPlan.Row) -> Void = { _ in }
    ) throws -> [String] {
        func isGone(_ row: MirrorPlan.Row) -> Bool {
            host.journal.holds(.removed, on: side, at: steps.target(row))
        }
        var removed = rows.filter(isGone)
        let rows = rows.filter { !isGone($0) }
        guard !rows.isEmpty else {
            for row in removed { gone(row) }
            return []
        }
        var sentences: [String] = []
        let failures = try host.caught {
            try host.use(target.site, keeps: true) { files in
                try steps.remove(rows, on: files) { row, error in
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

    /// What was copied, also by an earlier run, as paths at the target, and a sentence for each that failed.
    func copy() throws -> (copied: Set<Path>, failures: [String]) {
        let (journal, side) = (host.journal, side)
        let known = Set(
            steps.copies.lazy.map(steps.target).filter {
                journal.holds(.copied, on: side, at: $0)
            })
        guard
            let request = steps.request(
                without: known, willDo: { [undo] in undo.keep($0) })
        else { return (known, []) }
        let copied = Mutex(known)
        let failures = try host.carry(request, keeping: undo) { job in
            guard job.state == .done, let target = job.target else { return }
            copied.withLock { _ = $0.insert(target.path) }
            journal.note(.copied, on: side, at: target.path)
        }
        return (copied.withLock { $0 }, failures)
    }

    /// How what was copied stands on both sides now.
    func standing(
        of copied: Set<Path>
    ) throws -> [(names: Pair<[Name]>, entries: Pair<Entry>)] {
        guard !copied.isEmpty else { return [] }
        return try host.use(target.site, keeps: true) { files in
            try steps.standing(of: copied, on: files)
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
                let failed = try steps.setModes(on: files, copied: copied) {
                    changed.insert($0.path)
                    undo.keep($0)
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
