import Glibc
import Synchronization
import Words

/// The right to work on the queue that a store holds: an exclusive flock(2) on a file beside it.
/// The kernel takes it back when the process ends, however it ends. On NFS it is a lock on the
/// server, so it holds between machines too.
final class WorkerLock: Sendable {
    private let descriptor: Mutex<CInt>

    private init(_ descriptor: CInt) {
        self.descriptor = Mutex(descriptor)
    }

    deinit {
        release()
    }

    /// Nil where somebody has it. Throws where the file system knows no locks.
    static func take(beside store: String) throws(StoreError) -> WorkerLock? {
        let path = store + ".lock"
        // Handed to no child: an editor that outlives Ferry must not keep the queue.
        let descriptor = Glibc.open(path, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard descriptor >= 0 else { throw failure(path) }
        let lock = WorkerLock(descriptor)
        while flock(descriptor, LOCK_EX | LOCK_NB) != 0 {
            if errno == EINTR { continue }
            if errno == EWOULDBLOCK { return nil }
            throw failure(path)
        }
        return lock
    }

    /// Gives the right up; a second time does nothing.
    func release() {
        descriptor.withLock { descriptor in
            guard descriptor >= 0 else { return }
            // Closing alone would leave it to a child that was just forked, until it runs its
            // program.
            _ = flock(descriptor, LOCK_UN)
            Glibc.close(descriptor)
            descriptor = -1
        }
    }

    private static func failure(_ path: String) -> StoreError {
        StoreError(tr("\(path) could not be locked (\(systemReason(errno)))."))
    }
}

/// The right to work on a queue.
enum WorkRight: Sendable {
    /// Nobody else can: the queue is in memory, or is not shared.
    case own
    case locked(WorkerLock)

    func release() {
        if case .locked(let lock) = self { lock.release() }
    }
}
