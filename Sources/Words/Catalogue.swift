/// The texts of one language, read from a file as translators know it: `.po`, of GNU gettext.
///
/// What it holds is found by a hash of the English text; a text is taken out of the file once it is said.
package struct Catalogue: Sendable {
    /// How large a file of a language may be.
    package static let mostBytes = 16 << 20

    /// Where the translation of a text begins in the file, by the hash of its English name.
    private let places: [UInt64: Place]
    /// The offset of the first quote of each translation, those of an entry one after another.
    private let forms: [Int]
    private let bytes: [UInt8]
    private let plural: PluralRule

    struct Place {
        /// The offset of the English text's first quote.
        let name: Int
        /// Where its translations are in the list of all.
        let forms: Range<Int>
    }

    /// - Parameter bytes: The whole file, in UTF-8.
    /// - Throws: `CatalogueError` where it is not such a file.
    package init(_ bytes: [UInt8]) throws(CatalogueError) {
        var reader = CatalogueReader(bytes)
        try reader.read()
        self.bytes = bytes
        places = reader.places
        forms = reader.forms
        plural = try PluralRule(header: reader.header)
    }

    /// How many texts it has a translation of.
    package var count: Int { places.count }

    /// The translation of a text; nil where there is none.
    func text(_ name: String, meaning: String? = nil) -> String? {
        form(0, of: name, meaning, plural: false)
    }

    /// The translation of a text for a number.
    func text(_ name: String, count: UInt64) -> String? {
        form(plural.form(for: count), of: name, nil, plural: true)
    }

    private func form(
        _ index: Int, of name: String, _ meaning: String?, plural: Bool
    ) -> String? {
        var name = name
        return name.withUTF8 { name in
            var hash = CatalogueHash()
            if let meaning { hash.add(meaning: meaning) }
            for byte in name { hash.add(byte) }
            guard let place = places[hash.value], index < place.forms.count else {
                return nil
            }
            var matches = true
            var offset = 0
            CatalogueReader.unquoted(bytes, from: place.name) { byte in
                if offset >= name.count || name[offset] != byte { matches = false }
                offset += 1
            }
            guard matches, offset == name.count else { return nil }
            var text: [UInt8] = []
            CatalogueReader.unquoted(bytes, from: forms[place.forms.lowerBound + index]) {
                text.append($0)
            }
            // One that is still empty is as good as none.
            guard !text.isEmpty, let text = String(validating: text, as: UTF8.self),
                Catalogue.isSafe(text, mayBreak: name.contains(0x0A)),
                // The singular of some languages needs no number.
                plural || Catalogue.placeholders(text.utf8) == Catalogue.placeholders(name)
            else { return nil }
            return text
        }
    }

    /// Whether a text neither moves the terminal, nor turns what follows it around, nor ends a line that
    /// the original does not end.
    private static func isSafe(_ text: String, mayBreak: Bool) -> Bool {
        text.unicodeScalars.allSatisfy { scalar in
            switch scalar.value {
            case 0x0A: mayBreak
            case 0..<0x20, 0x7F..<0xA0, 0x200E, 0x200F, 0x202A...0x202E, 0x2066...0x2069: false
            default: true
            }
        }
    }

    /// Which of `{1}` to `{9}` are in a text, a bit for each.
    private static func placeholders(_ text: some Sequence<UInt8>) -> Int {
        var found = 0
        var (last, beforeLast): (UInt8, UInt8) = (0, 0)
        for byte in text {
            if byte == UInt8(ascii: "}"), beforeLast == UInt8(ascii: "{"),
                (UInt8(ascii: "1")...UInt8(ascii: "9")).contains(last)
            {
                found |= 1 << Int(last - UInt8(ascii: "0"))
            }
            (beforeLast, last) = (last, byte)
        }
        return found
    }
}

/// Why a file is no catalogue.
package struct CatalogueError: Error, Equatable {
    /// From 1; nil where the whole file is meant.
    package let line: Int?
    /// One sentence.
    package let message: String

    init(line: Int? = nil, _ message: String) {
        self.line = line
        self.message = message
    }
}

/// FNV-1a of 64 bits, which needs each byte once and no copy.
struct CatalogueHash {
    private(set) var value: UInt64 = 0xcbf2_9ce4_8422_2325

    mutating func add(_ byte: UInt8) {
        value = (value ^ UInt64(byte)) &* 0x0000_0100_0000_01b3
    }

    /// What goes before the text of an entry that has a `msgctxt`.
    mutating func add(meaning: String) {
        for byte in meaning.utf8 { add(byte) }
        // As gettext does it.
        add(0x04)
    }
}
