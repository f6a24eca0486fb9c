import Disk
import Files
import Glibc
import Words

/// Parts of files: made, continued, looked at, thrown away, and made final.
final class LocalParts {
    private let folders: Folders
    private let stop: StopFlag
    /// Those whose bytes have all arrived, still open, so that no other file is taken for them.
    private var written: [PartID: NewFile] = [:]

    /// `stop` ends what is written and read.
    init(_ folders: Folders, _ stop: StopFlag) {
        self.folders = folders
        self.stop = stop
    }

    func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        let (folder, name) = try folders.place(of: file, root: creation.root, attempt: .write)
        guard creation.placement != .inPlace else {
            return try createInPlace(file, name, in: folder, id, creation, remark: nil)
        }
        let new: NewFile
        do throws(DiskError) {
            new = try NewFile(named: id.name, in: folder)
        } catch {
            if error.code == EEXIST {
                throw SystemFailure.error(EEXIST, file.parent.appending(id.name), .create)
            }
            // Where nothing new may be made, the file that is there may still be written.
            guard [EACCES, EPERM].contains(error.code), creation.replaces, creation.offset == 0,
                let found = try? folder.status(of: name), found.isRegularFile
            else { throw SystemFailure.error(error.code, file, .write) }
            return try createInPlace(
                file, name, in: folder, id, creation,
                remark: tr(
                    "Written in place, because no new file can be created in "
                        + "\(file.parent.text)."))
        }
        let part = Part(id: id, file: file, place: .beside(id.name))
        if creation.offset > 0 {
            do throws(FileSystemError) {
                try copyStart(of: file, name, in: folder, creation.offset, to: new)
            } catch {
                // What was not begun is nobody's to resume.
                try? new.discard()
                throw error
            }
        }
        return sink(new, part)
    }

    private func createInPlace(
        _ file: Path, _ name: Name, in folder: DirectoryHandle, _ id: PartID,
        _ creation: Creation, remark: String?
    ) throws(FileSystemError) -> LocalSink {
        if creation.placement == .besideOnly { throw .onlyInPlace(file, on: .local) }
        let part = Part(id: id, file: file, place: .inPlace)
        do throws(DiskError) {
            if creation.replaces, try folder.status(of: name) != nil {
                return sink(
                    try NewFile.continuing(named: name, in: folder, from: creation.offset), part,
                    remark: remark)
            }
            return sink(
                try NewFile(
                    named: name, in: folder, mode: UInt32(creation.mode ?? 0o666) & 0o777 | 0o600),
                part, remark: remark)
        } catch {
            throw SystemFailure.error(error, file, .write)
        }
    }

    private func sink(_ file: NewFile, _ part: Part, remark: String? = nil) -> LocalSink {
        LocalSink(file, part, remark: remark, stop) { [self] sink in
            written[part.id] = sink.file
        }
    }

    /// The whole file replaces the shorter one only once it is there, so its beginning is copied.
    private func copyStart(
        of file: Path, _ name: Name, in folder: DirectoryHandle, _ length: UInt64, to new: NewFile
    ) throws(FileSystemError) {
        do throws(DiskError) {
            let source = try folder.openFile(name, O_RDONLY)
            try new.copy(first: length, of: source) { stop.isSet }
        } catch {
            if error.code == ECANCELED { throw SystemFailure.interrupted(file) }
            if error.code == ERANGE {
                throw FileSystemError(
                    .changed, path: file,
                    detail: tr("\(file.text) is now shorter than \(length) bytes; retry."),
                    isTransient: true)
            }
            throw SystemFailure.error(error.code, file, .resume)
        }
    }

    func resume(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        let (folder, name) = try folders.place(
            of: part.path, root: creation.root, attempt: .write)
        do throws(DiskError) {
            return sink(
                try NewFile.continuing(
                    named: name, in: folder, from: creation.offset,
                    cutting: !creation.keepsRest), part)
        } catch {
            throw SystemFailure.error(error, part.path, .resume)
        }
    }

    /// Another way into a part that is being written; what goes that way is finished by whoever
    /// finishes the part.
    func piece(
        of part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any ByteSink {
        let (folder, name) = try folders.place(of: part.path, root: root, attempt: .write)
        do throws(DiskError) {
            return LocalSink(
                try NewFile.beside(named: name, in: folder, from: offset), part, stop
            ) { _ in }
        } catch {
            throw SystemFailure.error(error, part.path, .write)
        }
    }

    func sync(_ part: Part, root: Path?) throws(FileSystemError) {
        let (folder, name) = try folders.place(of: part.path, root: root, attempt: .sync)
        do throws(DiskError) {
            let file = try folder.openFile(name, O_RDWR)
            for result in Durability.sync([file]) { _ = try result.get() }
        } catch {
            throw SystemFailure.error(error, part.path, .sync)
        }
    }

    func size(of part: Part, root: Path?) throws(FileSystemError) -> UInt64? {
        guard let (folder, name) = try existingPlace(of: part.path, root) else { return nil }
        do throws(DiskError) {
            guard let found = try folder.status(of: name), found.isRegularFile else { return nil }
            return found.size
        } catch {
            throw SystemFailure.error(error.code, part.path, .examine)
        }
    }

    func open(
        _ part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        let (folder, name) = try folders.place(of: part.path, root: root, attempt: .read)
        let file: Descriptor
        do throws(DiskError) {
            file = try folder.openFile(name, O_RDONLY)
        } catch {
            throw SystemFailure.error(error, part.path, .read)
        }
        return try LocalSource(file, part.path, from: offset, stop)
    }

    func discard(_ part: Part, root: Path?) throws(FileSystemError) {
        written[part.id] = nil
        guard case .beside(let name) = part.place,
            let (folder, _) = try existingPlace(of: part.path, root)
        else { return }
        do throws(DiskError) {
            try folder.removeFile(name)
        } catch {
            if error.code != ENOENT {
                throw SystemFailure.error(error.code, part.path, .discard)
            }
        }
    }

    private func existingPlace(
        of file: Path, _ root: Path?
    ) throws(FileSystemError) -> (directory: DirectoryHandle, name: Name)? {
        do throws(FileSystemError) {
            return try folders.place(of: file, root: root, attempt: .read)
        } catch {
            if error.kind == .notFound || error.kind == .notDirectory { return nil }
            throw error
        }
    }

    /// Each with its answer; those that were not written to their end here are refused.
    func commit(_ parts: [PendingCommit]) -> CommitResults {
        var commit = LocalCommit()
        for pending in parts {
            if let file = written.removeValue(forKey: pending.part.id) {
                commit.add(pending, file)
            } else {
                commit.fail(pending.part, FileSystemError.unanswered(pending.part.file))
            }
        }
        commit.finish()
        return commit.results
    }

    /// Lets go of what was written and not committed; it stays where it is.
    func close() {
        written = [:]
    }
}
