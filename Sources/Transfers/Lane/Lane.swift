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
        report: @escaping @Sendable ([LaneEvent]) -> Void
    ) {
        ends = LaneEnds(
            source: source, target: target, interrupter: interrupter, report: LaneReport(report))
        interrupter.install([source.interrupt] + (target.map { [$0.interrupt] } ?? []))
    }

    /// Does all of `work`; every job in it has been reported as finished when this returns.
    func run(_ work: LaneWork) {
        switch work {
        case .files(let tasks): FileCopier(ends: ends, copier: copier).copy(tasks)
        case .expand(let task): DirectoryCopier(ends: ends).expand(task)
        case .close(let task): DirectoryCopier(ends: ends).close(task)
        case .rename(let task): Renamer(ends: ends).rename(task)
        case .remove(let tasks): Remover(ends: ends).remove(tasks)
        case .discard(let leftovers, let owners):
            Sweeper(ends: ends).discard(leftovers, sweeping: owners)
        }
        ends.interrupter.begin(nil)
        ends.report.flush()
    }

    /// Says good-bye to both ends.
    func close() {
        ends.source.close()
        ends.target?.close()
    }
}
