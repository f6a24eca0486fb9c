import Files
import Synchronization

/// Sees in a connection's log when its login has come how far.
final class LoginClock: Sendable {
    private struct Marks {
        var encrypted: ContinuousClock.Instant?
        var answered: ContinuousClock.Instant?
        var loggedIn: ContinuousClock.Instant?
        var hasSentUser = false
    }

    private let wireProtocol: Site.Scheme.WireProtocol
    private let marks = Mutex(Marks())

    init(_ wireProtocol: Site.Scheme.WireProtocol) {
        self.wireProtocol = wireProtocol
    }

    /// When nothing but the login was left to do: the connection is encrypted, where it is to be.
    var encrypted: ContinuousClock.Instant? { marks.withLock(\.encrypted) }
    /// When the login was over.
    var loggedIn: ContinuousClock.Instant? { marks.withLock(\.loggedIn) }

    /// Takes in a line as it is made.
    func note(_ exchange: Exchange) {
        let now = ContinuousClock.now
        marks.withLock { marks in
            switch wireProtocol {
            case .ftp: LoginClock.noteFTP(exchange, now, &marks)
            case .sftp, .rclone:
                // ssh has logged in before the server speaks SFTP at all.
                guard exchange.direction == .received else { return }
                marks.encrypted = marks.encrypted ?? now
                marks.loggedIn = marks.loggedIn ?? now
            case .http:
                switch exchange.direction {
                case .remark where exchange.text.hasPrefix("TLS "): marks.encrypted = now
                case .received:
                    marks.encrypted = marks.encrypted ?? now
                    marks.loggedIn = exchange.code == 401 ? nil : marks.loggedIn ?? now
                default: break
                }
            default: break
            }
        }
    }

    /// RFC 959, section 5.4: USER is answered by 230, or after PASS and ACCT by 230 or 202.
    private static func noteFTP(
        _ exchange: Exchange, _ now: ContinuousClock.Instant, _ marks: inout Marks
    ) {
        switch exchange.direction {
        case .sent:
            guard !marks.hasSentUser, exchange.text.hasPrefix("USER ") else { return }
            marks.hasSentUser = true
            marks.encrypted = now
        case .received:
            guard marks.hasSentUser, marks.loggedIn == nil, [202, 230, 232].contains(exchange.code)
            else { return }
            marks.loggedIn = now
        case .remark, .trouble: break
        }
    }
}
