/// A response's code with its words (RFC 9110, section 15).
package struct Status: Hashable, Sendable {
    /// 100…599.
    package let code: UInt16
    package let words: String

    package init(_ code: UInt16, _ words: String) {
        self.code = code
        self.words = words
    }

    package static let ok = Status(200, "OK")
    package static let created = Status(201, "Created")
    package static let noContent = Status(204, "No Content")
    package static let partialContent = Status(206, "Partial Content")
    package static let multiStatus = Status(207, "Multi-Status")
    package static let movedPermanently = Status(301, "Moved Permanently")
    package static let notModified = Status(304, "Not Modified")
    package static let badRequest = Status(400, "Bad Request")
    package static let unauthorized = Status(401, "Unauthorized")
    package static let forbidden = Status(403, "Forbidden")
    package static let notFound = Status(404, "Not Found")
    package static let methodNotAllowed = Status(405, "Method Not Allowed")
    package static let requestTimeout = Status(408, "Request Timeout")
    package static let conflict = Status(409, "Conflict")
    package static let preconditionFailed = Status(412, "Precondition Failed")
    package static let contentTooLarge = Status(413, "Content Too Large")
    package static let uriTooLong = Status(414, "URI Too Long")
    package static let unsupportedMediaType = Status(415, "Unsupported Media Type")
    package static let rangeNotSatisfiable = Status(416, "Range Not Satisfiable")
    package static let expectationFailed = Status(417, "Expectation Failed")
    package static let misdirectedRequest = Status(421, "Misdirected Request")
    package static let unprocessableContent = Status(422, "Unprocessable Content")
    package static let locked = Status(423, "Locked")
    package static let failedDependency = Status(424, "Failed Dependency")
    package static let tooManyRequests = Status(429, "Too Many Requests")
    package static let headersTooLarge = Status(431, "Request Header Fields Too Large")
    package static let serverError = Status(500, "Internal Server Error")
    package static let notImplemented = Status(501, "Not Implemented")
    package static let badGateway = Status(502, "Bad Gateway")
    package static let serviceUnavailable = Status(503, "Service Unavailable")
    package static let versionNotSupported = Status(505, "HTTP Version Not Supported")
    package static let insufficientStorage = Status(507, "Insufficient Storage")
}
