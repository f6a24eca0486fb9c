import Synchronization
import UI

/// Which listing each pane waits for, as the workers may ask.
final class NewestRequest: Sendable {
    private let requests = Mutex<[Side: RequestID]>([:])

    func set(_ request: RequestID?, for side: Side) {
        requests.withLock { $0[side] = request }
    }

    func get(_ side: Side) -> RequestID? {
        requests.withLock { $0[side] }
    }
}
