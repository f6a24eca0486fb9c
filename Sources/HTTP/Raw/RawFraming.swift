import Words

/// How the end of a reply's body is found (RFC 9112 section 6.3).
enum RawFraming: Equatable {
    case none
    case length(UInt64)
    case chunked
    /// Everything until the connection ends.
    case close

    /// `method` is what was asked with. `remark` says what the head got wrong.
    static func of(
        _ head: RawReplyHead, to method: String
    ) -> (framing: RawFraming, remark: String?) {
        guard let code = head.code else {
            return (.close, tr("The status line cannot be read; the rest is shown as received."))
        }
        if code == 101 || (method == "CONNECT" && (200..<300).contains(code)) {
            return (
                .close, tr("The connection is no longer HTTP; the rest is shown as received.")
            )
        }
        if method == "HEAD" || head.isInterim || code == 204 || code == 304 { return (.none, nil) }
        let lengths = head.values(of: "content-length")
        let codings = head.values(of: "transfer-encoding")
            .flatMap { $0.split(separator: 0x2C) }
            .map { String(decoding: RawFields.trimmed($0), as: UTF8.self).lowercased() }
        if !codings.isEmpty {
            guard codings.last == "chunked" else {
                return (.close, tr("Transfer-Encoding does not end with chunked."))
            }
            return (
                .chunked,
                lengths.isEmpty
                    ? codings.count > 1
                        ? tr(
                            "The body has another encoding besides chunked; it is shown as received."
                        )
                        : nil
                    : tr(
                        "There are both Transfer-Encoding and Content-Length, as in request "
                            + "smuggling; Ferry uses the former.")
            )
        }
        guard !lengths.isEmpty else { return (.close, nil) }
        let numbers = Set(
            lengths.flatMap { $0.split(separator: 0x2C, omittingEmptySubsequences: false) }
                .map { number(RawFields.trimmed($0)) })
        guard numbers.count == 1, let only = numbers.first, let length = only else {
            return (
                .close, tr("Content-Length cannot be read; Ferry reads the body to the end.")
            )
        }
        return (.length(length), nil)
    }

    /// Digits and nothing else, as far as 64 bits go.
    private static func number(_ bytes: [UInt8]) -> UInt64? {
        guard !bytes.isEmpty, bytes.allSatisfy({ (0x30...0x39).contains($0) }) else { return nil }
        return UInt64(String(decoding: bytes, as: UTF8.self))
    }
}
