import FTP
import Files
import HTTP
import Settings

// The files as the program reads them, with the settings of its protocols.
enum Protocols {
    static let settings = QueueOptions.settings + FTPOptions.settings + HTTPOptions.settings
}

extension Config {
    init(_ text: String, file: String) throws(SettingsError) {
        try self.init(text, file: file, settings: Protocols.settings)
    }

    static func load(_ path: String, isNamed: Bool) throws(SettingsError) -> Config {
        try load(path, isNamed: isNamed, settings: Protocols.settings)
    }
}

extension SitesFile {
    init(_ text: String, file: String) throws(SettingsError) {
        try self.init(text, file: file, settings: Protocols.settings)
    }

    static func load(_ path: String) throws(SettingsError) -> SitesFile {
        try load(path, settings: Protocols.settings)
    }

    static func add(_ site: NamedSite, to path: String) throws(SettingsError) {
        try add(site, to: path, settings: Protocols.settings)
    }

    static func setCharset(
        _ charset: String?, of site: Site, in path: String
    ) throws(SettingsError) {
        try setCharset(charset, of: site, in: path, settings: Protocols.settings)
    }
}

extension RecentSites {
    static func load(_ path: String) -> [NamedSite] {
        load(path, settings: Protocols.settings)
    }

    static func add(
        _ location: Location, to path: String, at time: Int64 = 1_700_000_000
    ) throws(SettingsError) {
        try add(location, to: path, settings: Protocols.settings, at: time)
    }
}
