// Keys that are a single byte.
extension KeyDecoder {
    /// What a digit after Esc stands for.
    static func functionKey(digit: UInt8) -> Key {
        Key(.function(digit == 0x30 ? 10 : Int(digit) - 0x30))
    }

    /// A byte below 0x80 other than ESC.
    static func key(ascii byte: UInt8) -> Key {
        switch byte {
        case 0x00: Key(" ", .control)
        case 0x08, 0x7F: Key(.backspace)
        case 0x09: Key(.tab)
        case 0x0A, 0x0D: Key(.enter)
        case 0x01...0x1A: Key(Character(Unicode.Scalar(byte | 0x60)), .control)
        case 0x1C...0x1F: Key(Character(Unicode.Scalar(byte | 0x40)), .control)
        default: Key(Character(Unicode.Scalar(byte)))
        }
    }
}
