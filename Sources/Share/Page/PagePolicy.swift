import COpenSSL

/// What a browser may do with Ferry's pages: their own style and script and nothing else
/// (Content Security Policy Level 3).
enum PagePolicy {
    /// Of Content-Security-Policy.
    static let value =
        "default-src 'none'; style-src \(source(PageStyle.text)); "
        + "script-src \(source(PageScript.text)); img-src data:; connect-src 'self'; "
        + "form-action 'self'; base-uri 'none'; frame-ancestors 'none'"

    /// The fields that each page goes out with.
    static let headers: [(String, String)] = [
        ("Content-Type", "text/html; charset=utf-8"),
        ("Content-Security-Policy", value),
        ("X-Content-Type-Options", "nosniff"),
        ("Referrer-Policy", "same-origin"),
        ("X-Robots-Tag", "noindex"),
        ("Cache-Control", "no-cache"),
        // A page as HTML, or in plain words for tools.
        ("Vary", "Accept"),
    ]

    /// `'sha256-…'` of an inline text, which must stand in the page byte for byte.
    private static func source(_ text: StaticString) -> String {
        var digest = [UInt8](repeating: 0, count: Int(SHA256_DIGEST_LENGTH))
        text.withUTF8Buffer { _ = SHA256($0.baseAddress, $0.count, &digest) }
        // Four characters for three bytes, and EVP_EncodeBlock's NUL.
        var encoded = [UInt8](repeating: 0, count: (digest.count + 2) / 3 * 4 + 1)
        EVP_EncodeBlock(&encoded, digest, CInt(digest.count))
        return "'sha256-\(String(decoding: encoded.dropLast(), as: UTF8.self))'"
    }
}
