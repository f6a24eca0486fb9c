import CExpat

/// What a small document holds, one after the other.
enum XMLEvent: Hashable, Sendable {
    case begin(PropertyName)
    case end
    case text(String)
}

/// Reads the small documents of WebDAV's requests through Expat. One with a DTD is refused, and so
/// there are no entities to expand.
final class XMLEvents {
    /// Elements within one another, and in all.
    static let depthLimit = 16
    static let countLimit = 2_000
    /// Bytes of an element's name with its namespace.
    static let nameLimit = 1_024

    private var events: [XMLEvent] = []
    private var depth = 0
    private var isRefused = false
    private var parser: XML_Parser?

    private init() {}

    /// Nil for what is no sound document, or passes a limit.
    static func read(_ bytes: [UInt8]) -> [XMLEvent]? {
        guard let parser = XML_ParserCreateNS(nil, 0x0A) else { return nil }
        defer { XML_ParserFree(parser) }
        let reading = XMLEvents()
        reading.parser = parser
        XML_SetUserData(parser, Unmanaged.passUnretained(reading).toOpaque())
        XML_SetElementHandler(parser, beginElement, endElement)
        XML_SetCharacterDataHandler(parser, readText)
        XML_SetStartDoctypeDeclHandler(parser, beginDoctype)
        let status = bytes.withUnsafeBytes { bytes in
            XML_Parse(
                parser, bytes.baseAddress?.assumingMemoryBound(to: CChar.self),
                CInt(clamping: bytes.count), 1)
        }
        return status == XML_STATUS_OK && !reading.isRefused ? reading.events : nil
    }

    fileprivate func begin(_ text: String) {
        depth += 1
        guard depth <= XMLEvents.depthLimit, text.utf8.count <= XMLEvents.nameLimit else {
            return refuse()
        }
        // Expat puts a line break between the namespace and the name.
        var name = PropertyName(text, in: "")
        if let end = text.lastIndex(of: "\n") {
            name = PropertyName(String(text[text.index(after: end)...]), in: String(text[..<end]))
        }
        append(.begin(name))
    }

    fileprivate func end() {
        depth -= 1
        append(.end)
    }

    fileprivate func text(_ text: String) {
        append(.text(text))
    }

    fileprivate func refuse() {
        isRefused = true
        XML_StopParser(parser, 0)
    }

    private func append(_ event: XMLEvent) {
        guard !isRefused else { return }
        guard events.count < 2 * XMLEvents.countLimit else { return refuse() }
        events.append(event)
    }
}

private func reading(_ context: UnsafeMutableRawPointer) -> XMLEvents {
    Unmanaged<XMLEvents>.fromOpaque(context).takeUnretainedValue()
}

private func beginElement(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ attributes: UnsafeMutablePointer<UnsafePointer<CChar>?>?
) {
    guard let context, let name else { return }
    reading(context).begin(String(cString: name))
}

private func endElement(_ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?) {
    guard let context else { return }
    reading(context).end()
}

private func readText(
    _ context: UnsafeMutableRawPointer?, _ bytes: UnsafePointer<CChar>?, _ count: CInt
) {
    guard let context, let bytes, count > 0 else { return }
    let text = UnsafeRawBufferPointer(start: bytes, count: Int(count))
    reading(context).text(String(decoding: text, as: UTF8.self))
}

private func beginDoctype(
    _ context: UnsafeMutableRawPointer?, _ name: UnsafePointer<CChar>?,
    _ systemID: UnsafePointer<CChar>?, _ publicID: UnsafePointer<CChar>?, _ hasSubset: CInt
) {
    guard let context else { return }
    reading(context).refuse()
}
