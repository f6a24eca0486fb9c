import Files

/// What a server says of one resource.
struct DAVProperties: Equatable {
    /// Bytes.
    var size: UInt64?
    var modified: Timestamp?
    var created: Timestamp?
    /// Nil where the server does not tell.
    var isCollection: Bool?
    /// With its quotes; at most 1 KiB.
    var etag: String?
    /// Bytes (RFC 4331).
    var available: UInt64?
    var used: UInt64?

    /// Takes over what `other` knows.
    mutating func merge(_ other: DAVProperties) {
        size = other.size ?? size
        modified = other.modified ?? modified
        created = other.created ?? created
        isCollection = other.isCollection ?? isCollection
        etag = other.etag ?? etag
        available = other.available ?? available
        used = other.used ?? used
    }
}
