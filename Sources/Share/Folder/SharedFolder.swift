package import Disk
package import Files
import Glibc
import Words

/// The folder that is shared, and the only way to what is in it: every component of a path is
/// opened below the one before it, and no link is followed, neither one that leaves the folder nor
/// one that stays in it. Names that begin with a dot are not there unless they were asked for;
/// devices and pipes are not opened. Used from any thread.
package final class SharedFolder: Sendable {
    /// On this machine; not for visitors.
    package let path: Path
    /// Whether visitors may change it.
    package let isWritable: Bool
    package let showsHidden: Bool
    /// Who carries what at the moment.
    package let visits: Visits
    /// What visitors have locked, or are writing.
    let locks: LockTable
    /// What visitors have noted of what is in it.
    let properties: DeadProperties
    /// What macOS adds to it.
    let macFiles: MacFiles
    /// Which files visitors may write now.
    let rights: VisitorRights
    /// What visitors download as archives.
    let archives = ArchiveAllowance()
    /// Its path as it was given, and without links where that is another.
    let roots: [Path]
    let root: DirectoryHandle
    private let folds: @Sendable (DirectoryHandle) -> Bool

    package init(
        _ path: Path, isWritable: Bool = false, showsHidden: Bool = false,
        visits: Visits = Visits(),
        locks: LockTable = LockTable(), properties: DeadProperties = DeadProperties(),
        macFiles: MacFiles = MacFiles(), rights: (any WriteRights)? = nil,
        folds: @escaping @Sendable (DirectoryHandle) -> Bool = \.foldsNames
    ) throws(FileSystemError) {
        self.path = path
        self.isWritable = isWritable
        self.showsHidden = showsHidden
        self.visits = visits
        self.locks = locks
        self.properties = properties
        self.macFiles = macFiles
        self.rights = VisitorRights(rights)
        self.folds = folds
        do throws(DiskError) {
            root = try DirectoryHandle(at: path)
        } catch {
            throw SharedFolder.failure(error.code, path)
        }
        let real = SharedFolder.realPath(of: root.descriptor.number)
        roots = real.map { $0 == path ? [path] : [path, $0] } ?? [path]
    }

    /// Of an open directory, without links; nil where the system does not say.
    private static func realPath(of descriptor: CInt) -> Path? {
        var bytes = [UInt8](repeating: 0, count: Int(PATH_MAX))
        let count = readlink("/proc/self/fd/\(descriptor)", &bytes, bytes.count)
        guard count > 0, count < bytes.count, bytes[0] == 0x2F else { return nil }
        return Path(Array(bytes.prefix(count)))
    }

    /// The name that visitors see of the folder itself.
    package var name: String { path.name?.text ?? "/" }

    /// An open folder, to be used with `…at` calls and O_NOFOLLOW.
    package func directory(_ path: Path) throws(Refusal) -> DirectoryHandle {
        var current = root
        for component in path.components {
            try check(component)
            let outer = current
            current = try SharedFolder.refusing { () throws(DiskError) in
                try outer.directory(component)
            }
        }
        return current
    }

    /// The path as it is for locks: one, however it is written. What is not there is a name of its own.
    func shared(_ path: Path) -> SharedPath {
        let folding = folding(along: path.components.dropLast())
        var result = SharedPath.root
        for (depth, name) in path.components.enumerated() {
            result = result.appending(name, folds: folding[depth])
        }
        return result
    }

    /// Whether names in a directory are one where they differ only in capitals.
    func foldsNames(in path: Path) -> Bool { folding(along: path.components).last ?? false }

    /// The same of the shared folder, and of each directory on the way from there: one more than there are
    /// names. What cannot be opened now takes after what holds it, as most do, so that a name stays the same.
    private func folding(along names: some Sequence<Name>) -> [Bool] {
        var directory: DirectoryHandle? = root
        var found = [folds(root)]
        for name in names {
            directory = directory.flatMap { try? $0.directory(name) }
            found.append(directory.map(folds) ?? found[found.count - 1])
        }
        return found
    }

    /// The open folder that holds `path`, and its name there. The folder itself has none: 403.
    package func parent(of path: Path) throws(Refusal) -> (DirectoryHandle, Name) {
        guard let name = path.name else {
            throw Refusal(.forbidden, tr("The shared directory itself cannot be changed."))
        }
        try check(name)
        return (try directory(path.parent), name)
    }

    /// What is at `path`; a file or a folder, all else is refused like what is not there.
    package func status(of path: Path) throws(Refusal) -> FileStatus {
        guard !path.isRoot else { return try SharedFolder.status(of: root.descriptor) }
        let (directory, name) = try parent(of: path)
        return try status(of: name, in: directory)
    }

    /// A regular file, for reading.
    package func open(_ path: Path) throws(Refusal) -> OpenFile {
        let (directory, name) = try parent(of: path)
        // Looked at first: to open a device may do something, even where it does not wait.
        switch try status(of: name, in: directory).kind {
        case .file: break
        case .directory: throw Refusal(.conflict, tr("That is a directory."))
        case .link, .other: throw SharedFolder.notThere
        }
        let descriptor = try SharedFolder.refusing { () throws(DiskError) in
            try directory.open(name, O_RDONLY | O_NONBLOCK | O_NOCTTY)
        }
        let status = try SharedFolder.status(of: descriptor)
        guard status.kind == .file else { throw SharedFolder.notThere }
        return OpenFile(descriptor, status)
    }

    /// Files and folders in the order of the disk; links, devices and hidden names left out.
    /// More than `limit` are refused by 413.
    package func entries(
        of path: Path, limit: Int = 1_000_000
    ) throws(Refusal) -> [SharedEntry] {
        let directory = try directory(path)
        var entries: [SharedEntry] = []
        for name in try SharedFolder.names(in: directory, limit: limit) {
            guard shows(name), let status = try statusIfThere(of: name, in: directory) else {
                continue
            }
            entries.append(SharedEntry(name: name, status: status))
        }
        return entries
    }

    /// Throws for names that are not to be seen.
    package func check(_ name: Name) throws(Refusal) {
        guard shows(name) else { throw SharedFolder.notThere }
    }

    /// Throws for a path that nobody may ask for.
    func check(_ path: Path) throws(Refusal) {
        for name in path.parent.components { try check(name) }
        guard let name = path.name else { return }
        // Whether one of these is on the disk, the responders see.
        if isWritable, macFiles.policy != .disk, MacFiles.isOne(name) { return }
        try check(name)
    }

    /// Files that are on their way in are never there.
    func shows(_ name: Name) -> Bool {
        if !name.isHidden { return true }
        let isKept = showsHidden || macFiles.policy == .disk && MacFiles.isOne(name)
        return isKept && !HiddenName.isOne(name) && PartID(name) == nil
    }

    /// Whether macOS adds such a file to others, and this one is not to be on the disk. One that is there
    /// already, and is shown, is a file like any other.
    func isMacFile(_ path: Path) -> Bool {
        guard let name = path.name, MacFiles.isOne(name), macFiles.policy != .disk,
            !HiddenName.isOne(name)
        else { return false }
        guard showsHidden else { return true }
        return (try? status(of: path)) == nil
    }

    /// Nil for what a visitor may not know of, or is gone meanwhile.
    private func statusIfThere(
        of name: Name, in directory: DirectoryHandle
    ) throws(Refusal) -> FileStatus? {
        do throws(Refusal) {
            return try status(of: name, in: directory)
        } catch {
            guard error.status == .notFound || error.status == .forbidden else { throw error }
            return nil
        }
    }

    private func status(
        of name: Name, in directory: DirectoryHandle
    ) throws(Refusal) -> FileStatus {
        let found = try SharedFolder.refusing { () throws(DiskError) in
            try directory.status(of: name)
        }
        guard let found else { throw SharedFolder.notThere }
        let status = FileStatus(found)
        guard status.kind == .file || status.kind == .directory else {
            throw SharedFolder.notThere
        }
        return status
    }

    private static func status(of descriptor: Descriptor) throws(Refusal) -> FileStatus {
        FileStatus(
            try refusing { () throws(DiskError) in try descriptor.status() })
    }

    private static func names(
        in directory: DirectoryHandle, limit: Int
    ) throws(Refusal) -> [Name] {
        // Of its own, because readdir moves the position that duplicates share.
        guard let stream = DirectoryStream(Array(".".utf8), in: directory.descriptor.number) else {
            throw refusal(errno)
        }
        var names: [Name] = []
        while let name = try stream.next() {
            guard names.count < limit else {
                throw Refusal(.contentTooLarge, tr("This directory has too many entries to list."))
            }
            names.append(name)
        }
        return names
    }

    /// Runs calls on the disk, whose errors are told to visitors.
    static func refusing<Value>(
        _ body: () throws(DiskError) -> Value
    ) throws(Refusal) -> Value {
        do throws(DiskError) {
            return try body()
        } catch {
            throw refusal(error.code)
        }
    }
}
