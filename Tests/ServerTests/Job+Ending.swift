import Files
import Jobs

extension Job {
    var isDone: Bool { state == .done }

    /// Why it failed; nil where it has not.
    var failure: FileSystemError? {
        if case .failed(let error) = state { error } else { nil }
    }
}
