/// A key as it was pressed, however the terminal encodes it.
package struct Key: Hashable, Sendable {
    package enum Code: Hashable, Sendable {
        /// A printable character, Shift already applied (`A`, `é`, `漢`); never a control. With
        /// Control a letter is a small one.
        case character(Character)
        case up, down, left, right, home, end, pageUp, pageDown, insert, delete
        case backspace, enter, tab, escape
        /// 1…12; F13…F24 are what Shift makes of these on most terminals, and come as that.
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

    /// A printable character.
    package init(_ character: Character, _ modifiers: Modifiers = []) {
        self.init(.character(character), modifiers)
    }
}
