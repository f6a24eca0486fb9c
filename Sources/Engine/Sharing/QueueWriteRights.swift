package import Disk
package import Files
import Share
import Transfers

/// The rights to write files of this machine that the queue of each Ferry process keeps to.
package final class QueueWriteRights: WriteRights {
    private let locks: KeyLocks
    private let files: LocalRights

    /// `storePath`: of the queue's store. Nil where the file with the locks cannot be made.
    package init?(storePath: String) {
        guard let locks = try? PartRegistry.locks(ofStore: storePath) else { return nil }
        self.locks = locks
        files = LocalRights(locks)
    }

    package func take(_ file: Path) throws(DiskError) -> Bool {
        try files.take(file)
    }

    package func isWriting(_ part: PartID) -> Bool {
        locks.isTaken(PartRegistry.key(ofOwner: part.token))
    }

    package func release(_ file: Path) {
        files.release(file)
    }
}
