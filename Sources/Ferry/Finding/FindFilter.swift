import ArgumentParser
import Files
import Settings
import UI

/// What `find` looks for: all that is given must fit. An entry of which the server does not tell what is
/// asked for does not fit.
struct FindFilter {
    var name: NamePattern?
    var type: FindType?
    var size: FindSize?
    /// Seconds since the epoch.
    var newer: Int64?

    /// Whether an entry is looked for.
    func fits(_ entry: Entry) -> Bool {
        if let name, !name.matches(entry.name.bytes[...]) { return false }
        if let type, type.kind != entry.kind { return false }
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
enum FindType: String, ExpressibleByArgument {
    case f, d, l

    var kind: Entry.Kind {
        switch self {
        case .f: .file
        case .d: .directory
        case .l: .link
        }
    }
}

/// `+10M` is more than that, `-10M` less, `10M` just that; K, M and G multiply by 1024.
enum FindSize: ExpressibleByArgument, Hashable {
    case above(UInt64)
    case below(UInt64)
    case exactly(UInt64)

    init?(argument: String) {
        let digits = ["+", "-"].contains(argument.prefix(1)) ? argument.dropFirst() : argument[...]
        guard let bytes = ByteRate.parse(String(digits)) else { return nil }
        switch argument.first {
        case "+": self = .above(bytes)
        case "-": self = .below(bytes)
        default: self = .exactly(bytes)
        }
    }

    func fits(_ bytes: UInt64) -> Bool {
        switch self {
        case .above(let limit): bytes > limit
        case .below(let limit): bytes < limit
        case .exactly(let wanted): bytes == wanted
        }
    }
}
