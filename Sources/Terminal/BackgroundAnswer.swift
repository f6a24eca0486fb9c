/// What a terminal that was asked for its background may say, as it comes in between the keys: whole or
/// in pieces, in time, late or never.
struct BackgroundAnswer: Sendable {
    /// Seconds that the bytes which begin an answer may lie apart while one is awaited: Esc is the first.
    static let delay = 0.3
    /// Seconds that an answer is awaited; a later one is swallowed.
    static let patience = 5.0
    /// Seconds, and bytes, in which the rest of an answer that paused is swallowed.
    static let tailPatience = 10.0
    static let tailLimit = 40

    /// The rest of an answer that has paused.
    struct Tail: Sendable {
        /// What a byte after the pause is.
        enum Byte {
            case rest, end, escape
            /// None of the answer's.
            case other
        }

        private let end: Double
        private var left = BackgroundAnswer.tailLimit

        init(at time: Double) {
            end = time + BackgroundAnswer.tailPatience
        }

        /// What a byte is: the characters of a colour belong to the answer, for a while.
        mutating func take(_ byte: UInt8, at time: Double) -> Byte {
            guard time <= end, left > 0 else { return .other }
            left -= 1
            switch byte {
            case 0x30...0x39, 0x41...0x46, 0x61...0x67, 0x72, 0x2F, 0x3A, 0x3B, 0x23: return .rest
            case 0x07: return .end
            case 0x1B: return .escape
            default: return .other
            }
        }
    }

    private static let start: [UInt8] = Array("\u{1B}]11;".utf8)

    /// Until when one is awaited; nil where none is.
    private var end: Double?

    /// The question was asked.
    mutating func expect(at time: Double) {
        end = time + BackgroundAnswer.patience
    }

    /// Whether one may begin now.
    func isAwaited(at time: Double) -> Bool {
        end.map { time <= $0 } ?? false
    }

    /// Whether what has come of a reply is an answer about the background, as far as that can be seen.
    static func isBegun(_ reply: [UInt8]) -> Bool {
        reply.count > 2 && (reply.starts(with: start) || start.starts(with: reply))
    }

    /// Takes in a reply that has ended, without what ends it: nil where it was not asked for, comes late,
    /// or tells nothing.
    mutating func take(_ reply: [UInt8], at time: Double) -> BackgroundShade? {
        guard BackgroundAnswer.isBegun(reply), reply.count < KeyDecoder.sequenceLimit else {
            return nil
        }
        let isInTime = isAwaited(at: time)
        end = nil
        var text = reply.dropFirst(2)
        if text.last == 0x1B { text.removeLast() }
        return isInTime ? BackgroundShade(answer: text) : nil
    }
}
