import Words

/// What a LOCK asks for in its body (RFC 4918, section 14.11).
struct LockRequest: Hashable, Sendable {
    /// Bytes of the owner's words.
    private static let ownerLimit = 1_024

    private(set) var scope = Lock.Scope.exclusive
    /// Sound XML, without an element around it.
    private(set) var owner: [UInt8] = []

    /// 400 for a body that is no sound one; 422 for a kind of lock that there is not.
    init(_ body: [UInt8]) throws(Refusal) {
        guard let events = XMLEvents.read(body),
            case .begin(PropertyName("lockinfo")) = events.first
        else { throw XMLBody.broken }
        var path: [PropertyName] = []
        var (hasScope, hasType) = (false, false)
        var owner = XMLCopy()
        for event in events {
            // All that is in the element.
            if path.count > 1, path[1] == PropertyName("owner"),
                path.count > 2 || event.isContent
            {
                owner.take(event)
            }
            switch event {
            case .begin(let name):
                path.append(name)
                guard path.count == 3 else { continue }
                switch (path[1], name) {
                case (PropertyName("lockscope"), PropertyName("exclusive")): hasScope = true
                case (PropertyName("lockscope"), PropertyName("shared")):
                    hasScope = true
                    scope = .shared
                case (PropertyName("locktype"), PropertyName("write")): hasType = true
                default: break
                }
            case .end: path.removeLast()
            case .text, .attribute: break
            }
        }
        guard hasScope, hasType else {
            throw Refusal(
                .unprocessableContent, tr("This share has exclusive and shared write locks only."))
        }
        guard owner.bytes.count <= LockRequest.ownerLimit else { throw XMLBody.broken }
        self.owner = owner.bytes
    }
}
