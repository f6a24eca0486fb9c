import Files
import Jobs
import Sync
import Words

/// One run of a swap, step by step. What fails is a sentence.
struct SwapRun {
    let swap: MirrorSwap
    let names: SwapNames
    let undo: RunningUndo
    /// How the source goes into the new directory.
    let steps: MirrorSteps

    var host: any PlanHost { swap.host }
    var site: Site { swap.places.second.site }
    var contents: SwapContents { swap.contents }

    init(_ swap: MirrorSwap, _ names: SwapNames, _ undo: RunningUndo) {
        self.swap = swap
        self.names = names
        self.undo = undo
        steps = MirrorSteps(
            MirrorPlan(swap.contents.copies), directories: [:], swap.rules,
            Pair(swap.places.first, Location(site: swap.places.second.site, path: names.new)),
            aside: nil)
    }

    func use<Value>(_ body: (any FileSystem) throws -> Value) throws -> Value {
        try host.use(site, keeps: true, body)
    }

    func text(_ path: Path) -> String { Location(site: site, path: path).text }

    /// Whether `ferry undo` knows of the run.
    var canBeUndone: Bool { undo.hasRecord }

    // MARK: - Writing

    /// What was copied.
    struct Written {
        /// How both stand then.
        var pairs = RememberedPairs([])
        /// What the new directory is to have in the end; nil for what it has.
        var mode: UInt16?
        /// A sentence for each that failed.
        var failures: [String] = []
    }

    /// Copies the source beside the target.
    func write() throws -> Written {
        try host.makeTop(steps.places.second, keeping: undo)
        var written = Written()
        written.mode = try use { try shut(on: $0) }
        let work = try PlanSteps(
            steps, to: .second, comparesModes: swap.rules.comparesModes, undo, host)
        let (copied, failures) = try work.copy()
        written.failures = failures
        guard failures.isEmpty else { return written }
        written.failures = try use { files in
            let found = try listings(on: files)
            try carryModes(found, on: files)
            return missing(in: found)
        }
        written.pairs = RememberedPairs(
            try work.standing(of: copied), known: swap.rules.memory)
        return written
    }

    /// What there is of the directories in which something was copied, by their names below the new one.
    private func listings(
        on files: any FileSystem
    ) throws(FileSystemError) -> [[Name]: Directory] {
        // Some stores have no directory in which nothing is.
        let places = contents.copied.filter { !$0.value.isEmpty }.keys.map(names.new.below)
        var found: [[Name]: Directory] = [:]
        for (path, answer) in try steps.answers(about: places, on: files) {
            guard let below = path.components(below: names.new) else { continue }
            found[below] = try answer.get()
        }
        return found
    }

    /// What a server has taken without keeping it.
    private func missing(in found: [[Name]: Directory]) -> [String] {
        let copied = contents.copied
        var sentences: [String] = []
        for (below, wanted) in copied {
            guard let listing = found[below] else { continue }
            let table = NameTable(listing)
            // Some stores have no directory in which nothing is.
            let sure = wanted.filter { copied[below + [$0.key]]?.isEmpty != true }.map(\.key)
            // Servers may spell names in another way.
            guard listing.count < sure.count,
                let name = sure.filter({ table.index(of: $0, in: listing) == nil }).min()
            else { continue }
            let path = text(names.target.below(below + [name]))
            sentences.append(
                wanted[name]??.kind == .link
                    ? tr(
                        "\(path) is a link in the source, which the server did not keep; add --follow or "
                            + "--exclude it.")
                    : tr(
                        "\(path) was copied, but the server did not keep it; exclude it or rename it."
                    )
            )
        }
        return sentences.sorted()
    }

    // MARK: - Looking again

    /// Why the target is not replaced after all: something in it is not as it was seen. Nil for nothing.
    func change() throws -> String? {
        let path: Path? = try use { (files) throws(FileSystemError) in
            guard swap.old != nil else {
                return try files.entry(at: names.target) == nil ? nil : names.target
            }
            return try changes(in: names.target, on: files).first.map {
                names.target.below($0.names)
            }
        }
        return path.map {
            tr(
                "\(text($0)) was changed since the comparison, so \(text(names.target)) was not "
                    + "replaced; run it again.")
        }
    }

    /// What became of something in the old directory since it was seen.
    enum Change {
        case changed, added, gone
    }

    /// What is not as it was seen in the old directory, which has that path now.
    func changes(
        in top: Path, on files: any FileSystem
    ) throws(FileSystemError) -> [(names: [Name], change: Change)] {
        guard let old = swap.old else { return [] }
        var changes: [[Name]: Change] = [:]
        for (path, answer) in try steps.answers(about: contents.seen.keys.map(top.below), on: files)
        {
            guard let below = path.components(below: top), let seen = contents.seen[below] else {
                continue
            }
            let listing: Directory
            switch answer {
            case .success(let found): listing = found
            case .failure(let error):
                guard try files.isNoDirectory(path, after: error) else { throw error }
                // What has its name now is told with what holds it.
                if changes[below] == nil { changes[below] = .gone }
                continue
            }
            guard listing.isWhole else { throw FileSystemError.unlisted(path, on: site) }
            var found: Set<Name> = []
            for entry in listing.entries where !old.along.contains(below + [entry.name]) {
                found.insert(entry.name)
                if let before = seen[entry.name] {
                    if entry.isOther(than: before) { changes[below + [entry.name]] = .changed }
                } else {
                    changes[below + [entry.name]] = .added
                }
            }
            for name in seen.keys where !found.contains(name) { changes[below + [name]] = .gone }
        }
        // What is in something that is gone is gone with it.
        let tops = changes.filter { names, _ in
            !(0..<names.count).contains { changes[Array(names.prefix($0))] != nil }
        }
        return tops.sorted { $0.key.lexicographicallyPrecedes($1.key) }.map { ($0.key, $0.value) }
    }
}
