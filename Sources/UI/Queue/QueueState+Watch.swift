import Files
import Jobs
import Sync

extension QueueState {
    /// What keeps the same two places up to date.
    func watch(of places: Pair<Location>) -> Job? {
        progress.watches.lazy.compactMap { self[$0] }.first { job in
            job.source == places.first && job.target == places.second
        }
    }
}
