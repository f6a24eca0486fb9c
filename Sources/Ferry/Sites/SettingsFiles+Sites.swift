import Engine
import Files
import Glibc
import Settings
import UI
import Words

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

    /// The lists of other programs at the usual places.
    var siteLists: [SiteListOffer] {
        let present = SiteListPlaces.present(paths) { name in
            getenv(name).map { String(cString: $0) }
        }
        return present.map { path in
            let file = ArgumentBytes(path)
            return SiteListOffer(path: file.bytes, text: file.text)
        }
    }

    /// Imports lists, or says what would come of it.
    func importSites(
        _ files: [[UInt8]], isRehearsal: Bool
    ) -> Result<SiteImportReport, SettingsError> {
        do {
            var sites = try SiteImport(self)
            for file in files { sites.read(ArgumentBytes(bytes: file)) }
            try sites.finish(isRehearsal: isRehearsal)
            let lines = sites.lines.map { line in
                SiteImportReport.Line(
                    isTaken: line.event == .taken, name: VisibleText.make(line.name),
                    detail: VisibleText.make(line.reason ?? line.url ?? ""), notes: line.notes)
            }
            return .success(
                SiteImportReport(
                    lines: lines, failures: sites.failures.map { VisibleText.make($0) },
                    summary: sites.summary(isRehearsal: isRehearsal)))
        } catch {
            let words = (error as? Failure)?.words ?? "\(error)"
            return .failure(SettingsError(file: paths.sitesFile, VisibleText.make(words)))
        }
    }

    /// Writes a site down as the screen has it; why it could not.
    func save(_ change: SiteChange) -> SettingsError? {
        do throws(SettingsError) {
            if let name = change.replaced {
                try SitesFile.replace(
                    name, with: change.site, in: paths.sitesFile,
                    settings: FileSystemMakers.settings)
            } else {
                try add([change.site])
            }
            return nil
        } catch {
            return error
        }
    }

    /// Takes a site out of the file; why it could not.
    func takeOutSite(named name: String) -> SettingsError? {
        do throws(SettingsError) {
            if try removeSite(named: name) { return nil }
            return SettingsError(
                file: paths.sitesFile,
                tr("The site '\(VisibleText.make(name))' no longer exists."))
        } catch {
            return error
        }
    }

    /// Forgets the visits to an account; why it could not.
    func forget(_ site: Site) -> SettingsError? {
        do throws(SettingsError) {
            try RecentSites.forget(
                site, from: paths.recentFile, settings: FileSystemMakers.settings)
            try VisitedDirectories.forget(site, from: paths.visitedFile)
            try PairChoices.forget(site, from: paths.pairsFile)
            return nil
        } catch {
            return error
        }
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
