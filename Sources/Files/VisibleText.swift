/// The one sanitiser: what comes out may be shown on a terminal and written to a log. Controls,
/// bidirectional overrides, zero-width and private characters become visible escapes; runs of
/// combining marks are bounded; no line break, no escape sequence is left.
package enum VisibleText {
    /// Marks that may follow one base character before the rest is escaped.
    static let markLimit = 4

    /// Bytes from a stranger: UTF-8 where all of it is valid, else each byte as Latin-1.
    package static func make(_ bytes: some Collection<UInt8>) -> String {
        if let result = bytes.withContiguousStorageIfAvailable(plainASCII) ?? nil { return result }
        if let text = String(validating: bytes, as: UTF8.self) { return make(text) }
        var text = ""
        for byte in bytes { text.unicodeScalars.append(Unicode.Scalar(byte)) }
        return make(text)
    }

    /// Text from a stranger.
    package static func make(_ text: String) -> String {
        if text.utf8.allSatisfy({ $0 >= 0x20 && $0 < 0x7F }) { return text }
        var result = String.UnicodeScalarView()
        var marks = 0
        for scalar in text.unicodeScalars {
            if isMark(scalar) {
                marks += 1
                if marks > markLimit { continue }
            } else {
                marks = 0
            }
            if isSafe(scalar) {
                result.append(scalar)
            } else {
                result.append(contentsOf: escape(scalar).unicodeScalars)
            }
        }
        return String(result)
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
        if scalar.value <= 0xFF {
            return "\\x" + (hex.count == 1 ? "0" : "") + hex
        }
        return "‹" + String(repeating: "0", count: max(0, 4 - hex.count)) + hex + "›"
    }
}
