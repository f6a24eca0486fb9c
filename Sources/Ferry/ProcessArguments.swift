import Glibc

/// What the shell passed to this process.
enum ProcessArguments {
    /// For the argument parser, without the program's own name, in the bytes that they came in:
    /// `CommandLine.arguments` has only those that are UTF-8. A password in a URL is taken out of
    /// the process's memory of its arguments, where every user of the machine can read it (ps).
    static func take() -> [String] {
        (1..<max(1, Int(CommandLine.argc))).compactMap { index in
            guard let argument = CommandLine.unsafeArgv[index] else { return nil }
            let memory = UnsafeMutableBufferPointer(start: argument, count: strlen(argument))
            let bytes = memory.map { UInt8(bitPattern: $0) }
            for place in password(in: bytes) { memory[place] = CChar(bitPattern: 0x2A) }
            return ArgumentText.make(bytes)
        }
    }

    /// Where the password stands in `scheme://user:password@host`; nowhere in what is no such URL.
    private static func password(in bytes: [UInt8]) -> Range<Int> {
        let colons = bytes.indices.dropLast(2).filter { bytes[$0] == 0x3A }
        guard
            let separator = colons.first(where: { bytes[$0 + 1] == 0x2F && bytes[$0 + 2] == 0x2F })
        else { return 0..<0 }
        let authority = bytes[(separator + 3)...].prefix { $0 != 0x2F }
        guard let at = authority.lastIndex(of: 0x40),
            let colon = authority[..<at].firstIndex(of: 0x3A)
        else { return 0..<0 }
        return colon + 1..<at
    }
}
