import Files
import Words

// The keys of `config.toml` that are like no other.
extension ConfigSetting {
    static let language = ConfigSetting(
        SettingInfo(
            "language", .screen,
            tr("The language that Ferry speaks: \"en\", or one that it has a file of."),
            kind: .text, .unset(tr("the language of the locale"), example: "\"zh_CN\""),
            requirement: tr("the name of a locale, such as \"zh_CN\"")),
        tell: { $0.language.map(SitesFile.quoted) }
    ) { section, config throws(SettingsError) in
        guard let name = try section.string("language") else { return }
        guard Language.isName(name) else {
            throw section.error(
                "language",
                tr(
                    "'language' must be the name of a locale, such as \"zh_CN\", but is \"\(VisibleText.make(name))\"."
                ))
        }
        config.language = name
    }

    static let connections = ConfigSetting(
        SettingInfo(
            "connections", .transfers,
            tr("How many connections transfers to one site may use at the same time."),
            kind: .integer(1...16), .unset(tr("as many as are useful"), example: "4")),
        tell: { $0.connections.map(String.init) }
    ) { section, config throws(SettingsError) in
        config.connections = try section.integer("connections", in: 1...16)
    }

    static let timeout = ConfigSetting(
        SettingInfo(
            "timeout", .connection,
            tr("Seconds without an answer after which a connection counts as lost."),
            kind: .integer(1...3_600), .value(String(Config().timeout))),
        tell: { String($0.timeout) }
    ) { section, config throws(SettingsError) in
        config.timeout = try section.integer("timeout", in: 1...3_600) ?? config.timeout
    }

    static let proxy = ConfigSetting(
        SettingInfo(
            ReachSettings.proxyKey, .connection,
            tr("The proxy that connections use; \"none\" uses no proxy at all."), kind: .text,
            .unset(
                tr("the proxy that the environment names"),
                example: "\"socks5://proxy.example:1080\""),
            requirement: ReachSettings.proxyRequirement),
        tell: { $0.reach.wayText.map(SitesFile.quoted) }
    ) { section, config throws(SettingsError) in
        config.reach.way = try ReachSettings.way(section)
    }

    static let limitRate = ConfigSetting(
        SettingInfo(
            "limit_rate", .transfers,
            tr("The highest speed of all transfers together; 0 means no limit."), kind: .rate,
            .value("0")),
        tell: { $0.limitRate.map { "\"\(ByteRate.text($0))\"" } ?? "0" }
    ) { section, config throws(SettingsError) in
        let rate: UInt64?
        switch section.values["limit_rate"] {
        case nil: return
        case .integer(let number): rate = UInt64(exactly: number)
        case .string(let text): rate = ByteRate.parse(text)
        default: rate = nil
        }
        guard let rate else {
            throw section.error(
                "limit_rate", tr("'limit_rate' must be in \(SettingKind.rate.words)."))
        }
        config.limitRate = rate == 0 ? nil : rate
    }

    static let limitTimes = ConfigSetting(
        SettingInfo(
            "limit_times", .transfers,
            tr("Speed limits by the time of day; the first that fits replaces limit_rate."),
            kind: .list, .value("[]"), requirement: limitTimesRequirement),
        tell: { "[\($0.limitTimes.lines.map(SitesFile.quoted).joined(separator: ", "))]" }
    ) { section, config throws(SettingsError) in
        let times = try read("limit_times", section, limitTimesRequirement) { LimitTimes($0) }
        if let times { config.limitTimes = times }
    }

    static let openWith = ConfigSetting(
        SettingInfo(
            "open_with", .programs,
            tr("Programs that open files, by name; {} is the file. End with & if a window opens."),
            kind: .list, .value("[]"), requirement: openWithRequirement),
        tell: { "[\($0.openWith.lines.map(SitesFile.quoted).joined(separator: ", "))]" }
    ) { section, config throws(SettingsError) in
        let rules = try read("open_with", section, openWithRequirement) { OpenWith($0) }
        if let rules { config.openWith = rules }
    }

    /// What a list of lines says; nil where it does not stand there.
    private static func read<Value>(
        _ key: String, _ section: SettingsSection, _ requirement: String,
        _ make: ([String]) -> Value?
    ) throws(SettingsError) -> Value? {
        guard let value = section.values[key] else { return nil }
        let wrong = section.error(key, tr("'\(key)' must be \(requirement)."))
        guard case .array(let elements) = value else { throw wrong }
        var lines: [String] = []
        for element in elements {
            guard case .string(let line) = element else { throw wrong }
            lines.append(line)
        }
        guard let made = make(lines) else { throw wrong }
        return made
    }

    private static let openWithRequirement =
        tr("a list of patterns and commands, such as [\"*.pdf zathura {} &\"]")

    private static let limitTimesRequirement =
        tr("a list of times and rates, such as [\"08:00-18:00 500K\"]")
}
