/// How many colours a terminal shows.
package enum ColourDepth: Hashable, Sendable, CaseIterable {
    /// None, or none wanted (NO_COLOR): attributes say everything.
    case monochrome
    case eight, sixteen
    /// xterm's 256.
    case indexed
    /// Red, green and blue, 8 bits each.
    case direct

    /// `count` is terminfo's number of colours; `isUnwanted` where NO_COLOR is set and not empty
    /// (no-color.org).
    package init(count: Int, isUnwanted: Bool) {
        switch count {
        case _ where isUnwanted: self = .monochrome
        case ..<8: self = .monochrome
        case ..<16: self = .eight
        case ..<256: self = .sixteen
        case ..<(1 << 24): self = .indexed
        default: self = .direct
        }
    }
}
