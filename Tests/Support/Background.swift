import Glibc

/// Runs work beside a test, on a thread of its own: Dispatch has 255 for all queues of a process,
/// and scripts that wait for each other, or for a test that has failed, could use them all up.
package enum Background {
    private final class Work: Sendable {
        let body: @Sendable () -> Void

        init(_ body: @escaping @Sendable () -> Void) {
            self.body = body
        }
    }

    package static func run(_ work: @escaping @Sendable () -> Void) {
        let passed = Unmanaged.passRetained(Work(work))
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, runThread, passed.toOpaque())
        // Without it every wait for the work would pass its limit, one after the other.
        precondition(status == 0, "no thread: \(String(cString: strerror(status)))")
        pthread_detach(thread)
    }

    private static let runThread:
        @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = { pointer in
            guard let pointer else { return nil }
            Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue().body()
            return nil
        }
}
