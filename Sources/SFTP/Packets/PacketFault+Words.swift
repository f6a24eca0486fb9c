extension PacketFault {
    /// What the server did, to follow "it".
    var words: String {
        switch self {
        case .badLength(let length): "a packet of \(length) bytes came"
        case .shortField: "a packet came that ends in the middle"
        case .badType(let type): "a packet of type \(type) came, which no server sends"
        case .badCount(let count): "a packet came that says it has \(count) names, and has fewer"
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
