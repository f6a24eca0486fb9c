package import Disk
package import Files
import Glibc
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
        guard try foldsNames(in: file.parent) else {
            return try locks.take(PartRegistry.key(ofLocal: file))
        }
        let key = PartRegistry.key(ofLocal: try oneSpelling(of: file))
        guard try locks.take(key) else { return false }
        folded.withLock { $0[file] = key }
        return true
    }

    /// The same path for each by which the disk finds the file, byte for byte: other processes compare it too.
    private func oneSpelling(of file: Path) throws(DiskError) -> Path {
        var (spelling, way) = (Path.root, Path.root)
        for name in file.components {
            if try foldsNames(in: way) {
                let text = FoldedName.text(of: name.bytes).decomposed
                spelling = spelling.appending(Name(component: Array(text.utf8)))
            } else {
                spelling = spelling.appending(name)
            }
            way = way.appending(name)
        }
        return spelling
    }

    /// Throws where that cannot be found out now, and may be the next moment: the same name would be two.
    private func foldsNames(in directory: Path) throws(DiskError) -> Bool {
        do throws(DiskError) {
            return folds(try DirectoryHandle(at: directory))
        } catch {
            if [EMFILE, ENFILE, ENOMEM].contains(error.code) { throw error }
            return false
        }
    }

    /// Lets go of a right, by the path that it was taken by.
    package func release(_ file: Path) {
        let key = folded.withLock { $0.removeValue(forKey: file) }
        locks.release(key ?? PartRegistry.key(ofLocal: file))
    }
}
