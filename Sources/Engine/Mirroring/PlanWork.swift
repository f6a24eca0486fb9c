import Files
import Glibc
import Jobs
import Sync
import Synchronization
import Transfers
import UI
import Words
import Work

/// Makes one plan for the screen, and a job of what the user wants of it. Belongs to one thread.
final class PlanWork {
    /// What is needed to run a plan that was made.
    private enum Made {
        case mirror(MirrorPlan)
        case sync(SyncPlan, SyncMemories)
    }

    /// Where things are kept that are deleted or replaced, below each top.
    private static let asideName = Name(".ferry-trash")

    private let order: PlanOrder
    private let access: BesideAccess
    private let storePath: String?
    private let stop: Cancellation
    private let told: @Sendable (PlanningProgress) -> Void
    private var made: Made?
    private(set) var places: Pair<Location>
    private var outcome: PairWalk.Outcome?
    private var rules = ComparisonRules()
    /// What is to be known of it and is no failure, a sentence each.
    private let remarks = Mutex<[String]>([])

    /// Without a `storePath` nothing is known of earlier ones. `told` hears how far it is while it is made,
    /// on any thread.
    init(
        _ order: PlanOrder, _ access: BesideAccess, storePath: String?, _ stop: Cancellation,
        told: @escaping @Sendable (PlanningProgress) -> Void
    ) {
        self.order = order
        self.access = access
        self.storePath = storePath
        self.stop = stop
        self.told = told
        places = order.places
    }

    func close() { access.closeKept() }

    // MARK: - Making

    func make() -> Result<PreparedPlan, FileSystemError> {
        // The user may look at it for long.
        defer { access.closeKept() }
        return Result { () throws(FileSystemError) in
            do {
                return try prepare()
            } catch let error as FileSystemError {
                throw error
            } catch let refusal as SelfCopyCheck.Refusal {
                throw FileSystemError(.other, detail: refusal.sentence)
            } catch {
                throw FileSystemError(.other, detail: tr("The plan could not be made (\(error))."))
            }
        }
    }

    private func prepare() throws -> PreparedPlan {
        let sides = Pair(try look(at: .first), try look(at: .second))
        places = sides.map(\.place)
        try SelfCopyCheck(access).checkApart(places.first, places.second)
        let pairs = MirrorMemory(places, storePath: storePath) { [self] in note($0) }
        let known = pairs.load()
        rules = try comparing(comparesModes: sides.first.knowsModes && sides.second.knowsModes)
        rules.memory = known
        switch order.kind {
        case .mirror(let deletes):
            var outcome = try compare()
            let plan = mirror(&outcome, deletes: deletes)
            (made, self.outcome) = (.mirror(plan), outcome)
            return prepared(.mirror(plan.rows), outcome, refusals(plan))
        case .sync(let conflict):
            let agreements = AgreementStore(places, storePath: storePath)
            let memory = try agreements.load()
            rules.agreed = memory
            var outcome = try compare()
            var wanted = SyncRules(
                scope: order.scope, conflict: conflict, replacesNewer: order.replacesNewer,
                stamp: PlanWork.stamp)
            let charsets = places.map { $0.site.nameCharset }
            // A name that is written in other bytes there is given by a copy.
            wanted.findsMoves = charsets.first == charsets.second
            let plan = try SyncPlanner(places, access).plan(&outcome, memory, wanted)
            let memories = SyncMemories(
                agreements, memory, pairs, known: known,
                comparesSizesOnly: order.criterion == .size, comparesModes: rules.comparesModes)
            (made, self.outcome) = (.sync(plan, memories), outcome)
            let wording = SyncWording(
                places, wanted, since: memory.time,
                localOffset: { WallClock.localOffset(at: $0) },
                sides: Pair(tr("the left side"), tr("the right side")))
            return prepared(.sync(plan.rows, wording), outcome, refusals(plan))
        }
    }

    /// The directory without the links that lead to it, and whether permissions are known and kept there.
    private func look(
        at side: ComparedSide
    ) throws -> (place: Location, knowsModes: Bool) {
        let place = order.places[side]
        return try access.use(place.site, keeps: true) { files in
            let found = try FoundPlace(place.path, on: files)
            guard try found.isDirectory(on: files) else {
                throw FileSystemError(
                    .notDirectory, path: place.path, detail: tr("\(place.text) is not a directory.")
                )
            }
            return (
                Location(site: place.site, path: found.path),
                (files as? any SettingModes)?.setsModes ?? false
            )
        }
    }

    private func comparing(comparesModes: Bool) throws -> ComparisonRules {
        let patterns = try order.excluded.map { text in
            guard let pattern = PathPattern(text) else {
                throw FileSystemError(
                    .other, detail: tr("'\(VisibleText.make(text))' is not a pattern for names."))
            }
            return PathFilter.Rule(isInclude: false, pattern)
        }
        var rules = ComparisonRules(
            criterion: order.criterion, filter: PathFilter(patterns),
            comparesModes: comparesModes && order.comparesModes, umask: ProcessMask.value,
            charsets: places.map(\.site.nameCharset))
        switch order.kind {
        case .mirror(let deletes):
            rules.descendsLone = Pair(order.scope != .existing, deletes)
            rules.confirmsEmpty.first = deletes
        case .sync:
            rules.descendsLone = Pair(true, true)
            rules.confirmsEmpty = Pair(true, true)
        }
        rules.asksDetails = true
        rules.tops = places
        rules.keepsDirectories = true
        return rules
    }

    private func compare() throws -> PairWalk.Outcome {
        var comparer = TreeComparer(places, rules, access)
        comparer.readsIgnoreLists = order.readsIgnoreLists
        let pace = Mutex((pace: ReportPace(), directories: 0))
        let (told, stop) = (told, self.stop)
        comparer.observer = { _, _, comparison in
            let due: Int? = pace.withLock { state in
                state.directories += 1
                return state.pace.isDue() ? state.directories : nil
            }
            if let due {
                told(
                    PlanningProgress(directories: due, differences: comparison.differences.count))
            }
            return !stop.isCancelled
        }
        let outcome = try comparer.run()
        rules = comparer.rules
        if stop.isCancelled {
            throw FileSystemError(.cancelled, detail: tr("You stopped the comparison."))
        }
        return outcome
    }

    private func mirror(_ outcome: inout PairWalk.Outcome, deletes: Bool) -> MirrorPlan {
        let top = places.first.path
        let isSourceWhole = !outcome.failures.contains {
            $0.side == .first && ($0.error.endsConnection || $0.path == top)
        }
        return MirrorPlan(
            outcome.comparison,
            MirrorRules(
                scope: order.scope, deletes: deletes, replacesNewer: order.replacesNewer),
            isSourceWhole: isSourceWhole)
    }

    private func prepared(
        _ rows: PreparedPlan.Rows, _ outcome: PairWalk.Outcome, _ refusals: [String]
    ) -> PreparedPlan {
        var order = order
        order.places = places
        return PreparedPlan(
            order, rows, sameCount: outcome.comparison.sameCount,
            troubles: refusals + unread(outcome) + remarks.withLock { $0 },
            offset: outcome.comparison.sharedOffset)
    }

    private func note(_ remark: String) { remarks.withLock { $0.append(remark) } }

    // MARK: - Running

    /// The job that does what the rows with these indices say. What is the same on both sides counts as
    /// agreed from now on.
    func request(_ wanted: MarkSet) -> Result<JobRequest, FileSystemError> {
        Result { () throws(FileSystemError) in
            guard let made, let outcome else { throw PlanWork.missing }
            do {
                return try request(wanted, made, outcome)
            } catch let error as FileSystemError {
                throw error
            } catch {
                throw FileSystemError(.other, detail: "\(error)")
            }
        }
    }

    /// Why a plan is not run that is not there.
    static let missing = FileSystemError(
        .other, detail: tr("There is no plan to run; compare again."))

    /// The plan is in the queue: nothing of it is needed any more, and it may be much.
    func release() { (made, outcome) = (nil, nil) }

    private func request(
        _ wanted: MarkSet, _ made: Made, _ outcome: PairWalk.Outcome
    ) throws -> JobRequest {
        // What was looked at is only the first of many.
        if order.staysUpToDate, let stored = StoredOrder(order) {
            // A link that leads to it may lead elsewhere by then.
            return try request(.watch, stored.script, order.places)
        }
        let directories = outcome.comparison.directories
        let (operation, content): (Job.Operation, StoredPlan.Content)
        switch made {
        case .mirror(let plan):
            operation = .mirror
            content = .mirror(
                plan.keeping(PlanWork.keeping(wanted)), directories: directories.first)
        case .sync(let plan, let memories):
            let plan = plan.keeping(PlanWork.keeping(wanted))
            try memories.begin(plan, outcome.comparison, isLate: true)
            operation = .sync
            content = .sync(plan, directories: directories)
        }
        return try request(operation, stored(content, outcome).script, places)
    }

    private func request(
        _ operation: Job.Operation, _ script: PlanScript, _ places: Pair<Location>
    ) throws(FileSystemError) -> JobRequest {
        // The name of the entry is nobody's: what is done is in the plan.
        let name = places.first.path.name ?? PlanWork.topName
        guard let name else { throw FileSystemError.unanswered(places.first.path) }
        return JobRequest(
            operation: operation, source: places.first, entry: Entry(name: name, kind: .directory),
            target: places.second, root: places.second.path, policy: .overwrite,
            modes: rules.comparesModes ? .source : .target, script: script)
    }

    private func stored(
        _ content: StoredPlan.Content, _ outcome: PairWalk.Outcome
    ) -> StoredPlan {
        StoredPlan(
            content: content, criterion: order.criterion, comparesModes: rules.comparesModes,
            umask: rules.umask, aside: order.keepsReplaced ? PlanWork.aside : nil,
            isWhole: outcome.failures.isEmpty)
    }

    /// What a mirror comes to of which nobody looks at the plan.
    struct All {
        var plan: StoredPlan
        /// Without the links that lead to them.
        var places: Pair<Location>
        /// What is wrong already, a sentence each.
        var troubles: [String]
        /// What is to be known besides.
        var remarks: [String]
    }

    /// Makes a plan of which everything is wanted.
    func everything() throws -> All {
        _ = try make().get()
        guard case .mirror(let plan)? = made, let outcome else { throw PlanWork.missing }
        return All(
            plan: stored(
                .mirror(plan, directories: outcome.comparison.directories.first), outcome),
            places: places, troubles: refusals(plan) + unread(outcome),
            remarks: remarks.withLock { $0 })
    }

    private static let topName = Name("root")

    /// Whether the next row is wanted, from the first on.
    private static func keeping<Row>(_ wanted: MarkSet) -> (Row) -> Bool {
        var index: UInt32 = 0
        return { _ in
            defer { index += 1 }
            return wanted.contains(index)
        }
    }

    /// The directory of this moment, of which no other run has the name.
    private static var aside: [Name]? {
        guard let top = asideName else { return nil }
        let text = ISOTime.text(seconds: Int64(WallClock.now())).replacing(":", with: "-")
        guard let name = Name("\(text)-\(PartID.newToken().prefix(4))") else { return nil }
        return [top, name]
    }

    /// `20261127-113405`, on this machine's clock.
    private static var stamp: String {
        let now = Int64(WallClock.now())
        let text = ISOTime.text(seconds: now + Int64(WallClock.localOffset(at: now)))
        return text.filter { $0.isNumber || $0 == "T" }.replacing("T", with: "-")
    }
}
