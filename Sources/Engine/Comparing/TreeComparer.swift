package import Files
package import Sync

/// Walks through two trees over as many connections as are useful, and reads what only reading tells.
package struct TreeComparer {
    /// This machine's disks answer at once; more threads would only wait for processors.
    private static let localConnections = 2
    /// Files of which the details are asked for together.
    private static let together = 500

    private let access: any TreeAccess
    private let places: Pair<Location>
    /// With what was found out about the sides.
    package private(set) var rules: ComparisonRules
    /// Which of the two directories are there.
    package var areThere = Pair(true, true)
    /// Connections to each server at most; nil for as many as are usual.
    package var connections: Int?
    /// Whether lists of names to leave out are obeyed.
    package var readsIgnoreLists = false
    /// What both hold at the top, where that is known; else it is listed.
    package var tops: Pair<Directory>?
    /// Whether a file's contents are to be compared, where contents decide.
    package var needsContents: (@Sendable (UnreadPair) -> Bool)?
    /// Hears of each directory that was compared; whether what is below it is to be compared as well.
    package var observer: PairWalk.Observer?

    package init(
        _ places: Pair<Location>, _ rules: ComparisonRules, _ access: any TreeAccess
    ) {
        self.places = places
        self.rules = rules
        self.access = access
    }

    /// All that differs, in the order of paths.
    package mutating func run() throws -> PairWalk.Outcome {
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
        access.closeKept()
        let listers = Pair(
            lister(places.first.site, followsLinks: rules.followsLinks),
            lister(places.second.site))
        defer {
            listers.first.close()
            listers.second.close()
        }
        return PairWalk(
            rules, places, listers, areThere: areThere, tops: tops, observer: observer
        ).run()
    }

    /// Which sides have a file by a name that they list in other capitals.
    private func folding(_ twin: Pair<[Name]>) throws -> Pair<Bool> {
        var folds = Pair(false, false)
        for side in ComparedSide.allCases {
            let place = places[side]
            // The directory as this side has it, the name as the other does.
            let names = twin[side].dropLast() + twin[side.other].suffix(1)
            folds[side] = try access.use(place.site, keeps: true) { files in
                try files.entry(at: Path(components: place.path.components + names)) != nil
            }
        }
        return folds
    }

    private func lister(_ site: Site, followsLinks: Bool = false) -> DirectoryLister {
        DirectoryLister(
            connections: count(site), readsIgnoreLists: readsIgnoreLists,
            followsLinks: followsLinks, connect: access.connector(to: site))
    }

    private func count(_ site: Site) -> Int {
        guard site.isRemote else { return TreeComparer.localConnections }
        let wanted = connections ?? access.connectionCount
        return max(1, min(wanted, site.connectionLimit ?? wanted))
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
        let place = places[side]
        let asked = batch.indices.filter { batch[$0].entries[side].size == nil }
        guard !asked.isEmpty else { return }
        let paths = asked.map { Path(components: place.path.components + batch[$0].names[side]) }
        let details = try access.use(place.site, keeps: true) { try $0.details(of: paths) }
        for (position, index) in asked.enumerated() where details.indices.contains(position) {
            guard let found = details[position] else { continue }
            batch[index].entries[side].size = found.size
            batch[index].entries[side].modified =
                found.modified ?? batch[index].entries[side].modified
        }
    }

    private func compareContents(_ outcome: inout PairWalk.Outcome) throws {
        let unread = outcome.comparison.unread.filter { needsContents?($0) ?? true }
        guard !unread.isEmpty else { return }
        var untold = Set(unread.indices)
        var loss: FileSystemError?
        try ContentComparer(places, access).compare(unread) { index, result in
            untold.remove(index)
            switch result {
            case .success(let areSame):
                outcome.comparison.note(unread[index], areSame: areSame)
            case .failure(let error):
                if error.endsConnection { loss = error }
                outcome.failures.append(PairWalk.Failure(unread[index], places, error))
            }
        }
        // What nobody could be asked about is not the same for that.
        for index in untold.sorted() {
            let path = Path(components: places.first.path.components + unread[index].names.first)
            outcome.failures.append(
                PairWalk.Failure(unread[index], places, loss ?? .unanswered(path)))
        }
    }
}
