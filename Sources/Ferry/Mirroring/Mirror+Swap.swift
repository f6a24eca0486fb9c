import Engine
import Files
import Sync
import Words

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
            if refusal.isWrongUse { throw Failure.usage(refusal.sentence) }
            throw Failure(report.troubles + [refusal.sentence])
        }
        if swap.isNeedless { return try report.endDry() }
        let files = Plural.count(swap.fileCount, "file")
        if common.dryRun {
            if host.events == nil {
                StandardError.say(
                    Failure.prefix + tr("With --swap, all of the source is copied: \(files)."))
            }
            return try report.endDry()
        }
        let lines = try HeadlessPlanHost.running { try swap.run() }
        if !lines.isEmpty { throw Failure(lines) }
        guard host.events == nil else { return }
        let target = places.second.text
        StandardError.say(
            Failure.prefix
                + (report.trees.hasSecond
                    ? tr("\(target) was replaced as a whole, with \(files).")
                    : tr("\(target) was created, with \(files).")))
    }
}
