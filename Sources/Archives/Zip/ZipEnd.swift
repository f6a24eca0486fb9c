/// The end of a .zip file, which says where its directory is (PKWARE APPNOTE 4.3.14 to 4.3.16). No I/O.
struct ZipEnd: Hashable {
    /// Bytes from the archive's end in which it is: itself, with the longest comment.
    static let reach = 22 + 0xFFFF
    /// Bytes before it that say where the wide one is.
    private static let locatorLength = 20

    /// Where the directory is as the end says, its bytes, and how many records it has.
    var offset: UInt64
    var length: UInt64
    var count: UInt64
    /// Where the directory ends: where what says all this begins.
    var directoryEnd: UInt64

    /// Where the directory really is: bytes before the archive are in none of its numbers. Nil for
    /// where it cannot be.
    var place: (start: UInt64, shift: UInt64)? {
        guard length <= directoryEnd, directoryEnd - length >= offset else { return nil }
        return (directoryEnd - length, directoryEnd - length - offset)
    }

    enum Found: Hashable {
        case end(ZipEnd)
        /// A wide one, at that place.
        case wide(at: UInt64)
    }

    /// Looks through the file's last bytes, which begin at `start`; nil where the file has no end.
    static func find(_ tail: [UInt8], from start: UInt64) -> Found? {
        var place = tail.count - 22
        while place >= 0 {
            defer { place -= 1 }
            guard tail[place...].starts(with: [0x50, 0x4B, 5, 6]) else { continue }
            let comment = Int(tail[(place + 20)..<(place + 22)].littleEndianNumber)
            guard place + 22 + comment <= tail.count else { continue }
            if place >= locatorLength,
                tail[(place - locatorLength)...].starts(with: [0x50, 0x4B, 6, 7])
            {
                let locator = place - locatorLength
                return .wide(at: tail[(locator + 8)..<(locator + 16)].littleEndianNumber)
            }
            return .end(
                ZipEnd(
                    offset: tail[(place + 16)..<(place + 20)].littleEndianNumber,
                    length: tail[(place + 12)..<(place + 16)].littleEndianNumber,
                    count: tail[(place + 10)..<(place + 12)].littleEndianNumber,
                    directoryEnd: start + UInt64(place)))
        }
        return nil
    }

    /// A wide end, which lies at `start`; nil for none.
    init?(wide bytes: [UInt8], at start: UInt64) {
        guard bytes.count >= 56, bytes.starts(with: [0x50, 0x4B, 6, 6]) else { return nil }
        count = bytes[32..<40].littleEndianNumber
        length = bytes[40..<48].littleEndianNumber
        offset = bytes[48..<56].littleEndianNumber
        directoryEnd = start
    }

    private init(offset: UInt64, length: UInt64, count: UInt64, directoryEnd: UInt64) {
        self.offset = offset
        self.length = length
        self.count = count
        self.directoryEnd = directoryEnd
    }
}
