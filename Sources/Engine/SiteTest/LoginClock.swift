import Files
import Synchronization

/// Sees in a connection's log when its login has come how far.
final class LoginClock: Sendable {
    private struct Marks {
        var encrypted: ContinuousClock.Instant?
        var answered: ContinuousClock.Instant?
        var loggedIn: ContinuousClock.Instant?
        var hasSentUser = false
        var dataAsked: ContinuousClock.Instant?
        var dataOpened: ContinuousClock.Instant?
        var hasAskedForList = false
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

    /// When FTP's first data connection was asked for.
    var dataAsked: ContinuousClock.Instant? { marks.withLock(\.dataAsked) }
    /// When it was open.
    var dataOpened: ContinuousClock.Instant? { marks.withLock(\.dataOpened) }

    /// Whether the server was asked to list anything.
    var hasAskedForList: Bool { marks.withLock(\.hasAskedForList) }

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
                // In every language the remark on the handshake names the protocol's version.
                case .remark where exchange.text.contains("TLS 1."): marks.encrypted = now
                case .received:
                    marks.encrypted = marks.encrypted ?? now
                    marks.loggedIn = exchange.code == 401 ? nil : marks.loggedIn ?? now
                default: break
                }
            default: break
            }
        }
    }

    /// The commands that agree on a data connection (RFC 959, RFC 1639, RFC 2428).
    private static let dataCommands: Set<Substring> = [
        "PASV", "EPSV", "LPSV", "PORT", "EPRT", "LPRT",
    ]

    /// RFC 959, section 5.4: USER is answered by 230, or after PASS and ACCT by 230 or 202.
    private static func noteFTP(
        _ exchange: Exchange, _ now: ContinuousClock.Instant, _ marks: inout Marks
    ) {
        switch exchange.direction {
        case .sent:
            let command = exchange.text.prefix { $0 != " " }
            if marks.loggedIn != nil, dataCommands.contains(command) {
                marks.dataAsked = marks.dataAsked ?? now
            }
            if ["MLSD", "LIST", "NLST"].contains(command) { marks.hasAskedForList = true }
            guard !marks.hasSentUser, exchange.text.hasPrefix("USER ") else { return }
            marks.hasSentUser = true
            marks.encrypted = now
        case .received:
            if marks.dataAsked != nil, marks.dataOpened == nil, [125, 150].contains(exchange.code) {
                marks.dataOpened = now
            }
            guard marks.hasSentUser, marks.loggedIn == nil, [202, 230, 232].contains(exchange.code)
            else { return }
            marks.loggedIn = now
        case .remark, .trouble: break
        }
    }
}
