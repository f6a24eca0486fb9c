import Files
import Glibc
import Jobs
import UI
import Words

/// What `ferry share` says.
struct ShareReport {
    private var lastSaid: Set<Visit.ID> = []

    /// Where the share is, whom it lets in, and how.
    static func opening(_ status: ShareStatus, madePassword: Secret?) -> [String] {
        var lines = status.urls
        lines.append(status.audience)
        if let user = status.user {
            let name = tr("user: \(user)")
            lines.append(
                madePassword.map { "\(name)   " + tr("password: \($0.reveal())") } ?? name)
        }
        if let pin = status.pin {
            lines.append("PIN: \(pin)   " + tr("(as the password, with any user)"))
        }
        if let fingerprint = status.fingerprint {
            lines.append(
                tr("SHA-256 of the certificate: \(Certificate.text(ofFingerprint: fingerprint))"))
        }
        if let code = status.code, isatty(STDOUT_FILENO) == 1 {
            // Black on white, whatever the terminal's own colours are.
            lines += code.lines().map { "\u{1B}[30;107m\($0)\u{1B}[0m" }
        }
        return lines
    }

    /// A line of the log.
    static func line(_ exchange: Exchange) -> String {
        let mark =
            switch exchange.direction {
            case .received: "<"
            case .sent: ">"
            case .remark: "="
            case .trouble: "!"
            }
        let explanation = exchange.explanation.map { " · \($0)" } ?? ""
        return "\(mark) \(exchange.text)\(explanation)"
    }

    /// A line for each visit that ended since the last time.
    mutating func newlyEnded(_ status: ShareStatus) -> [String] {
        let ended = status.visits.filter { $0.state != .running }
        let lines = ended.filter { !lastSaid.contains($0.id) }.map(ShareReport.line)
        lastSaid = Set(ended.map(\.id))
        return lines
    }

    /// `192.168.1.7 downloaded docs/a.txt: 4.2K`
    static func line(_ visit: Visit) -> String {
        let (visitor, size) = (visit.visitor, Format.size(visit.done))
        let isDownload = visit.direction == .download
        let whole = isDownload ? tr("the whole directory") : tr("files through the form")
        let what = visit.path.isRoot ? whole : String(visit.path.text.dropFirst())
        switch visit.state {
        case .running, .done:
            return isDownload
                ? tr("\(visitor) downloaded \(what): \(size)")
                : tr("\(visitor) uploaded \(what): \(size)")
        case .kicked:
            return isDownload
                ? tr("\(visitor) downloaded \(what): \(size), then was disconnected")
                : tr("\(visitor) uploaded \(what): \(size), then was disconnected")
        case .failed(let reason):
            let line =
                isDownload
                ? tr("\(visitor) downloaded \(what): only \(size).")
                : tr("\(visitor) uploaded \(what): only \(size).")
            return "\(line) \(reason)"
        }
    }
}
