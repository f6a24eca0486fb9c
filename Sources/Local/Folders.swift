import Disk
import Files
import Glibc
import Words

/// Open directories, kept for the next file in the same one.
final class Folders {
    private struct Key: Hashable {
        var root: Path?
        var directory: Path
    }

    private static let limit = 32
    private var open: [Key: DirectoryHandle] = [:]
    private var order: [Key] = []

    /// The directory, opened. Below `root` no link is followed; a directory outside of it is
    /// refused. Throws with the action's name ("… cannot be written").
    func handle(
        of directory: Path, root: Path?, attempt: Attempt
    ) throws(FileSystemError) -> DirectoryHandle {
        let key = Key(root: root, directory: directory)
        if let known = open[key] {
            // One that was deleted meanwhile has no links left, and must not be written into.
            if known.isThere { return known }
            forget(key)
        }
        let made = try Folders.walk(directory, root: root, attempt: attempt)
        if order.count >= Folders.limit { forget(order[0]) }
        open[key] = made
        order.append(key)
        return made
    }

    /// The open directory that `path` is to be found in, and its name there.
    func place(
        of path: Path, root: Path?, attempt: Attempt
    ) throws(FileSystemError) -> (directory: DirectoryHandle, name: Name) {
        guard let name = path.name else {
            throw FileSystemError(
                .isDirectory, path: path, detail: tr("/ is a directory; name a file in it."))
        }
        return (try handle(of: path.parent, root: root, attempt: attempt), name)
    }

    /// Lets go of all.
    func close() {
        open = [:]
        order = []
    }

    /// Lets go of a directory that is about to be renamed or removed, and of all below it.
    func forget(below directory: Path) {
        for key in order where key.directory.isInside(directory) { forget(key) }
    }

    private func forget(_ key: Key) {
        open[key] = nil
        order.removeAll { $0 == key }
    }

    private static func walk(
        _ directory: Path, root: Path?, attempt: Attempt
    ) throws(FileSystemError) -> DirectoryHandle {
        guard let root else { return try openPath(directory, attempt) }
        guard let steps = directory.components(below: root) else {
            throw FileSystemError(
                .denied, path: directory,
                detail: tr(
                    "\(directory.text) is outside the target directory \(root.text); nothing "
                        + "was written."))
        }
        var current = try openPath(root, attempt)
        for (count, step) in steps.enumerated() {
            do throws(DiskError) {
                current = try current.directory(step)
            } catch {
                let reached = Path(
                    components: root.components + Array(steps.prefix(count + 1)))
                throw SystemFailure.error(error.code, reached, attempt)
            }
        }
        return current
    }

    private static func openPath(
        _ path: Path, _ attempt: Attempt
    ) throws(FileSystemError) -> DirectoryHandle {
        do throws(DiskError) {
            return try DirectoryHandle(at: path)
        } catch {
            throw SystemFailure.error(error.code, path, attempt)
        }
    }
}
