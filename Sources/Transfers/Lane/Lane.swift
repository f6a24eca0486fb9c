import Files
import Jobs
import Work

/// A connection to each end of a route, and the one place that moves bytes between them. Lives
/// on its worker.
final class Lane {
    private let ends: LaneEnds
    private let copier = Copier()

    init(
        source: any FileSystem, target: (any FileSystem)?, interrupter: LaneInterrupter,
        meter: LaneMeter, verifier: (any CopyVerifier)? = nil, packing: (any Packing)? = nil,
        plans: (any PlanCarrier)? = nil,
        straight: StraightRoute = StraightRoute(isWanted: false),
        report: @escaping @Sendable ([LaneEvent]) -> Void
    ) {
        ends = LaneEnds(
            source: source, target: target, interrupter: interrupter, report: LaneReport(report),
            meter: meter, verifier: verifier, packing: packing, plans: plans, straight: straight)
        interrupter.install([source.interrupt] + (target.map { [$0.interrupt] } ?? []))
    }

    /// Logs in at both ends. Throws what keeps it from that, with the site that it is of.
    func connect() throws(Unreached) {
        for end in [ends.source, ends.target].compactMap({ $0 }) where !end.site.isLocal {
            do throws(FileSystemError) {
                _ = try end.home()
            } catch {
                throw Unreached(site: end.site, error: error)
            }
        }
    }

    /// A site at which nobody could log in, and why.
    struct Unreached: Error {
        let site: Site
        let error: FileSystemError
    }

    /// Does all of `work`; every job in it has been reported as finished when this returns.
    func run(_ work: LaneWork) {
        switch work {
        case .files(let tasks): FileCopier(ends: ends, copier: copier).copy(tasks)
        case .expand(let tasks): DirectoryCopier(ends: ends).expand(tasks)
        case .close(let tasks): DirectoryCopier(ends: ends).close(tasks)
        case .rename(let task): Renamer(ends: ends).rename(task)
        case .tree(let task): TreeCopier(ends: ends).copy(task)
        case .remove(let tasks): Remover(ends: ends).remove(tasks)
        case .pack(let task): Packer(ends: ends, copier: copier).pack(task)
        case .plan(let task): PlanLane(ends: ends).carryOut(task)
        case .segments(let segments):
            SegmentCopier(ends: ends, copier: copier).help(segments)
        case .meeting(let meeting):
            SegmentCopier(ends: ends, copier: copier).help(meeting)
        case .discard(let leftovers, let sweeps):
            Sweeper(ends: ends).discard(leftovers, sweeping: sweeps)
        }
        ends.interrupter.begin(nil)
        ends.report.flush()
    }

    /// Directories that it can read at once without a round trip for each: with file systems that do it
    /// one after the other, the files of the first wait for the others.
    var directoriesAhead: Int {
        let reads = ends.source.site.isLocal || ends.source is any ListingManyDirectories
        let makes = ends.target.map { $0.site.isLocal || $0 is any MakingManyDirectories } ?? false
        return reads && makes ? DirectoryCopier.window : 1
    }

    /// Says good-bye to both ends.
    func close() {
        ends.source.close()
        ends.target?.close()
    }
}
