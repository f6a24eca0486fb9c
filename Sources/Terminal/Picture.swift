/// A picture as a terminal shows it: made by a program that decodes a stranger's bytes, and checked to
/// be nothing but a picture. Two are equal where their numbers are.
package struct Picture: Hashable, Sendable {
    /// How the terminal is told of it.
    package enum Form: Sendable {
        /// Rows of characters with colours (ECMA-48, SGR): what is written for each.
        case characters([String])
        /// Pixels, by kitty's graphics protocol.
        case kitty(String)
        /// Pixels, as DEC's terminals have them.
        case sixels(String)
    }

    /// Tells it from any other.
    package let number: Int
    /// How it is shown.
    package let form: Form
    /// What it takes on the screen at most.
    package let size: Size

    /// A picture that was checked.
    package init(number: Int, form: Form, size: Size) {
        self.number = number
        self.form = form
        self.size = size
    }

    /// Whether it is the same.
    package static func == (left: Picture, right: Picture) -> Bool { left.number == right.number }

    /// By its number.
    package func hash(into hasher: inout Hasher) {
        hasher.combine(number)
    }
}

/// A picture at its place. The cells below it are blank.
package struct PlacedPicture: Hashable, Sendable {
    /// What is shown.
    package var picture: Picture
    /// Where its first row begins.
    package var origin: Point

    /// At a place.
    package init(_ picture: Picture, at origin: Point) {
        self.picture = picture
        self.origin = origin
    }
}
