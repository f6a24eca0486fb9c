import Files
import Glibc

/// Lines with paths on stdout: the bytes as they are, but where a terminal shows them.
struct PathOutput {
    private var output = Output.standard
    private let isTerminal: Bool
    private let charset: Charset?
    private let lineEnd: UInt8

    /// Of names on `site`. `endsWithNull`: NUL ends what is appended, instead of a line break.
    init(_ site: Site, endsWithNull: Bool = false) {
        lineEnd = endsWithNull ? 0 : 0x0A
        isTerminal = isatty(output.descriptor) == 1
        charset = site.nameCharset
    }

    /// `start`, which is safe, a path behind it, and what is safe behind that.
    mutating func append(
        _ start: String, _ path: [UInt8], _ end: String = ""
    ) throws(OutputFailure) {
        try output.append(start.utf8)
        if isTerminal {
            try output.append(VisibleText.make(path, in: charset).utf8)
        } else {
            try output.append(path)
        }
        try output.append(end.utf8)
        try output.append(CollectionOfOne(lineEnd))
    }

    /// A line that is safe.
    mutating func append(line: String) throws(OutputFailure) { try output.append(line: line) }

    /// Writes what was appended.
    mutating func flush() throws(OutputFailure) { try output.flush() }
}
