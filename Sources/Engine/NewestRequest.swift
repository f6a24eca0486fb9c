import Synchronization
import UI

/// Which listing each pane waits for, as the workers may ask.
final class NewestRequest: Sendable {
    private let requests = Mutex<[TabID: RequestID]>([:])

    func set(_ request: RequestID?, for tab: TabID) {
        requests.withLock { $0[tab] = request }
    }

    func get(_ tab: TabID) -> RequestID? {
        requests.withLock { $0[tab] }
    }
}
