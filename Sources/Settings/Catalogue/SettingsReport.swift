package import Files

/// A change of one setting.
package struct SettingChange: Hashable, Sendable {
    /// Whose setting it is.
    package enum Target: Hashable, Sendable {
        /// That of `config.toml`.
        case config
        /// That of the site of this name in `sites.toml`.
        case site(String)
    }

    /// Whose setting it is.
    package let target: Target
    /// As files have it.
    package let key: String
    /// In TOML; nil takes the key out, so that its default holds.
    package let value: String?

    /// Gives a setting a value.
    package init(_ target: Target, _ key: String, to value: String?) {
        self.target = target
        self.key = key
        self.value = value
    }
}

/// All settings as they stand: those of `config.toml`, and those of one site of `sites.toml`.
package struct SettingsReport: Sendable {
    /// A setting as it stands.
    package struct Row: Hashable, Sendable {
        /// What a user is told of it.
        package let info: SettingInfo
        /// In TOML; nil where nothing is set.
        package let value: String?
        /// Where the file says so; nil where it does not.
        package let line: Int?
        /// Whether it is another value than the default.
        package let isChanged: Bool
    }

    /// The settings of one file.
    package struct Part: Sendable {
        /// Whose they are.
        package let target: SettingChange.Target
        /// Where they stand.
        package let file: String
        /// In the order in which they are shown.
        package let rows: [Row]
    }

    /// What `config.toml` says.
    package let config: Config
    /// Why the sites could not be read, so that none is told of; nil where they could.
    package private(set) var trouble: SettingsError?
    /// The site whose settings are told; nil where there is none.
    package private(set) var site: NamedSite?
    /// Those of the site come first.
    package private(set) var parts: [Part]

    /// The settings of `config.toml` alone.
    package init(_ file: ConfigFile, settings: [SiteSetting]) {
        config = file.config
        let rows = ConfigSetting.all(settings).map { setting in
            Row(
                info: setting.info, value: setting.value(in: file.config),
                line: file.line(of: setting.info.key), isChanged: setting.isChanged(in: file.config)
            )
        }
        parts = [Part(target: .config, file: file.path, rows: rows)]
    }

    /// Reads the files. `pane` is where the user is: its site's settings are told where that has a name.
    package static func load(
        _ configFile: String, isNamed: Bool, sites: String, pane: Site?, settings: [SiteSetting]
    ) throws(SettingsError) -> SettingsReport {
        let file = try ConfigFile.load(configFile, isNamed: isNamed, settings: settings)
        var report = SettingsReport(file, settings: settings)
        guard let pane, !pane.isLocal else { return report }
        do throws(SettingsError) {
            try report.addSite(of: pane, in: sites, settings)
        } catch {
            report.trouble = error
        }
        return report
    }

    private mutating func addSite(
        of pane: Site, in file: String, _ settings: [SiteSetting]
    ) throws(SettingsError) {
        guard let text = try TextFile.read(file, limit: SitesFile.sizeLimit) else { return }
        let list = try SitesFile(text, file: file, settings: settings).sites
        guard let index = list.firstIndex(where: { $0.site.isSameAccount(as: pane) }) else {
            return
        }
        let section = try SettingsDocument(text, file: file).section.sections("site")[index]
        add(list[index], section, in: file, settings)
    }

    private mutating func add(
        _ named: NamedSite, _ section: SettingsSection, in file: String, _ settings: [SiteSetting]
    ) {
        site = named
        let infos = SiteKeys.all(settings).filter { $0.applies(to: named.site.scheme) }
        let rows = infos.map { info in
            let isSaid = section.values[info.key] != nil
            let user = info.key == "user" ? named.site.user.map(SitesFile.quoted) : nil
            let value = isSaid ? user ?? named.value(of: info.key) ?? info.exampleText : nil
            return Row(
                info: info, value: value,
                line: isSaid ? section.document.line(of: section.path + [info.key]) : nil,
                isChanged: isSaid && !info.isRequired && value != info.standardText)
        }
        parts.insert(Part(target: .site(named.name), file: file, rows: rows), at: 0)
    }
}

extension SettingInfo {
    /// Whether the key cannot be left out.
    package var isRequired: Bool {
        if case .required = standard { true } else { false }
    }
}
