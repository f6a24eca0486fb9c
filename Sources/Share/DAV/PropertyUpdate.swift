/// What a PROPPATCH changes, in its order (RFC 4918, section 14.19).
struct PropertyUpdate: Hashable, Sendable {
    struct Change: Hashable, Sendable {
        var name: PropertyName
        /// The text of the new value; nil where the property is to be removed.
        var value: String?
    }

    private(set) var changes: [Change] = []

    /// 400 for a body that is no sound one.
    init(_ body: [UInt8]) throws(Refusal) {
        guard let events = XMLEvents.read(body),
            case .begin(PropertyName("propertyupdate")) = events.first
        else { throw XMLBody.broken }
        var path: [PropertyName] = []
        for event in events {
            switch event {
            case .begin(let name):
                path.append(name)
                guard path.count == 4, path[2] == PropertyName("prop") else { continue }
                guard changes.count < XMLBody.propertyLimit else { throw XMLBody.broken }
                if path[1] == PropertyName("set") {
                    changes.append(Change(name: name, value: ""))
                } else if path[1] == PropertyName("remove") {
                    changes.append(Change(name: name, value: nil))
                }
            case .end: path.removeLast()
            case .text(let text):
                guard path.count == 4, path[1] == PropertyName("set"),
                    path[2] == PropertyName("prop")
                else { continue }
                changes[changes.count - 1].value?.append(text)
            }
        }
        guard !changes.isEmpty else { throw XMLBody.broken }
    }
}
