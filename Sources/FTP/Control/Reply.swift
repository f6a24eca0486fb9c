import Files

/// A whole reply of the server (RFC 959 section 4.2).
package struct Reply: Hashable, Sendable {
    /// 100…599
    package let code: Int
    /// Every line as it came, its code included, without line ends.
    package let lines: [[UInt8]]

    package init(code: Int, lines: [[UInt8]]) {
        self.code = code
        self.lines = lines
    }

    /// Another reply to the same command will follow.
    package var isPreliminary: Bool { code < 200 }
    package var isSuccess: Bool { (200..<300).contains(code) }
    /// More of the same sequence is expected.
    package var isIntermediate: Bool { (300..<400).contains(code) }
    package var isFailure: Bool { code >= 400 }
    /// The same may work later.
    package var isTransientFailure: Bool { (400..<500).contains(code) }
    /// The server does not know the command, or not with such an argument.
    package var isUnknownCommand: Bool { [500, 501, 502, 504].contains(code) }

    /// The lines' texts without the code, as they came.
    package var texts: [ArraySlice<UInt8>] {
        lines.map { line in
            guard startsWithCode(line) else { return line[...] }
            let rest = line.dropFirst(3)
            return rest.first == 0x20 || rest.first == 0x2D ? rest.dropFirst() : rest
        }
    }

    private func startsWithCode(_ line: [UInt8]) -> Bool {
        guard line.count >= 3 else { return false }
        var rest = code
        for place in [2, 1, 0] {
            guard Int(line[place]) == 0x30 + rest % 10 else { return false }
            rest /= 10
        }
        return rest == 0
    }

    /// One line for people: `550 No such file`; sanitised, and bounded to a few hundred characters.
    package var text: String {
        let parts = texts.map { VisibleText.make($0, limit: 300).trimmed }.filter { !$0.isEmpty }
        let shown = parts.count > 3 ? Array(parts.prefix(2)) + [parts[parts.count - 1]] : parts
        return ([String(code)] + [shown.joined(separator: " ")]).filter { !$0.isEmpty }
            .joined(separator: " ")
    }

    /// The text in small ASCII letters, for looking for words in it.
    var words: String {
        String(
            decoding: texts.prefix(20).joined(separator: [0x20]).prefix(2_000).map { byte in
                (0x41...0x5A).contains(byte) ? byte | 0x20 : byte
            }, as: UTF8.self)
    }
}

extension String {
    /// Without blanks at both ends.
    var trimmed: String {
        let isBlank: (Character) -> Bool = { $0 == " " || $0 == "\t" }
        guard let first = firstIndex(where: { !isBlank($0) }),
            let last = lastIndex(where: { !isBlank($0) })
        else { return "" }
        return String(self[first...last])
    }
}
