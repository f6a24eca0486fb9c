/// What a server answers to a request (draft-ietf-secsh-filexfer-02, section 7). Bytes in it are valid
/// as long as the packet is.
package enum Reply {
    /// `message` is the server's own, as it came; empty where it has none.
    case status(StatusCode, message: UnsafeRawBufferPointer)
    case handle(UnsafeRawBufferPointer)
    case data(UnsafeRawBufferPointer)
    case names(ListedNames)
    case attributes(Attributes)
    /// What an extension answers.
    case extended(FieldReader)

    /// Bytes of a handle at most (section 6.3).
    static let handleLimit = 256

    /// Reads a packet of a server, and the number of the request that it answers.
    package static func read(
        _ packet: UnsafeRawBufferPointer
    ) throws(PacketFault) -> (id: UInt32, reply: Reply) {
        var fields = FieldReader(packet)
        let number = try fields.byte()
        let type = PacketType(rawValue: number)
        guard let type, type.rawValue >= PacketType.status.rawValue, type != .extended else {
            throw .badType(number)
        }
        let id = try fields.number()
        return (id, try read(type, number, fields))
    }

    private static func read(
        _ type: PacketType, _ number: UInt8, _ rest: FieldReader
    ) throws(PacketFault) -> Reply {
        var fields = rest
        switch type {
        case .status:
            let code = StatusCode(rawValue: try fields.number())
            // Message and language are missing from some servers of the draft's first days.
            let message =
                fields.isAtEnd
                ? UnsafeRawBufferPointer(start: nil, count: 0)
                : try fields.string()
            return .status(code, message: message)
        case .handle:
            let handle = try fields.string()
            guard !handle.isEmpty, handle.count <= handleLimit else { throw .shortField }
            return .handle(handle)
        case .data: return .data(try fields.string())
        case .names: return .names(try ListedNames(fields))
        case .attributes: return .attributes(try Attributes(from: &fields))
        case .extendedReply: return .extended(fields)
        default: throw .badType(number)
        }
    }
}
