import Files

extension FuzzTarget {
    /// Names in charsets of all kinds.
    static let charsetTargets = [
        // The first line is the charset, the rest is a name in it.
        FuzzTarget("charsets", longest: 256) { bytes, _ in
            let end = bytes.firstIndex(of: 0x0A) ?? bytes.endIndex
            let name = Array(bytes[end...].dropFirst())
            let word = String(decoding: bytes[..<end], as: UTF8.self)
            guard let charset = Charset(named: word) else { return }
            try holdVisible(VisibleText.make(name, in: charset), "a name in \(charset.name)")
            if name.allSatisfy({ (0x20...0x7E).contains($0) }) {
                try hold(
                    charset.text(of: name) == String(decoding: name, as: UTF8.self),
                    "\(charset.name) has other letters than ASCII")
            }
            guard let text = charset.decode(name) else { return }
            do {
                let again = charset.decode(try charset.encode(text))
                try hold(again == text, "\(charset.name) reads back another text")
            } catch let lacking as Charset.Unencodable {
                try holdVisible(lacking.description, "a character that is lacking")
            }
        },
        // Names, one a line.
        FuzzTarget("guesses", samples: "charsets", longest: 512) { bytes, _ in
            let names = bytes.split(separator: 0x0A)
            guard let charset = Charset.guess(for: names) else { return }
            try hold(
                names.contains { String(validating: $0, as: UTF8.self) == nil },
                "a charset is guessed for UTF-8")
            for name in names { try holdVisible(VisibleText.make(name, in: charset), "a name") }
        },
    ]
}
