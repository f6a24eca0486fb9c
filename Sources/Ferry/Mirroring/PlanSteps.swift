import ArgumentParser
import Engine
import Files
import Jobs
import Sync
import Synchronization

/// Does what a plan says to one target, step by step. What fails is a line without the prefix.
struct PlanSteps {
    let session: HeadlessSession
    let steps: MirrorSteps
    let comparesModes: Bool
    let events: EventLines?
    let undo: RunningUndo
    let checksum: Bool
    let connections: Int?

    private var target: Location { steps.places.second }

    static func bare(_ line: String) -> String {
        line.hasPrefix(Failure.prefix) ? String(line.dropFirst(Failure.prefix.count)) : line
    }

    /// A line for each that could not go; `gone` hears of those that did.
    func remove(
        _ rows: [MirrorPlan.Row], gone: (MirrorPlan.Row) -> Void = { _ in }
    ) throws -> [String] {
        guard !rows.isEmpty else { return [] }
        var lines: [String] = []
        var removed: [MirrorPlan.Row] = []
        let json = DifferenceLine(places: steps.places)
        let failures = try Failure.caught {
            try session.use(target.site, keeps: true) { files in
                try steps.remove(rows, on: files) { row, error in
                    guard let error else {
                        removed.append(row)
                        if !row.difference.isDirectory { events?.count(deleted: 1) }
                        events?.append([json.event("done", "delete", row.difference)])
                        return
                    }
                    events?.append(
                        failed: json.failed(steps.target(row), .second, error.message),
                        error.message)
                    lines.append(error.message)
                } note: {
                    undo.keep($0)
                }
            }
        }
        for row in removed { gone(row) }
        return lines + failures.flatMap { $0.lines.map(PlanSteps.bare) }
    }

    /// What was copied, as paths at the target, and a line for each that failed.
    func copy() throws -> (copied: Set<Path>, failures: [String]) {
        guard let request = steps.request(willDo: { [undo] in undo.keep($0) }) else {
            return ([], [])
        }
        var transfer = try TransferOptions.parse([])
        transfer.connections = connections
        transfer.checksum = checksum
        let copied = Mutex<Set<Path>>([])
        let failures = try Failure.caught {
            try HeadlessTransfers(session, transfer, telling: events, keeping: undo) { job in
                guard job.state == .done, let target = job.target else { return }
                copied.withLock { _ = $0.insert(target.path) }
            }.run([request])
        }
        return (copied.withLock { $0 }, failures.flatMap { $0.lines.map(PlanSteps.bare) })
    }

    /// How what was copied stands on both sides now.
    func standing(
        of copied: Set<Path>
    ) throws -> [(names: Pair<[Name]>, entries: Pair<Entry>)] {
        guard !copied.isEmpty else { return [] }
        return try session.use(target.site, keeps: true) { files in
            try steps.standing(of: copied, on: files)
        }
    }

    /// What has got its permissions, what has not, and a line for each of those. `copied`: what was
    /// copied before, as paths at the target.
    func setModes(
        after copied: Set<Path>
    ) throws -> (set: Set<Path>, unset: Set<Path>, failures: [String]) {
        guard comparesModes else { return ([], [], []) }
        var unset: Set<Path> = []
        var lines: [String] = []
        var changed: Set<Path> = []
        let failures = try Failure.caught {
            try session.use(target.site, keeps: true) { files in
                let failed = try steps.setModes(on: files, copied: copied) {
                    changed.insert($0.path)
                    undo.keep($0)
                }
                unset = Set(failed.compactMap(\.path))
                lines += failed.map(\.message)
            }
        }
        // Where the connection was lost, nobody knows which have got them.
        if !failures.isEmpty { unset.formUnion(copied) }
        return (changed, unset, lines + failures.flatMap { $0.lines.map(PlanSteps.bare) })
    }
}
