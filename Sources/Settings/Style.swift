import Terminal

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

extension Style {
    /// What a role has in a theme that says nothing of it, where the text's style would not do: a QR
    /// code is read only dark on light.
    static func unlessSaid(_ role: Role) -> Style? {
        let black = Colour.rgb(0, 0, 0, fallback: 0)
        let white = Colour.rgb(255, 255, 255, fallback: 15)
        return switch role {
        case .qr: Style(foreground: black, background: white)
        case .qrDark: Style(foreground: white, background: black)
        default: nil
        }
    }
}
