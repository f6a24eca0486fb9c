// The standard library has these for its own comparisons, and for Foundation. Foundation's own way in
// would bring all of ICU into the program.
@_spi(_Unicode) import Swift

extension String {
    /// In NFC (unicode.org/reports/tr15): each letter with its accents as one character, where there is one.
    package var composed: String { String(UnicodeScalarView(_nfc)) }

    /// In NFD: each letter with its accents behind it.
    package var decomposed: String { String(UnicodeScalarView(_nfd)) }
}
