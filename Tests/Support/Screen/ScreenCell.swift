/// One cell of a screen, as a terminal shows it.
package struct ScreenCell: Hashable, Sendable {
    /// A colour: a number of the palette, or red, green and blue.
    package enum Colour: Hashable, Sendable {
        case standard
        case palette(Int)
        case direct(Int, Int, Int)
    }

    /// How a character is drawn.
    package struct Style: Hashable, Sendable {
        package var foreground = Colour.standard
        package var background = Colour.standard
        package var isBold = false
        package var isDim = false
        package var isItalic = false
        package var isUnderlined = false
        package var isReversed = false

        package init() {}
    }

    /// A character with its marks; empty in the second half of a wide one.
    package var text = " "
    package var style = Style()

    package init() {}

    /// Columns of a scalar in a terminal that follows wcwidth(3): 0 for marks, 2 for wide ones.
    static func width(of scalar: Unicode.Scalar) -> Int {
        switch scalar.properties.generalCategory {
        case .nonspacingMark, .enclosingMark, .format: return 0
        default: break
        }
        switch scalar.value {
        case 0x1100...0x115F, 0x231A...0x231B, 0x23E9...0x23EC, 0x25FD...0x25FE, 0x2614...0x2615,
            0x26A1, 0x2705, 0x2728, 0x274C, 0x2753...0x2755, 0x2757, 0x2B50, 0x2B55,
            0x2E80...0x303E, 0x3041...0x33FF, 0x3400...0x4DBF, 0x4E00...0x9FFF, 0xA000...0xA4CF,
            0xA960...0xA97F, 0xAC00...0xD7A3, 0xF900...0xFAFF, 0xFE30...0xFE6F, 0xFF00...0xFF60,
            0xFFE0...0xFFE6, 0x1F18E, 0x1F300...0x1F320, 0x1F32D...0x1F335, 0x1F337...0x1F37C,
            0x1F37E...0x1F393, 0x1F3A0...0x1F3CA, 0x1F400...0x1F43E, 0x1F442...0x1F4FC,
            0x1F4FF...0x1F53D, 0x1F5FB...0x1F64F, 0x1F680...0x1F6C5, 0x1F900...0x1F9FF,
            0x20000...0x3FFFD:
            return 2
        default:
            return 1
        }
    }

    /// The cell without what nobody can see: a blank's own colour and weight.
    package var seen: ScreenCell {
        guard text == " ", !style.isReversed, !style.isUnderlined else { return self }
        var cell = ScreenCell()
        cell.style.background = style.background
        return cell
    }
}
