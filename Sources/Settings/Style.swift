/// How a role is drawn.
package struct Style: Hashable, Sendable {
    package struct Attributes: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        package static let bold = Attributes(rawValue: 1)
        package static let underline = Attributes(rawValue: 2)
        package static let reverse = Attributes(rawValue: 4)
        package static let dim = Attributes(rawValue: 8)

        /// The words for them in a theme.
        static let words: [(String, Attributes)] = [
            ("bold", .bold), ("underline", .underline), ("reverse", .reverse), ("dim", .dim),
        ]
    }

    package var foreground: Colour
    package var background: Colour
    package var attributes: Attributes

    package init(
        foreground: Colour = .standard, background: Colour = .standard, attributes: Attributes = []
    ) {
        self.foreground = foreground
        self.background = background
        self.attributes = attributes
    }
}
