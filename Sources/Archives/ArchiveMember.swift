import CArchive
import Files
import Glibc

/// What a header in an archive says of one entry.
struct ArchiveMember {
    enum Kind: Hashable {
        case file
        case directory
        /// With what it says.
        case link([UInt8])
        /// With the name of the entry whose contents it has.
        case hardLink([UInt8])
        /// A device, a pipe or a socket.
        case device
    }

    /// The path as the archive has it.
    var name: [UInt8]
    var kind: Kind
    /// Bytes; nil where the archive does not say.
    var size: UInt64?
    var modified: Timestamp?
    /// 0…0o7777.
    var mode: UInt16
    var isEncrypted: Bool

    init(
        name: [UInt8], kind: Kind, size: UInt64?, modified: Timestamp?, mode: UInt16,
        isEncrypted: Bool
    ) {
        self.name = name
        self.kind = kind
        self.size = size
        self.modified = modified
        self.mode = mode
        self.isEncrypted = isEncrypted
    }

    init(_ entry: OpaquePointer) {
        name = ArchiveMember.bytes(ferry_archive_name(entry))
        let size = ferry_archive_size(entry)
        self.size = UInt64(exactly: size)
        mode = UInt16(truncatingIfNeeded: ferry_archive_mode(entry) & 0o7777)
        isEncrypted = ferry_archive_is_encrypted(entry) != 0
        var seconds: Int64 = 0
        if ferry_archive_time(entry, &seconds) != 0 { modified = Timestamp(seconds: seconds) }
        kind = ArchiveMember.kind(of: entry, name)
    }

    private static func kind(of entry: OpaquePointer, _ name: [UInt8]) -> Kind {
        if let target = ferry_archive_hard_link(entry) {
            return .hardLink(bytes(target))
        }
        switch UInt32(bitPattern: ferry_archive_kind(entry)) {
        case 0o100000: return .file
        case 0o040000: return .directory
        case 0o120000: return .link(bytes(ferry_archive_link(entry)))
        case 0: return name.last == 0x2F ? .directory : .file
        default: return .device
        }
    }

    private static func bytes(_ text: UnsafePointer<CChar>?) -> [UInt8] {
        text.map { Array(UnsafeRawBufferPointer(start: $0, count: strlen($0))) } ?? []
    }
}
