import Files
import Transport
import Words

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
            if let certificate = site[HTTPOptions.clientCertificate] {
                try context.show(certificate: certificate, key: site[HTTPOptions.clientKey])
            }
            stream = try TLSStream(over: socket, to: site.host, context, resuming: nil)
            try stream.establish(.after(seconds: Double(site.timeout)))
        } catch {
            socket.close()
            let made = error.fileSystemError(site, at: Origin(site), path: nil)
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

    /// Nothing was sent yet but the handshake.
    private func judge(_ stream: TLSStream) throws(FileSystemError) {
        guard let certificate = stream.certificate else {
            throw FileSystemError(
                .security, detail: tr("\(host) sent no certificate, so its identity is unknown."))
        }
        log.remark(
            tr(
                "\(stream.version), \(stream.cipher); certificate of \(certificate.subject), issued by "
                    + "\(certificate.issuer), SHA-256 \(certificate.fingerprintText)."))
        let judge = CertificateJudge(
            site: site, policy: policy, remark: { log.remark($0) }, trouble: { log.trouble($0) })
        _ = try judge.voucher(of: certificate, doubt: stream.doubt(about: site.host))
    }
}
