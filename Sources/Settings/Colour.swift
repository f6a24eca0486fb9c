/// A colour of a theme.
package enum Colour: Hashable, Sendable {
    /// Whatever the terminal shows without being told.
    case standard
    /// Of the terminal's palette: 0…15 are the ANSI colours, 16…255 xterm's cube and greys.
    case indexed(UInt8)
    /// `fallback`, 0…15, is what a terminal with 8 or 16 colours shows instead; nil lets it choose
    /// the nearest.
    case rgb(UInt8, UInt8, UInt8, fallback: UInt8?)

    static let names: [(String, Colour)] = [
        ("default", .standard),
        ("black", .indexed(0)), ("red", .indexed(1)), ("green", .indexed(2)),
        ("yellow", .indexed(3)), ("blue", .indexed(4)), ("magenta", .indexed(5)),
        ("cyan", .indexed(6)), ("white", .indexed(7)),
        ("bright-black", .indexed(8)), ("bright-red", .indexed(9)),
        ("bright-green", .indexed(10)), ("bright-yellow", .indexed(11)),
        ("bright-blue", .indexed(12)), ("bright-magenta", .indexed(13)),
        ("bright-cyan", .indexed(14)), ("bright-white", .indexed(15)), ("grey", .indexed(8)),
    ]

    /// `#rrggbb`, `#rgb`, an ANSI colour's name, or a number from 0 to 255.
    init?(parsing text: String) {
        if let named = Colour.names.first(where: { $0.0 == text }) {
            self = named.1
        } else if let number = UInt8(text), text.utf8.allSatisfy({ (0x30...0x39).contains($0) }) {
            self = .indexed(number)
        } else {
            guard text.first == "#" else { return nil }
            var digits: [UInt8] = []
            for character in text.dropFirst() {
                guard character.isASCII, let digit = character.hexDigitValue else { return nil }
                digits.append(UInt8(digit))
            }
            switch digits.count {
            case 3:
                self = .rgb(digits[0] * 17, digits[1] * 17, digits[2] * 17, fallback: nil)
            case 6:
                self = .rgb(
                    digits[0] << 4 | digits[1], digits[2] << 4 | digits[3],
                    digits[4] << 4 | digits[5], fallback: nil)
            default:
                return nil
            }
        }
    }

    /// Red, green and blue; of the first 16, xterm's; nil for `standard`.
    package var components: (red: UInt8, green: UInt8, blue: UInt8)? {
        switch self {
        case .standard: return nil
        case .rgb(let red, let green, let blue, _): return (red, green, blue)
        case .indexed(let index): return Colour.components(ofIndex: index)
        }
    }

    /// xterm's palette.
    package static func components(
        ofIndex index: UInt8
    ) -> (red: UInt8, green: UInt8, blue: UInt8) {
        switch index {
        case 0..<16:
            return ansi[Int(index)]
        case 16..<232:
            let steps: [UInt8] = [0, 95, 135, 175, 215, 255]
            let place = Int(index) - 16
            return (steps[place / 36], steps[place / 6 % 6], steps[place % 6])
        default:
            let grey = 8 + 10 * (index - 232)
            return (grey, grey, grey)
        }
    }

    private static let ansi: [(red: UInt8, green: UInt8, blue: UInt8)] = [
        (0, 0, 0), (205, 0, 0), (0, 205, 0), (205, 205, 0),
        (0, 0, 238), (205, 0, 205), (0, 205, 205), (229, 229, 229),
        (127, 127, 127), (255, 0, 0), (0, 255, 0), (255, 255, 0),
        (92, 92, 255), (255, 0, 255), (0, 255, 255), (255, 255, 255),
    ]
}
