import Support

/// Makes inputs out of others.
enum Mutation {
    /// Bytes that readers look out for.
    private static let telling =
        Array(" \t\r\n\0\u{1B}\"'\\()[]{}<>|,;:=./-+*#0129AaDd".utf8)
        + [0x7F, 0x80, 0x9B, 0xC3, 0xE2, 0xF0, 0xFF]

    /// One of the samples with a few changes; now and then nothing but random bytes.
    static func any(
        of samples: [[UInt8]], longest: Int, using generator: inout SeededNumbers
    ) -> [UInt8] {
        guard let sample = samples.randomElement(using: &generator),
            Int.random(in: 0..<16, using: &generator) > 0
        else {
            let count = Int.random(in: 0...min(longest, 300), using: &generator)
            return (0..<count).map { _ in UInt8.random(in: 0...255, using: &generator) }
        }
        var bytes = sample
        for _ in 0..<Int.random(in: 1...6, using: &generator) {
            change(&bytes, samples, using: &generator)
        }
        return Array(bytes.prefix(longest))
    }

    private static func change(
        _ bytes: inout [UInt8], _ samples: [[UInt8]], using generator: inout SeededNumbers
    ) {
        let place = Int.random(in: 0...bytes.count, using: &generator)
        let end = min(bytes.count, place + Int.random(in: 0...12, using: &generator))
        let byte = telling.randomElement(using: &generator) ?? 0
        switch Int.random(in: 0..<7, using: &generator) {
        case 0: bytes.insert(byte, at: place)
        case 1: if place < bytes.count { bytes[place] = byte }
        case 2: bytes.removeSubrange(place..<end)
        case 3: bytes.insert(contentsOf: bytes[place..<end], at: place)
        case 4:
            let count = Int.random(in: 1...200, using: &generator)
            bytes.insert(contentsOf: repeatElement(byte, count: count), at: place)
        case 5:
            if place < bytes.count {
                bytes[place] ^= 1 << UInt8.random(in: 0..<8, using: &generator)
            }
        default:
            let other = samples.randomElement(using: &generator) ?? []
            let from = Int.random(in: 0...other.count, using: &generator)
            bytes.replaceSubrange(place..<bytes.count, with: other[from...])
        }
    }
}
