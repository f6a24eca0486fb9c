import Jobs
import Transfers
import UI

extension HistoryAnswer {
    /// What came of looking into the store.
    init(_ result: Result<[FinishedJob], StoreError>) {
        switch result {
        case .success(let jobs): self = .found(jobs)
        case .failure(let error): self = .unread("\(error)")
        }
    }
}
