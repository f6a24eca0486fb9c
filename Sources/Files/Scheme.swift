extension Site {
    /// How a site is spoken to: the word before `://` in its URL (RFC 3986 section 3.1), and what
    /// follows from it. A line each.
    package struct Scheme: Sendable {
        /// What is spoken: schemes of one protocol differ in their encryption or in what they may ask.
        package enum WireProtocol: Hashable, Sendable {
            case none, ftp, sftp, http
        }

        package let rawValue: String
        /// The port that the scheme means when none is named; 0 for `file`.
        package let defaultPort: UInt16
        package let wireProtocol: WireProtocol
        /// The scheme that stands for all that lead to the same accounts and the same files.
        private let accountName: String

        private init(
            _ rawValue: String, port: UInt16, _ wireProtocol: WireProtocol,
            account: String? = nil
        ) {
            self.rawValue = rawValue
            defaultPort = port
            self.wireProtocol = wireProtocol
            accountName = account ?? rawValue
        }

        package static let file = Scheme("file", port: 0, .none)
        package static let ftp = Scheme("ftp", port: 21, .ftp)
        package static let ftps = Scheme("ftps", port: 990, .ftp, account: "ftp")
        package static let ftpes = Scheme("ftpes", port: 21, .ftp, account: "ftp")
        package static let sftp = Scheme("sftp", port: 22, .sftp)
        package static let http = Scheme("http", port: 80, .http)
        package static let https = Scheme("https", port: 443, .http)
        package static let dav = Scheme("dav", port: 80, .http)
        package static let davs = Scheme("davs", port: 443, .http)

        /// All of them.
        package static let allCases = [
            file, ftp, ftps, ftpes, sftp, http, https, dav, davs,
        ]

        /// Nil for a word that is none of them.
        package init?(rawValue: String) {
            guard let known = Scheme.allCases.first(where: { $0.rawValue == rawValue }) else {
                return nil
            }
            self = known
        }

        /// The same for all schemes that lead to the same accounts and the same files.
        package var account: Scheme { Scheme(rawValue: accountName) ?? self }

        /// Whether it is HTTP, WebDAV included.
        package var isHTTP: Bool { wireProtocol == .http }
        /// Whether it is FTP, with TLS or without.
        package var isFTP: Bool { wireProtocol == .ftp }
    }
}

extension Site.Scheme: Hashable {
    package static func == (left: Site.Scheme, right: Site.Scheme) -> Bool {
        left.rawValue == right.rawValue
    }

    package func hash(into hasher: inout Hasher) {
        hasher.combine(rawValue)
    }
}

extension Site.Scheme: Codable {
    package init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let known = Site.Scheme(rawValue: text) else {
            throw DecodingError.dataCorrupted(
                DecodingError.Context(
                    codingPath: decoder.codingPath, debugDescription: "unknown scheme \(text)"))
        }
        self = known
    }

    package func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(rawValue)
    }
}
