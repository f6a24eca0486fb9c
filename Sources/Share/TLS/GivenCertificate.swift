import COpenSSL
import Files
import Glibc
import Words

/// A certificate with its chain, and its key, from two PEM files.
struct GivenCertificate {
    let chain: CertificateChain

    init(certificate: String, key keyPath: String) throws(FileSystemError) {
        let certificateName = VisibleText.make(certificate)
        let keyName = VisibleText.make(keyPath)
        try GivenCertificate.checkReadable(certificate)
        try GivenCertificate.checkReadable(keyPath)
        let certificates = GivenCertificate.certificates(in: certificate)
        guard !certificates.isEmpty else {
            throw FileSystemError(
                .security, detail: tr("\(certificateName) contains no certificate in PEM form."))
        }
        guard let key = GivenCertificate.key(in: keyPath) else {
            for certificate in certificates { X509_free(certificate) }
            throw FileSystemError(
                .security,
                detail: tr("\(keyName) contains no private key in PEM form without a passphrase."))
        }
        chain = CertificateChain(owning: certificates, key: key)
        guard chain.isMatching else {
            throw FileSystemError(
                .security,
                detail: tr(
                    "The key in \(keyName) does not belong to the certificate in "
                        + "\(certificateName)."))
        }
    }

    /// Certificates that one file may hold; a chain has a handful.
    private static let mostCertificates = 100

    private static func certificates(in path: String) -> [OpaquePointer] {
        guard let file = BIO_new_file(path, "r") else { return [] }
        defer {
            BIO_free(file)
            ERR_clear_error()
        }
        var certificates: [OpaquePointer] = []
        while certificates.count < mostCertificates,
            let next = PEM_read_bio_X509(file, nil, { _, _, _, _ in -1 }, nil)
        {
            certificates.append(next)
        }
        return certificates
    }

    private static func key(in path: String) -> OpaquePointer? {
        guard let file = BIO_new_file(path, "r") else { return nil }
        defer {
            BIO_free(file)
            ERR_clear_error()
        }
        // Without this OpenSSL would ask for a passphrase on the terminal, which shows the screen.
        return PEM_read_bio_PrivateKey(file, nil, { _, _, _, _ in -1 }, nil)
    }

    private static func checkReadable(_ path: String) throws(FileSystemError) {
        guard access(path, R_OK) != 0 else { return }
        let reason = systemReason(errno)
        throw FileSystemError(
            .notFound, detail: tr("\(VisibleText.make(path)) cannot be read (\(reason))."))
    }
}
