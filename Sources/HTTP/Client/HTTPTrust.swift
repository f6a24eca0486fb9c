import CCurl
import COpenSSL
import Files
import Transport
import Words

/// Judges the certificates of one file system's connections, in the middle of the handshake: before
/// anything is sent that is meant for the server alone.
final class HTTPTrust {
    private let site: Site
    private let policy: TrustPolicy
    private let log: ExchangeLog
    /// Who is meant by the exchange at hand.
    var origin: Origin
    /// What the last handshake was refused for.
    private(set) var refusal: FileSystemError?
    private(set) var state: TLSState?

    init(_ site: Site, _ policy: TrustPolicy, _ log: ExchangeLog) {
        self.site = site
        self.policy = policy
        self.log = log
        origin = Origin(site)
    }

    /// Has the handle's next handshake judged here; this must live until the exchange is over.
    func install(on easy: UnsafeMutableRawPointer) {
        refusal = nil
        ferry_curl_set_context(
            easy, CURLOPT_SSL_CTX_DATA, Unmanaged.passUnretained(self).toOpaque())
        ferry_curl_set_tls_call(easy) { _, context, own in
            guard let context, let own else { return CURLE_ABORTED_BY_CALLBACK }
            let trust = Unmanaged<HTTPTrust>.fromOpaque(own).takeUnretainedValue()
            return trust.prepare(OpaquePointer(context))
                ? CURLE_OK : CURLE_ABORTED_BY_CALLBACK
        }
    }

    /// Gives an `SSL_CTX` the rules, the authorities and the judge.
    private func prepare(_ context: OpaquePointer) -> Bool {
        ferry_ssl_set_client_rules(context)
        do throws(TransportError) {
            try TLSAuthorities.load(policy.isInsecure ? nil : policy.authorities, into: context)
        } catch {
            let file =
                policy.authorities.map { VisibleText.make($0) } ?? tr("the system's store")
            refusal = FileSystemError(
                .security,
                detail:
                    tr(
                        "TLS with \(VisibleText.make(origin.host)) failed: the authorities in \(file) "
                            + "cannot be read (\(error.words))."))
            return false
        }
        SSL_CTX_set_verify(context, SSL_VERIFY_PEER, nil)
        SSL_CTX_set_cert_verify_callback(
            context,
            { store, own in
                guard let store, let own else { return 0 }
                let trust = Unmanaged<HTTPTrust>.fromOpaque(own).takeUnretainedValue()
                return trust.isTrusted(store) ? 1 : 0
            }, Unmanaged.passUnretained(self).toOpaque())
        return true
    }

    /// Judges what stands in an `X509_STORE_CTX`.
    private func isTrusted(_ store: OpaquePointer) -> Bool {
        let host = VisibleText.make(origin.host)
        guard let shown = X509_STORE_CTX_get0_cert(store), let certificate = Certificate(shown)
        else {
            refusal = FileSystemError(
                .security, detail: tr("\(host) sent no certificate, so its identity is unknown."))
            return false
        }
        let isValid = X509_verify_cert(store) == 1
        let code = X509_STORE_CTX_get_error(store)
        let doubt = Certificate.doubt(
            about: origin.host, shown,
            code: isValid ? X509_V_OK : code == X509_V_OK ? X509_V_ERR_UNSPECIFIED : code)
        let (version, cipher) = HTTPTrust.names(of: store)
        // The test of a site tells by the version how far it is.
        log.remark(
            tr(
                "\(version), \(cipher); certificate of \(certificate.subject), issued by "
                    + "\(certificate.issuer), SHA-256 \(certificate.fingerprintText)."))
        let isOwn = origin == Origin(site)
        let judge = CertificateJudge(
            site: isOwn ? site : origin.site(like: site), policy: policy,
            remark: { [log] in log.remark($0) }, trouble: { [log] in log.trouble($0) })
        do throws(FileSystemError) {
            let voucher = try judge.voucher(of: certificate, doubt: doubt)
            state = TLSState(
                version: version, cipher: cipher, certificate: certificate, voucher: voucher)
            return true
        } catch {
            refusal = isOwn ? error : elsewhere(error)
            return false
        }
    }

    /// Trust is asked for at the site itself only, never for where it sends its visitors.
    private func elsewhere(_ error: FileSystemError) -> FileSystemError {
        var made = error
        made.question = nil
        made.detail =
            tr(
                "\(VisibleText.make(site.host)) redirects to \(origin.text), which is not trusted; "
                    + "open that URL to check its certificate.") + " \(error.detail)"
        return made
    }

    private static func names(of store: OpaquePointer) -> (version: String, cipher: String) {
        guard
            let raw = X509_STORE_CTX_get_ex_data(store, SSL_get_ex_data_X509_STORE_CTX_idx())
        else { return ("TLS", tr("no cipher")) }
        let ssl = OpaquePointer(raw)
        let name = String(cString: SSL_get_version(ssl))
        let cipher = SSL_get_pending_cipher(ssl) ?? SSL_get_current_cipher(ssl)
        return (
            name.hasPrefix("TLSv") ? "TLS " + name.dropFirst(4) : name,
            cipher.flatMap { SSL_CIPHER_get_name($0) }.map { String(cString: $0) }
                ?? tr("no cipher")
        )
    }
}
