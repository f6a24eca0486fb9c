import COpenSSL
import Files
import Glibc
import Words

/// A certificate made on the spot, signed by its own key, for 30 days; it is in no file.
struct MadeCertificate {
    let chain: CertificateChain

    private static let days: CLong = 30

    /// `names` are host names and addresses that it is valid for, the first its owner's name.
    init(names: [String]) throws(FileSystemError) {
        guard let key = MadeCertificate.makeKey() else { throw MadeCertificate.failure }
        guard let certificate = X509_new() else {
            EVP_PKEY_free(key)
            throw MadeCertificate.failure
        }
        // From here on it frees both.
        chain = CertificateChain(owning: [certificate], key: key)
        guard MadeCertificate.fill(certificate, key, names),
            X509_sign(certificate, key, EVP_sha256()) > 0
        else { throw MadeCertificate.failure }
    }

    private static var failure: FileSystemError {
        FileSystemError(
            .security, detail: tr("OpenSSL could not make a certificate for this share."))
    }

    /// On the curve P-256.
    private static func makeKey() -> OpaquePointer? {
        guard let context = EVP_PKEY_CTX_new_id(EVP_PKEY_EC, nil) else { return nil }
        defer { EVP_PKEY_CTX_free(context) }
        var key: OpaquePointer?
        guard EVP_PKEY_keygen_init(context) > 0,
            EVP_PKEY_CTX_set_ec_paramgen_curve_nid(context, NID_X9_62_prime256v1) > 0,
            EVP_PKEY_keygen(context, &key) > 0
        else { return nil }
        return key
    }

    private static func fill(
        _ certificate: OpaquePointer, _ key: OpaquePointer, _ names: [String]
    ) -> Bool {
        // The lowest 63 bits: serial numbers are positive.
        let serial = UInt64.random(in: 1...(1 << 63 - 1))
        guard X509_set_version(certificate, 2) == 1,
            ASN1_INTEGER_set_uint64(X509_get_serialNumber(certificate), serial) == 1,
            // From an hour ago, for visitors whose clock is slow.
            X509_gmtime_adj(X509_getm_notBefore(certificate), -3_600) != nil,
            X509_gmtime_adj(X509_getm_notAfter(certificate), days * 86_400) != nil,
            X509_set_pubkey(certificate, key) == 1,
            let name = X509_get_subject_name(certificate),
            X509_NAME_add_entry_by_txt(
                name, "CN", MBSTRING_ASC, "Ferry share", -1, -1, 0) == 1,
            X509_set_issuer_name(certificate, name) == 1
        else { return false }
        let alternatives = names.compactMap { name -> String? in
            if Addresses.bytes(ofIPv4: name) != nil || Addresses.bytes(ofIPv6: name) != nil {
                return "IP:\(name)"
            }
            let isPlain = name.utf8.allSatisfy { byte in
                switch byte {
                case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x2D, 0x2E: true
                default: false
                }
            }
            return isPlain && !name.isEmpty ? "DNS:\(name)" : nil
        }
        return add(NID_basic_constraints, "critical,CA:FALSE", to: certificate)
            && add(NID_key_usage, "critical,digitalSignature", to: certificate)
            && add(NID_ext_key_usage, "serverAuth", to: certificate)
            && (alternatives.isEmpty
                || add(
                    NID_subject_alt_name, alternatives.joined(separator: ","), to: certificate))
    }

    private static func add(_ kind: CInt, _ value: String, to certificate: OpaquePointer) -> Bool {
        guard let part = X509V3_EXT_conf_nid(nil, nil, kind, value) else { return false }
        defer { X509_EXTENSION_free(part) }
        return X509_add_ext(certificate, part, -1) == 1
    }
}
