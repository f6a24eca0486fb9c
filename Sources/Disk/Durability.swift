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

    /// Directories from which on one sync of their file system costs less than one of each.
    private static let manyDirectories = 3

    /// Syncs the names in directories, each with its own answer in their order. Many share one sync of
    /// their whole file system, and one of them is synced by itself after it: some kernels and file
    /// systems tell only then that something could not be written.
    package static func sync(names directories: [DirectoryHandle]) -> [Result<Proof, DiskError>] {
        guard directories.count >= manyDirectories else { return directories.map(syncAlone) }
        let synced = syncFileSystems(of: directories.map(\.descriptor))
        // A failure is told once: whoever heard of it must not ask again.
        var answers: [dev_t: (index: Int, answer: Result<Proof, DiskError>)] = [:]
        for (index, directory) in directories.enumerated() {
            let device = device(of: directory.descriptor)
            guard synced.contains(device), answers[device] == nil else { continue }
            answers[device] = (index, syncAlone(directory))
        }
        return directories.enumerated().map { index, directory in
            let first = answers[device(of: directory.descriptor)]
            if let first, first.index == index { return first.answer }
            if case .success(.synced) = first?.answer { return .success(.synced) }
            return syncAlone(directory)
        }
    }

    private static func syncAlone(_ directory: DirectoryHandle) -> Result<Proof, DiskError> {
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
            guard !isProgram(file), ferry_syncfs(file.number) == 0 else { continue }
            synced.insert(device)
        }
        return synced
    }

    /// Whether the file system is a program's (FUSE), which hears of syncs of single files only.
    private static func isProgram(_ file: Descriptor) -> Bool {
        var type: UInt32 = 0
        return ferry_descriptor_file_system_type(file.number, &type) != 0 || type == 0x6573_5546
    }

    private static func device(of file: Descriptor) -> dev_t {
        (try? file.status())?.st_dev ?? 0
    }
}
