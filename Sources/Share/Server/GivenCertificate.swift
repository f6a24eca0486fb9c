import COpenSSL
import Files
import Glibc
import NIOSSL

/// A certificate with its chain, and its key, from two PEM files.
struct GivenCertificate {
    let chain: [NIOSSLCertificate]
    let key: NIOSSLPrivateKey
    let fingerprint: [UInt8]
    /// The files' names, for showing.
    let certificateName: String
    let keyName: String

    init(certificate: String, key keyPath: String) throws(FileSystemError) {
        certificateName = VisibleText.make(certificate)
        keyName = VisibleText.make(keyPath)
        try GivenCertificate.checkReadable(certificate)
        try GivenCertificate.checkReadable(keyPath)
        do {
            chain = try NIOSSLCertificate.fromPEMFile(certificate)
            guard let first = chain.first else { throw NIOSSLError.failedToLoadCertificate }
            fingerprint = try MadeCertificate.fingerprint(ofDER: first.toDERBytes())
        } catch {
            throw FileSystemError(
                .security, detail: "There is no certificate in PEM form in \(certificateName).")
        }
        do {
            key = try NIOSSLPrivateKey(file: keyPath, format: .pem)
        } catch {
            throw FileSystemError(
                .security,
                detail: "There is no private key in PEM form without a passphrase in \(keyName).")
        }
    }

    private static func checkReadable(_ path: String) throws(FileSystemError) {
        guard access(path, R_OK) != 0 else { return }
        let reason = String(cString: strerror(errno))
        throw FileSystemError(
            .notFound, detail: "\(VisibleText.make(path)) cannot be read: \(reason).")
    }
}
