import Files
import Web

/// A request's conditions (RFC 9110, section 13), against what is there.
package struct Preconditions {
    package enum Verdict: Hashable, Sendable {
        case goOn
        /// The visitor has it already: 304.
        case notModified
        /// 412.
        case failed
    }

    private let headers: Headers
    private let isRead: Bool

    package init(_ request: Request) {
        headers = request.headers
        isRead = request.method == .get || request.method == .head
    }

    /// In the order of section 13.2.2; `status` is nil where there is nothing yet.
    package func verdict(_ status: FileStatus?) -> Verdict {
        if headers["If-Match"] != nil {
            let lines = headers.all("If-Match").joined(separator: ",")
            guard let status, Preconditions.list(lines, holds: status.entityTag, weakly: false)
            else { return .failed }
        } else if let since = headers["If-Unmodified-Since"].flatMap(HTTPDate.seconds), let status,
            status.modified > since
        {
            return .failed
        }
        if headers["If-None-Match"] != nil {
            let lines = headers.all("If-None-Match").joined(separator: ",")
            if let status, Preconditions.list(lines, holds: status.entityTag, weakly: true) {
                return isRead ? .notModified : .failed
            }
        } else if isRead, let since = headers["If-Modified-Since"].flatMap(HTTPDate.seconds),
            let status, status.modified <= since
        {
            return .notModified
        }
        return .goOn
    }

    /// Whether a Range may be answered with a part: there is no If-Range, or it names exactly this
    /// version (section 13.1.5). `now` in seconds since the epoch.
    func allowsRange(_ status: FileStatus, now: Int64) -> Bool {
        guard let condition = headers["If-Range"] else { return true }
        if condition.hasPrefix("\"") { return condition == status.entityTag }
        // A date is a strong validator only once the file could not change within its second.
        return HTTPDate.seconds(condition) == status.modified && status.modified < now - 1
    }

    /// Whether a list of entity tags holds this one, or is `*`.
    private static func list(_ text: String, holds tag: String, weakly: Bool) -> Bool {
        text.split(separator: ",").contains { element in
            let element = Headers.trimmed(element)
            return element == "*" || element == tag || weakly && element == "W/" + tag
        }
    }
}
