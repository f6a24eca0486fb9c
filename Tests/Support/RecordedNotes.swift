package import Files
import Synchronization

/// What a file system has written down of its server.
package final class RecordedNotes: ServerNotes {
    private struct State {
        var card = ServerCard()
        var failures: [FileSystemError] = []
    }

    private let state = Mutex(State())

    package init() {}

    package var card: ServerCard { state.withLock(\.card) }
    package var failures: [FileSystemError] { state.withLock(\.failures) }

    package func note(_ site: Site, _ change: (inout ServerCard) -> Void) {
        state.withLock { change(&$0.card) }
    }

    package func noteFailure(_ error: FileSystemError, of site: Site) {
        state.withLock { $0.failures.append(error) }
    }
}
