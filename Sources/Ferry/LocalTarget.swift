import CLinux
import Files
import Glibc
import Words

/// What stands on this machine where a file is to be written.
enum LocalTarget: Hashable, Sendable {
    /// A plain file, or nothing yet: made beside, then named.
    case file(Path)
    case directory(Path)
    /// A device, a pipe or a socket: written into, never replaced.
    case node(Path)
    /// A descriptor that this process has from its parent, as in `/dev/stdout` and `/dev/fd/3`.
    case descriptor(CInt)

    /// Follows links, as whoever opens the name would: the file behind them is the target.
    init(following bytes: [UInt8]) throws(FileSystemError) {
        var name = bytes.map { CChar(bitPattern: $0) } + [0]
        for _ in 0..<LocalTarget.linkLimit {
            let path = LocalTarget.path(name)
            guard let (directory, last) = LocalTarget.split(name) else {
                // Its last component is no name, or its directory is missing.
                let bytes = name.dropLast().map { UInt8(bitPattern: $0) }
                self = try .init(at: RealPath.of(bytes).map { Path($0) } ?? path)
                return
            }
            // To be asked for the link itself takes rights that not every process has on its own.
            if LocalTarget.isOwnDescriptors(directory), let number = LocalTarget.number(last) {
                self = .descriptor(try LocalTarget.given(number))
                return
            }
            name = directory + [0x2F] + last + [0]
            guard let target = LocalTarget.link(name) else {
                self = try .init(at: LocalTarget.path(name))
                return
            }
            name = (target.first == 0x2F ? [] : directory + [0x2F]) + target + [0]
        }
        let path = Path(bytes)
        throw FileSystemError(
            .denied, path: path,
            detail: tr("\(path.text) leads through too many links; name the file itself."))
    }

    /// What has this very name; of a link, what it leads to where that is a directory, else the link
    /// itself, which is replaced.
    init(at path: Path) throws(FileSystemError) {
        var status = stat()
        let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
        guard fstatat(AT_FDCWD, name, &status, AT_SYMLINK_NOFOLLOW) == 0 else {
            // What cannot be looked at may be a directory all the same.
            guard errno == ENOENT || errno == ENOTDIR else {
                let reason = systemReason(errno, small: true)
                throw FileSystemError(
                    .other, path: path,
                    detail: tr("\(path.text) cannot be accessed (\(reason)). Name another target."))
            }
            self = .file(path)
            return
        }
        switch status.st_mode & S_IFMT {
        case S_IFREG: self = .file(path)
        case S_IFDIR: self = .directory(path)
        case S_IFLNK:
            let isDirectory = stat(name, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
            self = isDirectory ? .directory(path) : .file(path)
        default: self = .node(path)
        }
    }

    var isDirectory: Bool {
        if case .directory = self { return true }
        return false
    }

    /// A sentence where it holds nothing that could be gone on with, and would be waited for: a pipe.
    var refusalToResume: String? {
        guard case .node(let path) = self else { return nil }
        var status = stat()
        let name = path.bytes.map { CChar(bitPattern: $0) } + [0]
        guard stat(name, &status) == 0, status.st_mode & S_IFMT == S_IFIFO else { return nil }
        return tr("\(path.text) is a pipe and cannot be resumed; leave out -c, or name a file.")
    }

    /// For showing only: sanitised.
    var text: String {
        switch self {
        case .file(let path), .directory(let path), .node(let path): path.text
        case .descriptor(let number): tr("descriptor \(number)")
        }
    }

    /// Opens what is written into, which must be neither a file nor a directory. Waits for a
    /// reader where it is a pipe.
    func open() throws(OutputFailure) -> Output {
        switch self {
        case .descriptor(let number): return Output(descriptor: number, name: text)
        case .file, .directory: throw OutputFailure(name: text, number: EISDIR)
        case .node(let path): return try Output(into: path)
        }
    }

    // MARK: - Links

    /// As many as the system follows.
    private static let linkLimit = 40

    private static func path(_ name: [CChar]) -> Path {
        Path(name.dropLast().map { UInt8(bitPattern: $0) })
    }

    /// The directory without any link in it, and the last component. Nil where that is no name, or
    /// there is no such directory.
    private static func split(_ name: [CChar]) -> (directory: [CChar], last: [CChar])? {
        let bytes = name.dropLast()
        guard let slash = bytes.lastIndex(of: 0x2F) else { return nil }
        let last = Array(bytes[(slash + 1)...])
        guard Name.isComponent(last.map { UInt8(bitPattern: $0) }) else { return nil }
        let above = bytes[..<slash].map { UInt8(bitPattern: $0) } + [0x2F]
        guard let resolved = RealPath.of(above) else { return nil }
        return (resolved == [0x2F] ? [] : resolved.map { CChar(bitPattern: $0) }, last)
    }

    private static func link(_ name: [CChar]) -> [CChar]? {
        var buffer = [CChar](repeating: 0, count: Int(PATH_MAX))
        let count = readlink(name, &buffer, buffer.count)
        return count > 0 ? Array(buffer[..<count]) : nil
    }

    private static func isOwnDescriptors(_ directory: [CChar]) -> Bool {
        directory == "/proc/\(getpid())/fd".utf8.map { CChar(bitPattern: $0) }
    }

    /// The number, where that descriptor came from the parent: what Ferry opens itself, such as a
    /// connection, does not outlive an exec.
    private static func given(_ number: CInt) throws(FileSystemError) -> CInt {
        let flags = fcntl(number, F_GETFD)
        guard flags == -1 || flags & FD_CLOEXEC != 0 else { return number }
        throw FileSystemError(
            .notFound,
            detail: tr("Descriptor \(number) is not open; add \(number)>FILE to the command."))
    }

    private static func number(_ name: [CChar]) -> CInt? {
        CInt(String(decoding: name.map { UInt8(bitPattern: $0) }, as: UTF8.self))
    }
}
