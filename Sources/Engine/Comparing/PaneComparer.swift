import Files
import Sync
import UI
import Work

/// Compares what is below the two panes, and posts what it finds out. Below a directory that is known to
/// differ, nothing more is looked at.
struct PaneComparer {
    private let request: RequestID
    private let pair: PanePair
    private let stop: Cancellation
    private let inbox: Inbox
    /// What both panes have, by the left one's names.
    private let common: [Name: (left: Entry, right: Entry)]

    /// Begins in a thread of its own.
    static func start(
        _ request: RequestID, _ pair: PanePair, _ stop: Cancellation,
        _ context: ConnectionContext, _ prompter: EngineLoginPrompter, _ inbox: Inbox
    ) {
        stop.onCancel { prompter.end() }
        let worker = Worker(label: "ferry.comparison") {
            BesideAccess(context, prompter, stop)
        }
        worker.perform { access in
            let result = Result { () throws(FileSystemError) in
                try PaneComparer(request, pair, stop, inbox).run(access)
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
        let directories = pair.directories
        var common: [Name: (left: Entry, right: Entry)] = [:]
        for (first, second) in NamePairs(directories, pair.rules).both {
            guard let one = directories.first.entry(at: first),
                let two = directories.second.entry(at: second)
            else { continue }
            common[one.name] = (one, two)
        }
        self.common = common
    }

    func run(_ access: some TreeAccess) throws(FileSystemError) -> ComparisonEnd {
        var comparer = TreeComparer(pair.places, pair.rules, access)
        comparer.tops = pair.directories
        let findings = ComparisonFindings(Set(common.keys), criterion: pair.criterion)
        let (request, stop, inbox, common) = (request, stop, inbox, common)
        comparer.observer = { directory, below, comparison in
            let (news, isWanted) = findings.note(directory, below: below, comparison)
            if !news.isEmpty, !stop.isCancelled {
                inbox.post(.compared(request, PaneComparer.verdicts(news, common)))
            }
            return isWanted && !stop.isCancelled
        }
        do {
            return end(try comparer.run(), comparer.rules)
        } catch let error as FileSystemError {
            throw error
        } catch {
            throw FileSystemError(.other, detail: "The comparison failed (\(error)).")
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
    private func end(_ outcome: PairWalk.Outcome, _ rules: ComparisonRules) -> ComparisonEnd {
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
        let depth = pair.places.first.path.components.count
        var failed = Set(comparison.unlisted.compactMap(\.first))
        for failure in outcome.failures where failure.side == .first {
            let names = failure.path.components
            if names.count > depth { failed.insert(names[depth]) }
        }
        var verdicts: [Name: Verdict] = [:]
        for (name, entries) in common {
            // Of other files the lists tell.
            guard
                entries.left.kind == .directory || pair.criterion == .contents
                    || end.offset != nil || entries.left.size == nil || entries.right.size == nil
            else { continue }
            verdicts[name] =
                different.contains(name)
                ? .different : failed.contains(name) ? .failed : open.contains(name) ? .open : .same
        }
        end.verdicts = PaneComparer.verdicts(verdicts, common)
        return end
    }
}
