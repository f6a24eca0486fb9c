import Words

/// What may be written under a setting's key.
package enum SettingKind: Hashable, Sendable {
    /// `true` or `false`.
    case boolean
    /// One of a few words.
    case choice([String])
    /// A whole number.
    case integer(ClosedRange<Int>)
    /// Bytes a second, such as "2M".
    case rate
    /// Any text; what it must be is the setting's to say.
    case text
    /// A command line.
    case command
    /// Texts, one after the other.
    case list

    /// What may be written, to stand alone or behind "must be".
    package var words: String {
        switch self {
        case .boolean: tr("true or false")
        case .choice(let words): words.map { "\"\($0)\"" }.joined(separator: ", ")
        case .integer(let range):
            tr("a whole number from \(range.lowerBound) to \(range.upperBound)")
        case .rate: tr("bytes per second, such as \"500K\" or \"2M\"; 0 means no limit")
        case .text: tr("text in quotes")
        case .command: tr("a command in quotes")
        case .list: tr("a list of texts in quotes")
        }
    }
}
