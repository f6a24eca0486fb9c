import Files
import Words

/// What stands where a file is to be, and is no file.
enum Obstacle {
    /// Refuses to put a file in the place of a directory, and here in that of a device, a pipe or a
    /// socket: those are not made again so easily.
    static func refuse(
        _ entry: Entry, at target: Path, in files: any FileSystem
    ) throws(FileSystemError) {
        if entry.kind == .directory {
            throw FileSystemError(
                .isDirectory, path: target,
                detail: tr("A directory named \(target) is in the way; rename or delete it."))
        }
        if entry.kind == .other, files.site.isLocal {
            throw FileSystemError(
                .denied, path: target,
                detail: tr(
                    "\(target) is a device, a pipe or a socket and was not replaced; rename "
                        + "or delete it."))
        }
    }
}
