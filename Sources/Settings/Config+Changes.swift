package import Files
import Words

// Changes of single settings, which leave everything else in the file as it is.
extension Config {
    /// Gives a key of `config.toml` this value, in TOML; comments, order and all other lines stay, and
    /// the file is made where there is none. Tells what the file says then. Throws where it cannot be
    /// read or written, or would not be read back as it was meant.
    @discardableResult
    package static func set(
        _ key: String, to value: String, in path: String, settings: [SiteSetting]
    ) throws(SettingsError) -> Config {
        try change(key, in: path, settings) { $0.set(key, to: value) }
    }

    /// Takes a key out of `config.toml`, so that its default holds.
    @discardableResult
    package static func remove(
        _ key: String, from path: String, settings: [SiteSetting]
    ) throws(SettingsError) -> Config {
        try change(key, in: path, settings) { $0.remove(key) }
    }

    /// Writes `theme = "…"` into `config.toml`.
    package static func setTheme(
        _ name: String, in path: String, settings: [SiteSetting]
    ) throws(SettingsError) {
        try set("theme", to: SitesFile.quoted(name), in: path, settings: settings)
    }

    private static func change(
        _ key: String, in path: String, _ settings: [SiteSetting],
        _ edit: (inout KeyChange) -> Bool
    ) throws(SettingsError) -> Config {
        var result = Config()
        try TextFile.change(path) { text throws(SettingsError) in
            let before = try Config(text ?? "", file: path, settings: settings)
            var change = KeyChange(text ?? "")
            let isThere = try SettingsDocument(text ?? "", file: path).root[key] != nil
            guard change.finds(key) == isThere else { throw byHand(key, in: path) }
            guard edit(&change) else { throw byHand(key, in: path) }
            // What would not be read back is not written.
            result = try Config(change.text, file: path, settings: settings)
            for setting in ConfigSetting.all(settings) where setting.info.key != key {
                guard setting.value(in: before) == setting.value(in: result) else {
                    throw byHand(key, in: path)
                }
            }
            return change.text
        }
        return result
    }

    private static func byHand(_ key: String, in path: String) -> SettingsError {
        SettingsError(
            file: path,
            tr(
                "Ferry cannot change '\(VisibleText.make(key))' as the file is written; edit it by hand."
            )
        )
    }
}
