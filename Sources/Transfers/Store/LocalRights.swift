package import Disk
package import Files
import Synchronization

/// The rights to write files of this machine, among all who keep to the same locks. Where a directory does not tell
/// capitals from small letters, each spelling of a name in it stands for the same right. Used from any thread.
package final class LocalRights: Sendable {
    private let locks: KeyLocks
    private let folds: @Sendable (DirectoryHandle) -> Bool
    /// Keys of those that are taken by a folded name: their directory may be gone when the right is let go of.
    private let folded = Mutex<[Path: LockKey]>([:])

    package init(
        _ locks: KeyLocks, folds: @escaping @Sendable (DirectoryHandle) -> Bool = \.foldsNames
    ) {
        self.locks = locks
        self.folds = folds
    }

    /// Takes the right to write `file`; false where another has it.
    package func take(_ file: Path) throws(DiskError) -> Bool {
        guard let name = file.name, let directory = try? DirectoryHandle(at: file.parent),
            folds(directory)
        else { return try locks.take(PartRegistry.key(ofLocal: file)) }
        let text = FoldedName.text(of: name.bytes)
        let key = PartRegistry.key(
            ofLocal: file.parent.appending(Name(component: Array(text.utf8))))
        guard try locks.take(key) else { return false }
        folded.withLock { $0[file] = key }
        return true
    }

    /// Lets go of a right, by the path that it was taken by.
    package func release(_ file: Path) {
        let key = folded.withLock { $0.removeValue(forKey: file) }
        locks.release(key ?? PartRegistry.key(ofLocal: file))
    }
}
