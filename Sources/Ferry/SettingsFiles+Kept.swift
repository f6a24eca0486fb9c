import Engine
import Files
import Glibc
import Jobs
import Settings
import UI

// What Ferry itself keeps for its user. All of it says why it could not.
extension SettingsFiles {
    /// Remembers where the user has been.
    func remember(_ location: Location) -> SettingsError? {
        trouble { () throws(SettingsError) in
            try RecentSites.add(
                location, to: paths.recentFile, settings: FileSystemMakers.settings,
                at: Int64(time(nil)))
        }
    }

    /// The directories that panes have shown of late, newest first.
    var visitedDirectories: [Location] { VisitedDirectories.load(paths.visitedFile) }

    /// Keeps the directories that panes have shown, the newest last.
    func keep(_ directories: [Location]) -> SettingsError? {
        trouble { () throws(SettingsError) in
            try VisitedDirectories.add(directories, to: paths.visitedFile)
        }
    }

    /// The actions that were used, of those that somebody new is told of.
    var hints: [String] { UsedItems.load(paths.hintsFile) }

    /// Keeps them beside those that another process has kept.
    func keepHints(_ names: [String]) -> SettingsError? {
        trouble { () throws(SettingsError) in
            let others = hints.filter { !names.contains($0) }
            try UsedItems.save(others + names, to: paths.hintsFile)
        }
    }

    /// What was done from the palette last, newest first.
    var usedItems: [String] { UsedItems.load(paths.usedFile) }

    /// Keeps what was done from the palette.
    func keepUsed(_ items: [String]) -> SettingsError? {
        trouble { () throws(SettingsError) in try UsedItems.save(items, to: paths.usedFile) }
    }

    /// Writes a site's charset down where it has a name.
    func keepCharset(of site: Site) -> SettingsError? {
        trouble { () throws(SettingsError) in
            try SitesFile.setCharset(
                site.charset, of: site, in: paths.sitesFile, settings: FileSystemMakers.settings)
        }
    }

    /// What was chosen last for links.
    var links: LinkPolicy { choices.followsLinks ? .follow : .keep }

    /// Remembers what was chosen for links.
    func keep(_ links: LinkPolicy) -> SettingsError? {
        change { $0.followsLinks = links == .follow }
    }

    /// What was chosen last for permissions.
    var modes: ModePolicy { choices.keepsModes ? .source : .target }

    /// Remembers what was chosen for permissions.
    func keep(_ modes: ModePolicy) -> SettingsError? {
        change { $0.keepsModes = modes != .target }
    }

    /// Puts a password into the user's keyring.
    func keep(_ secret: Secret, for site: Site) -> SettingsError? {
        trouble { () throws(SettingsError) in try keyring?.keep(secret, for: site) }
    }

    private var choices: LastChoices { LastChoices.load(paths.choicesFile) }

    private func change(_ change: (inout LastChoices) -> Void) -> SettingsError? {
        trouble { () throws(SettingsError) in
            var choices = choices
            change(&choices)
            try choices.save(to: paths.choicesFile)
        }
    }

    /// What was wrong; nil for nothing.
    private func trouble(_ body: () throws(SettingsError) -> Void) -> SettingsError? {
        do throws(SettingsError) {
            try body()
            return nil
        } catch {
            return error
        }
    }
}
