import Files
import Words

/// What ssh says on stderr of a host key that is not the known one, gathered line by line. Does no
/// I/O.
struct HostKeyAlarm {
    private var isRaised = false
    private var isRevoked = false
    private var expectsFingerprint = false
    private var type = ""
    private var fingerprint: String?
    private var known: KnownHostsLine?
    private var place: (host: String, port: UInt16)?

    /// One line, sanitised; whether all is known now, and nothing more is to be waited for.
    mutating func take(_ line: String) -> Bool {
        if line.contains("REMOTE HOST IDENTIFICATION HAS CHANGED") { isRaised = true }
        if line.contains("REVOKED HOST KEY") { isRevoked = true }
        guard isRaised else { return false }
        if expectsFingerprint {
            expectsFingerprint = false
            let text = line.last == "." ? line.dropLast() : line[...]
            if HostKey.isFingerprint(text) { fingerprint = String(text) }
        } else if line.hasPrefix("The fingerprint for the ") {
            type = String(line.dropFirst("The fingerprint for the ".count).prefix { $0 != " " })
            expectsFingerprint = true
        } else if line.hasPrefix("Offending "), let colon = line.lastIndex(of: ":"),
            let start = line.range(" key in ")?.upperBound, start < colon,
            let number = Int(line[line.index(after: colon)...])
        {
            known = KnownHostsLine(file: String(line[start..<colon]), number: number)
        } else if let start = line.range(" -R \"")?.upperBound {
            place = HostKey.place(line[start...].prefix { $0 != "\"" })
        } else if line.hasPrefix("Host key for "), let end = line.range(" has changed")?.lowerBound
        {
            place = HostKey.place(line[..<end].dropFirst("Host key for ".count))
        }
        return known != nil && place != nil && fingerprint != nil
    }

    /// The failure, of the site that is called `name`, whose own host is `host`; nil where nothing
    /// was said of the kind.
    func failure(_ name: String, site: Site) -> FileSystemError? {
        if isRevoked {
            return FileSystemError(
                .security,
                detail:
                    tr(
                        "The host key of \(name) is marked as revoked in ssh's known_hosts and may "
                            + "have been stolen. No file was sent; ask the server's operator."))
        }
        guard isRaised else { return nil }
        let shown = place ?? (site.host, site.port)
        var error = FileSystemError(
            .security,
            detail:
                tr(
                    "The host key of \(VisibleText.make(shown.host)) differs from the one that ssh "
                        + "knows; someone may be intercepting the connection. No file was sent; "
                        + "ask the server's operator."))
        if let known {
            error.detail =
                tr(
                    "The host key of \(VisibleText.make(shown.host)) differs from the one that ssh "
                        + "knows from \(known.text); someone may be intercepting the connection. "
                        + "No file was sent; ask the server's operator, and remove that line if "
                        + "the new key is right.")
            let key = HostKey(
                host: shown.host, port: shown.port, type: type, fingerprint: fingerprint ?? "?")
            error.question = .hostKey(.changed(key, known: known))
        }
        return error
    }
}

extension StringProtocol {
    /// Where `text` stands first.
    fileprivate func range(_ text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) {
                return start..<index(start, offsetBy: text.count)
            }
            start = index(after: start)
        }
        return nil
    }
}
