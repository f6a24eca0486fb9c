import CLinux
import Digests
import Disk
package import Files
import Glibc

/// This machine's files. New ones are written beside their place under a part's name and get their
/// own when they are committed: synced, and of the size they must have.
package final class LocalFileSystem: FileSystem {
    package let site = Site.local
    package let capabilities: Capabilities = [
        .write, .resumeUpload, .setModified, .exactTimes,
    ]
    package let makesLinks = true
    package let setsModes = true
    package let interrupt: @Sendable () -> Void
    package let isConnected = true

    private let stop: StopFlag
    private let folders: Folders
    private let parts: LocalParts
    private let names: NameChanges
    private let trash: Trash
    private var entries: EntryReader

    package init(trash: Trash = Trash()) {
        self.trash = trash
        let stop = StopFlag()
        let folders = Folders()
        self.stop = stop
        self.folders = folders
        parts = LocalParts(folders, stop)
        names = NameChanges(folders: folders)
        entries = EntryReader(stop)
        interrupt = { stop.set() }
    }

    /// The user's home directory; the root where there is none.
    package func home() throws(FileSystemError) -> Path {
        guard let home = getenv("HOME") else { return .root }
        return Path(String(cString: home))
    }

    /// Nothing is to be sent ahead: the disk is here.
    package func prepare(_ next: [Upcoming]) {}

    package func close() {
        folders.close()
        parts.close()
    }

    // MARK: Reading

    package func list(
        _ directory: Path, progress: (_ count: Int) -> Void
    ) throws(FileSystemError) -> Directory {
        stop.clear()
        return try entries.list(directory, progress: progress)
    }

    /// Of a link, the link itself.
    package func entry(at path: Path) throws(FileSystemError) -> Entry? {
        try entries.entry(at: path)
    }

    /// Of a link, what it leads to: these are the facts of the bytes that will be read.
    package func details(of files: [Path]) throws(FileSystemError) -> [Entry?] {
        entries.details(of: files)
    }

    /// Of a link, the link itself: that is what would be removed.
    package func fingerprints(
        of files: [Path]
    ) throws(FileSystemError) -> [Path: FileFingerprint] {
        entries.fingerprints(of: files)
    }

    package func open(
        _ file: Path, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        stop.clear()
        let number = file.bytes.withCString {
            ferry_openat(AT_FDCWD, $0, O_RDONLY | O_NONBLOCK | O_NOCTTY, 0)
        }
        guard number >= 0 else { throw SystemFailure.error(errno, file, .read) }
        return try LocalSource(Descriptor(number), file, from: offset, stop)
    }

    // MARK: Parts

    package func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        stop.clear()
        return try parts.create(file, as: id, creation)
    }

    package func resume(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        stop.clear()
        return try parts.resume(part, creation)
    }

    package func size(of part: Part, root: Path?) throws(FileSystemError) -> UInt64? {
        try parts.size(of: part, root: root)
    }

    package func open(
        _ part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        stop.clear()
        return try parts.open(part, root: root, from: offset)
    }

    package func commit(
        _ pending: [PendingCommit], note: (Part) throws(FileSystemError) -> Void
    ) -> CommitResults {
        parts.commit(pending)
    }

    package func discard(_ part: Part, root: Path?) throws(FileSystemError) {
        try parts.discard(part, root: root)
    }

    // MARK: Names

    package func makeDirectory(
        _ directory: Path, mode: UInt16?, root: Path?
    ) throws(FileSystemError) {
        try names.makeDirectory(directory, mode: mode, root: root)
    }

    package func removeFiles(_ files: [Path], root: Path?) -> [Result<Void, FileSystemError>] {
        names.removeFiles(files, root: root)
    }

    package func removeDirectories(
        _ directories: [Path], root: Path?
    ) -> [Result<Void, FileSystemError>] {
        names.removeDirectories(directories, root: root)
    }

    /// Over an existing file only with a `replacement`; `.unsupported` where the target is on another
    /// file system.
    package func rename(
        _ source: Path, to target: Path, replacement: RenameReplacement?
    ) throws(FileSystemError) {
        try names.rename(source, to: target, isReplacing: replacement != nil)
    }
}

extension LocalFileSystem: FillingPieces {
    package func openPiece(
        of part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any ByteSink {
        stop.clear()
        return try parts.piece(of: part, root: root, from: offset)
    }

    package func syncPieces(of part: Part, root: Path?) throws(FileSystemError) {
        try parts.sync(part, root: root)
    }
}

extension LocalFileSystem: MakingLinks {
    package func makeLink(
        _ link: Path, to target: [UInt8], root: Path?
    ) throws(FileSystemError) {
        try names.makeLink(link, to: target, root: root)
    }
}

extension LocalFileSystem: Trashing {
    package func moveToTrash(_ paths: [Path]) -> [Path: Result<TrashID, FileSystemError>] {
        stop.clear()
        var answers: [Path: Result<TrashID, FileSystemError>] = [:]
        for path in paths {
            if stop.isSet {
                answers[path] = .failure(SystemFailure.interrupted(path))
                continue
            }
            folders.forget(below: path)
            answers[path] = Result { () throws(FileSystemError) in try trash.put(path) }
        }
        return answers
    }
}

extension LocalFileSystem: SettingTimes {
    package func setModified(
        _ times: [(path: Path, time: Timestamp)]
    ) -> [Result<Void, FileSystemError>] {
        times.map { path, time in
            let isSet = path.bytes.withCString {
                ferry_set_modified(AT_FDCWD, $0, time.seconds) == 0
            }
            if isSet { return .success(()) }
            return .failure(SystemFailure.error(errno, path, .setTime))
        }
    }
}

extension LocalFileSystem: SettingLinkTimes {
    package func setModified(_ time: Timestamp, ofLink link: Path) throws(FileSystemError) {
        try setModified([(link, time)]).first?.get()
    }
}

extension LocalFileSystem: SettingModes {
    package func setModes(
        _ modes: [(path: Path, mode: UInt16)], root: Path?
    ) -> [Path: Result<Void, FileSystemError>] {
        let answers = modes.map { path, mode in names.setMode(mode, of: path, root: root) }
        return Dictionary(answers, of: modes.map(\.path))
    }
}

extension LocalFileSystem: TellingSpace {
    package func spaceOfListing(_ directory: Path) -> (free: UInt64, total: UInt64)? {
        (try? space(at: directory)) ?? nil
    }

    package func space(
        at directory: Path
    ) throws(FileSystemError) -> (free: UInt64, total: UInt64)? {
        do throws(DiskError) {
            return try FileSpace.at(directory)
        } catch {
            // A file system that does not tell has nothing to tell.
            return nil
        }
    }
}

extension LocalFileSystem: Checksumming {
    package var checksumAlgorithms: Set<ChecksumAlgorithm> { Set(ChecksumAlgorithm.allCases) }

    package func checksums(
        of files: [Path], _ algorithm: ChecksumAlgorithm
    ) throws(FileSystemError) -> [Path: Checksum] {
        var found: [Path: Checksum] = [:]
        for file in files {
            do throws(FileSystemError) {
                found[file] = try readChecksum(of: file, algorithm)
            } catch {
                if error.kind == .cancelled { throw error }
            }
        }
        return found
    }
}
