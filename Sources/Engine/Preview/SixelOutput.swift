import Terminal

/// Takes in a picture in sixels, as a decoder has written it: only what is of that form passes, and no
/// larger than its place (DEC STD 070, chapter 9).
struct SixelOutput {
    /// Digits of a number.
    private static let digits = 5

    private var rest: ArraySlice<UInt8>
    private let width: Int
    private let height: Int
    /// Where the next six pixels come.
    private var (x, y) = (0, 0)

    /// The picture as text; nil where it is anything else, or larger than so many pixels.
    static func text(_ bytes: [UInt8], width: Int, height: Int) -> String? {
        var output = SixelOutput(rest: bytes[...], width: width, height: height)
        return output.isSixels() ? String(decoding: bytes, as: UTF8.self) : nil
    }

    private init(rest: ArraySlice<UInt8>, width: Int, height: Int) {
        self.rest = rest
        self.width = width
        self.height = height
    }

    private mutating func isSixels() -> Bool {
        guard rest.popFirst() == 0x1B, rest.popFirst() == UInt8(ascii: "P"), numbers() != nil,
            rest.popFirst() == UInt8(ascii: "q")
        else { return false }
        while let byte = rest.popFirst() {
            switch byte {
            case 0x1B: return rest.popFirst() == UInt8(ascii: "\\") && rest.isEmpty
            case UInt8(ascii: "\""):
                guard let numbers = numbers(), numbers.count == 4, numbers[2] <= width,
                    numbers[3] <= height
                else { return false }
            case UInt8(ascii: "#"):
                guard let numbers = numbers(), [1, 5].contains(numbers.count) else { return false }
            case UInt8(ascii: "!"):
                guard let numbers = numbers(), numbers.count == 1, let next = rest.popFirst(),
                    (0x3F...0x7E).contains(next), draw(numbers[0])
                else { return false }
            case UInt8(ascii: "$"): x = 0
            case UInt8(ascii: "-"): (x, y) = (0, y + 6)
            case 0x3F...0x7E:
                guard draw(1) else { return false }
            default: return false
            }
        }
        return false
    }

    private mutating func draw(_ count: Int) -> Bool {
        x += count
        return x <= width && y + 6 <= height
    }

    /// `0;1;0`, which may be empty; nil for too many digits or numbers.
    private mutating func numbers() -> [Int]? {
        var numbers: [Int] = []
        var number = 0
        var count = 0
        while let byte = rest.first, byte == UInt8(ascii: ";") || (0x30...0x39).contains(byte) {
            rest.removeFirst()
            if byte == UInt8(ascii: ";") {
                numbers.append(number)
                (number, count) = (0, 0)
                guard numbers.count < 8 else { return nil }
            } else {
                number = number * 10 + Int(byte - 0x30)
                count += 1
                guard count <= SixelOutput.digits else { return nil }
            }
        }
        return numbers + [number]
    }
}
