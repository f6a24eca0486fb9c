import Files

/// The hidden name under which a file is written until it is whole.
enum PartName {
    private static let ending = Array(".ferry-part".utf8)
    /// Bytes that Linux takes in a name.
    private static let limit = 255

    /// `.NAME.ferry-part`; a name too long for that is stood for by its hash.
    static func of(_ name: Name) -> [UInt8] {
        if name.bytes.count + ending.count + 1 <= limit { return [0x2E] + name.bytes + ending }
        var hash: UInt64 = 0xCBF2_9CE4_8422_2325
        for byte in name.bytes { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
        return [0x2E] + Array(String(hash, radix: 16).utf8) + ending
    }
}
