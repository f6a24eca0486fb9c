/// What a PROPFIND asks for (RFC 4918, section 14.20).
enum PropertyQuery: Hashable, Sendable {
    case all
    case names
    case these([PropertyName])

    /// Of a request's body, where none asks for all; 400 for what is no sound one.
    static func parse(_ body: [UInt8]) throws(Refusal) -> PropertyQuery {
        if body.isEmpty { return .all }
        guard let events = XMLEvents.read(body),
            case .begin(PropertyName("propfind")) = events.first
        else { throw XMLBody.broken }
        var kind: PropertyQuery?
        var names: [PropertyName] = []
        var depth = 0
        var isInside = false
        for event in events {
            switch event {
            case .begin(let name):
                depth += 1
                if depth == 2 {
                    isInside = name == PropertyName("prop")
                    switch name {
                    case PropertyName("allprop"): kind = kind ?? .all
                    case PropertyName("propname"): kind = kind ?? .names
                    case PropertyName("prop"): kind = kind ?? .these([])
                    default: break
                    }
                } else if depth == 3, isInside, !names.contains(name) {
                    guard names.count < XMLBody.propertyLimit else { throw XMLBody.broken }
                    names.append(name)
                }
            case .end: depth -= 1
            case .text, .attribute: break
            }
        }
        guard let kind else { throw XMLBody.broken }
        return kind == .these([]) ? .these(names) : kind
    }
}
