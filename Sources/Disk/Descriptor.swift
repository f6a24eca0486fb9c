package import Glibc
import Synchronization

/// An open descriptor, closed with its last holder.
package final class Descriptor: Sendable {
    package let number: CInt
    private let isClosed = Atomic<Bool>(false)

    /// Takes it over.
    package init(_ number: CInt) {
        self.number = number
    }

    deinit {
        if !isClosed.load(ordering: .relaxed) { Glibc.close(number) }
    }

    /// Closes it now. What a disk could not keep some file systems tell only here.
    package func close() throws(DiskError) {
        guard !isClosed.exchange(true, ordering: .relaxed) else { return }
        // Linux has closed it also where a signal came between: it must not be closed again.
        if Glibc.close(number) != 0, errno != EINTR { throw DiskError(.close, errno) }
    }

    /// What it is open on.
    package func status() throws(DiskError) -> stat {
        var status = stat()
        _ = try Call.retrying(.look) { fstat(number, &status) }
        return status
    }
}
