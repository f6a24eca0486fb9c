import Synchronization
import UI

/// Which listing each pane waits for, as the workers may ask.
final class NewestRequest: Sendable {
    private struct Newest {
        let tab: TabID
        let request: RequestID
    }

    private let all = Mutex<[Newest]>([])

    func set(_ request: RequestID?, for tab: TabID) {
        all.withLock { all in
            all.removeAll { $0.tab == tab }
            if let request { all.append(Newest(tab: tab, request: request)) }
        }
    }

    func get(_ tab: TabID) -> RequestID? {
        all.withLock { all in all.first { $0.tab == tab }?.request }
    }
}
