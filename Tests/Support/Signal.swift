import Dispatch
import Testing

/// Something that one thread waits for and another brings about. A test that would wait for ever
/// fails instead, and goes on.
package final class Signal: Sendable {
    /// Longer than any event takes on a busy machine.
    private static let patience = 120

    private let semaphore = DispatchSemaphore(value: 0)

    package init() {}

    /// Lets one waiter go on.
    package func send() {
        semaphore.signal()
    }

    /// Waits until sent; false, with an issue recorded, where that takes too long.
    @discardableResult
    package func wait(
        _ what: String = "nobody sent what was waited for",
        file: String = #fileID, path: String = #filePath, line: Int = #line
    ) -> Bool {
        let deadline = DispatchTime.now() + .seconds(Signal.patience)
        guard semaphore.wait(timeout: deadline) == .success else {
            let place = SourceLocation(fileID: file, filePath: path, line: line, column: 1)
            Issue.record(Comment(rawValue: what), sourceLocation: place)
            return false
        }
        return true
    }
}
