import Files
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
        case .runPlan(let request, _):
            let steps: [PlanProgress.Step] = [.renaming, .deleting, .copying, .finishing]
            let messages = steps.filter { _ in chance(70) }.map { step in
                var progress = PlanProgress(step)
                progress.files = number(0...1_000)
                progress.bytes = chance(5) ? .max : UInt64(number(0...1_000_000))
                progress.deleted = number(0...9)
                progress.speed = chance(50) ? Double(number(0...9_999_999)) : nil
                progress.current = chance(50) ? VisibleText.make(text()) : nil
                return Message.planRunning(request, progress)
            }
            var report = PlanReport()
            report.files = number(0...9)
            report.bytes = UInt64(number(0...9_999_999))
            report.deleted = number(0...9)
            report.failures = (0..<number(0...30)).map { _ in sentence() }
            report.failureCount = report.failures.count + number(0...3)
            report.isStopped = chance(20)
            return messages + [.planEnded(request, report)]
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
