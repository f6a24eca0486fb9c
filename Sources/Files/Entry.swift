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
}
