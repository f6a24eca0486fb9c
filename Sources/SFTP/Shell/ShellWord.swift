/// Bytes as one word of a shell's script (POSIX.1-2017, Shell 2.2.2): whatever they are, they stay what
/// they are. A NUL cannot stand in a script, nor in a path.
enum ShellWord {
    private static let quote: UInt8 = 0x27

    /// Within single quotes nothing means anything but their end, which is written outside of them.
    static func quoted(_ bytes: [UInt8]) -> [UInt8] {
        var word = [quote]
        for byte in bytes {
            if byte == quote {
                word += [quote, 0x5C, quote, quote]
            } else {
                word.append(byte)
            }
        }
        return word + [quote]
    }
}
