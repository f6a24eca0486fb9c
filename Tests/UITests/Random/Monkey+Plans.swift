import Files
import Jobs
import Sync

@testable import UI

// What comes of plans for two places.
extension Monkey {
    mutating func planAnswers(to effect: Effect) -> [Message] {
        switch effect {
        case .makePlan(let request, let order):
            let progress = PlanningProgress(directories: number(0...9), differences: number(0...9))
            let plan = prepared(order)
            return [
                .planning(request, progress),
                .planned(request, chance(85) ? .success(plan) : .failure(error())),
            ]
        case .runPlan(let request, _): return queued(request)
        case .compareTexts(let request, _):
            let owners: [TextDifference.Line.Owner] = [.both, .first, .second]
            let lines = (0..<number(0...60)).map { _ in
                TextDifference.Line(
                    owners.randomElement(using: &random) ?? .both, VisibleText.make(text()))
            }
            let difference = TextDifference(lines, isCut: chance(20))
            return [.textsCompared(request, chance(80) ? .success(difference) : .failure(error()))]
        default: return []
        }
    }

    /// Its job, before or after the answer that names it, and what becomes of it.
    private mutating func queued(_ request: RequestID) -> [Message] {
        guard chance(85) else { return [.planQueued(request, .failure(error()))] }
        lastJob = min(lastJob + 1, 300)
        let id = JobID(rawValue: lastJob)
        var messages = (0..<number(0...4)).map { _ in Message.queue(planChange(id)) }
        messages.insert(.planQueued(request, .success(id)), at: number(0...messages.count))
        return messages
    }

    /// A job that carries a plan out is somewhere else, or goes.
    mutating func planChange(_ id: JobID) -> QueueChange {
        var change = QueueChange()
        if chance(90) { change.changed = [planJob(id.rawValue)] }
        if chance(10) { change.removed = [id] }
        return change
    }

    /// A job that carries out some plan.
    mutating func planJob(_ id: Int64) -> Job {
        var job = Job(
            id: JobID(rawValue: id), batch: BatchID(rawValue: Int64(number(0...9))),
            operation: chance(50) ? .mirror : .sync, kind: .directory, source: location(),
            target: location(), size: UInt64(number(0...9_999_999)))
        job.state = state()
        job.filesFound = number(0...9_999)
        job.filesDone = number(0...job.filesFound)
        job.filesDeleted = number(0...job.filesDone)
        job.done = UInt64(number(0...9_999_999))
        if chance(30) { job.leftOut.add(number(1...200), sentence()) }
        job.story = chance(20) ? [sentence()] : []
        job.speed = chance(50) ? Double(number(0...9_999_999)) : nil
        return job
    }

    /// Two trees that have much of their names in common.
    private mutating func prepared(_ order: PlanOrder) -> PreparedPlan {
        var trees = PlantedPlan()
        for _ in 0..<number(0...4) {
            trees.first[directory(), default: []] += entries().prefix(12)
            trees.second[directory(), default: []] += entries().prefix(12)
        }
        for directory in Set(trees.first.keys).union(trees.second.keys) where directory != "" {
            if chance(80) { trees.first["", default: []].append(.folder(directory)) }
            if chance(80) { trees.second["", default: []].append(.folder(directory)) }
        }
        var plan = trees.plan(order)
        plan.troubles = chance(20) ? [sentence(), sentence()] : []
        plan.offset = chance(10) ? 3_600 : nil
        return plan
    }

    private mutating func directory() -> String {
        ["", "dir", "other"].randomElement(using: &random) ?? ""
    }
}
