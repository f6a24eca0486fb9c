/// In which type the server sends and takes files (TYPE, RFC 959 section 3.1.1).
enum TransferType {
    /// Nothing was said yet, or something may have changed it.
    case unknown
    /// TYPE I: the bytes as they are.
    case binary
    /// What the server said to TYPE I instead of taking it.
    case refused(Reply)

    var isBinary: Bool {
        if case .binary = self { return true }
        return false
    }

    var refusal: Reply? {
        if case .refused(let reply) = self { return reply }
        return nil
    }
}
