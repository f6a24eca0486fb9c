import Files
import Jobs
import Sync
import Transfers
import UI
import Words
import Work

/// One run of a job that keeps a mirror up to date: compares both places, does what there is to do, and
/// leaves the source watched.
struct WatchRun {
    let run: PlanRun
    let jobs: PlanJobs

    /// Connections to each server for comparing, which is done again and again.
    private static let connections = 2

    private var setup: PlanJobSetup { jobs.setup }

    func carryOut() throws -> PlanEnd {
        let order: StoredOrder
        do {
            order = try StoredOrder(try run.script.bytes(), Pair(run.source, run.target))
        } catch is ScriptReader.Damage {
            throw PlanJobs.unreadable(run)
        }
        // What changes from here on is seen by this run or told afterwards.
        let watch = watch(order.order)
        do {
            let failures = try mirror(order.order)
            for failure in failures { run.tell(failure: failure) }
            return .watching(watch, failed: failures.count)
        } catch let error as FileSystemError {
            // What only another try can help with is the queue's; the rest may be mended meanwhile.
            if run.stop.isCancelled || error.endsPlan { throw error }
            run.tell(failure: error.message)
        } catch {
            run.tell(failure: "\(error)")
        }
        return .watching(watch, failed: 1)
    }

    /// What cannot be watched, or is not there for now, is looked at every now and then.
    private func watch(_ order: PlanOrder) -> any ChangeWatch {
        let (site, path) = (run.source.site, run.source.path)
        guard site.isLocal, site.archive == nil else { return SourcePoll() }
        let own = setup.storePath.map { Path(Array($0.utf8)).parent }
        let patterns = order.excluded.compactMap { PathPattern($0) }
        let depth = path.components.count
        let name = String(decoding: path.bytes, as: UTF8.self)
        do throws(FileSystemError) {
            let watch = try DirectoryWatch(of: path) { found, isDirectory in
                let names = found.components.dropFirst(depth)
                return found == own
                    || patterns.contains { $0.fits(names, isDirectory: isDirectory) }
            }
            return SourceWatch(watch, isShared: RemoteFileSystem.holds(name))
        } catch {
            // One that is not there is told by the comparison.
            if error.kind != .notFound { run.tell(error.message) }
            return SourcePoll()
        }
    }

    /// Gives a sentence for each that failed.
    private func mirror(_ order: PlanOrder) throws -> [String] {
        let usual = setup.transfers.usualLanes() ?? PlanJobSetup.connections
        let access = BesideAccess(run.stop, connections: min(usual, WatchRun.connections)) {
            [connect = jobs.connect, id = run.id] site in connect(site, id)
        }
        let work = PlanWork(order, access, storePath: setup.storePath, run.stop) { _ in }
        let all = try work.everything()
        run.noteReached()
        for remark in all.remarks { run.tell(remark) }
        let troubles = all.troubles + conflicts(all.plan)
        guard !all.plan.isNothing else { return troubles }
        let counts = all.plan.counts
        run.begin(files: counts.files, bytes: counts.bytes)
        let meter = PlanMeter(run.progress)
        let host = jobs.host(for: run, PlanJournal(), meter, all.plan)
        defer { host.closeKept() }
        let failures = try jobs.run(all.plan, all.places, host)
        try host.proceed()
        run.tell(WatchRun.deeds(meter.counts))
        return troubles + failures
    }

    /// What stays as it is because something else has its name.
    private func conflicts(_ plan: StoredPlan) -> [String] {
        guard case .mirror(let rows, _) = plan.content else { return [] }
        let conflicts = rows.rows.filter { $0.action == .conflict }
        return conflicts.map { row -> String in
            let path = Path(components: run.target.path.components + row.difference.names.second)
            let place = Location(site: run.target.site, path: path).text
            return tr("\(place) was not replaced (\(row.words)).")
        }
    }

    /// `14:02:11: 3 files copied, 1 file deleted.`
    private static func deeds(_ counts: PlanMeter.Counts) -> String {
        var deeds: [String] = []
        if counts.files > 0 { deeds.append(tr("\(Plural.count(counts.files, "file")) copied")) }
        if counts.deleted > 0 {
            deeds.append(tr("\(Plural.count(counts.deleted, "file")) deleted"))
        }
        if deeds.isEmpty { deeds.append(tr("directories or permissions changed")) }
        return tr("\(WallClock.timeOfDay): \(listed(deeds)).")
    }
}

extension StoredPlan {
    /// Whether no file, directory or permission is changed by it.
    fileprivate var isNothing: Bool {
        sides.allSatisfy { side in
            side.plan.rows.allSatisfy { [.conflict, .skip].contains($0.action) }
        }
    }
}
