import Words

/// How a server writes names that are not UTF-8: one of iconv's charsets that has ASCII in it.
///
/// Names stay the bytes that they are; a charset is for showing them, and for what a user types.
package struct Charset: Hashable, Sendable {
    /// As the user knows it, in capitals: `GB18030`, `SHIFT_JIS`.
    package let name: String
    /// As iconv knows it.
    private let system: String

    /// What typed text cannot be written in.
    package struct Unencodable: Error, Hashable, Sendable, CustomStringConvertible {
        /// The first character that the charset lacks.
        package let character: Character
        /// The charset.
        package let charset: Charset

        package var description: String {
            tr(
                "'\(VisibleText.make(String(character)))' cannot be written in \(charset.name), this "
                    + "site's charset; leave it out or choose another charset.")
        }
    }

    private init(name: String, system: String) {
        self.name = name
        self.system = system
    }

    /// By a name that iconv(1) knows, in capitals or small letters. Nil where it knows none, and
    /// for charsets in which `/` and the letters of ASCII are other bytes, or that shift between
    /// states by control characters: no file server's names are in one.
    package init?(named name: String) {
        let name = name.uppercased()
        guard !name.isEmpty, name.utf8.count <= 40,
            name.utf8.allSatisfy({
                ($0 >= 0x30 && $0 <= 0x3A) || ($0 >= 0x41 && $0 <= 0x5A)
                    || $0 == 0x2D || $0 == 0x2E || $0 == 0x5F
            })
        else { return nil }
        let plain = name.filter { $0 != "-" && $0 != "_" }
        let charset = Charset(name: name, system: Charset.supersets[plain] ?? name)
        guard charset.holdsASCII else { return nil }
        self = charset
    }

    /// What names are in where nothing else is known.
    package static let utf8 = Charset(name: "UTF-8", system: "UTF-8")

    /// What servers mean by these names is what Windows made of them, which has more characters
    /// and gives the older ones the same bytes.
    private static let supersets = [
        "UTF8": "UTF-8", "SHIFTJIS": "CP932", "SJIS": "CP932", "MSKANJI": "CP932",
        "WINDOWS31J": "CP932", "EUCKR": "UHC", "KSC5601": "UHC", "CP949": "UHC",
        "GB2312": "GB18030", "EUCCN": "GB18030", "GBK": "GB18030", "CP936": "GB18030",
        "BIG5": "CP950", "BIGFIVE": "CP950", "EUCJP": "EUC-JP-MS", "UJIS": "EUC-JP-MS",
        "LATIN1": "ISO-8859-1", "ANSI": "CP1252",
    ]

    private var holdsASCII: Bool {
        guard let decoder = CharsetConverter(from: system, to: "UTF-8"),
            let encoder = CharsetConverter(from: "UTF-8", to: system)
        else { return false }
        // What shifts between states takes these for such a shift.
        let shifts: [UInt8] = [0x0E, 0x41, 0x1B, 0x24, 0x42, 0x41]
        // National sets have other signs in the places of a few of ASCII's.
        let text = Array("/ ._-+&#(),0123456789".utf8) + (0x41...0x5A) + (0x61...0x7A)
        for sample in [text, shifts] {
            guard decoder.convert(sample, replacement: { _ in nil }) == sample,
                encoder.convert(sample, replacement: { _ in nil }) == sample
            else { return false }
        }
        return true
    }

    /// What the bytes say in this charset; nil where some are none of its characters.
    package func decode(_ bytes: some Collection<UInt8>) -> String? {
        if self == .utf8 { return String(validating: bytes, as: UTF8.self) }
        return CharsetConverter(from: system, to: "UTF-8")?
            .convert(bytes) { _ in nil }
            .flatMap { String(validating: $0, as: UTF8.self) }
    }

    /// A name's text: UTF-8 where it is valid, else in this charset; a byte that is no character
    /// in it becomes `\xe9`. Not sanitised: for sorting, matching and editing.
    package func text(of bytes: some Collection<UInt8>) -> String {
        if let text = String(validating: bytes, as: UTF8.self) { return text }
        let converted =
            CharsetConverter(from: system, to: "UTF-8")?
            .convert(bytes) { byte in Array("\\x\(String(byte, radix: 16))".utf8) }
        return String(decoding: converted ?? [], as: UTF8.self)
    }

    /// The bytes of a text that the user typed. Throws, naming the first character that there are
    /// none for.
    package func encode(_ text: String) throws(Unencodable) -> [UInt8] {
        if self == .utf8 || text.utf8.allSatisfy({ $0 < 0x80 }) { return Array(text.utf8) }
        if let bytes = encoded(text) { return bytes }
        let lacking = text.first { encoded(String($0)) == nil }
        throw Unencodable(character: lacking ?? "?", charset: self)
    }

    /// The bytes of each of some texts, at its place; nil for one with a character that there are none
    /// for. One converter is opened for all of them.
    package func encode(each texts: [String]) -> [[UInt8]?] {
        if self == .utf8 { return texts.map { Array($0.utf8) } }
        guard let converter = CharsetConverter(from: "UTF-8", to: system) else {
            return texts.map { _ in nil }
        }
        var all: [[UInt8]?] = []
        all.reserveCapacity(texts.count)
        for text in texts { all.append(converter.convert(text.utf8) { _ in nil }) }
        return all
    }

    private func encoded(_ text: String) -> [UInt8]? {
        CharsetConverter(from: "UTF-8", to: system)?.convert(text.utf8) { _ in nil }
    }

    /// The charset that those of `names` that are not UTF-8 are probably in: a guess from how well
    /// each of some twenty reads them. Nil where all are UTF-8, or nothing reads well.
    package static func guess(for names: some Sequence<some Collection<UInt8>>) -> Charset? {
        CharsetGuess.best(for: names)
    }
}
