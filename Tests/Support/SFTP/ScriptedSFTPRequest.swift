/// A packet that a client sent, as far as it could be read.
package struct ScriptedSFTPRequest: Sendable, CustomStringConvertible {
    package enum Kind: UInt8, CaseIterable, Sendable {
        case initialise = 1
        case open = 3
        case close, read, write, lstat, fstat, setstat, fsetstat, opendir, readdir, remove, mkdir
        case rmdir, realpath, stat, rename, readlink, symlink
        case extended = 200

        /// Whether a handle is its first field.
        var takesHandle: Bool {
            [.close, .read, .write, .fstat, .fsetstat, .readdir].contains(self)
        }
    }

    /// Those of OPEN's flags that are asked for.
    package struct OpenFlags: OptionSet, Sendable {
        package let rawValue: UInt32

        package init(rawValue: UInt32) { self.rawValue = rawValue }

        package static let read = OpenFlags(rawValue: 1)
        package static let write = OpenFlags(rawValue: 2)
        package static let append = OpenFlags(rawValue: 4)
        package static let create = OpenFlags(rawValue: 8)
        package static let truncate = OpenFlags(rawValue: 16)
        package static let exclusive = OpenFlags(rawValue: 32)
    }

    /// Nil where nobody knows such a packet.
    package let kind: Kind?
    /// Of INIT, the version.
    package let id: UInt32
    /// Which of the server's connections it came on, from 1.
    package let connection: Int
    /// What follows type and id; without the bytes of a WRITE.
    package let fields: [UInt8]
    /// Of EXTENDED: which one.
    package internal(set) var name = ""
    /// What it is about, as the client wrote it; of a handle, what was opened. Of SYMLINK and
    /// hardlink the file that is led to.
    package internal(set) var path: [UInt8] = []
    /// The second path: RENAME's new one, the link of SYMLINK.
    package internal(set) var secondPath: [UInt8] = []
    package internal(set) var handle: [UInt8] = []
    package internal(set) var offset: UInt64 = 0
    /// Bytes that READ asks for or WRITE brings.
    package internal(set) var length = 0
    package internal(set) var flags: OpenFlags = []
    package internal(set) var attributes = ScriptedSFTPAttributes()
    /// Bytes behind the last field that belongs there.
    package internal(set) var extraCount = 0
    /// Whether the file of its path is open at this moment, by whatever handle.
    package internal(set) var isOpen = false

    /// Whether all its fields could be read.
    var isWhole = false
    /// The bytes that a WRITE brings.
    var payload: [UInt8] = []
    /// Of copy-data: what is written to, and from where on.
    var secondHandle: [UInt8] = []
    var secondOffset: UInt64 = 0
    /// Of users-groups-by-id.
    var users: [UInt32] = []
    var groups: [UInt32] = []

    package var pathText: String { String(decoding: path, as: UTF8.self) }

    /// `READ /a 0+32768`, `OPEN /a`, `posix-rename@openssh.com /a /b`.
    package var description: String {
        let verb =
            kind == .extended ? name : kind.map { "\($0)".uppercased() } ?? "unknown packet"
        var words = [verb]
        if !path.isEmpty { words.append(pathText) }
        if !secondPath.isEmpty { words.append(String(decoding: secondPath, as: UTF8.self)) }
        if kind == .read || kind == .write { words.append("\(offset)+\(length)") }
        return words.joined(separator: " ")
    }
}
