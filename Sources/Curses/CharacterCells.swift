import CLinux
import Terminal

/// What ncurses is given for a cell.
enum CharacterCells {
    /// Scalars that make up a cell of `width` columns: one that takes them and up to four marks.
    /// Joiners and variation selectors are left out: terminals disagree about what they do to the
    /// width. A question mark where the C library knows the character's width differently, because
    /// ncurses would lose its place in the line.
    static func scalars(of character: Character, width: Int) -> [UInt32] {
        if let ascii = character.asciiValue { return [UInt32(max(0x20, ascii))] }
        var scalars: [UInt32] = []
        for scalar in character.unicodeScalars {
            let columns = Int(ferry_wcwidth(scalar.value))
            if scalars.isEmpty {
                guard columns == width else { return [0x3F] }
                scalars.append(scalar.value)
            } else if columns == 0, scalars.count < 5,
                scalar.properties.generalCategory != .format,
                !scalar.properties.isVariationSelector
            {
                scalars.append(scalar.value)
            }
        }
        return scalars
    }
}
