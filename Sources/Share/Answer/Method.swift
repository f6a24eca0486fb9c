import Files

/// What is to be done (RFC 9110, section 9; RFC 4918, section 9). Case matters.
package struct Method: Hashable, Sendable {
    package let rawValue: String

    package init(_ rawValue: String) {
        self.rawValue = rawValue
    }

    package static let get = Method("GET")
    package static let head = Method("HEAD")
    package static let options = Method("OPTIONS")
    package static let put = Method("PUT")
    package static let post = Method("POST")
    package static let delete = Method("DELETE")
    package static let propfind = Method("PROPFIND")
    package static let proppatch = Method("PROPPATCH")
    package static let mkcol = Method("MKCOL")
    package static let move = Method("MOVE")
    package static let copy = Method("COPY")
    package static let lock = Method("LOCK")
    package static let unlock = Method("UNLOCK")

    /// Those that some response of Ferry may be for.
    package static let known: [Method] = [
        .options, .get, .head, .post, .put, .delete, .propfind, .proppatch, .mkcol, .move, .copy,
        .lock, .unlock,
    ]

    /// Whether it leaves everything as it is (RFC 9110, section 9.2.1; RFC 4918, section 9.1).
    package var isSafe: Bool {
        self == .get || self == .head || self == .options || self == .propfind
    }

    /// For showing, sanitised.
    package var text: String { VisibleText.make(rawValue) }
}
