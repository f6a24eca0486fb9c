import Dispatch
import Files
import Transfers

/// Watches a directory of this machine for a job that waits for its changes.
final class SourceWatch: ChangeWatch {
    let longestWait: Double?
    private let watch: DirectoryWatch
    private let waiting = DispatchQueue(label: "ferry.watch")

    /// `isShared`: whether other machines may change it, of which this one is told nothing.
    init(_ watch: DirectoryWatch, isShared: Bool) {
        self.watch = watch
        longestWait = isShared ? SourcePoll.pause : nil
    }

    func begin(_ changed: @escaping @Sendable () -> Void) {
        waiting.async { [watch] in
            do throws(FileSystemError) {
                if try watch.wait(atMost: nil) == .interrupted { return }
            } catch {
                // The next run meets the same, and tells of it.
            }
            changed()
        }
    }

    func stop() { watch.interrupt() }
}

/// Stands for a place that does not tell of its changes: it is looked at every now and then.
struct SourcePoll: ChangeWatch {
    /// Seconds.
    static let pause = 30.0

    let longestWait: Double? = SourcePoll.pause

    func begin(_ changed: @escaping @Sendable () -> Void) {}

    func stop() {}
}
