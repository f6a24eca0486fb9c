import Files
import Jobs
package import Sync
import Words

/// Does what a mirror's plan says: what is in the way goes first, then come the copies, permissions after
/// them.
package struct MirrorRun {
    private let host: any PlanHost
    private let steps: MirrorSteps
    private let rules: ComparisonRules
    private let memory: MirrorMemory
    /// Whether the target's directory is there.
    package var hasTarget = true
    /// Whether what goes does so only once everything was copied.
    package var deletesLast = false
    /// Whether everything could be compared.
    package var isWhole = true

    package init(
        _ steps: MirrorSteps, _ rules: ComparisonRules, _ memory: MirrorMemory,
        _ host: any PlanHost
    ) {
        self.steps = steps
        self.rules = rules
        self.memory = memory
        self.host = host
    }

    private var target: Location { steps.places.second }

    /// Gives a sentence for each that failed.
    package func run() throws -> [String] {
        let undo = RunningUndo(
            host.undoAction, on: target.site, storePath: host.storePath, batch: host.batch)
        defer { if let sentence = undo.finish() { host.warn(sentence) } }
        var sentences: [String] = []
        if !hasTarget { try host.makeTop(target, keeping: undo) }
        let work = try PlanSteps(
            steps, to: .second, comparesModes: rules.comparesModes, undo, host)
        let (first, last) = steps.removals(last: deletesLast)
        sentences += try work.remove(first)
        let (copied, failures) = try work.copy()
        sentences += failures
        sentences += try work.setModes(after: copied).failures
        // What was copied is there, whether it can be remembered or not.
        for sentence in try host.caught({ try remember(copied, work) }) { host.warn(sentence) }
        if !last.isEmpty {
            if failures.isEmpty, isWhole, !host.isStopped {
                sentences += try work.remove(last)
            } else {
                sentences.append(tr("Nothing was deleted, because not everything could be copied."))
            }
        }
        return sentences
    }

    private func remember(_ copied: Set<Path>, _ work: PlanSteps) throws {
        let pairs = RememberedPairs(try work.standing(of: copied), known: rules.memory)
        memory.save(pairs.needed, forgetting: pairs.told)
    }
}
