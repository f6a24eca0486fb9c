/// What a PROPPATCH changes, in its order (RFC 4918, section 14.19).
struct PropertyUpdate: Hashable, Sendable {
    struct Value: Hashable, Sendable {
        var text = ""
        /// Sound XML.
        var markup: [UInt8] = []
        var language: String?
    }

    struct Change: Hashable, Sendable {
        var name: PropertyName
        /// The new value; nil where the property is to be removed.
        var value: Value?
    }

    private(set) var changes: [Change] = []

    private static let language = PropertyName("lang", in: PropertyName.xml)

    /// 400 for a body that is no sound one.
    init(_ body: [UInt8]) throws(Refusal) {
        guard let events = XMLEvents.read(body),
            case .begin(PropertyName("propertyupdate")) = events.first
        else { throw XMLBody.broken }
        var path: [PropertyName] = []
        // Of each element that is open.
        var languages: [String?] = []
        var copy = XMLCopy()
        for event in events {
            if case .end = event, path.count == 4, PropertyUpdate.isSet(path) {
                changes[changes.count - 1].value?.markup = copy.bytes
            }
            if path.count > 4 || path.count == 4 && event.isContent { copy.take(event) }
            switch event {
            case .begin(let name):
                path.append(name)
                languages.append(languages.last ?? nil)
                guard path.count == 4, path[2] == PropertyName("prop") else { continue }
                guard changes.count < XMLBody.propertyLimit else { throw XMLBody.broken }
                copy = XMLCopy()
                if path[1] == PropertyName("set") {
                    changes.append(
                        Change(name: name, value: Value(language: languages.last ?? nil)))
                } else if path[1] == PropertyName("remove") {
                    changes.append(Change(name: name, value: nil))
                }
            case .attribute(PropertyUpdate.language, let value):
                languages[languages.count - 1] = value
                if path.count == 4, PropertyUpdate.isSet(path) {
                    changes[changes.count - 1].value?.language = value
                }
            case .attribute: break
            case .end:
                path.removeLast()
                languages.removeLast()
            case .text(let text):
                guard path.count == 4, PropertyUpdate.isSet(path) else { continue }
                changes[changes.count - 1].value?.text.append(text)
            }
        }
        guard !changes.isEmpty else { throw XMLBody.broken }
    }

    private static func isSet(_ path: [PropertyName]) -> Bool {
        path[1] == PropertyName("set") && path[2] == PropertyName("prop")
    }
}
