import Disk
package import Files
import Glibc

// Parts: made, continued, looked at and thrown away.
extension LocalFileSystem {
    package func create(
        _ file: Path, as id: PartID, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        stopFlag.clear()
        let name = try leaf(of: file)
        let folder = try folders.handle(of: file.parent, root: creation.root, action: "written")
        guard creation.placement == .beside else {
            return try createInPlace(file, name, in: folder, id, creation, remark: nil)
        }
        let new: NewFile
        do throws(DiskError) {
            new = try NewFile(named: id.name, in: folder)
        } catch {
            if error.code == EEXIST {
                throw SystemFailure.error(EEXIST, file.parent.appending(id.name), "made")
            }
            // Where nothing new may be made, the file that is there may still be written.
            guard [EACCES, EPERM].contains(error.code), creation.replaces, creation.offset == 0,
                let found = try? folder.status(of: name), found.isRegularFile
            else { throw SystemFailure.error(error.code, file, "written") }
            return try createInPlace(
                file, name, in: folder, id, creation,
                remark: "Written in place, because \(file.parent.text) takes no new file.")
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
        let part = Part(id: id, file: file, place: .inPlace)
        do throws(DiskError) {
            if creation.replaces, try folder.status(of: name) != nil {
                return sink(
                    try NewFile.continuing(named: name, in: folder, from: creation.offset), part,
                    remark: remark)
            }
            return sink(
                try NewFile(named: name, in: folder, mode: 0o666), part, remark: remark)
        } catch {
            throw LocalFileSystem.failure(error, file, "written")
        }
    }

    private func sink(_ file: NewFile, _ part: Part, remark: String? = nil) -> LocalSink {
        LocalSink(file, part, remark: remark, stopFlag) { [unowned self] sink in
            written[part.id] = sink.file
        }
    }

    /// The whole file replaces the shorter one only once it is there, so its beginning is copied.
    private func copyStart(
        of file: Path, _ name: Name, in folder: DirectoryHandle, _ length: UInt64, to new: NewFile
    ) throws(FileSystemError) {
        do throws(DiskError) {
            let source = try folder.openFile(name, O_RDONLY)
            try new.copy(first: length, of: source) { stopFlag.isSet }
        } catch {
            if error.code == ECANCELED { throw LocalFileSystem.interrupted(file) }
            if error.code == ERANGE {
                throw FileSystemError(
                    .changed, path: file,
                    detail: "\(file.text) is shorter than \(length) bytes by now; try again.",
                    isTransient: true)
            }
            throw SystemFailure.error(error.code, file, "continued")
        }
    }

    package func resume(
        _ part: Part, _ creation: Creation
    ) throws(FileSystemError) -> any FileSink {
        stopFlag.clear()
        let folder = try folders.handle(
            of: part.path.parent, root: creation.root, action: "written")
        let name = try leaf(of: part.path)
        do throws(DiskError) {
            return sink(
                try NewFile.continuing(named: name, in: folder, from: creation.offset), part)
        } catch {
            throw LocalFileSystem.failure(error, part.path, "continued")
        }
    }

    package func size(of part: Part, root: Path?) throws(FileSystemError) -> UInt64? {
        guard let folder = try existingFolder(of: part.path, root) else { return nil }
        let name = try leaf(of: part.path)
        do throws(DiskError) {
            guard let found = try folder.status(of: name), found.isRegularFile else { return nil }
            return found.size
        } catch {
            throw SystemFailure.error(error.code, part.path, "looked at")
        }
    }

    package func open(
        _ part: Part, root: Path?, from offset: UInt64
    ) throws(FileSystemError) -> any FileSource {
        stopFlag.clear()
        let folder = try folders.handle(of: part.path.parent, root: root, action: "read")
        let name = try leaf(of: part.path)
        let file: Descriptor
        do throws(DiskError) {
            file = try folder.openFile(name, O_RDONLY)
        } catch {
            throw LocalFileSystem.failure(error, part.path, "read")
        }
        return try LocalSource(file, part.path, from: offset, stopFlag)
    }

    package func discard(_ part: Part, root: Path?) throws(FileSystemError) {
        written[part.id] = nil
        guard case .beside(let name) = part.place,
            let folder = try existingFolder(of: part.path, root)
        else { return }
        do throws(DiskError) {
            try folder.removeFile(name)
        } catch {
            if error.code != ENOENT {
                throw SystemFailure.error(error.code, part.path, "discarded")
            }
        }
    }

    private func existingFolder(
        of file: Path, _ root: Path?
    ) throws(FileSystemError) -> DirectoryHandle? {
        do throws(FileSystemError) {
            return try folders.handle(of: file.parent, root: root, action: "read")
        } catch {
            if error.kind == .notFound || error.kind == .notDirectory { return nil }
            throw error
        }
    }

    func leaf(of file: Path) throws(FileSystemError) -> Name {
        guard let name = file.name else {
            throw FileSystemError(
                .isDirectory, path: file, detail: "/ is a directory; name a file in it.")
        }
        return name
    }

    /// A disk's refusal in words for the user.
    static func failure(_ error: DiskError, _ path: Path, _ action: String) -> FileSystemError {
        switch error.code {
        case EBUSY where error.step == .lock:
            FileSystemError(
                .busy, path: path,
                detail: "\(path.text) is being written by another process of Ferry; wait for it, "
                    + "or end it.", isTransient: true)
        case ERANGE:
            FileSystemError(
                .truncated, path: path,
                detail: "\(path.text) is shorter than it was; start it again.")
        case ESTALE where error.step == .name:
            FileSystemError(
                .changed, path: path,
                detail: "What was written for \(path.text) was moved or replaced meanwhile; "
                    + "start it again.", isTransient: true)
        case EINVAL where error.step == .open:
            FileSystemError(
                .unsupported, path: path,
                detail: "\(path.text) is a device, a pipe or a socket; Ferry writes plain files.")
        default: SystemFailure.error(error.code, path, action)
        }
    }
}
