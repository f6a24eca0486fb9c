/// A run of words in a text of the manual.
package enum ManualSpan: Hashable, Sendable {
    case words(String)
    /// What is typed, pressed or printed.
    case code(String)

    /// The characters, without what sets them off.
    package var text: String {
        switch self {
        case .words(let text), .code(let text): text
        }
    }

    /// The spans of a line, in which backticks enclose code; a single one is a character as any other.
    package static func spans(_ line: some StringProtocol) -> [ManualSpan] {
        let pieces = line.split(separator: "`", omittingEmptySubsequences: false)
        guard pieces.count % 2 == 1 else { return [.words(String(line))] }
        return pieces.enumerated().compactMap { number, piece in
            guard !piece.isEmpty else { return nil }
            return number % 2 == 0 ? .words(String(piece)) : .code(String(piece))
        }
    }

    /// The same with neighbours of a kind as one.
    static func joined(_ spans: [ManualSpan]) -> [ManualSpan] {
        spans.reduce(into: []) { joined, span in
            if case .words(let last)? = joined.last, case .words(let text) = span {
                joined[joined.count - 1] = .words(last + text)
            } else {
                joined.append(span)
            }
        }
    }
}
