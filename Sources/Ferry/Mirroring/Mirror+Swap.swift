import Engine
import Files
import Sync

// A target that is replaced as a whole.
extension Mirror {
    /// Replaces it, or says why it cannot be; with --dry-run nothing more.
    func replace(
        _ report: MirrorReport, _ rules: ComparisonRules, _ memory: MirrorMemory,
        _ host: HeadlessPlanHost
    ) throws {
        let (outcome, places) = (report.outcome, report.trees.places)
        let isSame = outcome.comparison.differences.isEmpty && outcome.failures.isEmpty
        if isSame, report.trees.hasSecond { return try report.endDry() }
        let swap: MirrorSwap
        do {
            swap = try MirrorSwap(
                report.steps.plan, outcome, rules, places, hasTarget: report.trees.hasSecond,
                deletes: report.wishes.deletes, aside: try report.wishes.aside?.dated, memory,
                host)
        } catch let refusal as SwapRefusal {
            throw Failure(report.troubles + [refusal.sentence])
        }
        if common.dryRun { return try report.endDry() }
        let lines = try HeadlessPlanHost.running { try swap.run() }
        if !lines.isEmpty { throw Failure(lines) }
        guard host.events == nil else { return }
        let files = Plural.count(swap.fileCount, "file")
        let deed = report.trees.hasSecond ? "replaced as a whole" : "created"
        StandardError.say("ferry: \(places.second.text) was \(deed), with \(files).")
    }
}
