import CLinux
import Glibc

/// The folder that is served, and the only way to what lies in it: every step is taken from the
/// root's descriptor without following a link; links are read and followed here, and refused where
/// they lead out.
final class Folder: Sendable {
    /// A system call's error number.
    struct Failure: Error {
        let number: CInt

        static var last: Failure { Failure(number: errno) }
        /// A link leads out of the folder.
        static let outside = Failure(number: EACCES)
    }

    /// The directory that holds an object, and its name there; the name of the root is `.`.
    struct Place {
        let directory: Descriptor
        let name: [CChar]
    }

    typealias Components = [[UInt8]]

    /// Links followed on the way to one object.
    private static let linkLimit = 16
    /// Components of one path.
    private static let depthLimit = 512

    private let root: Descriptor

    /// Nil (and errno) where `path` is no directory that can be opened.
    init?(path: String) {
        let number = ferry_openat(AT_FDCWD, path, O_RDONLY | O_DIRECTORY, 0)
        guard number >= 0 else { return nil }
        root = Descriptor(number)
    }

    /// Where `path` is; its last component may be missing. A link at the end is followed only
    /// where `followsLast` says so.
    func place(of path: Components, followsLast: Bool) throws(Failure) -> Place {
        guard path.count <= Folder.depthLimit else { throw Failure(number: ENAMETOOLONG) }
        var pending = Array(path.reversed())
        var directory = root
        var done: Components = []
        var links = 0
        while let component = pending.popLast() {
            if component == [0x2E] || component.isEmpty { continue }
            if component == [0x2E, 0x2E] {
                // The `..` of a link's target, never asked of the system, which would climb out.
                guard !done.isEmpty else { throw .outside }
                done.removeLast()
                directory = try descend(done)
                continue
            }
            let name = Folder.name(component)
            let isLast = pending.isEmpty
            if isLast, !followsLast { return Place(directory: directory, name: name) }
            if let target = try linkTarget(directory, name) {
                links += 1
                guard links <= Folder.linkLimit else { throw Failure(number: ELOOP) }
                guard target.first != 0x2F else { throw .outside }
                let steps = target.split(separator: 0x2F).map(Array.init)
                guard pending.count + steps.count <= Folder.depthLimit else {
                    throw Failure(number: ENAMETOOLONG)
                }
                pending += steps.reversed()
                continue
            }
            if isLast { return Place(directory: directory, name: name) }
            directory = try openDirectory(directory, name)
            done.append(component)
        }
        return Place(directory: directory, name: Folder.name([0x2E]))
    }

    /// Opens a regular file.
    func openFile(_ path: Components, _ flags: CInt, mode: mode_t = 0o644) throws(Failure)
        -> Descriptor
    {
        let place = try place(of: path, followsLast: true)
        // O_NONBLOCK: a named pipe must not hold the thread.
        let number = ferry_openat(
            place.directory.number, place.name, flags | O_NOFOLLOW | O_NONBLOCK, mode)
        guard number >= 0 else { throw .last }
        let file = Descriptor(number)
        var status = stat()
        guard fstat(number, &status) == 0 else { throw .last }
        guard FileStatus(status).kind == .file else {
            throw Failure(number: FileStatus(status).kind == .directory ? EISDIR : EACCES)
        }
        return file
    }

    /// What `path` is; of a link at the end, the link itself unless `followsLast`.
    func status(of path: Components, followsLast: Bool = true) throws(Failure) -> FileStatus {
        let place = try place(of: path, followsLast: followsLast)
        return try Folder.status(place.directory, place.name)
    }

    /// Opens a directory for reading.
    func openDirectory(_ path: Components) throws(Failure) -> Descriptor {
        let place = try place(of: path, followsLast: true)
        return try openDirectory(place.directory, place.name)
    }

    /// The names in an open directory but `.` and `..`, sorted by their bytes.
    static func names(in directory: Descriptor) throws(Failure) -> Components {
        let copy = dup(directory.number)
        guard copy >= 0, let stream = fdopendir(copy) else { throw .last }
        defer { closedir(stream) }
        rewinddir(stream)
        var names: Components = []
        while let entry = readdir(stream) {
            let name = withUnsafeBytes(of: &entry.pointee.d_name) { Array($0.prefix { $0 != 0 }) }
            if name != [0x2E], name != [0x2E, 0x2E] { names.append(name) }
        }
        return names.sorted { $0.lexicographicallyPrecedes($1) }
    }

    /// What `name` in `directory` is, without following a link.
    static func status(_ directory: Descriptor, _ name: [CChar]) throws(Failure) -> FileStatus {
        var status = stat()
        guard fstatat(directory.number, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            throw .last
        }
        return FileStatus(status)
    }

    /// A link's target as it is written; nil for anything else, and for what is missing.
    static func target(_ directory: Descriptor, _ name: [CChar]) -> [UInt8]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlinkat(directory.number, name, &buffer, buffer.count)
        guard count >= 0 else { return nil }
        return buffer[..<count].map { UInt8(bitPattern: $0) }
    }

    /// A C string; the bytes hold no NUL.
    static func name(_ bytes: [UInt8]) -> [CChar] {
        bytes.map { CChar(bitPattern: $0) } + [0]
    }

    private func linkTarget(_ directory: Descriptor, _ name: [CChar]) throws(Failure) -> [UInt8]? {
        if let target = Folder.target(directory, name) { return target }
        // EINVAL: no link; ENOENT: for the caller to find out.
        guard errno == EINVAL || errno == ENOENT else { throw .last }
        return nil
    }

    private func descend(_ path: Components) throws(Failure) -> Descriptor {
        var directory = root
        for component in path {
            directory = try openDirectory(directory, Folder.name(component))
        }
        return directory
    }

    private func openDirectory(
        _ directory: Descriptor, _ name: [CChar]
    ) throws(Failure) -> Descriptor {
        let number = ferry_openat(
            directory.number, name, O_RDONLY | O_DIRECTORY | O_NOFOLLOW, 0)
        guard number >= 0 else { throw .last }
        return Descriptor(number)
    }
}
