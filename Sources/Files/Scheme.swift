extension Site {
    /// How a site is spoken to: the word before `://` in its URL (RFC 3986 section 3.1), and what
    /// follows from it. A line each.
    package struct Scheme: Hashable, Sendable {
        /// What is spoken: schemes of one protocol differ in their encryption or in what they may ask.
        /// It has a name, so that a protocol needs no line here but its scheme's.
        package struct WireProtocol: Hashable, Sendable, ExpressibleByStringLiteral {
            private let name: String

            /// A protocol by its name, which nobody is shown.
            package init(stringLiteral name: String) {
                self.name = name
            }

            /// This machine's files, over no wire.
            package static let none: WireProtocol = "none"
            /// RFC 959, with TLS or without.
            package static let ftp: WireProtocol = "ftp"
            /// The file transfer protocol of SSH.
            package static let sftp: WireProtocol = "sftp"
            /// RFC 9110, and WebDAV (RFC 4918) on it.
            package static let http: WireProtocol = "http"
            /// SFTP again, spoken with rclone on this machine, which speaks with the store.
            package static let rclone: WireProtocol = "rclone"
        }

        private struct Row {
            var name: String
            var port: UInt16
            var wireProtocol: WireProtocol
            /// The scheme that stands for all that lead to the same accounts and the same files; nil
            /// for itself.
            var account: Scheme?
            /// Connections that may carry jobs at once; nil where only servers limit them.
            var connectionLimit: Int?
            /// Whether a connection carries many files at once, so that more are of little use.
            var carriesManyFiles = false
        }

        /// A line each, in the order of the numbers below.
        private static let table = [
            Row(name: "file", port: 0, wireProtocol: .none),
            Row(name: "ftp", port: 21, wireProtocol: .ftp),
            Row(name: "ftps", port: 990, wireProtocol: .ftp, account: .ftp),
            Row(name: "ftpes", port: 21, wireProtocol: .ftp, account: .ftp),
            Row(name: "sftp", port: 22, wireProtocol: .sftp, carriesManyFiles: true),
            Row(name: "http", port: 80, wireProtocol: .http),
            Row(name: "https", port: 443, wireProtocol: .http),
            Row(name: "dav", port: 80, wireProtocol: .http),
            Row(name: "davs", port: 443, wireProtocol: .http),
            // What one of its programs makes, another sees late, or never.
            Row(
                name: "rclone", port: 0, wireProtocol: .rclone, connectionLimit: 1,
                carriesManyFiles: true),
        ]

        package static let file = Scheme(number: 0)
        package static let ftp = Scheme(number: 1)
        package static let ftps = Scheme(number: 2)
        package static let ftpes = Scheme(number: 3)
        package static let sftp = Scheme(number: 4)
        package static let http = Scheme(number: 5)
        package static let https = Scheme(number: 6)
        package static let dav = Scheme(number: 7)
        package static let davs = Scheme(number: 8)
        package static let rclone = Scheme(number: 9)

        /// All of them.
        package static let allCases = table.indices.map { Scheme(number: UInt8($0)) }

        /// The place in the table: sites are copied and compared for every file.
        private let number: UInt8

        private init(number: UInt8) {
            self.number = number
        }

        /// Nil for a word that is none of them.
        package init?(rawValue: String) {
            guard let row = Scheme.table.firstIndex(where: { $0.name == rawValue }) else {
                return nil
            }
            self.init(number: UInt8(row))
        }

        private var row: Row { Scheme.table[Int(number)] }

        package var rawValue: String { row.name }
        /// The port that the scheme means when none is named; 0 where there is none.
        package var defaultPort: UInt16 { row.port }
        package var wireProtocol: WireProtocol { row.wireProtocol }
        /// The same for all schemes that lead to the same accounts and the same files.
        package var account: Scheme { row.account ?? self }
        /// Connections that may carry jobs at once; nil where only servers limit them.
        package var connectionLimit: Int? { row.connectionLimit }
        /// Whether a connection carries many files at once, so that more are of little use.
        package var carriesManyFiles: Bool { row.carriesManyFiles }

        /// Whether it is HTTP, WebDAV included.
        package var isHTTP: Bool { wireProtocol == .http }
        /// Whether it is FTP, with TLS or without.
        package var isFTP: Bool { wireProtocol == .ftp }
        /// Whether there may be TLS, and so a certificate.
        package var mayHaveTLS: Bool { isFTP || isHTTP }
        /// Whether a site is one of rclone's remotes: its host is a name of rclone's configuration, in
        /// which case counts and where logins stand, so that it has no port and no user.
        package var namesRemote: Bool { wireProtocol == .rclone }
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
