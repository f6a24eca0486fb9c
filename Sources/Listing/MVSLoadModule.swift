/// A load module: `Name Size TTR Alias-of AC Attributes Amode Rmode`, its size in hexadecimal.
enum MVSLoadModule {
    static func read(
        _ line: ListingLine, _ memory: ListingMemory, _ entry: inout ListedEntry
    ) -> Bool {
        var words = ListingWords(line)
        let name = words.next()
        guard MVSMember.isName(line, name), let size = hexadecimal(line, words.next(), 6...8),
            hexadecimal(line, words.next(), 6...6) != nil
        else { return false }
        var last = 0..<0
        var secondLast = 0..<0
        var count = 0
        while !words.peek().isEmpty {
            (secondLast, last) = (last, words.next())
            count += 1
        }
        let hasModes = count >= 3 && isMode(line, secondLast) && isMode(line, last)
        guard hasModes || memory.heading == .loadModules else { return false }
        entry.name = name
        entry.size = size
        return true
    }

    private static func isMode(_ line: ListingLine, _ word: Range<Int>) -> Bool {
        for mode: StaticString in ["24", "31", "64", "ANY", "MIN", "SPLIT"]
        where line.matches(word, mode) {
            return true
        }
        return false
    }

    private static func hexadecimal(
        _ line: ListingLine, _ word: Range<Int>, _ lengths: ClosedRange<Int>
    ) -> UInt64? {
        guard lengths.contains(word.count) else { return nil }
        var value: UInt64 = 0
        for position in word {
            let byte = line[position]
            switch byte {
            case 0x30...0x39: value = value << 4 | UInt64(byte &- 0x30)
            case 0x41...0x46: value = value << 4 | UInt64(byte &- 0x37)
            default: return nil
            }
        }
        return value
    }
}
