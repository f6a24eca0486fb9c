import CExpat
import Words

/// What a document is read into. Names are the namespace, a line break and the local name, or the
/// local name alone where there is no namespace; they are valid during the call only.
package protocol XMLContent: AnyObject {
    func begin(_ name: UnsafeRawBufferPointer)
    /// The same with what stands in the tag, for those who want it.
    func begin(_ name: UnsafeRawBufferPointer, attributes: XMLAttributes)
    /// Ends what was begun last.
    func end()
    /// In pieces of any size.
    func readText(_ text: UnsafeRawBufferPointer)
}

extension XMLContent {
    package func begin(_ name: UnsafeRawBufferPointer, attributes: XMLAttributes) { begin(name) }
}

/// The attributes of one tag; valid during the call only.
package struct XMLAttributes {
    fileprivate let pointers: UnsafeMutablePointer<UnsafePointer<CChar>?>?

    /// All with their names, which have the namespace before a line break as those of elements do.
    package var all: [(name: String, value: String)] {
        var found: [(String, String)] = []
        guard var place = pointers else { return [] }
        while let key = place[0], let value = place[1] {
            found.append((String(cString: key), String(cString: value)))
            place += 2
        }
        return found
    }

    /// The value of the one that is called so, in no namespace.
    package subscript(name: String) -> String? {
        guard var place = pointers else { return nil }
        while let key = place[0], let value = place[1] {
            if String(cString: key) == name { return String(cString: value) }
            place += 2
        }
        return nil
    }
}

/// Reads XML through Expat, fed in pieces of any size. A document with a DTD is refused, and so
/// there are no entities to expand.
package final class XMLReader {
    /// Elements within one another, unless fewer are allowed.
    package static let depthLimit = 64
    /// Bytes of a tag, a comment or the like.
    package static let tokenLimit = 1 << 20

    private let parser: XML_Parser
    private unowned let content: any XMLContent
    private let depthLimit: Int
    private let doctype: String?
    private var depth = 0
    private var total: Int64 = 0
    private var failure: XMLFailure?

    /// `content` must live as long as this. Of a DTD `<!DOCTYPE doctype …>` may stand there, with
    /// nothing in it; what it names is never fetched. Nil where there is no memory.
    package init?(
        _ content: any XMLContent, depthLimit: Int = XMLReader.depthLimit, doctype: String? = nil
    ) {
        guard let parser = XML_ParserCreateNS(nil, 0x0A) else { return nil }
        self.parser = parser
        self.content = content
        self.depthLimit = depthLimit
        self.doctype = doctype
        XML_SetUserData(parser, Unmanaged.passUnretained(self).toOpaque())
        XML_SetElementHandler(parser, beginElement, endElement)
        XML_SetCharacterDataHandler(parser, readCharacters)
        XML_SetStartDoctypeDeclHandler(parser, beginDoctype)
        XML_SetSkippedEntityHandler(parser, skipEntity)
    }

    deinit {
        XML_ParserFree(parser)
    }

    /// Takes the next piece.
    package func feed(_ piece: [UInt8]) throws(XMLFailure) {
        let result = piece.withUnsafeBytes { bytes in
            Result { () throws(XMLFailure) in try feed(bytes) }
        }
        try result.get()
    }

    /// Takes the next piece.
    package func feed(_ piece: UnsafeRawBufferPointer) throws(XMLFailure) {
        var start = 0
        while start < piece.count {
            let length = min(piece.count - start, XMLReader.tokenLimit)
            try parse(
                UnsafeRawBufferPointer(rebasing: piece[start..<start + length]), isLast: false)
            start += length
            // Expat looks at a token from its start whenever there is more of it.
            guard total - Int64(XML_GetCurrentByteIndex(parser)) <= XMLReader.tokenLimit else {
                throw XMLFailure(description: tr("has a tag larger than one megabyte"))
            }
        }
    }

    /// Nothing more comes.
    package func finish() throws(XMLFailure) {
        try parse(UnsafeRawBufferPointer(start: nil, count: 0), isLast: true)
    }

    private func parse(_ bytes: UnsafeRawBufferPointer, isLast: Bool) throws(XMLFailure) {
        if let failure { throw failure }
        total += Int64(bytes.count)
        let text = bytes.baseAddress?.assumingMemoryBound(to: CChar.self)
        let status = XML_Parse(parser, text, CInt(truncatingIfNeeded: bytes.count), isLast ? 1 : 0)
        guard status != XML_STATUS_OK else { return }
        let words = XML_ErrorString(XML_GetErrorCode(parser)).map { String(cString: $0) }
        let found =
            failure
            ?? XMLFailure(
                description: tr(
                    "is not valid XML: \(words ?? tr("an error")) in line "
                        + "\(XML_GetCurrentLineNumber(parser))"))
        failure = found
        throw found
    }

    /// Reads no further, for a reason of the content's own.
    package func stop(_ reason: String) {
        if failure == nil { failure = XMLFailure(description: reason) }
        XML_StopParser(parser, 0)
    }

    fileprivate func begin(_ name: UnsafePointer<CChar>, _ attributes: XMLAttributes) {
        guard failure == nil else { return }
        guard depth < depthLimit else { return stop(tr("has elements that are nested too deeply")) }
        depth += 1
        var length = 0
        while name[length] != 0 { length += 1 }
        content.begin(
            UnsafeRawBufferPointer(start: name, count: length), attributes: attributes)
    }

    fileprivate func end() {
        guard failure == nil else { return }
        depth -= 1
        content.end()
    }

    fileprivate func text(_ bytes: UnsafeRawBufferPointer) {
        guard failure == nil else { return }
        content.readText(bytes)
    }

    fileprivate func readDoctype(_ name: UnsafePointer<CChar>?, hasContents: Bool) {
        if let doctype, let name, !hasContents, String(cString: name) == doctype { return }
        stop(tr("has a DTD, which Ferry does not accept"))
    }

    fileprivate func refuseEntity() {
        stop(tr("has an entity that it does not explain"))
    }
}

private func reader(_ context: UnsafeMutableRawPointer) -> XMLReader {
    Unmanaged<XMLReader>.fromOpaque(context).takeUnretainedValue()
}

private func beginElement(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
    guard let context, let name else { return }
    reader(context).begin(name, XMLAttributes(pointers: attributes))
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
    guard let context else { return }
    reader(context).end()
}

private func readCharacters(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: CInt
) {
    guard let context, let bytes, count > 0 else { return }
    reader(context).text(UnsafeRawBufferPointer(start: bytes, count: Int(count)))
}

private func beginDoctype(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ systemID: UnsafePointer<CChar>?, _ publicID: UnsafePointer<CChar>?, _ hasSubset: CInt
) {
    guard let context else { return }
    reader(context).readDoctype(name, hasContents: hasSubset != 0)
}

private func skipEntity(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?, _ isParameter: CInt
) {
    guard let context else { return }
    reader(context).refuseEntity()
}
