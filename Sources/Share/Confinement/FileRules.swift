import CLinux
import Disk
import Files
import Glibc

/// What a share may do with files and ports (landlock(7)).
struct FileRules {
    /// The rights that there are, by bits.
    private enum Right {
        static let write: UInt64 = 1 << 1
        static let read: UInt64 = 1 << 2
        static let list: UInt64 = 1 << 3
        static let removeDirectory: UInt64 = 1 << 4
        static let removeFile: UInt64 = 1 << 5
        static let makeDirectory: UInt64 = 1 << 7
        static let makeFile: UInt64 = 1 << 8
        /// To another directory.
        static let move: UInt64 = 1 << 13
        static let truncate: UInt64 = 1 << 14
        static let listen: UInt64 = 1 << 0
    }

    /// Before the second version nothing could be moved to another directory.
    static let oldest = 2

    private let descriptor: Descriptor
    private let handled: UInt64
    private let handlesPorts: Bool

    /// Nil with errno set where the kernel has no Landlock, or one that is too old.
    init?() {
        let version = ferry_landlock_version()
        guard version >= FileRules.oldest else {
            if version >= 0 { errno = EOPNOTSUPP }
            return nil
        }
        // Each version has more of them.
        let count: UInt64 = version >= 5 ? 16 : version >= 3 ? 15 : 14
        handled = 1 << count - 1
        handlesPorts = version >= 4
        // Signals to others, and their sockets without a file.
        let scopes: UInt64 = version >= 6 ? 3 : 0
        let number = ferry_landlock_make(handled, handlesPorts ? 3 : 0, scopes)
        guard number >= 0 else { return nil }
        descriptor = Descriptor(number)
    }

    /// Lets files at and below a directory be read, and changed where `isWritable`. False with errno set where it
    /// cannot be opened.
    func allow(directory: Path, isWritable: Bool) -> Bool {
        var rights = Right.read | Right.list
        if isWritable {
            rights |= Right.write | Right.removeDirectory | Right.removeFile
            rights |= Right.makeDirectory | Right.makeFile | Right.move | Right.truncate
        }
        return allow(directory, rights)
    }

    /// Lets one file be read, also one that is relative to the working directory.
    func allow(file: String) -> Bool {
        allow(place: file.withCString { ferry_open_place($0) }, Right.read)
    }

    /// Lets connections be taken there.
    func allow(port: UInt16) -> Bool {
        guard handlesPorts else { return true }
        return ferry_landlock_allow_port(descriptor.number, UInt64(port), Right.listen) == 0
    }

    private func allow(_ path: Path, _ rights: UInt64) -> Bool {
        allow(place: path.bytes.withCString { ferry_open_place($0) }, rights)
    }

    private func allow(place number: CInt, _ rights: UInt64) -> Bool {
        guard number >= 0 else { return false }
        let opened = Descriptor(number)
        return ferry_landlock_allow(descriptor.number, opened.number, rights & handled) == 0
    }

    /// Holds for this thread and what it starts.
    func enter() -> Bool { ferry_landlock_enter(descriptor.number) == 0 }
}
