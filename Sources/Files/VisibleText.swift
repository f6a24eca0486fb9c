/// The one sanitiser: what comes out may be shown on a terminal and written to a log. Controls,
/// bidirectional overrides, zero-width and private characters become visible escapes; runs of
/// combining marks are bounded; no line break, no escape sequence is left. Every character that
/// comes out takes columns of its own, and none joins with what stands before the text.
///
/// Of what makes up an emoji, U+FE0E and U+FE0F, and a joiner between two emoji, are left out
/// without an escape: terminals disagree about what these do to the width, and names with a heart
/// or a family in them should still read well.
package enum VisibleText {
    /// Marks that may follow one base character; how many more there were is shown as `‹+7›`.
    static let markLimit = 4

    /// Bytes from a stranger: UTF-8 where all of it is valid, else each byte as Latin-1.
    package static func make(_ bytes: some Collection<UInt8>) -> String {
        if let result = bytes.withContiguousStorageIfAvailable(plainASCII) ?? nil { return result }
        if let text = String(validating: bytes, as: UTF8.self) { return make(text) }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return make(text)
    }

    /// The same, without what generic code costs: every line of the log comes by here.
    package static func make(_ bytes: [UInt8]) -> String {
        if let result = bytes.withUnsafeBufferPointer(plainASCII) { return result }
        return make(bytes[...])
    }

    /// The same of the first `limit` bytes at most, cut between characters, with `...` after it
    /// where something was cut.
    package static func make(_ bytes: [UInt8], limit: Int) -> String {
        bytes.count <= limit ? make(bytes) : make(bytes[...], limit: limit)
    }

    /// The same of any bytes.
    package static func make(_ bytes: some Collection<UInt8>, limit: Int) -> String {
        var kept = Array(bytes.prefix(max(0, limit)))
        guard bytes.dropFirst(kept.count).first != nil else { return make(kept) }
        // What is left of a character that the cut went through is no text.
        let tail = kept.suffix(3).reversed().prefix { $0 & 0xC0 == 0x80 }.count
        let lead = kept.dropLast(tail).last ?? 0
        let needed = lead < 0xC0 ? 0 : lead < 0xE0 ? 1 : lead < 0xF0 ? 2 : 3
        if needed > tail { kept.removeLast(tail + 1) }
        return make(kept) + "..."
    }

    /// Text from a stranger.
    package static func make(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = String.UnicodeScalarView()
        var before: Unicode.Scalar?
        var marks = 0
        let scalars = Array(text.unicodeScalars)
        for (index, scalar) in scalars.enumerated() {
            if isLeftOut(scalar, before: before, after: scalars[(index + 1)...].first) { continue }
            let isMark = isMark(scalar)
            if isMark {
                marks += 1
                if marks > markLimit { continue }
            } else {
                if marks > markLimit { append("‹+\(marks - markLimit)›", to: &result) }
                marks = 0
            }
            if isSafe(scalar), isMark ? before != nil : isWhole(scalar, before: before) {
                result.append(scalar)
                before = scalar
            } else {
                append(escape(scalar), to: &result)
                before = nil
            }
        }
        if marks > markLimit { append("‹+\(marks - markLimit)›", to: &result) }
        return String(result)
    }

    private static func append(_ text: String, to result: inout String.UnicodeScalarView) {
        result.append(contentsOf: text.unicodeScalars)
    }

    /// What only says how an emoji is to be drawn.
    private static func isLeftOut(
        _ scalar: Unicode.Scalar, before: Unicode.Scalar?, after: Unicode.Scalar?
    ) -> Bool {
        switch scalar.value {
        case 0xFE0E, 0xFE0F: before != nil
        case 0x200D: isPicture(before) && isPicture(after)
        default: false
        }
    }

    private static func isPicture(_ scalar: Unicode.Scalar?) -> Bool {
        guard let scalar, scalar.value >= 0x2000 else { return false }
        return scalar.properties.isEmoji
    }

    /// Whether the scalar takes columns, or belongs to one before it that does.
    private static func isWhole(_ scalar: Unicode.Scalar, before: Unicode.Scalar?) -> Bool {
        let previous = before?.value ?? 0
        switch scalar.value {
        // Vowels and finals of Hangul stand in the block of what is before them (UAX #29, GB6…8).
        case 0x1160...0x11A7, 0xD7B0...0xD7C6:
            return isHangulInitial(previous) || isHangulVowel(previous)
        case 0x11A8...0x11FF, 0xD7C7...0xD7FF:
            return isHangulVowel(previous) || (0xAC00...0xD7A3).contains(previous)
                || (0x11A8...0x11FF).contains(previous) || (0xD7CB...0xD7FB).contains(previous)
        case 0x1F3FB...0x1F3FF:
            // A skin tone is part of whatever is before it, and drawn with no column of its own.
            return before?.properties.isEmojiModifierBase ?? false
        default:
            return true
        }
    }

    private static func isHangulInitial(_ value: UInt32) -> Bool {
        (0x1100...0x115E).contains(value) || (0xA960...0xA97C).contains(value)
    }

    /// Or a syllable that ends in one.
    private static func isHangulVowel(_ value: UInt32) -> Bool {
        (0x1161...0x11A7).contains(value) || (0xD7B0...0xD7C6).contains(value)
            || ((0xAC00...0xD7A3).contains(value) && (value - 0xAC00) % 28 == 0)
    }

    private static func plainASCII(_ buffer: UnsafeBufferPointer<UInt8>) -> String? {
        guard buffer.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) else { return nil }
        return String(decoding: buffer, as: UTF8.self)
    }

    private static func isMark(_ scalar: Unicode.Scalar) -> Bool {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .spacingMark: true
        default: false
        }
    }

    /// Whether a terminal may be given the scalar as it is.
    package static func isSafe(_ scalar: Unicode.Scalar) -> Bool {
        let value = scalar.value
        if value < 0x7F { return value >= 0x20 }
        switch value {
        case 0x7F...0x9F, 0xAD, 0x34F, 0x61C, 0x115F...0x1160, 0x17B4...0x17B5, 0x180B...0x180F,
            0x200B...0x200F, 0x2028...0x202E, 0x2060...0x206F, 0x3164, 0xFE00...0xFE0F, 0xFEFF,
            0xFFA0, 0xFFF0...0xFFFB, 0x1D173...0x1D17A, 0xE0000...0xE0FFF:
            return false
        default:
            break
        }
        switch scalar.properties.generalCategory {
        case .control, .format, .surrogate, .privateUse, .unassigned, .lineSeparator,
            .paragraphSeparator:
            return false
        default:
            return true
        }
    }

    private static func escape(_ scalar: Unicode.Scalar) -> String {
        let hex = String(scalar.value, radix: 16, uppercase: scalar.value > 0xFF)
        switch scalar.value {
        case 0x09: return "\\t"
        case 0x0A: return "\\n"
        case 0x0D: return "\\r"
        default: break
        }
        if scalar.value <= 0xFF {
            return "\\x" + (hex.count == 1 ? "0" : "") + hex
        }
        return "‹" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + "›"
    }
}
