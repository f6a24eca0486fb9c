import Files
package import Web

/// The head of a reply as it came (RFC 9112 section 2.1): nothing is put right in it.
package struct RawReplyHead: Hashable, Sendable {
    /// The status line, then the fields, without line ends.
    package let lines: [[UInt8]]
    /// The status code, 100…999; nil where the status line has none.
    package let code: Int?

    /// `lines` are without their ends, the status line first.
    package init(lines: [[UInt8]]) {
        self.lines = lines
        let words = (lines.first ?? []).split(separator: 0x20, maxSplits: 2)
        guard words.count >= 2, words[1].count == 3,
            let number = Int(String(decoding: words[1], as: UTF8.self)),
            (100...999).contains(number)
        else {
            code = nil
            return
        }
        code = number
    }

    /// For showing: each line sanitised.
    package var text: [String] { lines.map { VisibleText.make($0) } }

    /// What every field of this name says, in order, folded lines joined (RFC 9112 section 5.2).
    package func values(of name: String) -> [[UInt8]] {
        RawFields.values(of: name, in: lines.dropFirst())
    }

    /// Content-Type (RFC 9110 section 8.3); nil where there is none that can be read.
    package var mediaType: MediaType? {
        values(of: "content-type").first.flatMap { MediaType($0) }
    }

    /// Whether an interim reply, which another follows (RFC 9110 section 15.2).
    var isInterim: Bool { code.map { (100..<200).contains($0) && $0 != 101 } ?? false }
}

/// Fields of a head that stays as it was written.
enum RawFields {
    static func values(of name: String, in lines: ArraySlice<[UInt8]>) -> [[UInt8]] {
        var found: [[UInt8]] = []
        var isOpen = false
        for line in lines {
            if line.first == 0x20 || line.first == 0x09 {
                if isOpen, let last = found.popLast() {
                    found.append(last + [0x20] + trimmed(line))
                }
                continue
            }
            isOpen = false
            guard let colon = line.firstIndex(of: 0x3A) else { continue }
            let own = String(decoding: trimmed(line[..<colon]), as: UTF8.self)
            guard own.lowercased() == name else { continue }
            found.append(trimmed(line[(colon + 1)...]))
            isOpen = true
        }
        return found
    }

    /// Without the blanks and tabs around it.
    static func trimmed(_ bytes: some Collection<UInt8>) -> [UInt8] {
        var rest = Array(bytes)[...]
        while let last = rest.last, last == 0x20 || last == 0x09 { rest.removeLast() }
        while let first = rest.first, first == 0x20 || first == 0x09 { rest.removeFirst() }
        return Array(rest)
    }
}
