import Engine
import Settings

// Changes of the user's sites.
extension SettingsFiles {
    /// Writes sites down, all in one write.
    func add(_ sites: [NamedSite]) throws(SettingsError) {
        try SitesFile.add(all: sites, to: paths.sitesFile, settings: FileSystemMakers.settings)
    }

    /// False where none is called so.
    func removeSite(named name: String) throws(SettingsError) -> Bool {
        try SitesFile.remove(name, from: paths.sitesFile, settings: FileSystemMakers.settings)
    }

    /// What another program's list holds; nil where there is no such file.
    func siteList(_ file: ArgumentBytes) throws(SettingsError) -> SiteListReport? {
        let bytes: [UInt8]
        do throws(SettingsError) {
            guard let found = try SiteListFile.read(file.absoluteBytes) else { return nil }
            bytes = found
        } catch {
            throw SettingsError(file: file.text, error.message)
        }
        let last = file.bytes.split(separator: 0x2F).last ?? []
        do throws(SiteListRefusal) {
            return try SiteListReader.read(
                bytes, name: String(decoding: last, as: UTF8.self),
                settings: FileSystemMakers.settings)
        } catch {
            throw SettingsError(file: file.text, error.description)
        }
    }
}
