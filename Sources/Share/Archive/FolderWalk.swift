import CLinux
import Disk
import Files
import Glibc
import Words

/// What a folder holds, step by step.
protocol FolderSteps {
    /// Nil at the end.
    mutating func next() throws(Refusal) -> FolderWalk.Step?
}

/// A folder and all below it, one after the other, without a list of it in memory: a folder comes
/// before what is in it. Links and devices are passed over, and hidden names where the share hides
/// them; no link is followed.
struct FolderWalk: FolderSteps {
    /// Folders within folders; each of them is open at once.
    static let depthLimit = 64

    /// Why something is passed over.
    enum Reason {
        /// No visitor can see it, by whichever way.
        case link, noFile
        /// It could not be read.
        case denied
        /// The same, by its errno.
        case system(CInt)

        /// What is noted of something that is passed over.
        func note(_ name: String) -> String {
            switch self {
            case .link: tr("\(name): skipped, because it is a link.")
            case .noFile: tr("\(name): skipped, because it is not a regular file.")
            case .denied:
                tr("\(name): skipped, because you do not have permission to read it.")
            case .system(let code):
                tr("\(name): skipped, because \(systemReason(code, small: true)).")
            }
        }
    }

    enum Step {
        case directory(Item)
        case file(Item, OpenFile)
        /// Passed over: its name from the top, and why.
        case leftOut([UInt8], because: Reason)
    }

    struct Item {
        /// From the top folder's own name on, with `/` between.
        var path: [UInt8]
        var status: FileStatus
        /// Permission bits: 0…0o777.
        var mode: UInt16
    }

    private struct Level {
        var stream: DirectoryStream
        var path: [UInt8]
    }

    private let shows: @Sendable (Name) -> Bool
    private var levels: [Level] = []
    private var top: Item?
    private let place: ArchiveAllowance.Place?

    /// Throws where the folder cannot be opened. `name` is what it is called in the paths; only names that
    /// `shows` lets through are looked at. `place` is kept as long as this: what a visitor's archive takes.
    init(
        _ directory: DirectoryHandle, name: [UInt8], shows: @escaping @Sendable (Name) -> Bool,
        _ place: ArchiveAllowance.Place? = nil
    ) throws(Refusal) {
        self.shows = shows
        self.place = place
        guard let stream = DirectoryStream(Array(".".utf8), in: directory.descriptor.number) else {
            throw SharedFolder.refusal(errno)
        }
        var status = stat()
        guard fstat(stream.descriptor, &status) == 0 else { throw SharedFolder.refusal(errno) }
        top = FolderWalk.item(name, status)
        levels = [Level(stream: stream, path: name)]
    }

    mutating func next() throws(Refusal) -> Step? {
        if let item = top {
            top = nil
            return .directory(item)
        }
        while let level = levels.last {
            guard let name = try level.stream.next() else {
                levels.removeLast()
                continue
            }
            guard shows(name) else { continue }
            if let step = try step(to: name, in: level) { return step }
        }
        return nil
    }

    /// Nil for what is gone meanwhile.
    private mutating func step(to name: Name, in level: Level) throws(Refusal) -> Step? {
        let path = level.path + [0x2F] + name.bytes
        let directory = level.stream.descriptor
        var status = stat()
        let code = name.withCString {
            fstatat(directory, $0, &status, AT_SYMLINK_NOFOLLOW)
        }
        guard code == 0 else { return try FolderWalk.unreadable(path) }
        switch FileStatus(status).kind {
        case .link: return .leftOut(path, because: .link)
        case .other: return .leftOut(path, because: .noFile)
        case .directory: return try enter(name, path, status, in: directory)
        case .file: return try FolderWalk.open(name, path, in: directory)
        }
    }

    private mutating func enter(
        _ name: Name, _ path: [UInt8], _ status: stat, in directory: CInt
    ) throws(Refusal) -> Step? {
        guard levels.count < FolderWalk.depthLimit else {
            throw Refusal(
                .contentTooLarge,
                tr(
                    "There are more than \(FolderWalk.depthLimit) nested directories; download them "
                        + "separately."))
        }
        guard let stream = DirectoryStream(name.bytes, in: directory) else {
            return try FolderWalk.unreadable(path)
        }
        levels.append(Level(stream: stream, path: path))
        return .directory(FolderWalk.item(path, status))
    }

    private static func open(
        _ name: Name, _ path: [UInt8], in directory: CInt
    ) throws(Refusal) -> Step? {
        let number = name.withCString {
            ferry_openat(directory, $0, O_RDONLY | O_NOFOLLOW | O_NONBLOCK | O_NOCTTY, 0)
        }
        guard number >= 0 else { return try unreadable(path) }
        let descriptor = Descriptor(number)
        var status = stat()
        guard fstat(number, &status) == 0 else { return try unreadable(path) }
        // It was one a moment ago.
        guard FileStatus(status).kind == .file else { return .leftOut(path, because: .noFile) }
        return .file(item(path, status), OpenFile(descriptor, FileStatus(status)))
    }

    /// By errno. Throws where nothing is wrong with the file, but there is no room for more open ones.
    private static func unreadable(_ path: [UInt8]) throws(Refusal) -> Step? {
        switch errno {
        case EMFILE, ENFILE, ENOMEM: throw SharedFolder.refusal(errno)
        case ENOENT: nil
        case EACCES, EPERM: .leftOut(path, because: .denied)
        default: .leftOut(path, because: .system(errno))
        }
    }

    private static func item(_ path: [UInt8], _ status: stat) -> Item {
        Item(
            path: path, status: FileStatus(status), mode: UInt16(status.st_mode & 0o777))
    }
}
