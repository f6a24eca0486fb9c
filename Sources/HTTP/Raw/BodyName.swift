package import Files
package import Web

/// The name under which a reply's body is kept on this machine.
package enum BodyName {
    /// Bytes of a name that every file system takes.
    private static let limit = 200

    /// What Content-Disposition says where that is one plain component, else the last component of
    /// the request's target, else a name of ours; with an extension that fits the Content-Type.
    package static func make(for head: RawReplyHead?, target: [UInt8]) -> Name? {
        let disposition = head?.values(of: "content-disposition").first
        return make(disposition: disposition, type: head?.mediaType, target: target)
    }

    /// The same of what was read already.
    package static func make(
        disposition: [UInt8]?, type: MediaType?, target: [UInt8]
    ) -> Name? {
        let given =
            disposition.flatMap { ContentDisposition.fileName($0) }.flatMap { plain($0) }
            ?? last(of: target).flatMap { plain($0) }
        let isPage = type?.text == "text/html" || type?.text == "application/xhtml+xml"
        return fitting(given ?? Array((isPage ? "index" : "body").utf8), type)
    }

    /// The last component of a path or a URL, without its query.
    private static func last(of target: [UInt8]) -> [UInt8]? {
        var path = target.prefix { $0 != 0x3F && $0 != 0x23 }
        if let mark = Array(path).firstRange(of: Array("://".utf8)) {
            path = path.dropFirst(mark.upperBound).drop { $0 != 0x2F }
        }
        guard let slash = path.lastIndex(of: 0x2F) else { return nil }
        return PercentCoding.decode(path[(slash + 1)...])
    }

    /// A stranger's text as a name: nil where it is more than one component or would hide; what a
    /// terminal must not see becomes `_`.
    private static func plain(_ bytes: [UInt8]) -> [UInt8]? {
        guard Name(bytes) != nil, bytes.first != 0x2E, !bytes.contains(0x5C) else { return nil }
        let text = String(decoding: bytes, as: UTF8.self)
        var safe = String.UnicodeScalarView()
        for scalar in text.unicodeScalars {
            safe.append(VisibleText.isSafe(scalar) && scalar != "\u{FFFD}" ? scalar : "_")
        }
        let trimmed = RawFields.trimmed(Array(String(safe).utf8))
        return trimmed.isEmpty || trimmed.first == 0x2E || trimmed.first == 0x2D ? nil : trimmed
    }

    private static func fitting(_ bytes: [UInt8], _ type: MediaType?) -> Name? {
        let dot = bytes.lastIndex(of: 0x2E) ?? bytes.endIndex
        var tail = Array(bytes[dot...])
        if tail.count > 12 { tail = [] }
        var stem = Array(bytes.dropLast(tail.count))
        while stem.count + tail.count > limit { stem.removeLast() }
        // Not within a character.
        while let last = stem.last, last >= 0x80, String(validating: stem, as: UTF8.self) == nil {
            stem.removeLast()
        }
        let whole = stem + tail
        let name = Name(whole)
        guard let type, let wanted = type.fileExtension, let name else {
            return name
        }
        let own = MediaType(fileNamed: name)
        let fits =
            own.fileExtension == wanted || (type.text == "text/plain" && own.isText)
        return fits ? name : Name(whole + [0x2E] + Array(wanted.utf8))
    }
}
