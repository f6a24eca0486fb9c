import CLinux
import Glibc

/// Bringing to the disk, with an answer for each file.
package enum Durability {
    /// What is known of a file's bytes, or of a directory's names.
    package enum Proof: Hashable, Sendable {
        /// They are on the disk.
        case synced
        /// The file system has no way to say so.
        case unknown
    }

    /// Syncs files, each with its own answer in their order. One costs one sync; many share one of
    /// their whole file system, after which each tells whether its own bytes were written.
    package static func sync(_ files: [Descriptor]) -> [Result<Proof, DiskError>] {
        guard files.count > 1 else { return files.map(syncAlone) }
        let shared = syncFileSystems(of: files)
        return files.map { file in
            guard shared.contains(device(of: file)) else { return syncAlone(file) }
            return Result { () throws(DiskError) in
                do throws(DiskError) {
                    _ = try Call.retrying(.sync) { ferry_wait_for_writing(file.number) }
                } catch {
                    guard Call.isUnknown(error.code) || error.code == ESPIPE else { throw error }
                    return try syncAlone(file).get()
                }
                return .synced
            }
        }
    }

    /// Syncs the names in directories, each with its own answer in their order.
    package static func sync(names directories: [DirectoryHandle]) -> [Result<Proof, DiskError>] {
        directories.map { directory in
            Result { () throws(DiskError) in
                do throws(DiskError) {
                    _ = try Call.retrying(.sync) { fsync(directory.descriptor.number) }
                    return .synced
                } catch {
                    // Some file systems sync no directories by themselves.
                    guard Call.isUnknown(error.code) else { throw error }
                }
                return try syncWhole(directory.descriptor)
            }
        }
    }

    private static func syncAlone(_ file: Descriptor) -> Result<Proof, DiskError> {
        Result { () throws(DiskError) in
            do throws(DiskError) {
                _ = try Call.retrying(.sync) { fdatasync(file.number) }
                return .synced
            } catch {
                // Of what is no file, its file system knows nothing.
                guard Call.isUnknown(error.code), try file.status().isRegularFile else {
                    throw error
                }
            }
            return try syncWhole(file)
        }
    }

    /// Syncs all of the file system that `file` is on; errors since `file` was opened are told.
    package static func syncWhole(_ file: Descriptor) throws(DiskError) -> Proof {
        do throws(DiskError) {
            _ = try Call.retrying(.sync) { ferry_syncfs(file.number) }
            return .synced
        } catch {
            guard Call.isUnknown(error.code) else { throw error }
            return .unknown
        }
    }

    /// The file systems that were synced as a whole.
    private static func syncFileSystems(of files: [Descriptor]) -> Set<dev_t> {
        var tried: Set<dev_t> = []
        var synced: Set<dev_t> = []
        for file in files {
            let device = device(of: file)
            guard device != 0, tried.insert(device).inserted else { continue }
            // Where it fails, the files of that file system are synced, and judged, one by one.
            if ferry_syncfs(file.number) == 0 { synced.insert(device) }
        }
        return synced
    }

    private static func device(of file: Descriptor) -> dev_t {
        (try? file.status())?.st_dev ?? 0
    }
}
