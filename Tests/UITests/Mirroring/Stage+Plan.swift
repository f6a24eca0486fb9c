import Files
import Jobs
import Sync
import Testing

@testable import UI

extension Stage {
    struct Missing: Error {}

    /// Asks for a plan with these keys, and has it made of two trees.
    mutating func plan(
        _ trees: PlantedPlan, _ keys: String = "M enter",
        _ change: (inout PreparedPlan) -> Void = { _ in }
    ) throws -> RequestID {
        for case .makePlan(let request, let order) in press(keys) {
            var plan = trees.plan(order)
            change(&plan)
            send(.planned(request, .success(plan)))
            return request
        }
        throw Missing()
    }

    /// A plan that deletes as well.
    mutating func deletingPlan(_ trees: PlantedPlan) throws -> RequestID {
        try plan(trees, "M down right enter")
    }

    /// A plan that deletes as well, which the queue carries out.
    mutating func runningPlan() throws -> RequestID {
        let request = try deletingPlan(.site)
        press("f5")
        guard press("y") == [.runPlan(request, MarkSet(0..<14))] else { throw Missing() }
        send(.planQueued(request, .success(Job.planID)))
        change(.ofPlan())
        return request
    }

    /// The job goes from the queue.
    mutating func remove(_ id: JobID) {
        var change = QueueChange()
        change.removed = [id]
        send(.queue(change))
    }

    /// The directories that panes were to read again by the newest message.
    var reread: [Path] {
        effects.compactMap { effect in
            if case .list(_, _, _, let path, _) = effect { path } else { nil }
        }
    }

    var list: PlanList? { model.workspace.plan?.list }

    /// The paths of what is ticked.
    var ticked: [String] {
        guard let list else { return [] }
        return list.ticked.map { VisibleText.make(list.plan.rows.row(at: Int($0)).difference.path) }
    }

    /// The paths of what is shown.
    var shownPaths: [String] {
        guard let list else { return [] }
        return (0..<list.count).compactMap { list.row(at: $0) }.map {
            VisibleText.make(list.plan.rows.row(at: $0).difference.path)
        }
    }

    /// The screen's row of a path.
    func row(_ path: String) -> String {
        lines.dropFirst(2).first { $0.contains(" \(path)") } ?? ""
    }
}

extension PlantedPlan {
    private static func time(_ day: Int) -> CivilTime {
        CivilTime(year: 2026, month: 11, day: day, hour: 9, minute: 0)
    }

    /// A site of which much is new, changed, gone or in the way.
    static var site: PlantedPlan {
        var trees = PlantedPlan()
        trees.first = [
            "": [
                .folder("css"), .folder("new"), .file("index.html", 4_000, time(20)),
                .file("same.txt", 5, time(3)), .file("logo.png", 90_000, time(2)),
                .file("mode.sh", 7, time(3), mode: 0o755), .folder("thing"),
            ],
            "css": [.file("main.css", 10, time(1))],
            "new": [.folder("deep"), .file("a.txt", 1_000, time(4))],
            "new/deep": [.file("b.txt", 2_000, time(4)), .file("ü.txt", 3_000, time(4))],
        ]
        trees.second = [
            "": [
                .folder("css"), .folder("old"), .file("index.html", 3_000, time(10)),
                .file("same.txt", 5, time(3)), .file("mode.sh", 7, time(3), mode: 0o644),
                .file("thing", 1, time(1)),
            ],
            "css": [.file("main.css", 10, time(1))],
            "old": [.folder("sub"), .file("x.txt", 1, time(1)), .file("y.txt", 2, time(1))],
            "old/sub": [.file("z.txt", 3, time(1))],
        ]
        return trees
    }
}

extension Job {
    static let planID = JobID(rawValue: 7)

    /// A job that carries a plan out for `~/site` and web01's `/www`.
    static func ofPlan(
        _ state: State = .running, _ operation: Operation = .mirror, files: Int = 0,
        deleted: Int = 0
    ) -> Job {
        var job = Job(
            id: planID, batch: BatchID(rawValue: 7), operation: operation, kind: .directory,
            source: Location(site: .local, path: Path("/home/me/site")),
            target: Location(site: Stage.web, path: Path("/www")), state: state, size: 100_000,
            done: UInt64(files) * 20_000)
        job.filesFound = 9
        job.filesDone = files + deleted
        job.filesDeleted = deleted
        job.tries = 1
        if state == .running { job.speed = 1_024 }
        return job
    }

    /// The same once it has failed at so many changes, of which as many have a sentence.
    static func failedPlan(_ count: Int, sentences: Int) -> Job {
        let error = FileSystemError(.other, detail: "\(count) changes could not be made.")
        var job = ofPlan(.failed(error), files: 4, deleted: 1)
        for number in 0..<sentences { job.leftOut.add(1, "File \(number) could not be written.") }
        if count > sentences { job.leftOut = LeftOut(count: count) }
        return job
    }
}
