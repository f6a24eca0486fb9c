import Words

extension PacketFault {
    /// What the server did, to follow "it".
    var words: String {
        switch self {
        case .badLength(let length): tr("it sent a packet of \(length) bytes")
        case .shortField: tr("it sent an incomplete packet")
        case .badType(let type): tr("it sent a packet of type \(type), which no server should send")
        case .badCount(let count):
            tr("it sent a packet that announces \(count) names but has fewer")
        }
    }
}

extension Reply {
    /// As the draft calls it, and what is in it, for the log.
    var word: String {
        switch self {
        case .status: "STATUS"
        case .handle: "HANDLE"
        case .data: "DATA"
        case .names(let names): names.count == 1 ? "NAME" : "NAME (\(names.count))"
        case .attributes: "ATTRS"
        case .extended: "EXTENDED_REPLY"
        }
    }
}
