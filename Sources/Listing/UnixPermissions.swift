import Files

/// The first column of `ls -l`: a letter for the kind, nine for the rights, and what some systems
/// put after them.
struct UnixPermissions {
    /// What stands for the kind: `-`, `d`, `l` …
    let letter: UInt8
    let kind: Entry.Kind
    let mode: UInt16?
    /// Where the next column starts.
    let end: Int
    /// Whether the count of links is glued to the permissions: `drwxr-xr-x1732`.
    let hasLinkCount: Bool

    init?(_ line: ListingLine) {
        let start = line.token(from: 0).lowerBound
        letter = line[start]
        switch letter {
        // `C` and `M` of Cray: contiguous, and moved off the disk.
        case 0x2D, 0x46, 0x66, 0x43, 0x4D: kind = .file
        case 0x64: kind = .directory
        case 0x6C: kind = .link
        case 0x62, 0x63, 0x70, 0x73, 0x44, 0x77, 0x3F, 0x50, 0x6D, 0x6E: kind = .other
        default: return nil
        }
        var position = start + 1
        var bits: UInt16 = 0
        while position < start + 10,
            let bit = UnixPermissions.bits(line[position], at: position - start - 1)
        {
            bits |= bit
            position += 1
        }
        guard position == start + 10 else {
            let token = line.token(from: 0)
            guard ![0x66, 0x43, 0x4D, 0x50, 0x6D, 0x6E].contains(letter),
                UnixPermissions.isOddForm(line[token])
            else { return nil }
            mode = nil
            end = token.upperBound
            hasLinkCount = false
            return
        }
        mode = bits
        while [0x2B, 0x2E, 0x40].contains(line[position]) { position += 1 }
        end = position
        hasLinkCount = ListingLine.isDigit(line[position])
        guard hasLinkCount || ListingLine.isBlank(line[position]) else { return nil }
    }

    /// `drwxr-x` of Cisco, `-C--E-----FTP` of Connect:Enterprise, `d?????????`: only letters of
    /// permissions, or more dashes than a word has.
    private static func isOddForm(_ word: ListingLine) -> Bool {
        guard (7...14).contains(word.count) else { return false }
        var dashes = 0
        var areAllRights = true
        for byte in word.bytes.dropFirst() {
            switch byte {
            case 0x2D: dashes += 1
            case 0x72, 0x77, 0x78, 0x73, 0x53, 0x74, 0x54, 0x6C, 0x4C, 0x3F, 0x2B, 0x2E, 0x40: break
            case 0x41...0x5A, 0x61...0x7A: areAllRights = false
            default: return false
            }
        }
        return areAllRights || dashes >= 4
    }

    /// The bits that a letter at one of the nine places stands for; nil where it cannot be there.
    private static func bits(_ letter: UInt8, at place: Int) -> UInt16? {
        let column = place % 3
        let right = UInt16(1) << UInt16(8 - place)
        // Set-user, set-group and sticky belong to the three places of execution.
        let special = UInt16(0o4000) >> UInt16(place / 3)
        switch letter {
        case 0x2D: return 0
        case 0x72 where column == 0, 0x77 where column == 1, 0x78 where column == 2: return right
        case 0x73 where column == 2, 0x74 where column == 2: return right | special
        case 0x53 where column == 2, 0x54 where column == 2, 0x6C where column == 2,
            0x4C where column == 2:
            return special
        case 0x72, 0x77, 0x78: return 0
        default: return nil
        }
    }
}
