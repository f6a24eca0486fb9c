import COpenSSL
import Glibc

/// A certificate made by a test, with its key, in PEM form. It is signed by itself, so that whoever
/// is told to trust it as an authority has all that it takes.
package struct TestCertificate: Sendable {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// For `localhost` and 127.0.0.1, valid now.
    package static func shared() throws -> TestCertificate { try made.get() }

    private static let made = Result { try TestCertificate() }

    package let certificate: [UInt8]
    package let key: [UInt8]

    /// `names` are a subjectAltName as OpenSSL's configuration writes it; `days` may be negative
    /// for one that has expired.
    package init(
        subject: String = "localhost", names: String = "DNS:localhost,IP:127.0.0.1,IP:::1",
        days: Int = 2
    ) throws {
        let key = try TestCertificate.makeKey()
        defer { EVP_PKEY_free(key) }
        guard let made = X509_new() else { throw TestCertificate.failure() }
        defer { X509_free(made) }
        ASN1_INTEGER_set_uint64(X509_get_serialNumber(made), .random(in: 1...(.max >> 1)))
        X509_set_version(made, 2)
        let begin = days < 0 ? days - 2 : -1
        X509_gmtime_adj(X509_getm_notBefore(made), begin * 86_400)
        X509_gmtime_adj(X509_getm_notAfter(made), days * 86_400)
        let name = X509_get_subject_name(made)
        let bytes = Array(subject.utf8)
        X509_NAME_add_entry_by_txt(
            name, "CN", MBSTRING_FLAG | 0, bytes, CInt(bytes.count), -1, 0)
        X509_set_issuer_name(made, name)
        X509_set_pubkey(made, key)
        guard
            let extra = X509V3_EXT_conf_nid(nil, nil, NID_subject_alt_name, names)
        else { throw TestCertificate.failure() }
        X509_add_ext(made, extra, -1)
        X509_EXTENSION_free(extra)
        guard X509_sign(made, key, EVP_sha256()) > 0 else { throw TestCertificate.failure() }
        certificate = try TestCertificate.text { PEM_write_bio_X509($0, made) }
        self.key = try TestCertificate.text {
            PEM_write_bio_PrivateKey($0, key, nil, nil, 0, nil, nil)
        }
    }

    /// SHA-256 of its DER form.
    package var fingerprint: [UInt8] {
        get throws {
            guard let bio = BIO_new(BIO_s_mem()) else { throw TestCertificate.failure() }
            defer { BIO_free(bio) }
            BIO_write(bio, certificate, CInt(certificate.count))
            let read = PEM_read_bio_X509(bio, nil, nil, nil)
            defer { X509_free(read) }
            var digest = [UInt8](repeating: 0, count: 32)
            guard ferry_certificate_fingerprint(read, &digest) == 1 else {
                throw TestCertificate.failure()
            }
            return digest
        }
    }

    private static func makeKey() throws -> OpaquePointer {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { throw failure() }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) == 1,
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) == 1,
            EVP_PKEY_keygen(context, &key) == 1, let key
        else { throw failure() }
        return key
    }

    private static func text(_ write: (OpaquePointer) -> CInt) throws -> [UInt8] {
        guard let bio = BIO_new(BIO_s_mem()) else { throw failure() }
        defer { BIO_free(bio) }
        guard write(bio) == 1 else { throw failure() }
        var bytes = [UInt8](repeating: 0, count: 16 << 10)
        let count = BIO_read(bio, &bytes, CInt(bytes.count))
        return Array(bytes.prefix(max(0, Int(count))))
    }

    private static func failure() -> Failure {
        let reason = ERR_reason_error_string(ERR_get_error()).map { String(cString: $0) }
        return Failure(description: "no certificate: \(reason ?? "no reason")")
    }
}
