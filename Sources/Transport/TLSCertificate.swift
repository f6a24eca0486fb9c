import COpenSSL
package import Files
import Glibc
import Words

extension Certificate {
    /// Bytes of a name that are read.
    private static let nameLimit = 1_000
    private static let nameCount: CInt = 100

    /// From OpenSSL's form, an `X509`.
    package init?(_ certificate: OpaquePointer) {
        var fingerprint = [UInt8](repeating: 0, count: 32)
        guard ferry_certificate_fingerprint(certificate, &fingerprint) == 1 else { return nil }
        let subject = Certificate.text { ferry_certificate_subject(certificate, $0, $1) }
        let issuer = Certificate.text { ferry_certificate_issuer(certificate, $0, $1) }
        var names: [String] = []
        for index in 0..<Certificate.nameCount {
            var isLast = false
            let name = Certificate.text { text, size in
                let length = ferry_certificate_name(certificate, index, text, size)
                isLast = length < 0
                return max(0, length)
            }
            if isLast { break }
            if !name.isEmpty { names.append(name) }
        }
        self.init(
            subject: subject, issuer: issuer, names: names,
            validFrom: ferry_certificate_begin(certificate),
            validUntil: ferry_certificate_end(certificate), fingerprint: fingerprint)
    }

    /// Why a certificate, an `X509`, does not prove that its owner is `host`, to complete "because
    /// …"; nil where it does. `code` is what OpenSSL's check of its chain came to.
    package static func doubt(
        about host: String, _ certificate: OpaquePointer?, code: CInt
    ) -> String? {
        guard let certificate else { return tr("there is none") }
        var doubts: [String] = []
        if code != X509_V_OK { doubts.append(TLSWords.doubt(code)) }
        // The check above ends at the first fault.
        let now = Int64(time(nil))
        let isDated = [X509_V_ERR_CERT_HAS_EXPIRED, X509_V_ERR_CERT_NOT_YET_VALID].contains(code)
        if !isDated, ferry_certificate_end(certificate) < now {
            doubts.append(tr("it has expired"))
        }
        let name = TLSStream.plain(host)
        if ferry_certificate_matches(certificate, name, TLSStream.isAddress(host) ? 1 : 0) == 0 {
            doubts.append(tr("it is for another host"))
        }
        guard let first = doubts.first else { return nil }
        return doubts.dropFirst().reduce(first) { tr("\($0), and \($1)") }
    }

    private static func text(_ fill: (UnsafeMutablePointer<CChar>, Int) -> Int) -> String {
        let bytes = [CChar](unsafeUninitializedCapacity: nameLimit) { buffer, count in
            count = buffer.baseAddress.map { min(nameLimit, fill($0, nameLimit)) } ?? 0
        }
        return VisibleText.make(bytes.map { UInt8(bitPattern: $0) })
    }
}
