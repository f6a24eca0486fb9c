import Files

/// A header field of a request. The value's bytes go out as its UTF-8.
struct RequestField: Hashable, Sendable {
    var name: String
    var value: String

    init(_ name: String, _ value: String) {
        self.name = name
        self.value = value
    }

    /// Whether it can be sent: a name that is a token, a value without control bytes (RFC 9110
    /// section 5.5).
    var isSendable: Bool {
        !name.isEmpty
            && name.utf8.allSatisfy { byte in
                (0x30...0x39).contains(byte) || (0x41...0x5A).contains(byte)
                    || (0x61...0x7A).contains(byte) || "!#$%&'*+-.^_`|~".utf8.contains(byte)
            }
            && value.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
    }
}

/// A request to the site. What every request needs (Host, User-Agent, Authorization,
/// Accept-Encoding, Content-Length) is added when it is sent.
struct Request: Sendable {
    enum Body: Sendable {
        case none
        /// Kept, so that it can be sent again after a login or a redirection.
        case bytes([UInt8])
        /// Written by the caller as it goes out; its length in bytes, nil where it is not known.
        case stream(length: UInt64?)
    }

    /// What is done where the server sends the client elsewhere (RFC 9110 section 15.4).
    enum Redirection: Sendable {
        /// Followed, within the limits.
        case follow
        /// Given to the caller as it came.
        case give
    }

    /// In capitals.
    var method: String
    var path: Path
    /// The path goes out with a `/` at its end.
    var isDirectory: Bool
    /// Goes out behind the site's own query, as it is.
    var query: String?
    var fields: [RequestField]
    var body: Body
    var redirection: Redirection

    init(
        _ method: String, _ path: Path, isDirectory: Bool = false, fields: [RequestField] = [],
        body: Body = .none, redirection: Redirection = .follow
    ) {
        self.method = method
        self.path = path
        self.isDirectory = isDirectory
        self.fields = fields
        self.body = body
        self.redirection = redirection
    }
}
