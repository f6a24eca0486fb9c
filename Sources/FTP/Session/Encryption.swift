import Files
import Transport
import Words

/// How far a site's connections are to be encrypted.
enum EncryptionDemand {
    case none
    /// Asked for; without it goes on in clear.
    case wanted
    /// AUTH TLS or nothing.
    case required
    /// TLS from the first byte on.
    case implicit
}

extension Site {
    var encryption: EncryptionDemand {
        switch scheme {
        case .ftps: .implicit
        case .ftpes: .required
        default: self[TLSOptions.isWanted] ? .wanted : .none
        }
    }
}

/// The TLS of one file system's connections: begun, judged, and resumed alike for all of them.
final class Encryption {
    private let site: Site
    private let policy: TrustPolicy
    private let log: ExchangeLog
    private let judge: CertificateJudge
    private var context: TLSContext?
    /// Whether data connections resume each other's sessions, rather than the control connection's
    /// own: for servers that take each session once.
    private var chainsSessions = false
    /// Whether the last data connection that had to resume did not.
    private var hasMissedSession = false

    init(_ site: Site, _ policy: TrustPolicy, _ log: ExchangeLog) {
        self.site = site
        self.policy = policy
        self.log = log
        judge = CertificateJudge(
            site: site, policy: policy, remark: { log.remark($0) }, trouble: { log.trouble($0) })
    }

    private var host: String { VisibleText.make(site.host) }

    /// What is known of the site's TLS.
    var record: TrustRecord { policy.memory.record(of: site) }

    // MARK: The control connection

    /// Shakes hands, and judges the server's certificate: nothing was sent yet but the handshake.
    func secure(
        _ socket: Socket
    ) throws(FileSystemError) -> (stream: TLSStream, state: TLSState) {
        let stream: TLSStream
        do throws(TransportError) {
            stream = try TLSStream(over: socket, to: site.host, prepared(), resuming: nil)
            try stream.establish(.after(seconds: Double(site.timeout)))
        } catch {
            socket.close()
            throw handshakeFailure(error)
        }
        do throws(FileSystemError) {
            let state = try judge(stream)
            policy.memory.update(site) { $0.hasHadTLS = true }
            return (stream, state)
        } catch {
            stream.close()
            throw error
        }
    }

    private func prepared() throws(TransportError) -> TLSContext {
        if let context { return context }
        do throws(TransportError) {
            let made = try TLSContext(authorities: policy.isInsecure ? nil : policy.authorities)
            context = made
            return made
        } catch {
            guard let authorities = policy.authorities, !policy.isInsecure else { throw error }
            throw TransportError(
                .tls,
                tr(
                    "the authorities in \(VisibleText.make(authorities)) cannot be read (\(error.words))"
                )
            )
        }
    }

    private func handshakeFailure(_ error: TransportError) -> FileSystemError {
        var made = error.fileSystemError(site)
        switch error.kind {
        case .tls:
            made.detail = tr("TLS with \(host) could not be set up (\(error.words)).")
        case .closed:
            made.detail = tr("\(host) closed the connection during the TLS handshake.")
        default: break
        }
        log.trouble(made.detail)
        return made
    }

    private func judge(_ stream: TLSStream) throws(FileSystemError) -> TLSState {
        guard let certificate = stream.certificate else {
            throw FileSystemError(
                .security, detail: tr("\(host) sent no certificate, so its identity is unknown."))
        }
        log.remark(
            tr(
                "\(stream.version), \(stream.cipher); certificate of \(certificate.subject), issued by "
                    + "\(certificate.issuer), SHA-256 \(certificate.fingerprintText)."))
        return TLSState(
            version: stream.version, cipher: stream.cipher, certificate: certificate,
            voucher: try judge.voucher(of: certificate, doubt: stream.doubt(about: site.host)))
    }

    /// AUTH was refused on a site that needs no TLS. Goes on in clear only where it never had any.
    func allowClear(_ reply: Reply) throws(FileSystemError) {
        // A certificate that the user trusted was shown over TLS, even if nothing followed yet.
        let record = record
        guard !record.hasHadTLS, record.trusted == nil else {
            throw FileSystemError(
                .security, reply: reply.text,
                detail: tr(
                    "\(host) had TLS before and refuses it now; someone may be blocking it. "
                        + "Nothing was sent. Turn TLS off for this site if its operator did so."))
        }
        log.remark(tr("\(host) does not offer TLS: others can read passwords and files."))
    }

    // MARK: Data connections

    /// The client's side of a data connection's TLS, which offers the control connection's newest
    /// session, or the newest that came of it.
    func layer(over socket: Socket, for control: TLSStream) throws(TransportError) -> TLSStream {
        if chainsSessions { control.preferSpare() }
        return try TLSStream(over: socket, to: site.host, prepared(), resuming: control)
    }

    /// Judges a data connection after its handshake: it resumed the control connection's session,
    /// or shows the same certificate.
    func judge(
        _ data: TLSStream, for state: TLSState
    ) throws(FileSystemError) {
        if data.isResumed {
            log.remark(tr("The data connection uses \(data.version) and resumed the session."))
            hasMissedSession = false
            // What anyone may pretend to be is nothing to hold the server to later.
            if !policy.isInsecure, !record.hasResumed {
                policy.memory.update(site) { $0.hasResumed = true }
            }
            return
        }
        log.remark(tr("The data connection uses \(data.version) with a new session."))
        guard data.certificate?.fingerprint == state.certificate.fingerprint else {
            throw FileSystemError(
                .security,
                detail: tr(
                    "The data connection to \(host) has a different certificate and may lead "
                        + "to someone else. It was closed."))
        }
        // What the server never gave it cannot be asked to take back.
        guard data.hasOffered, record.hasResumed, !policy.isInsecure else { return }
        if !hasMissedSession {
            hasMissedSession = true
            // Sessions expire, or are taken once: on a new connection, and with the other choice of
            // sessions, the server has no such excuse.
            chainsSessions.toggle()
            throw FileSystemError(
                .connection,
                detail: tr(
                    "\(host) did not resume the TLS session for the data connection, although "
                        + "it did before."), isTransient: true)
        }
        throw FileSystemError(
            .security,
            detail: tr(
                "\(host) no longer resumes the TLS session for data connections; they may "
                    + "lead to someone else. The connection was closed. If the server has changed, "
                    + "remove 'resumed' from its line in known_servers."))
    }
}
