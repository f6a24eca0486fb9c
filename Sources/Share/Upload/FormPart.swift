import Files

/// What stands before a part of a form (RFC 7578, section 4).
struct FormPart: Hashable, Sendable {
    /// Of the form's field; empty where it has none.
    let field: [UInt8]
    /// As the visitor's program sent it; nil for a field that is no file. Empty where no file was
    /// chosen.
    let fileName: [UInt8]?

    /// Of the lines before the first empty one. Nil without a `Content-Disposition: form-data`.
    init?(_ head: [UInt8]) {
        guard let line = FormPart.disposition(head) else { return nil }
        let value = HeaderParameters(line)
        guard Headers.isSame(value.token, "form-data") else { return nil }
        field = value["name"] ?? []
        if let extended = value["filename*"].flatMap(FormPart.decode) {
            fileName = extended
        } else {
            fileName = value["filename"].map(FormPart.unescape)
        }
    }

    /// The last component of the file's name, whichever way its slashes lean: some browsers send
    /// the whole path. Nil where that is no name.
    var lastComponent: ArraySlice<UInt8>? {
        guard let fileName else { return nil }
        return fileName.split(
            omittingEmptySubsequences: false, whereSeparator: { $0 == 0x2F || $0 == 0x5C }
        ).last
    }

    private static func disposition(_ head: [UInt8]) -> [UInt8]? {
        var found: [UInt8]?
        for line in head.split(separator: 0x0A) {
            let line = line.last == 0x0D ? line.dropLast() : line
            if let first = line.first, first == 0x20 || first == 0x09 {
                // A line that goes on where the one before it ended.
                found? += Array(line)
                continue
            }
            if found != nil { return found }
            guard let colon = line.firstIndex(of: 0x3A) else { continue }
            let name = Headers.trimmed(String(decoding: line[..<colon], as: UTF8.self))
            if Headers.isSame(name, "Content-Disposition") { found = Array(line[(colon + 1)...]) }
        }
        return found
    }

    /// `UTF-8'language'percent-encoded` (RFC 8187).
    private static func decode(_ value: [UInt8]) -> [UInt8]? {
        let parts = value.split(
            separator: 0x27, maxSplits: 2, omittingEmptySubsequences: false)
        guard parts.count == 3, let bytes = PercentCoding.decode(parts[2]) else { return nil }
        let charset = String(decoding: parts[0], as: UTF8.self)
        if Headers.isSame(charset, "UTF-8") { return bytes }
        guard Headers.isSame(charset, "ISO-8859-1") else { return nil }
        return bytes.flatMap { Array(String(Unicode.Scalar($0)).utf8) }
    }

    /// A quotation mark, as the HTML standard has browsers send it. Line breaks stay escaped.
    private static func unescape(_ name: [UInt8]) -> [UInt8] {
        var result: [UInt8] = []
        var rest = name[...]
        while let byte = rest.first {
            let isQuote = rest.starts(with: Array("%22".utf8))
            result.append(isQuote ? 0x22 : byte)
            rest = rest.dropFirst(isQuote ? 3 : 1)
        }
        return result
    }
}
