package import Files
import Settings

/// What is looked for below a directory: all that is given must fit. An entry of which the server does not
/// tell what is asked for does not fit.
package struct FindFilter: Hashable, Sendable {
    /// What the name is like.
    package var name: NamePattern?
    /// Of names that are not UTF-8.
    package var charset: Charset?
    /// What kind of entry it is.
    package var type: FindType?
    /// How large it is, as the listing tells.
    package var size: FindSize?
    /// Changed after that, in seconds since the epoch.
    package var newer: Int64?
    /// What the file holds; only files are looked into.
    package var text: FindText?

    /// Everything fits that `name`, in `charset`, `type`, `size` and `newer` let through.
    package init(
        name: NamePattern? = nil, charset: Charset? = nil, type: FindType? = nil,
        size: FindSize? = nil, newer: Int64? = nil, text: FindText? = nil
    ) {
        self.name = name
        self.charset = charset
        self.type = type
        self.size = size
        self.newer = newer
        self.text = text
    }

    /// Whether an entry is looked for, as far as its listing tells.
    package func fits(_ entry: Entry) -> Bool {
        if let name, !name.matches(entry.name.normalised(charset).bytes[...]) { return false }
        if let type, type.kind != entry.kind { return false }
        if text != nil, entry.kind != .file { return false }
        if let size {
            guard let bytes = entry.size, size.fits(bytes) else { return false }
        }
        if let newer {
            guard let time = entry.modified, time.seconds > newer else { return false }
        }
        return true
    }
}

/// `f`, `d` or `l`.
package enum FindType: String, Hashable, Sendable, CaseIterable {
    case f, d, l

    /// Files, directories or links.
    package var kind: Entry.Kind {
        switch self {
        case .f: .file
        case .d: .directory
        case .l: .link
        }
    }
}

/// `+10M` is more than that, `-10M` less, `10M` just that; K, M and G multiply by 1024.
package enum FindSize: Hashable, Sendable {
    case above(UInt64)
    case below(UInt64)
    case exactly(UInt64)

    /// Nil for what is no size.
    package init?(argument: String) {
        let digits = ["+", "-"].contains(argument.prefix(1)) ? argument.dropFirst() : argument[...]
        guard let bytes = ByteRate.parse(String(digits)) else { return nil }
        switch argument.first {
        case "+": self = .above(bytes)
        case "-": self = .below(bytes)
        default: self = .exactly(bytes)
        }
    }

    fileprivate func fits(_ bytes: UInt64) -> Bool {
        switch self {
        case .above(let limit): bytes > limit
        case .below(let limit): bytes < limit
        case .exactly(let wanted): bytes == wanted
        }
    }
}
