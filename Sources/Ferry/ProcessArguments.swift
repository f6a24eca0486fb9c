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

    /// What follows an option, for what must be known before the arguments are understood.
    static func value(of option: String) -> String? {
        for index in 1..<max(1, Int(CommandLine.argc)) {
            guard let argument = CommandLine.unsafeArgv[index], strcmp(argument, "--") != 0 else {
                return nil
            }
            guard strncmp(argument, option, option.utf8.count) == 0 else { continue }
            let rest = argument + option.utf8.count
            if rest.pointee == CChar(bitPattern: UInt8(ascii: "=")) {
                return String(cString: rest + 1)
            }
            if rest.pointee == 0, index + 1 < Int(CommandLine.argc) {
                return CommandLine.unsafeArgv[index + 1].map { String(cString: $0) }
            }
        }
        return nil
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
