import Glibc

/// An advisory lock on a whole open file, which dies with whoever holds it.
package enum FileLock {
    package enum Outcome: Hashable, Sendable {
        case taken
        case heldByAnother
        /// The file system has no locks.
        case unknown
    }

    /// Takes the lock if it is free, until the descriptor is closed; never waits.
    package static func take(_ file: Descriptor) throws(DiskError) -> Outcome {
        do throws(DiskError) {
            _ = try Call.retrying(.lock) { flock(file.number, LOCK_EX | LOCK_NB) }
            file.noteLock()
            return .taken
        } catch {
            if error.code == EWOULDBLOCK { return .heldByAnother }
            guard Call.isUnknown(error.code) || error.code == ENOLCK else { throw error }
            return .unknown
        }
    }
}
