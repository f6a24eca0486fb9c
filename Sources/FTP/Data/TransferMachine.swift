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

    private static func announced(_ reply: Reply) -> UInt64? {
        for text in reply.texts {
            let words = String(decoding: text.prefix(1_000), as: UTF8.self).lowercased()
            guard let end = words.start(ofLast: " bytes"),
                let open = words[..<end].lastIndex(of: "(")
            else { continue }
            let digits = words[words.index(after: open)..<end]
            if let size = UInt64(digits) { return size }
        }
        return nil
    }
}

extension String {
    /// Where the last `text` begins.
    fileprivate func start(ofLast text: String) -> Index? {
        ranges(of: text).last?.lowerBound
    }
}
