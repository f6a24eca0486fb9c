/// What a listing says of one name.
package struct Entry: Hashable, Sendable {
    package enum Kind: UInt8, Sendable, CaseIterable {
        case file, directory, link, other
    }

    package var name: Name
    package var kind: Kind
    /// Bytes; nil where the server does not say, or says nonsense.
    package var size: UInt64?
    package var modified: Timestamp?
    /// The twelve permission bits (07777); nil where unknown.
    package var mode: UInt16?
    package var owner: String?
    package var group: String?
    /// Of a link, as the server sent it.
    package var target: [UInt8]?

    package init(
        name: Name, kind: Kind, size: UInt64? = nil, modified: Timestamp? = nil,
        mode: UInt16? = nil, owner: String? = nil, group: String? = nil, target: [UInt8]? = nil
    ) {
        self.name = name
        self.kind = kind
        self.size = size
        self.modified = modified
        self.mode = mode
        self.owner = owner
        self.group = group
        self.target = target
    }

    /// Whether it is another thing than an earlier listing has told, as far as both tell.
    package func isOther(than earlier: Entry) -> Bool {
        guard kind == earlier.kind else { return true }
        switch kind {
        case .link:
            guard let target, let before = earlier.target else { return false }
            return target != before
        case .file:
            if let size, let before = earlier.size, size != before { return true }
            guard let modified, let before = earlier.modified,
                let order = Timestamp.order(modified, before)
            else { return false }
            return order != 0
        // A directory has another time by what goes into it and out of it.
        case .directory, .other: return false
        }
    }
}
