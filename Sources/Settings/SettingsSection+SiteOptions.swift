import Files
import Words

// The settings of sites that protocols declare, read and written without knowing any of them.
extension SettingsSection {
    /// What the section says under these settings' keys.
    func options(_ settings: [SiteSetting]) throws(SettingsError) -> SiteOptions {
        var options = SiteOptions()
        for setting in settings {
            guard let written = try value(of: setting) else { continue }
            guard setting.take(written, into: &options) else {
                throw error(
                    setting.key,
                    setting.requirement.map { tr("'\(setting.key)' must be \($0).") }
                        ?? tr("'\(setting.key)' must be another value."))
            }
        }
        for setting in settings where values[setting.key] != nil {
            if let companion = setting.companion, values[companion] == nil {
                throw error(
                    setting.key, tr("'\(setting.key)' has no effect without '\(companion)'."))
            }
        }
        return options
    }

    private func value(of setting: SiteSetting) throws(SettingsError) -> SiteOptions.Value? {
        switch setting.form {
        case .flag: try boolean(setting.key).map { .flag($0) }
        case .number: try integer(setting.key, in: setting.range).map { .number($0) }
        case .text: try string(setting.key).map { .text($0) }
        }
    }

    /// Refuses the first key that sites of other schemes than this one are for.
    func refuseSettings(
        of settings: [SiteSetting], foreignTo scheme: Site.Scheme
    ) throws(SettingsError) {
        for setting in settings where values[setting.key] != nil {
            guard let own = setting.wireProtocol, own != scheme.wireProtocol else { continue }
            throw error(
                setting.key,
                tr("'\(setting.key)' is only for \(SettingsSection.schemes(of: own)) sites."))
        }
    }

    /// Refuses a proxy where the program that connects would not use it.
    func refuseProxy(of site: Site) throws(SettingsError) {
        guard site.proxy != nil else { return }
        let (key, scheme) = (ReachSettings.proxyKey, site.scheme.rawValue)
        let sentence: String
        switch site.scheme.wireProtocol {
        case .sftp:
            sentence = tr(
                "'\(key)' does not work for \(scheme):// sites (ssh does not use it; write ProxyJump "
                    + "or ProxyCommand into ~/.ssh/config).")
        case .rclone:
            sentence = tr(
                "'\(key)' does not work for \(scheme):// sites (rclone does not use it; set "
                    + "HTTPS_PROXY, which rclone reads).")
        default: return
        }
        throw error(key, sentence)
    }

    /// `http://, https://, dav:// and davs://`.
    private static func schemes(of wireProtocol: Site.Scheme.WireProtocol) -> String {
        let names = Site.Scheme.allCases.filter { $0.wireProtocol == wireProtocol }
            .map { "\($0.rawValue)://" }
        guard let last = names.last, names.count > 1 else { return names.joined() }
        return tr("\(names.dropLast().joined(separator: ", ")) and \(last)")
    }
}

extension SiteSetting {
    /// `key = value` as a site says it; nil where it says nothing.
    func line(of site: Site) -> String? {
        site.options[key].map { "\(key) = \($0.toml)" }
    }
}
