import Files
import Glibc

extension Attributes {
    /// What kind of thing it is; nil where the server does not say.
    var kind: Entry.Kind? {
        guard let permissions else { return nil }
        switch permissions & UInt32(S_IFMT) {
        case UInt32(S_IFREG): return .file
        case UInt32(S_IFDIR): return .directory
        case UInt32(S_IFLNK): return .link
        // Some servers give the twelve bits alone.
        case 0: return nil
        default: return .other
        }
    }

    /// The twelve bits.
    var mode: UInt16? { permissions.map { UInt16($0 & 0o7777) } }

    var modified: Timestamp? {
        times.map { Timestamp(seconds: Int64($0.modification)) }
    }

    /// Times that are to be set; nil for one that does not fit into the protocol's 32 bits, or whose
    /// zone is not known.
    static func times(_ time: Timestamp?) -> Times? {
        guard let time, time.isZoned, let seconds = UInt32(exactly: time.seconds) else {
            return nil
        }
        return Times(access: seconds, modification: seconds)
    }

    /// As an entry of that name.
    func entry(_ name: Name, target: [UInt8]? = nil) -> Entry {
        let kind = kind ?? .file
        return Entry(
            name: name, kind: kind, size: kind == .file ? size : nil, modified: modified,
            mode: mode, target: target)
    }
}
