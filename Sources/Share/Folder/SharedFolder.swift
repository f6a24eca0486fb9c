import CLinux
package import Files
import Glibc

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
    private let root: Descriptor

    package init(
        _ path: Path, isWritable: Bool = false, showsHidden: Bool = false, visits: Visits = Visits()
    ) throws(FileSystemError) {
        self.path = path
        self.isWritable = isWritable
        self.showsHidden = showsHidden
        self.visits = visits
        let number = SharedFolder.openat(AT_FDCWD, path.bytes, O_RDONLY | O_DIRECTORY)
        guard number >= 0 else { throw SharedFolder.failure(errno, path) }
        root = Descriptor(number)
    }

    /// The name that visitors see of the folder itself.
    package var name: String { path.name?.text ?? "/" }

    /// An open folder, to be used with `…at` calls and O_NOFOLLOW.
    package func directory(_ path: Path) throws(Refusal) -> Descriptor {
        var current = root
        for component in path.components {
            try check(component)
            let number = SharedFolder.openat(
                current.number, component.bytes, O_RDONLY | O_DIRECTORY | O_NOFOLLOW)
            guard number >= 0 else { throw SharedFolder.refusal(errno) }
            current = Descriptor(number)
        }
        return current
    }

    /// The open folder that holds `path`, and its name there. The folder itself has none: 403.
    package func parent(of path: Path) throws(Refusal) -> (Descriptor, Name) {
        guard let name = path.name else {
            throw Refusal(.forbidden, "The shared folder itself stays as it is.")
        }
        try check(name)
        return (try directory(path.parent), name)
    }

    /// What is at `path`; a file or a folder, all else is refused like what is not there.
    package func status(of path: Path) throws(Refusal) -> FileStatus {
        guard !path.isRoot else { return try SharedFolder.status(of: root) }
        let (directory, name) = try parent(of: path)
        return try status(of: name, in: directory)
    }

    /// A regular file, for reading.
    package func open(_ path: Path) throws(Refusal) -> OpenFile {
        let (directory, name) = try parent(of: path)
        // Looked at first: to open a device may do something, even where it does not wait.
        switch try status(of: name, in: directory).kind {
        case .file: break
        case .directory: throw Refusal(.conflict, "That is a folder.")
        case .link, .other: throw SharedFolder.notThere
        }
        let number = SharedFolder.openat(
            directory.number, name.bytes, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY)
        guard number >= 0 else { throw SharedFolder.refusal(errno) }
        let descriptor = Descriptor(number)
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

    /// Files that are on their way in are never there.
    func shows(_ name: Name) -> Bool {
        !name.isHidden || showsHidden && !IncomingFile.isHiddenName(name)
    }

    /// Nil for what a visitor may not know of, or is gone meanwhile.
    private func statusIfThere(
        of name: Name, in directory: Descriptor
    ) throws(Refusal) -> FileStatus? {
        do throws(Refusal) {
            return try status(of: name, in: directory)
        } catch {
            guard error.status == .notFound || error.status == .forbidden else { throw error }
            return nil
        }
    }

    private func status(of name: Name, in directory: Descriptor) throws(Refusal) -> FileStatus {
        var result = stat()
        let code = SharedFolder.withCString(name.bytes) {
            fstatat(directory.number, $0, &result, AT_SYMLINK_NOFOLLOW)
        }
        guard code == 0 else { throw SharedFolder.refusal(errno) }
        let status = FileStatus(result)
        guard status.kind == .file || status.kind == .directory else {
            throw SharedFolder.notThere
        }
        return status
    }

    private static func status(of descriptor: Descriptor) throws(Refusal) -> FileStatus {
        var result = stat()
        guard fstat(descriptor.number, &result) == 0 else { throw refusal(errno) }
        return FileStatus(result)
    }

    private static func names(in directory: Descriptor, limit: Int) throws(Refusal) -> [Name] {
        // Of its own, because readdir moves the position that duplicates share.
        guard let stream = DirectoryStream(Array(".".utf8), in: directory.number) else {
            throw refusal(errno)
        }
        var names: [Name] = []
        while let name = try stream.next() {
            guard names.count < limit else {
                throw Refusal(.contentTooLarge, "This folder holds too much to be listed.")
            }
            names.append(name)
        }
        return names
    }

    private static func openat(_ directory: CInt, _ name: [UInt8], _ flags: CInt) -> CInt {
        withCString(name) { ferry_openat(directory, $0, flags, 0) }
    }

    /// Calls `body` with the bytes and a NUL behind them.
    package static func withCString<T>(
        _ bytes: [UInt8], _ body: (UnsafePointer<CChar>) -> T
    ) -> T {
        (bytes + [0]).withUnsafeBytes { buffer in
            buffer.withMemoryRebound(to: CChar.self) { text in
                // Never empty: there is the NUL.
                text.baseAddress.map(body) ?? "".withCString(body)
            }
        }
    }
}
