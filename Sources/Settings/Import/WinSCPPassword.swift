import Files

/// A password as WinSCP keeps it without a master password: anybody can read it who has the file.
enum WinSCPPassword {
    private static let flag: UInt8 = 0xFF
    /// Of a length of one byte, and of two.
    private static let (short, long): (UInt8, UInt8) = (0, 2)

    /// Two hexadecimal digits a byte, each byte's bits turned over and mixed with 0xA3: a flag, a
    /// version, the length, how many bytes to pass over, these, and behind user and host the password.
    /// Nil for what is none.
    static func reveal(_ text: String, user: String, host: String) -> String? {
        let digits = Array(text.utf8)
        guard digits.count % 2 == 0 else { return nil }
        var bytes: [UInt8] = []
        for place in stride(from: 0, to: digits.count, by: 2) {
            guard let byte = hexadecimal(digits[place], digits[place + 1]) else { return nil }
            bytes.append(~byte ^ 0xA3)
        }
        var rest = bytes[...]
        guard rest.popFirst() == flag, let version = rest.popFirst(),
            version == short || version == long, let first = rest.popFirst()
        else { return nil }
        var length = Int(first)
        if version == long {
            guard let second = rest.popFirst() else { return nil }
            length = length << 8 | Int(second)
        }
        guard let shift = rest.popFirst(), Int(shift) + length <= rest.count else { return nil }
        let clear = rest.dropFirst(Int(shift)).prefix(length)
        let key = Array((user + host).utf8)
        guard clear.starts(with: key) else { return nil }
        return String(validating: clear.dropFirst(key.count), as: UTF8.self)
    }

    private static func hexadecimal(_ high: UInt8, _ low: UInt8) -> UInt8? {
        PercentCoding.decodedByte([high, low])
    }
}
