package import Files
import Synchronization

/// A connection to a `MemoryVolume` that lists and makes many directories together, as SFTP does.
package final class OverlappingMemoryFileSystem: MemoryFileSystem, ListingManyDirectories,
    MakingManyDirectories
{
    package func list(
        _ directories: [Path], limit: Int, progress: (_ count: Int) -> Void
    ) -> [Path: Result<Directory, FileSystemError>] {
        volume.state.withLock { $0.log.append("listTogether \(directories.count)") }
        var results: [Path: Result<Directory, FileSystemError>] = [:]
        var loss: FileSystemError?
        for directory in directories {
            do throws(FileSystemError) {
                if let loss { throw loss }
                let listing = try list(directory, progress: progress)
                var limits = DirectoryBuilder.Limits()
                limits.entries = limit
                var builder = DirectoryBuilder(limits: limits)
                for entry in listing.entries { builder.append(entry) }
                results[directory] = .success(builder.directory)
            } catch {
                if [.connection, .cancelled, .login].contains(error.kind) { loss = error }
                results[directory] = .failure(error)
            }
        }
        return results
    }

    package func makeDirectories(
        _ directories: [NewDirectory], root: Path?
    ) -> [Path: Result<Void, FileSystemError>] {
        volume.state.withLock { $0.log.append("makeTogether \(directories.count)") }
        var results: [Path: Result<Void, FileSystemError>] = [:]
        for directory in directories {
            results[directory.path] = Result { () throws(FileSystemError) in
                try makeDirectory(directory.path, mode: directory.mode, root: root)
            }
        }
        return results
    }
}
