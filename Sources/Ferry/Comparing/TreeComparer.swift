import Engine
import Files
import Settings
import Sync
import Transfers

/// Walks through two trees over as many connections as are useful, and reads what only reading tells.
struct TreeComparer {
    /// Connections to a server, where nobody says how many.
    private static let usualConnections = 8
    /// This machine's disks answer at once; more threads would only wait for processors.
    private static let localConnections = 2
    /// Files of which the details are asked for together.
    private static let together = 500

    let session: HeadlessSession
    let trees: ComparedTrees
    private(set) var rules: ComparisonRules
    let connections: Int?
    let readsIgnoreLists: Bool

    /// All that differs, in the order of paths.
    mutating func run() throws -> PairWalk.Outcome {
        var outcome = walk()
        if let twin = outcome.comparison.caseTwin {
            rules.foldsCase = try folding(twin)
            if rules.foldsCase != Pair(false, false) { outcome = walk() }
        }
        try askDetails(&outcome)
        try compareContents(&outcome)
        outcome.comparison.finish()
        return outcome
    }

    private func walk() -> PairWalk.Outcome {
        // A server may allow but few connections.
        session.closeKept()
        let listers = Pair(
            lister(trees.places.first.site, followsLinks: rules.followsLinks),
            lister(trees.places.second.site))
        defer {
            listers.first.close()
            listers.second.close()
        }
        return PairWalk(
            rules, trees.places, listers, areThere: Pair(true, trees.hasSecond)
        ).run()
    }

    /// Which sides have a file by a name that they list in other capitals.
    private func folding(_ twin: Pair<[Name]>) throws -> Pair<Bool> {
        var folds = Pair(false, false)
        for side in ComparedSide.allCases {
            let place = trees.places[side]
            // The directory as this side has it, the name as the other does.
            let names = twin[side].dropLast() + twin[side.other].suffix(1)
            folds[side] = try session.use(place.site) { files in
                try files.entry(at: Path(components: place.path.components + names)) != nil
            }
        }
        return folds
    }

    private func lister(_ site: Site, followsLinks: Bool = false) -> DirectoryLister {
        let (shared, prompter) = (session.session, session.prompter)
        return DirectoryLister(
            connections: count(site), readsIgnoreLists: readsIgnoreLists,
            followsLinks: followsLinks
        ) {
            shared.fileSystem(
                for: site, connection: shared.nextConnection(), prompter: prompter)
        }
    }

    private func count(_ site: Site) -> Int {
        guard site.isRemote else { return TreeComparer.localConnections }
        let wanted =
            connections ?? session.settings.config.connections ?? TreeComparer.usualConnections
        return min(wanted, site.connectionLimit ?? wanted)
    }

    /// Asks for what the listings do not tell: those of web servers, most of all.
    private func askDetails(_ outcome: inout PairWalk.Outcome) throws {
        var rest = outcome.comparison.untold[...]
        while !rest.isEmpty {
            var batch = Array(rest.prefix(TreeComparer.together))
            rest.removeFirst(batch.count)
            for side in ComparedSide.allCases { try askDetails(side, &batch) }
            for files in batch { outcome.comparison.take(files) }
        }
    }

    /// What is not told stays unknown, and is a difference.
    private func askDetails(_ side: ComparedSide, _ batch: inout [UnreadPair]) throws {
        let place = trees.places[side]
        let asked = batch.indices.filter { batch[$0].entries[side].size == nil }
        guard !asked.isEmpty else { return }
        let paths = asked.map { Path(components: place.path.components + batch[$0].names[side]) }
        let details = try session.use(place.site, keeps: true) { try $0.details(of: paths) }
        for (position, index) in asked.enumerated() where details.indices.contains(position) {
            guard let found = details[position] else { continue }
            batch[index].entries[side].size = found.size
            batch[index].entries[side].modified =
                found.modified ?? batch[index].entries[side].modified
        }
    }

    private func compareContents(_ outcome: inout PairWalk.Outcome) throws {
        let unread = outcome.comparison.unread
        try ContentComparer(session: session, places: trees.places).compare(unread) {
            index, result in
            switch result {
            case .success(let areSame):
                outcome.comparison.note(unread[index], areSame: areSame)
            case .failure(let error): outcome.failures.append(trees.failure(unread[index], error))
            }
        }
    }
}
