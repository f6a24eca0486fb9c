import Files
import Sync

@testable import UI

/// Two trees as tests write them, and the plans for them: what each directory holds, by its path.
struct PlantedPlan {
    var first: [String: [Entry]] = [:]
    var second: [String: [Entry]] = [:]
    /// What the two have agreed about.
    var memory = SyncMemory()

    private static func listing(_ entries: [Entry]) -> Directory {
        var (builder, seen) = (DirectoryBuilder(), Set<Name>())
        for entry in entries where seen.insert(entry.name).inserted { builder.append(entry) }
        return builder.directory
    }

    /// Compared as the Engine does, but for what has to be read.
    func plan(_ order: PlanOrder) -> PreparedPlan {
        var rules = ComparisonRules(
            criterion: order.criterion == .contents ? .size : order.criterion,
            comparesModes: order.comparesModes)
        switch order.kind {
        case .mirror(let deletes): rules.descendsLone = Pair(true, deletes)
        case .sync:
            rules.descendsLone = Pair(true, true)
            rules.agreed = memory
        }
        var comparison = Comparison(rules)
        var rest = [PairedDirectory.top]
        while let directory = rest.popLast() {
            let path = directory.names.first.map(\.text).joined(separator: "/")
            let (one, two) = (first[path] ?? [], second[path] ?? [])
            rest += comparison.take(
                directory,
                Pair(
                    PlantedPlan.listing(directory.exists.first ? one : []),
                    PlantedPlan.listing(directory.exists.second ? two : [])))
        }
        comparison.finish()
        return PreparedPlan(order, rows(comparison, order), sameCount: comparison.sameCount)
    }

    private func rows(_ comparison: Comparison, _ order: PlanOrder) -> PreparedPlan.Rows {
        switch order.kind {
        case .mirror(let deletes):
            let rules = MirrorRules(
                scope: order.scope, deletes: deletes, replacesNewer: order.replacesNewer,
                limit: .percent(100))
            return .mirror(MirrorPlan(comparison, rules, isSourceWhole: true).rows)
        case .sync(let conflict):
            let rules = SyncRules(
                scope: order.scope, conflict: conflict, replacesNewer: order.replacesNewer,
                limit: .percent(100), stamp: "20261120-235800")
            let plan = SyncPlan(comparison, memory, rules, areWhole: Pair(true, true))
            let wording = SyncWording(
                order.places, rules, since: memory.time, localOffset: { _ in 0 })
            return .sync(plan.rows, wording)
        }
    }
}
