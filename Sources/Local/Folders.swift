import CLinux
import Files
import Glibc

/// Descriptors of directories, kept for the next file in the same one.
struct Folders {
    private struct Key: Hashable {
        var root: Path?
        var directory: Path
    }

    private static let limit = 32
    private var open: [Key: Descriptor] = [:]
    private var order: [Key] = []

    /// The directory's descriptor. Below `root` no link is followed; a directory outside of it is
    /// refused. Throws with the action's name ("… cannot be written").
    mutating func descriptor(
        of directory: Path, root: Path?, action: String
    ) throws(FileSystemError) -> Descriptor {
        let key = Key(root: root, directory: directory)
        if let known = open[key] {
            // One that was deleted meanwhile has no links left, and must not be written into.
            var status = stat()
            if fstat(known.number, &status) == 0, status.st_nlink > 0 { return known }
            forget(key)
        }
        let made = try Folders.walk(directory, root: root, action: action)
        if order.count >= Folders.limit { forget(order[0]) }
        open[key] = made
        order.append(key)
        return made
    }

    /// Lets go of a directory that is about to be renamed or removed, and of all below it.
    mutating func forget(below directory: Path) {
        for key in order where key.directory.isInside(directory) { forget(key) }
    }

    private mutating func forget(_ key: Key) {
        open[key] = nil
        order.removeAll { $0 == key }
    }

    private static func walk(
        _ directory: Path, root: Path?, action: String
    ) throws(FileSystemError) -> Descriptor {
        let flags = O_RDONLY | O_DIRECTORY
        guard let root else { return try openPath(directory, flags, action) }
        guard let steps = directory.components(below: root) else {
            throw FileSystemError(
                .denied, path: directory,
                detail: "\(directory.text) is outside of \(root.text), where the copy was to go; "
                    + "nothing was written.")
        }
        var current = try openPath(root, flags, action)
        for (count, step) in steps.enumerated() {
            let number = ferry_openat(
                current.number, step.bytes.cString, flags | O_NOFOLLOW, 0)
            guard number >= 0 else {
                let reached = Path(
                    components: root.components + Array(steps.prefix(count + 1)))
                throw SystemFailure.error(errno, reached, action)
            }
            current = Descriptor(number)
        }
        return current
    }

    private static func openPath(
        _ path: Path, _ flags: CInt, _ action: String
    ) throws(FileSystemError) -> Descriptor {
        let number = ferry_openat(AT_FDCWD, path.bytes.cString, flags, 0)
        guard number >= 0 else { throw SystemFailure.error(errno, path, action) }
        return Descriptor(number)
    }
}

extension [UInt8] {
    /// The bytes with the NUL that C wants.
    var cString: [CChar] { map { CChar(bitPattern: $0) } + [0] }
}
