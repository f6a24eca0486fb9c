import Files

/// MLSD and MLST: `fact=value;fact=value; name` (RFC 3659 section 7.2).
enum FactsFamily {
    static func read(
        _ line: ListingLine, _ context: ListingContext, _ entry: inout ListedEntry
    ) -> Bool {
        var position = 0
        // What was asked for need not prove itself, nor words that end in `;`.
        var isKnown = context.form == .facts
        var hasEnd = isKnown
        while position < line.count, !ListingLine.isBlank(line[position]) {
            // The name of the fact.
            let start = position
            while position < line.count, line[position] != 0x3D {
                if ListingLine.isBlank(line[position]) || line[position] == 0x3B { return false }
                position += 1
            }
            guard position < line.count else { return false }
            let fact = start..<position
            position += 1
            let valueStart = position
            while position < line.count, line[position] != 0x3B,
                !ListingLine.isBlank(line[position])
            {
                position += 1
            }
            if take(fact, valueStart..<position, line, &entry) { isKnown = true }
            if line[position] == 0x3B {
                position += 1
                hasEnd = true
                if line[position] == 0x20, fact.count > 2,
                    !line[fact].contains(where: { $0 | 0x20 &- 0x61 >= 26 && $0 != 0x2E })
                {
                    isKnown = true
                }
            }
        }
        // Exactly one blank parts the facts from the name; further ones are the name's.
        guard isKnown, position + 1 < line.count else { return false }
        // Where the `;` is missing, a setting of some program's looks the same.
        guard hasEnd || entry.kind != .other else { return false }
        entry.name = position + 1..<line.count
        if entry.kind != .file { entry.size = nil }
        return true
    }

    /// Whether the fact is one that Ferry knows; a value that makes no sense is left out.
    private static func take(
        _ fact: Range<Int>, _ value: Range<Int>, _ line: ListingLine, _ entry: inout ListedEntry
    ) -> Bool {
        switch fact.count {
        case 4:
            if line.matches(fact, "type") {
                takeType(value, line, &entry)
            } else if line.matches(fact, "size") {
                entry.size = line.number(value)
            } else if line.matches(fact, "sizd") {
                // Of a directory, in pure-ftpd.
                if entry.size == nil { entry.size = line.number(value) }
            } else {
                return line.matches(fact, "perm") || line.matches(fact, "lang")
            }
        case 6:
            if line.matches(fact, "modify") {
                entry.modified = FactTime.read(line, value)
            } else if line.matches(fact, "unique") {
                entry.unique = value
            } else {
                return line.matches(fact, "create")
            }
        case 8:
            if line.matches(fact, "unix.uid") {
                if entry.owner.isEmpty { entry.owner = value }
            } else if line.matches(fact, "unix.gid") {
                if entry.group.isEmpty { entry.group = value }
            } else {
                return line.matches(fact, "win32.ea")
            }
        case 9:
            guard line.matches(fact, "unix.mode") else { return false }
            entry.mode = mode(line, value)
        case 10:
            // A number, which the name that may come as well takes the place of.
            if line.matches(fact, "unix.owner") {
                if entry.owner.isEmpty { entry.owner = value }
            } else if line.matches(fact, "unix.group") {
                if entry.group.isEmpty { entry.group = value }
            } else {
                return line.matches(fact, "media-type")
            }
        case 14:
            if line.matches(fact, "unix.ownername") {
                entry.owner = value
            } else if line.matches(fact, "unix.groupname") {
                entry.group = value
            } else {
                return false
            }
        default:
            return false
        }
        return true
    }

    private static func takeType(
        _ value: Range<Int>, _ line: ListingLine, _ entry: inout ListedEntry
    ) {
        if line.matches(value, "file") {
            entry.kind = .file
        } else if line.matches(value, "dir") {
            entry.kind = .directory
        } else if line.matches(value, "link") {
            entry.kind = .link
        } else if line.matches(value, "cdir") || line.matches(value, "pdir") {
            entry.kind = .directory
            entry.isSelfOrParent = true
        } else {
            takeSystemType(value, line, &entry)
        }
    }

    /// `OS.unix=slink:target`, `OS.unix=symlink`, `OS.unix=chr-1/3` and whatever else there is.
    private static func takeSystemType(
        _ value: Range<Int>, _ line: ListingLine, _ entry: inout ListedEntry
    ) {
        entry.kind = .other
        for link: StaticString in ["OS.unix=slink", "OS.unix=symlink"] {
            let end = value.lowerBound + link.utf8CodeUnitCount
            guard end <= value.upperBound, line.matches(value.lowerBound..<end, link) else {
                continue
            }
            entry.kind = .link
            if line[end] == 0x3A, end < value.upperBound {
                entry.target = end + 1..<value.upperBound
            }
        }
    }

    private static func mode(_ line: ListingLine, _ value: Range<Int>) -> UInt16? {
        var value = value
        // Some servers write `0o644`.
        if line[value.lowerBound + 1] | 0x20 == 0x6F { value = value.dropFirst(2) }
        guard !value.isEmpty, value.count <= 8 else { return nil }
        var mode: UInt32 = 0
        for position in value {
            let digit = line[position] &- 0x30
            guard digit < 8 else { return nil }
            mode = mode << 3 | UInt32(digit)
        }
        return UInt16(mode & 0o7777)
    }
}
