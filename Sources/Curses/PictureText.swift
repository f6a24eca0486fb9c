import Terminal

/// What a terminal is sent for a picture. The cursor, and what it writes with, stay as they were.
enum PictureText {
    /// Takes all pictures of kitty's protocol off the screen.
    static let removed = "\u{1B}_Ga=d,q=2\u{1B}\\"

    /// The picture, of which rows outside of the screen are left out.
    static func make(_ placed: PlacedPicture, in screen: Size) -> String {
        let (x, y) = (placed.origin.x, placed.origin.y)
        guard x >= 0, y >= 0, x + placed.picture.size.width <= screen.width else { return "" }
        var text = "\u{1B}7"
        switch placed.picture.form {
        case .characters(let rows):
            for (row, line) in rows.enumerated() where y + row < screen.height {
                text += "\u{1B}[\(y + row + 1);\(x + 1)H\(line)"
            }
        case .kitty(let pixels):
            guard y + placed.picture.size.height <= screen.height else { return "" }
            text += "\u{1B}[\(y + 1);\(x + 1)H\(pixels)"
        case .sixels(let pixels):
            // One that reaches the last row may scroll the screen.
            guard y + placed.picture.size.height < screen.height else { return "" }
            text += "\u{1B}[\(y + 1);\(x + 1)H\(pixels)"
        }
        return text + "\u{1B}8"
    }
}
