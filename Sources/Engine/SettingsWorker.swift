package import Files
package import Jobs
package import Settings
import Synchronization
package import UI
import Words
import Work

/// What the screen reads of the user's settings and writes there. All of it runs on a worker, and
/// what cannot be written is told.
package struct SettingsAccess: Sendable {
    /// Reads the sites file.
    package var choices: @Sendable () -> Result<[SiteChoice], SettingsError> = { .success([]) }
    /// Asks another program for its sites, which may take some seconds.
    package var remotes: @Sendable () -> Result<[SiteChoice], SettingsError> = { .success([]) }
    /// The directories that were shown at other times.
    package var directories: @Sendable () -> [Location] = { [] }
    /// Keeps the directories that were shown, the newest last.
    package var keepDirectories: @Sendable ([Location]) -> SettingsError? = { _ in nil }
    /// What was done from the palette at other times.
    package var used: @Sendable () -> [String] = { [] }
    /// Keeps what was done from the palette.
    package var keepUsed: @Sendable ([String]) -> SettingsError? = { _ in nil }
    /// The actions that were used, of those that somebody new is told of; nil where no hints are wanted.
    package var hints: @Sendable () -> [String]? = { nil }
    /// Keeps them.
    package var keepHints: @Sendable ([String]) -> SettingsError? = { _ in nil }
    /// What was chosen at other times for two places.
    package var pairChoices: @Sendable () -> [PairChoices] = { [] }
    /// Keeps what was chosen for two places.
    package var keepPairChoices: @Sendable (PairChoices) -> SettingsError? = { _ in nil }
    /// Keeps what the tabs show.
    package var keepTabs: @Sendable (TabSession) -> SettingsError? = { _ in nil }
    /// Is told of each server that was reached.
    package var visited: @Sendable (Location) -> SettingsError? = { _ in nil }
    /// Starts the built-in demo server, once; where it is.
    package var demo: @Sendable () -> Result<Site, SettingsError> = {
        .failure(SettingsError(file: "demo", tr("There is no demo server.")))
    }
    /// The lists of other programs' sites that are at the usual places.
    package var siteLists: @Sendable () -> [SiteListOffer] = { [] }
    /// Imports these files, or only says what would come of it.
    package var importSites: Importer = { _, _ in
        .success(SiteImportReport(lines: [], failures: [], summary: ""))
    }
    package typealias Importer =
        @Sendable (_ files: [[UInt8]], _ isRehearsal: Bool) -> Result<
            SiteImportReport, SettingsError
        >
    /// Keeps a site's charset, which the user chose.
    package var keepCharset: @Sendable (Site) -> SettingsError? = { _ in nil }
    /// Keeps what is to become of links.
    package var keepLinks: @Sendable (LinkPolicy) -> SettingsError? = { _ in nil }
    package var keepModes: @Sendable (ModePolicy) -> SettingsError? = { _ in nil }
    /// Reads a theme by its name.
    package var theme: @Sendable (String) -> Result<Theme, SettingsError> = { _ in
        .success(.standard)
    }
    /// Keeps which theme the user wants.
    package var keepTheme: @Sendable (String) -> SettingsError? = { _ in nil }
    /// Puts a password into the user's keyring.
    package var keepPassword: @Sendable (Secret, Site) -> SettingsError? = { _, _ in nil }
    /// Writes a site into the sites file.
    package var saveSite: @Sendable (SiteChange) -> SettingsError? = { _ in nil }
    /// Takes the site of this name out of the sites file.
    package var removeSite: @Sendable (String) -> SettingsError? = { _ in nil }
    /// Forgets the visits to an account.
    package var forgetSite: @Sendable (Site) -> SettingsError? = { _ in nil }

    /// Reads all settings, with those of this site where it has a name.
    package var settings: @Sendable (Site?) -> Result<SettingsReport, SettingsError>
    /// Writes one setting.
    package var changeSetting: @Sendable (SettingChange) -> SettingsError? = { _ in nil }

    /// Settings that hold nothing, and keep nothing.
    package init() {
        settings = { _ in .success(SettingsReport(.none, settings: [])) }
    }
}

/// Reads and writes settings one after the other, beside the main thread, and posts what comes of it.
final class SettingsWorker: Sendable {
    private let access: SettingsAccess
    private let inbox: Inbox
    private let worker = Worker<Void>(label: "ferry.settings") {}
    private let visits = Mutex<[Location]>([])
    /// The site whose settings were asked for last.
    private let settingsSite = Mutex<Site?>(nil)
    /// Nothing else has to wait for another program.
    private let programs = Worker<Void>(label: "ferry.remotes") {}

    init(_ access: SettingsAccess, _ inbox: Inbox) {
        self.access = access
        self.inbox = inbox
    }

    /// Carries out other work that has to wait for a disk.
    func perform(_ work: @escaping @Sendable () -> Void) {
        worker.perform { _ in work() }
    }

    /// Posts the sites.
    func loadSites() {
        perform { [inbox, access] in
            switch access.choices() {
            case .success(let sites): inbox.post(.sites(sites))
            case .failure(let error): inbox.post(.notice(error.description, isError: true))
            }
            inbox.post(.visited(access.directories()))
            inbox.post(.used(access.used()))
            if let names = access.hints() { inbox.post(.hints(used: names)) }
            inbox.post(.pairChoices(access.pairChoices()))
        }
    }

    /// Keeps that a directory was shown. While the disk is slow, several are written at a time.
    func noteVisited(_ location: Location) {
        visits.withLock { $0.append(location) }
        keep { [self] access in
            let locations = visits.withLock { waiting in
                defer { waiting = [] }
                return waiting
            }
            return locations.isEmpty ? nil : access.keepDirectories(locations)
        }
    }

    func keepUsed(_ keys: [String]) {
        keep { $0.keepUsed(keys) }
    }

    func keepHints(_ names: [String]) {
        keep { $0.keepHints(names) }
    }

    func keepPairChoices(_ choices: PairChoices) {
        keep { $0.keepPairChoices(choices) }
    }

    /// Posts the sites of another program, where it has any.
    func loadRemotes() {
        programs.perform { [inbox, access] _ in
            switch access.remotes() {
            case .success(let remotes):
                if !remotes.isEmpty { inbox.post(.remotes(remotes)) }
            case .failure(let error): inbox.post(.notice(error.description, isError: true))
            }
        }
    }

    func keepTabs(_ session: TabSession) {
        keep { $0.keepTabs(session) }
    }

    func noteVisit(_ location: Location) {
        keep { $0.visited(location) }
    }

    func keepCharset(_ site: Site) {
        keep { $0.keepCharset(site) }
    }

    func keepLinks(_ links: LinkPolicy) {
        keep { $0.keepLinks(links) }
    }

    func keepModes(_ modes: ModePolicy) {
        keep { $0.keepModes(modes) }
    }

    /// Posts the theme, or why it cannot be read.
    func showTheme(_ name: String) {
        perform { [inbox, access] in
            switch access.theme(name) {
            case .success(let theme): inbox.post(.themed(theme))
            case .failure(let error): inbox.post(.notice(error.description, isError: true))
            }
        }
    }

    func keepTheme(_ name: String) {
        keep { $0.keepTheme(name) }
    }

    func keepPassword(_ secret: Secret, for site: Site) {
        perform { [inbox, access] in
            let error = access.keepPassword(secret, site)
            inbox.post(
                .notice(
                    error?.description
                        ?? tr(
                            "The password for \(site.text) was saved in your "
                                + "keyring."),
                    isError: error != nil))
        }
    }

    /// What is wrong is for the dialog to say.
    func saveSite(_ change: SiteChange) {
        changeSites(.siteSaved(change.site.name), refused: { .siteRefused($0) }) {
            $0.saveSite(change)
        }
    }

    /// On a worker that no file waits for.
    func openDemo() {
        programs.perform { [inbox, access] _ in
            switch access.demo() {
            case .success(let site): inbox.post(.demoOpened(site))
            case .failure(let error): inbox.post(.notice(error.message, isError: true))
            }
        }
    }

    func findSiteLists(_ request: RequestID) {
        perform { [inbox, access] in inbox.post(.siteLists(request, access.siteLists())) }
    }

    /// Posts the report, and after an import the sites.
    func importSites(_ request: RequestID, _ files: [[UInt8]], isRehearsal: Bool) {
        programs.perform { [inbox, access] _ in
            let report: SiteImportReport
            switch access.importSites(files, isRehearsal) {
            case .success(let made): report = made
            case .failure(let error):
                report = SiteImportReport(
                    lines: [], failures: [error.message], summary: tr("Nothing was imported."))
            }
            if !isRehearsal, case .success(let sites) = access.choices() {
                inbox.post(.sites(sites))
            }
            inbox.post(.sitesImported(request, report))
        }
    }

    func removeSite(_ name: String) {
        let done = tr("The site '\(VisibleText.make(name))' is removed from your sites.")
        changeSites(.notice(done, isError: false)) { $0.removeSite(name) }
    }

    func forgetSite(_ site: Site) {
        changeSites(.notice(tr("The visits to \(site.text) are forgotten."), isError: false)) {
            $0.forgetSite(site)
        }
    }

    /// Changes the sites and posts them anew, then what is to be said; or why it could not.
    private func changeSites(
        _ done: Message,
        refused: @escaping @Sendable (String) -> Message = { .notice($0, isError: true) },
        _ write: @escaping @Sendable (SettingsAccess) -> SettingsError?
    ) {
        perform { [inbox, access] in
            if let error = write(access) {
                inbox.post(refused(error.description))
                return
            }
            switch access.choices() {
            case .success(let sites):
                inbox.post(.sites(sites))
                inbox.post(done)
            case .failure(let error): inbox.post(.notice(error.description, isError: true))
            }
        }
    }

    /// Posts all settings.
    func loadSettings(_ site: Site?) {
        settingsSite.withLock { $0 = site }
        perform { [inbox, access] in inbox.post(.settings(access.settings(site), nil)) }
    }

    /// Writes a setting, and posts all of them as they are then, or why it could not.
    func changeSetting(_ change: SettingChange) {
        let site = settingsSite.withLock { $0 }
        perform { [inbox, access] in
            if let error = access.changeSetting(change) {
                inbox.post(.notice(error.description, isError: true))
                return
            }
            inbox.post(.settings(access.settings(site), change))
            if case .site = change.target, case .success(let sites) = access.choices() {
                inbox.post(.sites(sites))
            }
        }
    }

    /// Writes something down, and says why it could not.
    private func keep(_ write: @escaping @Sendable (SettingsAccess) -> SettingsError?) {
        perform { [inbox, access] in
            if let error = write(access) { inbox.post(.notice(error.description, isError: true)) }
        }
    }
}
