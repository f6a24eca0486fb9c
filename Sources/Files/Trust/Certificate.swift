/// A server's certificate, as far as a user can judge it. Texts are sanitised.
package struct Certificate: Hashable, Sendable, Codable {
    /// Whom it names: `CN=web01.example, O=Example`.
    package var subject: String
    /// Who says so.
    package var issuer: String
    /// Names and addresses that it is valid for (subjectAltName), in its order; at most 100.
    package var names: [String]
    /// Seconds since the epoch.
    package var validFrom: Int64
    package var validUntil: Int64
    /// The SHA-256 of its DER form: 32 bytes.
    package var fingerprint: [UInt8]

    package init(
        subject: String, issuer: String, names: [String], validFrom: Int64, validUntil: Int64,
        fingerprint: [UInt8]
    ) {
        self.subject = subject
        self.issuer = issuer
        self.names = names
        self.validFrom = validFrom
        self.validUntil = validUntil
        self.fingerprint = fingerprint
    }

    /// The fingerprint as other programs show it: `AB:CD:…`.
    package var fingerprintText: String { Certificate.text(ofFingerprint: fingerprint) }

    /// The same of any fingerprint.
    package static func text(ofFingerprint bytes: [UInt8]) -> String {
        bytes.map { byte in
            let hex = String(byte, radix: 16, uppercase: true)
            return hex.count == 1 ? "0" + hex : hex
        }.joined(separator: ":")
    }
}
