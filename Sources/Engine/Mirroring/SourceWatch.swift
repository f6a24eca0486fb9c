import Dispatch
import Disk
import Files
import Transfers

/// Watches a directory of this machine for a job that waits for its changes.
final class SourceWatch: ChangeWatch {
    let longestWait: Double? = nil
    private let watch: DirectoryWatch
    private let waiting = DispatchQueue(label: "ferry.watch")

    init(_ watch: DirectoryWatch) {
        self.watch = watch
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

    func stop() { watch.interruption.interrupt() }
}

/// Stands for a place that does not tell of its changes: it is looked at every now and then.
struct SourcePoll: ChangeWatch {
    let longestWait: Double? = 30

    func begin(_ changed: @escaping @Sendable () -> Void) {}

    func stop() {}
}
