package import Files
package import Jobs
import Sync
package import Transfers
import Words
import Work

/// Where plans that are jobs of the queue find what they need.
package struct PlanJobSetup: Sendable {
    /// Connections for what is done beside the copying.
    static let connections = 8

    /// The queue's own; what goes for the shared queue alone is overridden.
    package var transfers = TransferQueue.Configuration()
    /// Where it is remembered what was done; nil where nothing is.
    package var storePath: String?

    package init() {}
}

/// Carries out plans that are jobs of the queue, over connections of the session's.
package struct PlanJobs: PlanCarrier {
    let setup: PlanJobSetup
    let connect: @Sendable (Site, JobID) -> any FileSystem

    /// `connect` makes connections for a job, on any thread.
    package init(
        _ setup: PlanJobSetup, connect: @escaping @Sendable (Site, JobID) -> any FileSystem
    ) {
        self.setup = setup
        self.connect = connect
    }

    /// `prompter` asks for passwords where somebody can be asked at once.
    package init(
        _ context: ConnectionContext, _ setup: PlanJobSetup,
        prompter: (any LoginPrompter)? = nil
    ) {
        self.init(setup) { site, job in
            context.fileSystem(
                for: site, connection: context.nextConnection(), prompter: prompter,
                isForJob: true
            ) { exchange in
                var exchange = exchange
                exchange.job = job.rawValue
                context.log(exchange)
            }
        }
    }

    package func carryOut(_ run: PlanRun) throws(FileSystemError) -> PlanEnd {
        do {
            if run.operation == .watch { return try WatchRun(run: run, jobs: self).carryOut() }
            return .done(failed: try carry(run))
        } catch let error as FileSystemError {
            throw error
        } catch {
            throw FileSystemError(.other, path: run.target.path, detail: "\(error)")
        }
    }

    private func carry(_ run: PlanRun) throws -> Int {
        let plan: StoredPlan
        do {
            plan = try StoredPlan(try run.script.bytes())
        } catch is ScriptReader.Damage {
            throw PlanJobs.unreadable(run)
        }
        let journal = try PlanJournal(run.script)
        let places = Pair(run.source, run.target)
        let meter = PlanMeter(run.progress, plan.done(places, journal))
        let host = host(for: run, journal, meter, plan)
        defer { host.closeKept() }
        let result = Result {
            let failures = try self.run(plan, places, host)
            // What was not begun because of that has not failed, and is not done either.
            try host.proceed()
            return failures
        }
        if let error = journal.finish() { run.tell("\(error)") }
        let failures = try result.get()
        meter.finish()
        for failure in failures { run.tell(failure: failure) }
        return failures.count
    }

    static func unreadable(_ run: PlanRun) -> FileSystemError {
        FileSystemError(
            .other, path: run.target.path,
            detail: tr("The plan for \(run.target.text) cannot be read; compare again."))
    }

    func host(
        for run: PlanRun, _ journal: PlanJournal, _ meter: PlanMeter, _ plan: StoredPlan
    ) -> PlanJobHost {
        PlanJobHost(run, journal, meter, setup, verifies: plan.criterion == .contents) {
            [connect, id = run.id] site in connect(site, id)
        }
    }

    /// Gives a sentence for each that failed.
    func run(
        _ plan: StoredPlan, _ places: Pair<Location>, _ host: PlanJobHost
    ) throws -> [String] {
        let pairs = MirrorMemory(places, storePath: setup.storePath) { host.warn($0) }
        let known = pairs.load()
        var rules = plan.rules
        rules.memory = known
        switch plan.content {
        case .mirror(let wanted, let directories):
            let steps = MirrorSteps(
                wanted, directories: directories, rules, places, aside: plan.aside)
            var run = MirrorRun(steps, rules, pairs, host)
            run.isWhole = plan.isWhole
            return try run.run()
        case .sync(let wanted, let directories):
            let agreements = AgreementStore(places, storePath: setup.storePath)
            let memories = SyncMemories(
                agreements, try agreements.load(), pairs, known: known,
                comparesSizesOnly: plan.criterion == .size, comparesModes: plan.comparesModes)
            return try SyncRun(
                wanted, directories, rules, places, memories, aside: plan.aside, host
            ).run()
        }
    }
}

extension StoredPlan {
    /// What earlier runs have done of it.
    fileprivate func done(_ places: Pair<Location>, _ journal: PlanJournal) -> PlanMeter.Counts {
        var counts = PlanMeter.Counts()
        for (side, plan) in sides {
            let top = places[side].path.components
            for row in plan.rows {
                let path = Path(components: top + row.difference.names.second)
                if row.takesAwayFile, journal.holds(.removed, on: side, at: path) {
                    counts.deleted += 1
                }
                guard let file = row.copiedFile, journal.holds(.copied, on: side, at: path) else {
                    continue
                }
                counts.files += 1
                counts.bytes &+= file.size ?? 0
            }
        }
        return counts
    }
}
