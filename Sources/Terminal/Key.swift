/// A key as it was pressed, however the terminal encodes it.
package struct Key: Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// A printable character, Shift already applied (`A`, `é`, `漢`); never a control.
        case character(Character)
        case up, down, left, right, home, end, pageUp, pageDown, insert, delete
        case backspace, enter, tab, escape
        /// 1…24
        case function(Int)
    }

    package struct Modifiers: OptionSet, Hashable, Sendable {
        package let rawValue: UInt8

        package init(rawValue: UInt8) {
            self.rawValue = rawValue
        }

        /// Only where it is not in the character already: arrows, function keys, Tab.
        package static let shift = Modifiers(rawValue: 1)
        package static let alt = Modifiers(rawValue: 2)
        package static let control = Modifiers(rawValue: 4)
    }

    package var code: Code
    package var modifiers: Modifiers

    package init(_ code: Code, _ modifiers: Modifiers = []) {
        self.code = code
        self.modifiers = modifiers
    }

    /// A printable character without modifiers.
    package init(_ character: Character) {
        self.init(.character(character))
    }
}

/// What comes in from the terminal.
package enum Event: Hashable, Sendable {
    package enum MouseButton: Hashable, Sendable {
        case left, middle, right, wheelUp, wheelDown
    }

    case key(Key)
    /// Bracketed paste: one event, whatever is in it.
    case paste(String)
    case mouse(MouseButton, Point, isPress: Bool, modifiers: Key.Modifiers)
    case resize(Size)
}
