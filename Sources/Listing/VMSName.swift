/// A name as VMS prints it: `NAME.EXT;3`, `NAME.DIR;1`, `DEV:[A.B]NAME.EXT;3`; `^` takes the
/// meaning from the byte after it.
struct VMSName {
    /// Without device, directory and, for a directory, `.DIR;1`; with the version of a file.
    let shown: Range<Int>
    let isDirectory: Bool
    let hasVersion: Bool
    let hasPoint: Bool

    /// Where the name that starts at `start` ends: at a blank or CR without `^` before it.
    static func end(_ line: ListingLine, from start: Int) -> Int {
        var position = start
        while position < line.count {
            let byte = line[position]
            if byte == 0x5E {
                position += 1
            } else if ListingLine.isBlank(byte) || byte == 0x0D {
                return position
            }
            position += 1
        }
        return line.count
    }

    /// Nil where `range` holds no such name.
    init?(_ line: ListingLine, _ range: Range<Int>) {
        var start = range.lowerBound
        var point: Int?
        var semicolon: Int?
        var position = start
        while position < range.upperBound {
            switch line[position] {
            case 0x5E: position += 1
            case 0x5D, 0x3E:
                // What was before it is a directory, or there is no sense in it.
                guard
                    line[range.lowerBound..<position].contains(where: { $0 == 0x5B || $0 == 0x3C })
                else { return nil }
                start = position + 1
                (point, semicolon) = (nil, nil)
            case 0x2E where semicolon == nil: point = position
            case 0x3B:
                if semicolon != nil { return nil }
                semicolon = position
            case 0...0x1F, 0x7F, 0x22, 0x2F, 0x28, 0x29, 0x2C: return nil
            case 0x3A where start == range.lowerBound && line[position + 1] != 0x5B: return nil
            default: break
            }
            position += 1
        }
        if let semicolon {
            let digits = line.digits(from: semicolon + 1)
            guard (1...5).contains(digits), semicolon + 1 + digits == range.upperBound else {
                return nil
            }
        }
        let base = start..<(semicolon ?? range.upperBound)
        guard !base.isEmpty, line[base.lowerBound] != 0x5B, line[base.lowerBound] != 0x3C else {
            return nil
        }
        hasVersion = semicolon != nil
        hasPoint = point != nil
        let version = semicolon.flatMap { line.small($0 + 1..<range.upperBound, digits: 5) } ?? 1
        isDirectory =
            base.count > 4 && version == 1
            && line.matches(base.upperBound - 4..<base.upperBound, ".DIR")
        shown = isDirectory ? base.lowerBound..<base.upperBound - 4 : start..<range.upperBound
    }
}
