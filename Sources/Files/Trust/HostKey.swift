import Words

/// The key by which an SSH server proves who it is (RFC 4253 section 8), as ssh describes it. Texts are
/// sanitised.
package struct HostKey: Hashable, Sendable {
    /// Rows of ssh's image of a key.
    package static let imageRows = 11

    /// Who showed it: the site's host, or one on the way there.
    package var host: String
    /// Where it answers; 1…65535.
    package var port: UInt16
    /// `ED25519`, `RSA`, …
    package var type: String
    /// `SHA256:` and the digest in base64, as ssh and other programs show it.
    package var fingerprint: String
    /// ssh's picture of it (VisualHostKey), a row each; empty where it draws none.
    package var image: [String]

    /// Rows of the image past `imageRows` are left out.
    package init(
        host: String, port: UInt16, type: String, fingerprint: String, image: [String] = []
    ) {
        self.host = VisibleText.make(host)
        self.port = port
        self.type = VisibleText.make(type)
        self.fingerprint = VisibleText.make(fingerprint)
        self.image = image.prefix(HostKey.imageRows).map { VisibleText.make($0) }
    }
}

/// Where ssh has written a host key down: a line of one of its files.
package struct KnownHostsLine: Hashable, Sendable {
    /// The path, sanitised.
    package var file: String
    /// From 1.
    package var number: Int

    /// A line, counted from 1, of a file by its path.
    package init(file: String, number: Int) {
        self.file = VisibleText.make(file)
        self.number = number
    }

    /// `/home/me/.ssh/known_hosts line 12`.
    package var text: String { tr("\(file) line \(number)") }
}
