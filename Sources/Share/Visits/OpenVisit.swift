package import Jobs
import Words

/// A download or upload that runs. Used from any thread.
package final class OpenVisit: Sendable {
    package let id: Visit.ID
    private let visits: Visits

    init(_ id: Visit.ID, _ visits: Visits) {
        self.id = id
        self.visits = visits
    }

    /// So many bytes more were carried.
    package func advance(by count: Int) {
        visits.advance(id, by: count)
    }

    /// It is over. Only the first call counts, and a kick before it.
    package func end(_ state: Visit.State) {
        visits.end(id, state)
    }

    deinit {
        visits.end(id, .failed(tr("It was interrupted.")))
    }
}
