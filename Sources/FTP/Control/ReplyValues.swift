import Files
import Listing

/// The numbers that 213 replies carry.
enum ReplyValues {
    /// SIZE: the digits at the end of the text, whatever stands before them; nil where there are
    /// none, or are no size that a file can have.
    static func size(_ reply: Reply) -> UInt64? {
        guard let text = reply.texts.last else { return nil }
        let trimmed = text.reversed().drop { $0 == 0x20 }
        let digits = trimmed.prefix { (0x30...0x39).contains($0) }
        // After a sign, a comma or a point they are only a part of what was meant.
        let before = trimmed.dropFirst(digits.count).first
        guard !digits.isEmpty, before != 0x2D, before != 0x2C, before != 0x2E,
            let size = UInt64(String(decoding: digits.reversed(), as: UTF8.self)),
            size <= UInt64(Int64.max)
        else { return nil }
        return size
    }

    /// MDTM: seconds since the epoch, UTC.
    static func time(_ reply: Reply) -> Int64? {
        guard let text = reply.texts.last else { return nil }
        let word = text.drop { $0 == 0x20 }.prefix { $0 != 0x20 }
        return FactTime.read(Array(word))?.seconds
    }
}
