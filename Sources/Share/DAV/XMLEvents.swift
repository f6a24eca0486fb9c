import Web

/// What a small document holds, one after the other.
enum XMLEvent: Hashable, Sendable {
    case begin(PropertyName)
    case end
    case text(String)
}

/// Reads the small documents of WebDAV's requests. One with a DTD is refused, and so there are no
/// entities to expand.
final class XMLEvents: XMLContent {
    /// Elements within one another, and in all.
    static let depthLimit = 16
    static let countLimit = 2_000
    /// Bytes of an element's name with its namespace.
    static let nameLimit = 1_024

    private var events: [XMLEvent] = []
    private weak var reader: XMLReader?

    private init() {}

    /// Nil for what is no sound document, or passes a limit.
    static func read(_ bytes: [UInt8]) -> [XMLEvent]? {
        let content = XMLEvents()
        guard let reader = XMLReader(content, depthLimit: depthLimit) else { return nil }
        content.reader = reader
        do throws(XMLFailure) {
            try reader.feed(bytes)
            try reader.finish()
        } catch {
            return nil
        }
        return content.events
    }

    func begin(_ name: UnsafeRawBufferPointer) {
        guard name.count <= XMLEvents.nameLimit else { return refuse() }
        // Expat puts a line break between the namespace and the name.
        let text = String(decoding: name, as: UTF8.self)
        var name = PropertyName(text, in: "")
        if let end = text.lastIndex(of: "\n") {
            name = PropertyName(String(text[text.index(after: end)...]), in: String(text[..<end]))
        }
        append(.begin(name))
    }

    func end() {
        append(.end)
    }

    func readText(_ text: UnsafeRawBufferPointer) {
        append(.text(String(decoding: text, as: UTF8.self)))
    }

    private func append(_ event: XMLEvent) {
        guard events.count < 2 * XMLEvents.countLimit else { return refuse() }
        events.append(event)
    }

    private func refuse() {
        reader?.stop("is too large")
    }
}
