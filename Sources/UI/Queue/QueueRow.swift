package import Jobs

/// A row of the queue's screen: a job of the user's, or a visit to the share.
package enum QueueRow: Hashable, Sendable {
    case job(Job)
    case visit(Visit)

    /// Names a row.
    package enum ID: Hashable, Sendable {
        case job(JobID)
        case visit(Visit.ID)
    }

    /// What names it.
    package var id: ID {
        switch self {
        case .job(let job): .job(job.id)
        case .visit(let visit): .visit(visit.id)
        }
    }

    /// The job; nil for a visit.
    var job: Job? {
        if case .job(let job) = self { return job }
        return nil
    }

    /// The visit; nil for a job.
    var visit: Visit? {
        if case .visit(let visit) = self { return visit }
        return nil
    }
}

extension QueueState {
    /// Rows of a tab: visits that run, then its jobs, then visits that ended.
    package func rowCount(of tab: Tab) -> Int {
        visits.before(tab).count + jobRowCount(of: tab) + visits.behind(tab).count
    }

    /// The number that a tab is shown with: what lies below open folders is part of these.
    package func total(of tab: Tab) -> Int {
        visits.before(tab).count + count(of: tab) + visits.behind(tab).count
    }

    /// Jobs and running visits that are not done, which the main screen's strip has to show.
    var unfinishedCount: Int {
        count(of: .active) + count(of: .needsYou) + count(of: .failed) + count(of: .waiting)
            + visits.running.count
    }

    /// What stands in a row of a tab; nil outside it.
    package func row(at row: Int, of tab: Tab) -> QueueRow? {
        let (before, behind) = (visits.before(tab), visits.behind(tab))
        if before.indices.contains(row) { return .visit(before[row]) }
        if let job = job(atRow: row - before.count, of: tab) { return .job(job) }
        let rest = row - before.count - jobRowCount(of: tab)
        return behind.indices.contains(rest) ? .visit(behind[rest]) : nil
    }

    /// The row in which something stands in a tab; nil where it is not in there.
    func row(of id: QueueRow.ID, in tab: Tab) -> Int? {
        let before = visits.before(tab)
        switch id {
        case .job(let job):
            return row(of: job, in: tab).map { $0 + before.count }
        case .visit(let visit):
            if let row = before.firstIndex(where: { $0.id == visit }) { return row }
            return visits.behind(tab).firstIndex { $0.id == visit }
                .map { before.count + jobRowCount(of: tab) + $0 }
        }
    }
}
