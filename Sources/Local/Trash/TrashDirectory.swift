import Disk
import Files
import Glibc
import Words

/// An open trash: what was moved to it is in `files`, and a record of each in `info`.
struct TrashDirectory {
    let path: Path
    /// The directory that its records are relative to; nil where they name whole paths.
    let base: Path?
    let files: DirectoryHandle
    let info: DirectoryHandle

    /// Makes what it lacks; neither of the two may be a link.
    init(_ path: Path, below base: Path?, _ handle: DirectoryHandle) throws(DiskError) {
        self.path = path
        self.base = base
        guard let files = Name("files"), let info = Name("info") else {
            throw DiskError(.open, ENOENT)
        }
        for name in [files, info] where try handle.status(of: name) == nil {
            try TrashPlaces.make(name, in: handle)
        }
        self.files = try handle.directory(files)
        self.info = try handle.directory(info)
    }

    /// Moves what has a name in `source` here; `origin` is its whole path. Its name here; EXDEV where
    /// this trash is on another file system.
    func take(
        _ name: Name, in source: DirectoryHandle, from origin: Path, at time: CivilTime
    ) throws(DiskError) -> Name {
        let text = TrashRecord.text(for: origin, below: base, deleted: time)
        var names = TrashNames(name)
        for number in 0..<TrashNames.most {
            guard let candidate = names.candidate(number) else { break }
            do throws(DiskError) {
                try take(name, in: source, as: candidate, text)
                return candidate
            } catch {
                switch error.code {
                case EEXIST: continue
                case ENAMETOOLONG where names.shorten(): continue
                default: throw error
                }
            }
        }
        throw DiskError(.name, EEXIST)
    }

    /// The record comes first: it keeps the name for this one.
    private func take(
        _ name: Name, in source: DirectoryHandle, as candidate: Name, _ text: [UInt8]
    ) throws(DiskError) {
        guard let recordName = TrashNames.record(of: candidate) else {
            throw DiskError(.name, ENAMETOOLONG)
        }
        let record = try NewFile(named: recordName, in: info)
        do throws(DiskError) {
            try record.descriptor.write(text)
            try Naming.giveFree(candidate, in: files, to: name, in: source)
        } catch {
            // Where even that fails, a record of nothing stays, which the list shows.
            try? record.discard()
            throw error
        }
    }

    // MARK: - What is in it

    /// What is known of something in it.
    func record(of name: Name) throws(DiskError) -> TrashRecord {
        guard let recordName = TrashNames.record(of: name),
            try info.status(of: recordName) != nil
        else {
            return TrashRecord(
                origin: .unusable(tr("The trash has no record of where it was.")), deleted: nil)
        }
        let file = try info.openFile(recordName, O_RDONLY)
        guard try file.status().size <= UInt64(TrashRecord.limit) else {
            return TrashRecord(
                origin: .unusable(tr("Its record in the trash is too large.")), deleted: nil)
        }
        var bytes = [UInt8](repeating: 0, count: TrashRecord.limit)
        var length = 0
        while length < bytes.count {
            let count = bytes[length...].withUnsafeMutableBytes {
                Glibc.read(file.number, $0.baseAddress, $0.count)
            }
            if count < 0, errno == EINTR { continue }
            guard count >= 0 else { throw DiskError(.read, errno) }
            if count == 0 { break }
            length += count
        }
        return TrashRecord(Array(bytes[..<length]), below: base)
    }

    func entry(_ name: Name) -> TrashEntry? {
        let record: TrashRecord
        let status: stat?
        do throws(DiskError) {
            status = try files.status(of: name)
            record = try self.record(of: name)
        } catch {
            return TrashEntry(
                id: id(name),
                origin: .unusable(tr("Its record could not be read (\(error.words)).")),
                deleted: nil, kind: nil, size: nil)
        }
        guard let status else {
            return TrashEntry(
                id: id(name), origin: .unusable(tr("Only its record is left in the trash.")),
                deleted: record.deleted, kind: nil, size: nil)
        }
        let kind: Entry.Kind =
            status.isDirectory
            ? .directory : status.isLink ? .link : status.isRegularFile ? .file : .other
        return TrashEntry(
            id: id(name), origin: record.origin, deleted: record.deleted, kind: kind,
            size: kind == .file ? status.size : nil)
    }

    private func id(_ name: Name) -> TrashID { TrashID(directory: path, name: name) }

    /// Names of all that is in it, and of what only a record is left.
    func names() throws(DiskError) -> Set<Name> {
        var names = Set(try files.names())
        for record in try info.names() {
            if let name = TrashNames.name(ofRecord: record) { names.insert(name) }
        }
        return names
    }

    /// Takes the record away of what is gone.
    func forget(_ name: Name) throws(DiskError) {
        guard let recordName = TrashNames.record(of: name) else { return }
        do throws(DiskError) {
            try info.removeFile(recordName)
        } catch {
            guard error.code == ENOENT else { throw error }
        }
    }
}
