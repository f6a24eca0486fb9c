import Engine
import FTP
import Files
import Glibc
import Jobs
import SFTP
import Settings
import Synchronization
import Terminal
import UI
import Words

/// The user's settings, read and checked before anything else, so that what is wrong in them is
/// said at once.
struct SettingsFiles: Sendable {
    /// Of ssh's hosts so many are shown on the sites screen.
    private static let sshChoiceLimit = 500

    let config: Config
    /// Where it was read.
    let configFile: String
    let paths = SettingsPaths()
    /// The user's own, where there is one.
    let keyring = Keyring(path: getenv("PATH").map { String(cString: $0) })

    /// `--config` names a file that must be there.
    init(_ options: any ConnectionChoices) throws {
        configFile = options.config ?? paths.configFile
        do {
            config = try Config.load(
                configFile, isNamed: options.config != nil,
                settings: FileSystemMakers.settings)
        } catch {
            throw Failure.usage(error.description)
        }
    }

    var home: Path { Path(paths.home) }

    /// Where the queue is kept.
    var storePath: String { paths.database }

    /// The order that panes start with.
    var arrangement: Arrangement {
        Arrangement(config)
    }

    /// All settings as they stand, with those of this site where it has a name.
    func report(for site: Site?) -> Result<SettingsReport, SettingsError> {
        Result { () throws(SettingsError) in
            try SettingsReport.load(
                configFile, isNamed: false, sites: paths.sitesFile, pane: site,
                settings: FileSystemMakers.settings)
        }
    }

    /// Writes one setting; why it could not.
    func change(_ change: SettingChange) -> SettingsError? {
        let settings = FileSystemMakers.settings
        do {
            switch (change.target, change.value) {
            case (.site(let name), let value):
                try SitesFile.set(
                    change.key, of: name, to: value, in: paths.sitesFile, settings: settings)
            case (.config, let value?):
                try Config.set(change.key, to: value, in: configFile, settings: settings)
            case (.config, nil):
                try Config.remove(change.key, from: configFile, settings: settings)
            }
            return nil
        } catch {
            return error
        }
    }

    /// What the environment tells of the terminal's background; nil where that is nothing.
    var shade: BackgroundShade? {
        getenv("COLORFGBG").flatMap { BackgroundShade(colorfgbg: String(cString: $0)) }
    }

    /// The theme of that name, or the configured one.
    func theme(_ name: String?) throws -> Theme {
        let chosen = name ?? config.theme
        do {
            let wanted = AutoTheme.resolved(chosen, on: shade)
            // The program may have been installed without any theme but its own.
            if chosen == AutoTheme.name, shade == .light, !paths.themes.names.contains(wanted) {
                return .standard
            }
            return try paths.themes.load(wanted)
        } catch {
            throw Failure.usage(error.description)
        }
    }

    /// The theme of that name.
    func namedTheme(_ name: String) -> Result<Theme, SettingsError> {
        Result { () throws(SettingsError) in try paths.themes.load(name) }
    }

    /// Writes into `config.toml` which theme the user wants; why it could not.
    func keepTheme(_ name: String) -> SettingsError? {
        do {
            try Config.setTheme(name, in: configFile, settings: FileSystemMakers.settings)
            return nil
        } catch {
            return error
        }
    }

    func keymap() throws -> Keymap {
        let preset: Keymap.Preset = config.preset == .commander ? .commander : .ferry
        do {
            guard let file = try KeymapFile.load(paths.keymapFile) else {
                return Keymap.preset(preset)
            }
            return try Keymap.preset(preset, under: file)
        } catch {
            throw Failure.usage(error.description)
        }
    }

    /// The sites file and the recent ones.
    func siteChoices(
        _ known: KnownServers, _ cards: ServerCards
    ) -> Result<[SiteChoice], SettingsError> {
        Result { () throws(SettingsError) in
            let named = try named()
            let recent = RecentSites.load(
                paths.recentFile, settings: FileSystemMakers.settings)
            let choices =
                named.map { choice($0, .sites) } + sshChoices(beside: named)
                + recent.map { choice($0, .recent) }
            var used: [SiteAccount: Int64] = [:]
            for visit in recent {
                guard let time = visit.lastUsed else { continue }
                used[SiteAccount(visit.site)] = max(time, used[SiteAccount(visit.site)] ?? time)
            }
            let kept = cards.all()
            return choices.map { choice in
                var choice = choice
                choice.trust = known.record(of: choice.site)
                choice.card = kept[ServerPlace(choice.site)] ?? ServerCard()
                choice.refusals = known.refusals(of: choice.site).sorted()
                choice.connectionLimit = known.connectionLimit(of: choice.site)?.most
                choice.lastUsed = used[SiteAccount(choice.site)]
                return choice
            }
        }
    }

    /// The hosts of ssh's own list that no site of the user's is. What cannot be read of it is ssh's
    /// to say.
    private func sshChoices(beside named: [NamedSite]) -> [SiteChoice] {
        let own = Set(named.map { SiteAccount($0.site) })
        return sshHosts(beside: named).sites.prefix(SettingsFiles.sshChoiceLimit).compactMap {
            site in
            guard !own.contains(SiteAccount(site)) else { return nil }
            return choice(NamedSite(name: site.host, site: site), .ssh)
        }
    }

    /// The hosts that the configs name which ssh reads for Ferry, each once, and why one of the
    /// configs could not be read. A host that is named only in the config of a single site's own
    /// `ssh_command` is reached by that command.
    func sshHosts(beside named: [NamedSite]) -> (sites: [Site], trouble: SettingsError?) {
        let general = sshNames
        var trouble = general.trouble
        var sites = general.names.map { Site(scheme: .sftp, host: $0) }
        var known = Set(general.names)
        var commands: Set<String> = []
        for case let command? in named.map({ $0.site[SFTPOptions.sshCommand] })
        where SSHConfigNames.namesConfig(command) && commands.insert(command).inserted {
            let own = SSHConfigNames.load(command: command, home: SettingsPaths.accountHome)
            trouble = trouble ?? own.trouble
            for name in own.names where known.insert(name).inserted {
                var site = Site(scheme: .sftp, host: name)
                site[SFTPOptions.sshCommand] = command
                sites.append(site)
            }
        }
        return (sites, trouble)
    }

    /// The remotes that rclone lists and no site of the user's is. Asks rclone, on a worker.
    func remoteChoices() -> Result<[SiteChoice], SettingsError> {
        Result { () throws(SettingsError) in
            let program = getenv("FERRY_RCLONE").map { String(cString: $0) }
            let own = Set(try named().map { SiteAccount($0.site) })
            return try RcloneRemotes.load(program: program).compactMap { site in
                guard !own.contains(SiteAccount(site)) else { return nil }
                return SiteChoice(name: site.host, site: site, path: nil, origin: .rclone)
            }
        }
    }

    /// The hosts that the config names which ssh reads for all sites.
    private var sshNames: SSHConfigNames {
        let command =
            config.reach.options[SFTPOptions.sshCommand]
            ?? getenv("FERRY_SSH").map { String(cString: $0) }
        return SSHConfigNames.load(command: command, home: SettingsPaths.accountHome)
    }

    /// The sites that the user gave a name.
    func named() throws(SettingsError) -> [NamedSite] {
        try SitesFile.load(paths.sitesFile, settings: FileSystemMakers.settings).sites
    }

    private func choice(_ named: NamedSite, _ origin: SiteChoice.Origin) -> SiteChoice {
        var choice = SiteChoice(
            name: named.name, site: named.site, path: named.path, below: named.below,
            origin: origin,
            comment: named.comment)
        choice.optionFacts = FileSystemMakers.settings.compactMap { $0.fact?(named.site.options) }
        choice.passwordCommand = named.passwordCommand
        choice.source =
            switch origin {
            case .sites: VisibleText.make(paths.sitesFile)
            case .ssh: tr("the ssh configuration")
            case .rclone: "rclone"
            case .recent: VisibleText.make(paths.recentFile)
            }
        return choice
    }

    /// How the sites file says that a server is spoken to, where the URL is that of a named site.
    func adopted(_ site: Site) throws -> Site {
        do {
            let named = try named().first {
                $0.site.isSameAccount(as: site)
            }
            guard var known = named?.site else { return site }
            known[SiteURL.query] = site[SiteURL.query]
            known.archive = site.archive
            return known
        } catch {
            throw Failure.usage(error.description)
        }
    }

    /// The user's name on a host, where a URL has none and .netrc has one.
    func login(of site: Site) -> Site {
        guard !site.isLocal, !site.scheme.namesRemote, site.user == nil,
            let login = try? Netrc.load(paths.netrc).login(host: site.host, user: nil)
        else { return site }
        var site = site
        site.user = login.user
        site[FTPOptions.account] = site[FTPOptions.account] ?? login.account
        return site
    }

    static func isSameAccount(_ one: Site, _ other: Site) -> Bool {
        one.host == other.host && one.port == other.port && one.user == other.user
    }
}
