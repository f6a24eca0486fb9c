import Glibc

/// The usual answer to a request.
enum ScriptedSFTPReply {
    case status(ScriptedSFTPStatus, String = "")
    /// A packet of this type, with these bytes behind the id.
    case packet(UInt8, [UInt8])

    static let statusType: UInt8 = 101
    static let ok = ScriptedSFTPReply.status(.ok)

    static func handle(_ handle: [UInt8]) -> ScriptedSFTPReply { string(102, handle) }

    static func contents(_ bytes: some Collection<UInt8>) -> ScriptedSFTPReply {
        string(103, bytes)
    }

    static func names(_ entries: [ScriptedSFTPEntry]) -> ScriptedSFTPReply {
        .packet(104, ScriptedSFTPWriter.names(entries))
    }

    static func attributes(_ attributes: ScriptedSFTPAttributes) -> ScriptedSFTPReply {
        var writer = ScriptedSFTPWriter()
        writer.put(attributes)
        return .packet(105, writer.bytes)
    }

    static func longs(_ numbers: [UInt64]) -> ScriptedSFTPReply {
        var writer = ScriptedSFTPWriter()
        for number in numbers { writer.put(long: number) }
        return .packet(201, writer.bytes)
    }

    /// By errno, as OpenSSH does.
    static func failure(_ code: CInt = errno) -> ScriptedSFTPReply {
        switch code {
        case ENOENT, ENOTDIR, EBADF, ELOOP: .status(.noSuchFile)
        case EPERM, EACCES, EFAULT: .status(.permissionDenied)
        case ENAMETOOLONG, EINVAL: .status(.badMessage)
        case ENOSYS: .status(.unsupported)
        default: .status(.failure)
        }
    }

    /// OK where a call has returned 0, else what errno says.
    static func result(_ status: CInt) -> ScriptedSFTPReply { status == 0 ? .ok : .failure() }

    private static func string(
        _ type: UInt8, _ bytes: some Collection<UInt8>
    ) -> ScriptedSFTPReply {
        var writer = ScriptedSFTPWriter()
        writer.put(string: bytes)
        return .packet(type, writer.bytes)
    }

    /// The whole packet.
    func packet(id: UInt32) -> [UInt8] {
        var writer = ScriptedSFTPWriter()
        switch self {
        case .status(let status, let text):
            writer.put(byte: ScriptedSFTPReply.statusType)
            writer.put(id)
            writer.put(status.rawValue)
            writer.put(text.isEmpty ? status.text : text)
            writer.put("")
            return writer.packet
        case .packet(let type, let fields):
            writer.put(byte: type)
            writer.put(id)
            return ScriptedSFTPReply.packet(writer.bytes, fields)
        }
    }

    private static func packet(_ head: [UInt8], _ fields: [UInt8]) -> [UInt8] {
        var length = ScriptedSFTPWriter()
        length.put(UInt32(head.count + fields.count))
        return length.bytes + head + fields
    }
}
