import FTP
import Files
import HTTP
@testable import Settings
import Terminal
@testable import UI

extension FuzzTarget {
    private static let siteSettings = FTPOptions.settings + HTTPOptions.settings

    /// The user's files, and what others wrote into them.
    static let settingsTargets = [
        FuzzTarget("netrc") { bytes, _ in
            let text = String(decoding: bytes, as: UTF8.self)
            let netrc = Netrc(text)
            for host in text.split(whereSeparator: \.isWhitespace).prefix(8) {
                _ = netrc.login(host: String(host), user: nil)
                _ = netrc.login(host: String(host), user: "ann")
            }
        },
        FuzzTarget("config") { bytes, _ in
            try holdSettings(bytes) { text in
                let config = try Config(text, file: "f", settings: siteSettings)
                try hold((1...3_600).contains(config.timeout), "the timeout is out of range")
                try hold((1...16).contains(config.connections ?? 1), "too many connections")
            }
        },
        FuzzTarget("sites") { bytes, _ in
            try holdSettings(bytes) { text in
                let file = try SitesFile(text, file: "f", settings: siteSettings)
                for site in file.sites {
                    try hold(!site.name.isEmpty, "a site has no name")
                    let block = SitesFile.block(site, siteSettings)
                    let again = try? SitesFile(block, file: "f", settings: siteSettings)
                        .sites
                    try hold(again == [site], "what is written is another site: \(block)")
                }
            }
        },
        FuzzTarget("theme") { bytes, _ in
            try holdSettings(bytes) { text in
                _ = try ThemeFile(text, name: "x", file: "f")
            }
        },
        FuzzTarget("keymap") { bytes, _ in
            try holdSettings(bytes) { text in
                let file = try KeymapFile(text, file: "f")
                for binding in file.bindings {
                    try hold(KeySequence(binding.keys) != nil, "a binding has no keys")
                }
                _ = try file.applied(
                    to: [], actions: ["go.top", "copy"], contexts: ["everywhere", "pane"])
            }
        },
        FuzzTarget("known") { bytes, _ in
            for line in String(decoding: bytes, as: UTF8.self).split(separator: "\n") {
                guard let (place, server) = KnownServer.read(line) else { continue }
                let written = server.line(of: place)
                let again = KnownServer.read(written[...])
                try hold(
                    again?.0 == place && again?.1 == server, "'\(written)' is another server")
            }
        },
        FuzzTarget("rates", longest: 64) { bytes, _ in
            let text = String(decoding: bytes, as: UTF8.self)
            try hold(ByteRate.parse(text) ?? 0 <= 1_000_000_000_000_000, "a rate is too large")
            _ = Colour(parsing: text)?.components
        },
    ]

    /// Runs a reader of settings; what it refuses it must say well, and of a line that exists.
    private static func holdSettings(
        _ bytes: [UInt8], _ read: (String) throws -> Void
    ) throws {
        let text = String(decoding: bytes, as: UTF8.self)
        do {
            try read(text)
        } catch let error as SettingsError {
            try holdVisible(error.description, "a settings error")
            let lines = 1 + text.utf8.count { $0 == 0x0A }
            if let line = error.line {
                try hold((1...lines).contains(line), "line \(line) of \(lines) is blamed")
            }
        }
    }
}
