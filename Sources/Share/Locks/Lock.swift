import Files
import Jobs

/// A lock that a visitor holds on a file or a directory (RFC 4918, section 6).
struct Lock: Hashable, Sendable {
    enum Scope: Hashable, Sendable {
        case exclusive, shared
    }

    let id: VisitorLock.ID
    /// A URN of its own (section 6.5).
    let token: String
    /// Below the shared folder.
    let root: SharedPath
    let isDirectory: Bool
    let scope: Scope
    /// Whether it is for all that is below the root as well.
    let isDeep: Bool
    /// Who asked for it, in the visitor's own words: sound XML.
    let owner: [UInt8]
    /// Whose it is: `Request.lockHolder`.
    let holder: String
    /// The same for showing: `Request.visitorText`.
    let visitor: String
    /// Seconds that it has left, when it was asked for.
    var seconds: Double
    /// When it was given, on the clock of the table.
    let start: Double
    /// When it ends, on the same clock.
    var end: Double

    /// When it ends however often it is asked for again.
    var lastEnd: Double { start + LockTable.lifetime }

    /// Whether it is for that path.
    func covers(_ path: SharedPath) -> Bool {
        root == path || isDeep && path.isInside(root)
    }
}

extension Request {
    /// Who holds the locks that it asks for: the name that the visitor logged in with, where that was
    /// checked, else the address, of IPv6 the network.
    var lockHolder: String {
        user.flatMap { isUserChecked ? $0 : nil } ?? Authenticator.group(visitor)
    }
}
