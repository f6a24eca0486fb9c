import Files
import Sync
import UI
import Words
import Work

/// Compares what is below the two panes, and posts what it finds out. Below a directory that is known to
/// differ, nothing more is looked at.
struct PaneComparer {
    /// The panes and the queue want some as well.
    private static let connections = 4

    private let request: RequestID
    private let pair: PanePair
    private let stop: Cancellation
    private let inbox: Inbox
    /// What both panes have, by the left one's names.
    private let common: [Name: (left: Entry, right: Entry)]

    /// Begins in a thread of its own.
    static func start(
        _ request: RequestID, _ pair: PanePair, _ stop: Cancellation,
        _ context: ConnectionContext, _ prompter: EngineLoginPrompter,
        _ memory: PaneMemory, _ inbox: Inbox
    ) {
        stop.onCancel { prompter.end() }
        let worker = Worker(label: "ferry.comparison") {
            BesideAccess(context, prompter, stop, connections: PaneComparer.connections)
        }
        worker.perform { access in
            let result = Result { () throws(FileSystemError) in
                try PaneComparer(request, memory.recalled(pair), stop, inbox).run(access)
            }
            access.closeKept()
            guard !stop.isCancelled else { return }
            inbox.post(.comparisonEnded(request, result))
        }
        worker.retire()
    }

    init(_ request: RequestID, _ pair: PanePair, _ stop: Cancellation, _ inbox: Inbox) {
        self.request = request
        self.pair = pair
        self.stop = stop
        self.inbox = inbox
        common = PaneComparer.common(pair, pair.rules)
    }

    func run(_ access: some TreeAccess) throws(FileSystemError) -> ComparisonEnd {
        var comparer = TreeComparer(pair.places, pair.rules, access)
        comparer.tops = pair.directories
        let findings = ComparisonFindings(Set(common.keys), criterion: pair.criterion)
        let (request, stop, inbox, common) = (request, stop, inbox, common)
        comparer.needsContents = { files in
            guard let name = files.names.first.first else { return true }
            return files.names.first.count == 1 || !findings.isDifferent(name)
        }
        comparer.observer = { directory, below, comparison in
            let (news, isWanted) = findings.note(directory, below: below, comparison)
            if !news.isEmpty, !stop.isCancelled {
                inbox.post(.compared(request, PaneComparer.verdicts(news, common)))
            }
            return isWanted && !stop.isCancelled
        }
        do {
            let outcome = try comparer.run()
            return end(outcome, comparer.rules, findings)
        } catch let error as FileSystemError {
            throw error
        } catch {
            throw FileSystemError(.other, detail: tr("The comparison failed (\(error))."))
        }
    }

    private static func verdicts(
        _ news: [Name: Verdict], _ common: [Name: (left: Entry, right: Entry)]
    ) -> [ComparedName: Verdict] {
        var verdicts: [ComparedName: Verdict] = [:]
        for (name, verdict) in news {
            guard let (left, right) = common[name] else { continue }
            verdicts[ComparedName(left, right)] = verdict
        }
        return verdicts
    }

    /// What the whole of it comes to.
    private func end(
        _ outcome: PairWalk.Outcome, _ rules: ComparisonRules, _ findings: ComparisonFindings
    ) -> ComparisonEnd {
        let comparison = outcome.comparison
        var end = ComparisonEnd()
        end.foldsCase = rules.foldsCase
        end.offset = comparison.sharedOffset
        end.failure = outcome.failures.first?.error.message
        var (different, open): (Set<Name>, Set<Name>) = ([], [])
        for difference in comparison.differences {
            guard let name = difference.names.first.first else { continue }
            if difference.reason == .unknown {
                open.insert(name)
            } else {
                different.insert(name)
            }
        }
        let failed = failed(outcome)
        // The names go together as it was found out meanwhile.
        let names = NamePairs(pair.directories, rules)
        let quick = QuickComparison(names, pair.directories, rules)
        let common =
            rules.foldsCase == pair.foldsCase
            ? common : PaneComparer.common(pair, rules)
        var verdicts: [Name: Verdict] = [:]
        for (name, entries) in common {
            // Of other files the lists tell.
            guard quick.isOpen(name) else { continue }
            // What is not compared there may differ.
            if comparison.holding.first.contains([name])
                || comparison.holding.second.contains([entries.right.name])
            {
                open.insert(name)
            }
            let isDifferent = different.contains(name) || findings.isDifferent(name)
            verdicts[name] =
                isDifferent
                ? .different
                : failed?.contains(name) ?? true ? .failed : open.contains(name) ? .open : .same
        }
        end.verdicts = PaneComparer.verdicts(verdicts, common)
        return end
    }

    /// Of what something could not be compared, by the left one's names; nil for all of it.
    private func failed(_ outcome: PairWalk.Outcome) -> Set<Name>? {
        if outcome.comparison.unlisted.contains([]) { return nil }
        let depth = pair.places.first.path.components.count
        var failed = Set(outcome.comparison.unlisted.compactMap(\.first))
        for failure in outcome.failures where failure.side == .first {
            let names = failure.path.components
            guard names.count > depth else { return nil }
            failed.insert(names[depth])
        }
        return failed
    }

    /// What both panes have, by the left one's names.
    private static func common(
        _ pair: PanePair, _ rules: ComparisonRules
    ) -> [Name: (left: Entry, right: Entry)] {
        let directories = pair.directories
        var common: [Name: (left: Entry, right: Entry)] = [:]
        for (first, second) in NamePairs(directories, rules).both {
            guard let one = directories.first.entry(at: first),
                let two = directories.second.entry(at: second)
            else { continue }
            common[one.name] = (one, two)
        }
        return common
    }
}
