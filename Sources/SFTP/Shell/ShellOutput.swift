import Glibc

/// What a shell writes, fed in pieces of any size: other text, Ferry's mark, the output, and the line
/// with the status. Does no I/O.
struct ShellOutput {
    /// Bytes of other text that may come before the mark.
    static let textLimit = 64 << 10
    /// Bytes at the end that may be the last line.
    private static let lastLine = 64

    private enum Phase {
        /// Text so far.
        case waiting([UInt8])
        /// What may be the last line.
        case begun([UInt8])
        /// Too much came before the mark.
        case foreign
    }

    private var phase = Phase.waiting([])

    /// Whether the mark was there.
    var hasBegun: Bool {
        if case .begun = phase { true } else { false }
    }

    /// Whether it is no shell of which the mark is to be awaited.
    var isForeign: Bool {
        if case .foreign = phase { true } else { false }
    }

    /// Takes a piece; what of the output is sure to be none of the last line.
    mutating func feed(_ piece: UnsafeRawBufferPointer) -> [UInt8] {
        switch phase {
        case .foreign: return []
        case .waiting(var text):
            text += piece
            guard let end = ShellOutput.end(of: ShellScript.mark, in: text) else {
                phase = text.count > ShellOutput.textLimit ? .foreign : .waiting(text)
                return []
            }
            return keep(Array(text[end...]))
        case .begun(var rest):
            // The array must not be copied while it grows.
            phase = .foreign
            rest += piece
            return keep(rest)
        }
    }

    private mutating func keep(_ bytes: [UInt8]) -> [UInt8] {
        let sure = max(0, bytes.count - ShellOutput.lastLine)
        phase = .begun(Array(bytes[sure...]))
        return Array(bytes[..<sure])
    }

    /// At the end: the last of the output and the status. Nil where that is not whole.
    var last: (output: [UInt8], status: CInt)? {
        guard case .begun(let bytes) = phase, bytes.suffix(4).elementsEqual(ShellScript.endMark)
        else { return nil }
        let mark = ShellScript.statusMark
        let starts = bytes.indices.reversed()
        guard
            let start = starts.first(where: { start in
                bytes[start] == mark[0] && bytes[start...].starts(with: mark)
            })
        else { return nil }
        let digits = bytes[(start + mark.count)...].dropLast(ShellScript.endMark.count)
        guard let status = CInt(String(decoding: digits, as: UTF8.self)) else { return nil }
        return (Array(bytes[..<start]), status)
    }

    private static func end(of mark: [UInt8], in text: [UInt8]) -> Int? {
        guard text.count >= mark.count else { return nil }
        for start in 0...(text.count - mark.count)
        where text[start] == mark[0] && text[start..<start + mark.count].elementsEqual(mark) {
            return start + mark.count
        }
        return nil
    }
}
