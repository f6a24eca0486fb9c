import Files
import Web
import Words

/// What a response that is no success means.
enum StatusMeaning {
    static func kind(_ status: Int) -> FileSystemError.Kind {
        switch status {
        case 401: .login
        // Not .login, which would ask for the site's own password.
        case 407: .connection
        // The queue then goes easy on the server, with fewer connections.
        case 429, 503: .connection
        case 403, 423, 451: .denied
        case 404, 410: .notFound
        case 405, 501, 411, 415, 505: .unsupported
        case 408, 504: .timeout
        case 409: .notFound
        case 412: .changed
        case 413, 507: .full
        case 414: .badName
        default: .other
        }
    }

    /// Whether the same may work later.
    static func isTransient(_ status: Int) -> Bool {
        [408, 425, 429, 500, 502, 503, 504].contains(status)
    }

    /// Seconds of a Retry-After (RFC 9110 section 10.2.3); nil where there is none. A date in it is
    /// by the server's clock, and so is compared with its own Date, else with `now`, in seconds
    /// since the epoch.
    static func delay(_ head: ResponseHead, now: Int64) -> Int? {
        guard let text = head.value("retry-after") else { return nil }
        if let seconds = Int(text), seconds >= 0 { return min(seconds, 86_400) }
        let sent = head.value("date").flatMap(HTTPDate.seconds) ?? now
        return HTTPDate.seconds(text).map { Int(max(0, min($0 &- sent, 86_400))) }
    }

    /// The error for a refusal of `attempt`.
    static func error(
        _ head: ResponseHead, _ attempt: Attempt, _ path: Path, on site: Site, now: Int64
    ) -> FileSystemError {
        let host = VisibleText.make(site.host)
        let reason = reason(head, host, delay: delay(head, now: now))
        // HTTP/2 sends no words.
        let isCrowded = head.status == 429 && head.reason.isEmpty
        return FileSystemError(
            kind(head.status), path: path,
            reply: isCrowded ? "429 Too Many Requests" : head.text,
            detail: "\(attempt.failure(path.text(on: site))) \(reason)",
            isTransient: isTransient(head.status))
    }

    private static func reason(_ head: ResponseHead, _ host: String, delay: Int?) -> String {
        let wait = delay.map { Plural.count($0, "second") }
        return switch head.status {
        case 300..<400: tr("\(host) redirects it (\(head.text)).")
        case 401: tr("\(host) requires a login with permission for this.")
        case 403: tr("\(host) does not allow it.")
        case 404, 410: tr("\(host) has no such file or directory.")
        case 405: tr("\(host) does not allow this here.")
        case 407: tr("The proxy requires a login, or refused it; check the user name and password.")
        case 409: tr("Its parent directory is missing on \(host), or something is in the way.")
        case 411: tr("\(host) requires its length in advance.")
        case 412: tr("It has changed on \(host).")
        case 413: tr("It is larger than \(host) accepts.")
        case 414: tr("Its name is longer than \(host) accepts.")
        case 415: tr("\(host) does not accept this type of file.")
        case 423: tr("It is locked on \(host).")
        case 429:
            wait.map { tr("\(host) received too many requests; retry in \($0).") }
                ?? tr("\(host) received too many requests; try again later.")
        case 501: tr("\(host) does not support this.")
        case 503:
            wait.map { tr("\(host) is overloaded or temporarily down; retry in \($0).") }
                ?? tr("\(host) is overloaded or temporarily down; try again later.")
        case 507:
            tr(
                "The disk of \(host) is full, or your quota is used up; free some space, then retry."
            )
        case 500...: tr("\(host) failed (\(head.text)); try again later.")
        default: tr("\(host) refused it (\(head.text)).")
        }
    }
}
