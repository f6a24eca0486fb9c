import Files
import Jobs
import NIOSSL

/// The share's end of TLS.
struct ShareTLS: Sendable {
    let context: NIOSSLContext
    /// SHA-256 of the certificate: 32 bytes.
    let fingerprint: [UInt8]

    /// Nil where nothing is to be encrypted. `names` are host names and addresses of the share.
    static func make(
        _ encryption: ShareRequest.Encryption, names: [String]
    ) throws(FileSystemError) -> ShareTLS? {
        switch encryption {
        case .none: return nil
        case .made: return try ShareTLS(MadeCertificate(names: names))
        case .given(let certificate, let key):
            return try ShareTLS(GivenCertificate(certificate: certificate, key: key))
        }
    }

    private init(_ made: MadeCertificate) throws(FileSystemError) {
        do {
            let chain = try NIOSSLCertificate.fromPEMBytes(made.certificate)
            let key = try NIOSSLPrivateKey(bytes: made.key, format: .pem)
            try self.init(chain, key, made.fingerprint)
        } catch {
            throw FileSystemError(.security, detail: "No certificate for TLS could be made.")
        }
    }

    private init(_ given: GivenCertificate) throws(FileSystemError) {
        do {
            try self.init(given.chain, given.key, given.fingerprint)
        } catch {
            throw FileSystemError(
                .security,
                detail: "The key in \(given.keyName) does not belong to the certificate in "
                    + "\(given.certificateName).")
        }
    }

    private init(
        _ chain: [NIOSSLCertificate], _ key: NIOSSLPrivateKey, _ fingerprint: [UInt8]
    ) throws {
        var configuration = TLSConfiguration.makeServerConfiguration(
            certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
        configuration.minimumTLSVersion = .tlsv12
        configuration.applicationProtocols = ["http/1.1"]
        context = try NIOSSLContext(configuration: configuration)
        self.fingerprint = fingerprint
    }
}
