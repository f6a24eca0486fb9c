package import Files

/// A lock that a visitor holds on something in a share (RFC 4918, section 6).
package struct VisitorLock: Hashable, Sendable, Identifiable {
    package struct ID: Hashable, Sendable, Comparable {
        package let rawValue: UInt64

        package init(rawValue: UInt64) {
            self.rawValue = rawValue
        }

        package static func < (left: ID, right: ID) -> Bool { left.rawValue < right.rawValue }
    }

    package let id: ID
    /// As of a visit: `192.168.1.7 (anna)`; sanitised.
    package var visitor: String
    /// Below the shared folder.
    package var path: Path
    package var isDirectory: Bool
    /// Seconds since the epoch.
    package var since: Double
    /// When it ends unless the visitor asks for it again, in the same way.
    package var until: Double

    package init(
        id: ID, visitor: String, path: Path, isDirectory: Bool = false, since: Double, until: Double
    ) {
        self.id = id
        self.visitor = visitor
        self.path = path
        self.isDirectory = isDirectory
        self.since = since
        self.until = until
    }
}
