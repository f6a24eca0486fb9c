import Files
import Settings
import Words

/// A line of the settings screen's list.
enum SettingLine: Sendable {
    /// What the settings below are about.
    case heading(String)
    case setting(SettingPlace)

    /// The setting on it.
    var place: SettingPlace? {
        if case .setting(let place) = self { place } else { nil }
    }

    /// All lines of a report; only settings whose key, value or sentence holds all words of a filter.
    static func all(_ report: SettingsReport, filter: String) -> [SettingLine] {
        let words = filter.lowercased().split(separator: " ")
        var lines: [SettingLine] = []
        for part in report.parts {
            var title: String?
            for row in part.rows {
                let place = SettingPlace(target: part.target, file: part.file, row: row)
                let text = place.searched
                guard words.allSatisfy({ text.contains($0) }) else { continue }
                let heading = place.heading
                if heading != title { lines.append(.heading(heading)) }
                title = heading
                lines.append(.setting(place))
            }
        }
        return lines
    }
}

/// A setting, and where it stands.
struct SettingPlace: Sendable {
    let target: SettingChange.Target
    let file: String
    let row: SettingsReport.Row

    var info: SettingInfo { row.info }

    var heading: String {
        switch target {
        case .config: info.group.title
        case .site(let name): info.group.heading(ofSite: VisibleText.make(name))
        }
    }

    /// The value as the list shows it: in TOML, or in words where nothing is set.
    var shown: String {
        guard let value = row.value else {
            return info.isRequired ? "" : "(\(info.standardText))"
        }
        // What a shell reads may hold a secret.
        if info.kind == .command, target != .config, let end = value.firstIndex(of: " ") {
            return VisibleText.make(String(value[..<end])) + " …"
        }
        return VisibleText.make(value)
    }

    /// What a filter looks through.
    fileprivate var searched: String {
        "\(info.key) \(info.summary) \(heading) \(shown)".lowercased()
    }

    /// Whether a change of it holds at once.
    var isLive: Bool { target == .config && LiveSettings.keys.contains(info.key) }

    /// When a change of it holds: a sentence; nil for at once.
    var delay: String? {
        if isLive { return nil }
        return target == .config
            ? tr("A change takes effect at the next start.")
            : tr("A change takes effect with the next connection.")
    }

    /// Whether it is the same setting.
    func isSame(as other: SettingPlace) -> Bool {
        target == other.target && info.key == other.info.key
    }

    /// A change of it.
    func change(to value: String?) -> Effect {
        .changeSetting(SettingChange(target, info.key, to: value))
    }
}

extension SettingGroup {
    /// Its heading above what a site has of it.
    fileprivate func heading(ofSite name: String) -> String {
        switch self {
        case .screen: tr("Site \(name): screen")
        case .panes: tr("Site \(name): panes")
        case .transfers: tr("Site \(name): transfers")
        case .connection: tr("Site \(name): connection")
        case .login: tr("Site \(name): login")
        case .ftp: tr("Site \(name): ftp")
        case .ssh: tr("Site \(name): ssh")
        case .web: tr("Site \(name): web")
        case .programs: tr("Site \(name): other programs")
        }
    }
}
