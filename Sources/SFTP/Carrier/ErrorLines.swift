import Files

/// Splits what a program writes to stderr into lines, fed in pieces of any size; what comes out may
/// be shown. Does no I/O.
struct ErrorLines {
    /// Bytes of a line that are kept.
    static let limit = 1_000

    private var line: [UInt8] = []

    /// Takes a piece; the lines that it completes, without their ends.
    mutating func feed(_ piece: some Sequence<UInt8>) -> [String] {
        var lines: [String] = []
        for byte in piece {
            if byte == 0x0A {
                lines += [take()]
            } else if line.count <= ErrorLines.limit {
                line.append(byte)
            }
        }
        return lines
    }

    /// A line that was begun and lacks its end; nil where there is none.
    mutating func takeRest() -> String? {
        line.isEmpty ? nil : take()
    }

    private mutating func take() -> String {
        defer { line.removeAll(keepingCapacity: true) }
        // ssh ends most of its lines as a terminal without a line discipline wants it.
        while line.last == 0x0D { line.removeLast() }
        return VisibleText.make(line, limit: ErrorLines.limit)
    }
}
