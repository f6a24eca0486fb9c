/// The mouse as terminals report it: a number for button, wheel, motion and modifiers, and a place
/// counted from 1 (xterm's mode 1006; the old form packs each into one byte, plus 32).
enum MouseReport {
    static func event(code: Int, column: Int, row: Int, isPress: Bool) -> Event? {
        guard column >= 1, row >= 1, column <= 0xFFFF, row <= 0xFFFF, (0..<128).contains(code)
        else { return nil }
        let button: Event.MouseButton
        // Bit 0x20 says that the pointer moved, which is no event here.
        switch code & 0x63 {
        case 0: button = .left
        case 1: button = .middle
        case 2: button = .right
        case 64: button = .wheelUp
        case 65: button = .wheelDown
        default: return nil
        }
        var modifiers: Key.Modifiers = []
        if code & 4 != 0 { modifiers.insert(.shift) }
        if code & 8 != 0 { modifiers.insert(.alt) }
        if code & 16 != 0 { modifiers.insert(.control) }
        return .mouse(
            button, Point(x: column - 1, y: row - 1), isPress: isPress, modifiers: modifiers)
    }

    /// ESC [ M and three bytes. A release does not say of which button.
    static func old(_ code: UInt8, _ column: UInt8, _ row: UInt8) -> Event? {
        guard code >= 32, column > 32, row > 32 else { return nil }
        let value = Int(code) - 32
        let isRelease = value & 0x63 == 3
        return event(
            code: isRelease ? value & ~3 : value, column: Int(column) - 32, row: Int(row) - 32,
            isPress: !isRelease)
    }
}
