/// Where a transfer stands. Its replies and the end of its data come in any order; it is over
/// when both the final reply and the end of the data are there. Does no I/O.
package struct TransferMachine {
    /// Whether the server has begun: 1xx, or bytes without one.
    package private(set) var hasBegun = false
    /// The reply that closes the transfer.
    package private(set) var final: Reply?
    package private(set) var isDataEnded = false
    /// `(1234 bytes)` of the 150: a hint.
    package private(set) var announcedSize: UInt64?

    package init() {}

    package var isOver: Bool { final != nil && isDataEnded }

    package mutating func receive(_ reply: Reply) {
        guard reply.isPreliminary else {
            if final == nil { final = reply }
            return
        }
        hasBegun = true
        if announcedSize == nil { announcedSize = TransferMachine.announced(reply) }
    }

    /// Bytes came on the data connection.
    package mutating func dataArrived() { hasBegun = true }

    package mutating func dataEnded() { isDataEnded = true }

    package enum Verdict: Hashable, Sendable {
        case complete
        /// The server says that it failed.
        case refused(Reply)
        case short(missing: UInt64)
        case long(surplus: UInt64)
        /// No final reply.
        case open
    }

    /// What became of a download of `received` bytes, when `expected` were promised.
    package func verdict(received: UInt64, expected: UInt64?) -> Verdict {
        guard let final else { return .open }
        guard final.isSuccess else { return .refused(final) }
        guard let expected else { return .complete }
        if received < expected { return .short(missing: expected - received) }
        if received > expected { return .long(surplus: received - expected) }
        return .complete
    }

    /// The number before the last ` bytes` of a line, where a parenthesis opens before it.
    private static func announced(_ reply: Reply) -> UInt64? {
        for text in reply.texts {
            let text = text.prefix(1_000)
            guard let end = startOfBytes(text),
                let open = text[..<end].lastIndex(of: 0x28)
            else { continue }
            let digits = text[(open + 1)..<end]
            guard !digits.isEmpty, digits.allSatisfy({ (0x30...0x39).contains($0) }) else {
                continue
            }
            if let size = UInt64(String(decoding: digits, as: UTF8.self)) { return size }
        }
        return nil
    }

    private static let bytesWord = Array(" bytes".utf8)

    /// Where the last ` bytes` begins, in capitals or not.
    private static func startOfBytes(_ text: ArraySlice<UInt8>) -> Int? {
        var start = text.endIndex - bytesWord.count
        while start >= text.startIndex {
            if text[start] == 0x20,
                zip(text[start...], bytesWord).allSatisfy({ $0 == $1 || $0 | 0x20 == $1 })
            {
                return start
            }
            start -= 1
        }
        return nil
    }
}
