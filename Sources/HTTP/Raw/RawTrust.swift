import Files
import Transport

/// The TLS of one raw exchange: begun, and the server judged before anything is sent.
struct RawTrust {
    let site: Site
    let policy: TrustPolicy
    let log: RawLog

    private var host: String { VisibleText.make(site.host) }

    func secure(_ socket: Socket) throws(FileSystemError) -> TLSStream {
        let stream: TLSStream
        do throws(TransportError) {
            let context = try TLSContext(
                authorities: policy.isInsecure ? nil : policy.authorities, application: "http/1.1")
            stream = try TLSStream(over: socket, to: site.host, context, resuming: nil)
            try stream.establish(.after(seconds: Double(site.timeout)))
        } catch {
            socket.close()
            var made = error.rawError(site)
            if error.kind == .tls { made.detail = "No TLS with \(host): \(error.words)." }
            log.trouble(made.detail)
            throw made
        }
        do throws(FileSystemError) {
            try judge(stream)
        } catch {
            stream.close()
            throw error
        }
        policy.memory.update(site) { $0.hasHadTLS = true }
        return stream
    }

    private func judge(_ stream: TLSStream) throws(FileSystemError) {
        guard let certificate = stream.certificate else {
            throw FileSystemError(
                .security, detail: "\(host) shows no certificate, so nobody knows who it is.")
        }
        log.remark(
            "\(stream.version), \(stream.cipher); certificate of \(certificate.subject), issued by "
                + "\(certificate.issuer), SHA-256 \(certificate.fingerprintText).")
        if policy.isInsecure {
            log.remark(
                "Certificates are not judged: anyone on the way can pretend to be \(host).")
            return
        }
        guard let doubt = stream.doubt(about: site.host) else { return }
        let trusted = policy.memory.record(of: site).trusted
        if trusted == certificate.fingerprint { return }
        let reason = "The certificate does not prove that this is \(host): \(doubt)."
        log.trouble(reason)
        guard let trusted else {
            throw FileSystemError(
                .security,
                detail: reason + " Compare its SHA-256 with one from the server's operator before "
                    + "you trust it: \(certificate.fingerprintText).",
                question: .untrusted(certificate, reason: reason))
        }
        throw FileSystemError(
            .security,
            detail: "\(host) shows another certificate than the one that you trusted, and nobody "
                + "vouches for it (\(doubt)): someone on the way may pretend to be \(host). Ask its "
                + "operator; the new SHA-256 is \(certificate.fingerprintText).",
            question: .changed(certificate, known: trusted, reason: reason))
    }
}
