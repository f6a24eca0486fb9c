package import Glibc
import Synchronization

/// An open descriptor, closed with its last holder.
package final class Descriptor: Sendable {
    package let number: CInt
    private let isClosed = Atomic<Bool>(false)
    private let isLocked = Atomic<Bool>(false)

    /// Takes it over.
    package init(_ number: CInt) {
        self.number = number
    }

    deinit {
        guard !isClosed.load(ordering: .relaxed) else { return }
        unlock()
        Glibc.close(number)
    }

    /// Closes it now. What a disk could not keep some file systems tell only here.
    package func close() throws(DiskError) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        unlock()
        // Linux has closed it also where a signal came between: it must not be closed again.
        if Glibc.close(number) != 0, errno != EINTR { throw DiskError(.close, errno) }
    }

    /// It holds a lock of the whole file, which is given up when it is closed.
    func noteLock() {
        isLocked.store(true, ordering: .relaxed)
    }

    /// A lock lasts as long as any copy of its descriptor, and a child that was forked a moment ago,
    /// also for something else, has one until it runs its program: closing alone is not enough.
    private func unlock() {
        guard isLocked.load(ordering: .relaxed) else { return }
        // Where that fails the lock goes with the last copy.
        _ = flock(number, LOCK_UN)
    }

    /// What it is open on.
    package func status() throws(DiskError) -> stat {
        var status = stat()
        _ = try Call.retrying(.look) { fstat(number, &status) }
        return status
    }
}
