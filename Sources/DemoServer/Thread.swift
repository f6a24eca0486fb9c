import CLinux
import Dispatch
import Glibc

/// A detached thread of its own for blocking work, so that it takes none of Dispatch's.
enum Thread {
    private final class Work: Sendable {
        let name: String
        let group: DispatchGroup
        let body: @Sendable () -> Void

        init(name: String, group: DispatchGroup, body: @escaping @Sendable () -> Void) {
            self.name = name
            self.group = group
            self.body = body
        }
    }

    /// Runs `body` in a new thread that `group` waits for; false where there can be none.
    static func start(
        _ name: String, in group: DispatchGroup, _ body: @escaping @Sendable () -> Void
    ) -> Bool {
        let work = Unmanaged.passRetained(Work(name: name, group: group, body: body))
        group.enter()
        var thread = pthread_t()
        let status = pthread_create(&thread, nil, runThread, work.toOpaque())
        if status != 0 {
            group.leave()
            work.release()
            return false
        }
        pthread_detach(thread)
        return true
    }

    private static let runThread:
        @convention(c) (UnsafeMutableRawPointer?) -> UnsafeMutableRawPointer? = {
            pointer in
            guard let pointer else { return nil }
            let work = Unmanaged<Work>.fromOpaque(pointer).takeRetainedValue()
            ferry_name_thread(work.name)
            work.body()
            work.group.leave()
            return nil
        }
}
