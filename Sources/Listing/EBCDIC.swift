/// The charset of IBM's large machines, which some of their servers send listings in although ASCII
/// was asked for.
enum EBCDIC {
    /// Bytes that are looked at to tell.
    private static let sample = 4_096

    /// Whether a listing without one LF is text in it: lines end in NL or LF of its own, and nearly
    /// all of the rest are its letters, digits and blanks.
    static func matches(_ bytes: some Sequence<UInt8>) -> Bool {
        var count = 0
        var usual = 0
        var hasLineEnd = false
        for byte in bytes.prefix(sample) {
            count += 1
            switch table[Int(byte)] {
            case 0x0A: hasLineEnd = true
            case 0x20, 0x30...0x39, 0x41...0x5A, 0x61...0x7A: usual += 1
            case 0: return false
            default: break
            }
        }
        return hasLineEnd && usual * 4 >= count * 3
    }

    /// The same text in ASCII; what ASCII does not have becomes `?`.
    static func ascii(_ bytes: some Sequence<UInt8>) -> [UInt8] {
        bytes.map { byte in
            let ascii = table[Int(byte)]
            return ascii == 0 ? 0x3F : ascii
        }
    }

    /// ASCII for each byte of code pages 37 and 1047; 0 where it has none.
    private static let table: [UInt8] = {
        var table = [UInt8](repeating: 0, count: 256)
        func place(_ text: StaticString, at start: Int) {
            for index in 0..<text.utf8CodeUnitCount {
                table[start + index] = text.utf8Start[index]
            }
        }
        place("\t", at: 0x05)
        place("\r", at: 0x0D)
        place("\n", at: 0x15)
        place("\n", at: 0x25)
        place(" ", at: 0x40)
        place(".<(+|&", at: 0x4B)
        place("!$*);^-/", at: 0x5A)
        place("|,%_>?", at: 0x6A)
        place("`:#@'=\"", at: 0x79)
        place("abcdefghi", at: 0x81)
        place("jklmnopqr", at: 0x91)
        place("~stuvwxyz", at: 0xA1)
        place("[", at: 0xAD)
        place("^", at: 0xB0)
        place("[]", at: 0xBA)
        place("]", at: 0xBD)
        place("{ABCDEFGHI", at: 0xC0)
        place("}JKLMNOPQR", at: 0xD0)
        place("\\", at: 0xE0)
        place("STUVWXYZ", at: 0xE2)
        place("0123456789", at: 0xF0)
        return table
    }()
}
