import Files
import Transport
import Words

/// The TLS of one connection (RFC 4217): begun by AUTH, extended to data connections by PBSZ and
/// PROT, and checked on each of them.
final class Protection {
    private let control: ControlConnection
    private let encryption: Encryption
    /// What the connection's TLS is like; nil in clear.
    private(set) var state: TLSState?

    /// `state` is there where TLS came before the first byte.
    init(_ control: ControlConnection, _ encryption: Encryption, _ state: TLSState?) {
        self.control = control
        self.encryption = encryption
        self.state = state
    }

    private var site: Site { control.site }

    /// Who reads along.
    var security: ConnectionSecurity { state.map { .tls($0) } ?? .clear }

    /// Asks for TLS where the site wants it (RFC 4217 section 4), right after the greeting; whether
    /// the connection is encrypted from here on.
    func begin() throws(FileSystemError) -> Bool {
        let demand = site.encryption
        guard demand == .wanted || demand == .required else { return false }
        let command = try Command("AUTH", "TLS")
        let reply =
            demand == .wanted ? try control.askForTLS(command) : try control.exchange(command)
        if reply.code == 421, let loss = control.loss { throw loss }
        guard reply.code == 234 || reply.code == 334 else {
            guard demand == .required else {
                try encryption.allowClear(reply)
                return false
            }
            throw FileSystemError(
                .security, reply: reply.text,
                detail:
                    tr(
                        "\(VisibleText.make(site.host)) does not offer TLS, which ftpes:// requires; "
                            + "nothing was sent. Use ftp:// only where others may read everything.")
            )
        }
        try control.encrypt { socket throws(FileSystemError) in
            let (stream, state) = try encryption.secure(socket)
            self.state = state
            return stream
        }
        return true
    }

    // MARK: Data connections

    /// What protects the data connections as well (RFC 4217 section 9), to be sent after the login.
    var commands: [Command] {
        get throws(FileSystemError) {
            guard state != nil else { return [] }
            return [try Command("PBSZ", "0"), try Command("PROT", "P")]
        }
    }

    /// A server that does not protect its data connections gets none.
    func check(_ reply: Reply) throws(FileSystemError) {
        guard reply.isSuccess else {
            throw FileSystemError(
                .security, reply: reply.text,
                detail:
                    tr(
                        "\(VisibleText.make(site.host)) does not encrypt data connections; others "
                            + "could read names and files. Nothing was sent."))
        }
    }

    /// Has a data connection speak TLS, where this connection does.
    func cover(_ data: DataConnection) {
        guard let control = control.stream as? TLSStream else { return }
        data.encrypt { [encryption] socket throws(TransportError) in
            try encryption.layer(over: socket, for: control)
        }
    }

    /// Judges a data connection after its handshake. Where it is refused, so is this connection.
    func judge(_ data: TLSStream) throws(FileSystemError) {
        guard let judged = state else { return }
        do throws(FileSystemError) {
            try encryption.judge(data, for: judged)
            state?.isResumed = data.isResumed
        } catch {
            data.close()
            throw control.lose(error)
        }
    }
}
