/// What is left of a paste: text without controls, so that no pasted byte can act as a key.
enum PastedText {
    /// UTF-8, with U+FFFD for what is none; every kind of line end is one line feed, tabs stay,
    /// other controls (C0, DEL, C1) are dropped.
    static func clean(_ bytes: [UInt8]) -> String {
        var result = String.UnicodeScalarView()
        var wasReturn = false
        for scalar in String(decoding: bytes, as: UTF8.self).unicodeScalars {
            switch scalar.value {
            case 0x0D: result.append("\n")
            case 0x0A: if !wasReturn { result.append("\n") }
            case 0x09: result.append("\t")
            case 0x00..<0x20, 0x7F..<0xA0: break
            default: result.append(scalar)
            }
            wasReturn = scalar.value == 0x0D
        }
        return String(result)
    }
}
