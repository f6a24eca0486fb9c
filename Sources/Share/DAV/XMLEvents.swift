import Web

/// What a small document holds, one after the other.
enum XMLEvent: Hashable, Sendable {
    case begin(PropertyName)
    /// Of the element that was begun last.
    case attribute(PropertyName, String)
    case end
    case text(String)
}

extension XMLEvent {
    /// Whether it is in an element, and not its end or part of its tag.
    var isContent: Bool {
        switch self {
        case .begin, .text: true
        case .end, .attribute: false
        }
    }
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
        append(.begin(XMLEvents.name(String(decoding: name, as: UTF8.self))))
    }

    func begin(_ name: UnsafeRawBufferPointer, attributes: XMLAttributes) {
        begin(name)
        for (name, value) in attributes.all {
            guard name.utf8.count <= XMLEvents.nameLimit else { return refuse() }
            append(.attribute(XMLEvents.name(name), value))
        }
    }

    /// Expat puts a line break between the namespace and the name.
    private static func name(_ text: String) -> PropertyName {
        guard let end = text.lastIndex(of: "\n") else { return PropertyName(text, in: "") }
        return PropertyName(String(text[text.index(after: end)...]), in: String(text[..<end]))
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
