package import Files
import Jobs
package import Sync
import Words

/// Replaces a mirror's target as a whole: the source is copied beside it, then both change names. Whoever
/// looks at the target sees the old directory or the new one, or none between the two renamings.
package struct MirrorSwap {
    let host: any PlanHost
    let places: Pair<Location>
    let rules: ComparisonRules
    let plan: MirrorPlan
    let memory: MirrorMemory
    let contents: SwapContents
    /// What is there before; nil where the target is not there.
    let old: Old?

    /// A directory that is replaced.
    struct Old {
        /// Its permissions and whose it is, where that is known.
        var mode: UInt16?
        var owner: String?
        var group: String?
        /// Names below it that move along to the new one.
        var along: [[Name]]
        /// Where it is kept in the end; nil where it is deleted.
        var backup: Path?
        /// What the server may not have shown of it.
        var unlisted: UnlistedNames?
    }

    /// Of a comparison by rules that ask for `agreed`, with nothing known before, and for
    /// `keepsDirectories`. `aside`: names below the target by which the old directory is kept; nil deletes
    /// it. Throws a `SwapRefusal` where the target is not to be replaced.
    package init(
        _ plan: MirrorPlan, _ outcome: PairWalk.Outcome, _ rules: ComparisonRules,
        _ places: Pair<Location>, hasTarget: Bool, deletes: Bool, aside: [Name]?,
        _ memory: MirrorMemory, _ host: any PlanHost
    ) throws {
        self.plan = plan
        self.rules = rules
        self.places = places
        self.memory = memory
        self.host = host
        let target = places.second
        if target.path.isRoot { throw SwapRefusal.root(target) }
        // Why is told with the comparison.
        guard outcome.failures.isEmpty, plan.refusal == nil else { throw SwapRefusal.kept(target) }
        let contents = SwapContents(
            outcome.comparison, hasTarget: hasTarget, aside: rules.aside)
        self.contents = contents
        let refusal = contents.loss(outcome.comparison, plan, deletes: deletes, in: target)
        guard hasTarget else {
            if let refusal { throw refusal }
            old = nil
            return
        }
        let holding = outcome.comparison.holding.second
        old = try host.use(target.site, keeps: true) { files in
            let entry = try MirrorSwap.entry(of: target.path, on: files)
            guard entry?.kind != .link else { throw SwapRefusal.link(target) }
            if case .extra = refusal, let refusal { throw refusal }
            // What is hidden is named before what stays because of it.
            var along = try MirrorSwap.along(holding, contents, target, on: files)
            if let refusal { throw refusal }
            let unlisted = MirrorSwap.unlisted(contents, along, on: files)
            // What nobody has seen goes where the directory goes: nowhere, without a backup.
            if let unlisted, aside == nil { throw SwapRefusal.unlisted(target, unlisted) }
            if unlisted == .hidden {
                for names in contents.asides where !along.contains(names) {
                    let found = try files.entry(at: target.path.below(names))
                    if found?.kind == .directory { along.append(names) }
                }
            }
            return Old(
                mode: entry?.mode.map { $0 & 0o7777 }, owner: entry?.owner, group: entry?.group,
                along: along, backup: aside.map { target.path.below($0) }, unlisted: unlisted)
        }
    }

    /// What listings leave out there, as far as it is known.
    private static func unlisted(
        _ contents: SwapContents, _ along: [[Name]], on files: any FileSystem
    ) -> UnlistedNames? {
        guard let found = (files as? any LeavingOutNames)?.unlistedNames else { return nil }
        let shown = contents.seen.values.lazy.flatMap(\.keys)
        let isShown =
            shown.contains(where: \.isHidden) || along.contains { $0.last?.isHidden == true }
        return found == .hidden && isShown ? nil : found
    }

    /// What the target is: servers may show a link as what it leads to.
    static func entry(
        of path: Path, on files: any FileSystem
    ) throws(FileSystemError) -> Entry? {
        let entry = try files.entry(at: path)
        guard let name = path.name, entry?.kind == .directory, !files.site.isLocal else {
            return entry
        }
        let listing: Directory
        do throws(FileSystemError) {
            listing = try files.list(path.parent)
        } catch {
            if error.endsConnection { throw error }
            // Some servers show nobody what is above the user's directory.
            return entry
        }
        let shown = try LinkSight(files, discernsFiles: false)
            .showLinks(in: listing, of: path.parent)
        guard let index = shown.index(of: name), var found = shown.entry(at: index) else {
            return entry
        }
        found.mode = found.mode ?? entry?.mode
        return found
    }

    /// What moves along, in directories in which the comparison has left something out: all else that it
    /// does not know would be lost.
    private static func along(
        _ holding: Set<[Name]>, _ contents: SwapContents, _ target: Location,
        on files: any FileSystem
    ) throws -> [[Name]] {
        var along: [[Name]] = []
        for names in holding.union(contents.asideHolders) where contents.seen[names] != nil {
            let path = target.path.below(names)
            let listing = try LinkSight(files, discernsFiles: false)
                .showLinks(in: try files.list(path), of: path)
            for entry in listing.entries {
                let below = names + [entry.name]
                if contents.movesAlong(below), entry.kind == .directory {
                    along.append(below)
                } else if contents.seen[names]?[entry.name] == nil {
                    throw SwapRefusal.hidden(target.below(below))
                }
            }
        }
        return along.sorted { $0.count < $1.count }
    }

    /// Whether the target is as it is to be, but for what is no part of it.
    package var isNeedless: Bool { old != nil && plan.rows.isEmpty }

    /// Files that are copied.
    package var fileCount: Int {
        contents.copies.count { $0.difference.entries.first?.kind == .file }
    }

    /// Does it, and gives a sentence for each that failed.
    package func run() throws -> [String] {
        let target = places.second
        let undo = RunningUndo(
            .mirror, on: target.site, storePath: host.storePath, batch: host.batch)
        defer { if let sentence = undo.finish() { host.warn(sentence) } }
        let names = try host.use(target.site, keeps: true) { files in
            try SwapNames(beside: target.path, on: files)
        }
        let run = SwapRun(self, names, undo)
        // Of very many steps only the first are kept: those on which all depends come first.
        undo.keep(
            names.steps(hasTarget: old != nil, along: old?.along ?? [], backup: old?.backup))
        if let failure = undo.takeFailure() {
            return [
                tr("\(target.text) was not replaced, because it could not be undone. \(failure)")
            ]
        }
        host.note(.began(Location(site: target.site, path: names.new), for: target))
        let ended: Ended
        do {
            ended = try replace(run)
        } catch {
            host.note(.givenUp)
            throw error
        }
        switch ended {
        case .refused(let sentences):
            host.note(.givenUp)
            return sentences + (try run.discard())
        case .torn(let sentences):
            host.note(.givenUp)
            return sentences
        case .replaced(let pairs):
            memory.save(pairs.needed, forgetting: pairs.told)
        }
        let retired = try run.retire()
        switch retired {
        case .deleted: host.note(.done(target, backup: nil, rest: nil))
        case .kept(let path, _): host.note(.done(target, backup: path, rest: nil))
        case .left(let path, _): host.note(.done(target, backup: nil, rest: path))
        }
        try warn(run, retired.place)
        return retired.sentences
    }

    /// What came of it, as far as the target is concerned.
    private enum Ended {
        /// With how both stand now.
        case replaced(RememberedPairs)
        /// The target is as it was.
        case refused([String])
        case torn([String])
    }

    private func replace(_ run: SwapRun) throws -> Ended {
        let target = places.second
        let kept = [tr("\(target.text) was not replaced.")]
        var written = SwapRun.Written()
        let others = try host.caught { written = try run.write() }
        var failures = written.failures + others
        guard failures.isEmpty else { return .refused(failures + kept) }
        var change: String?
        failures = try host.caught { change = try run.change() }
        if let change { return .refused([change]) }
        if failures.isEmpty {
            failures = try host.caught {
                try host.use(target.site, keeps: true) { try run.permit(written.mode, on: $0) }
            }
        }
        guard failures.isEmpty else { return .refused(failures + kept) }
        return switch try run.exchange() {
        case .done: .replaced(written.pairs)
        case .refused(let sentences): .refused(sentences + kept)
        case .torn(let sentences): .torn(sentences)
        }
    }

    /// Tells what is no failure. `place`: where the old directory is.
    private func warn(_ run: SwapRun, _ place: Path?) throws {
        guard let old else { return }
        if let unlisted = old.unlisted, unlisted != .linkNature, let place {
            host.warn(
                tr(
                    "The server does not list \(unlisted.words); what \(places.second.text) had of them "
                        + "is in \(Location(site: places.second.site, path: place).text)."))
        }
        let blind = try host.caught {
            try host.use(places.second.site, keeps: true) { try run.tellOwner(on: $0) }
        }
        for sentence in blind { host.warn(sentence) }
    }
}
