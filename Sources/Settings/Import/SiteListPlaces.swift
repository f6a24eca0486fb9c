import Glibc
import Words

/// Where other programs keep their lists of sites.
package enum SiteListPlaces {
    /// As a help text names them.
    package static let words = [
        "~/.config/filezilla/sitemanager.xml", "~/.filezilla/sitemanager.xml",
        "~/.wine/drive_c/users/USER/AppData/Roaming/WinSCP.ini", "~/WinSCP.ini",
        "~/.local/share/lftp/bookmarks", "~/.lftp/bookmarks", "~/.ncftp/bookmarks",
        "~/.duck/Bookmarks/*.duck", "~/.config/termscp/bookmarks.toml", "$RCLONE_CONFIG",
        "~/.config/rclone/rclone.conf", "~/.rclone.conf", tr("$NETRC, else ~/.netrc"),
    ]

    /// Those that are there, by `paths` and the environment's variables: the directories that
    /// XDG_CONFIG_HOME and XDG_DATA_HOME name are used in place of `~/.config` and `~/.local/share`.
    package static func present(
        _ paths: SettingsPaths, variable: (String) -> String?
    ) -> [String] {
        func directory(_ name: String, _ standard: String) -> String {
            guard let value = variable(name), value.first == "/" else { return standard }
            return value
        }
        let home = paths.home == "/" ? "" : paths.home
        let config = directory("XDG_CONFIG_HOME", "\(home)/.config")
        let data = directory("XDG_DATA_HOME", "\(home)/.local/share")
        let user = variable("USER").flatMap { $0.contains("/") ? nil : $0 }
        let places: [String?] =
            [
                "\(config)/filezilla/sitemanager.xml", "\(home)/.filezilla/sitemanager.xml",
                user.map { "\(home)/.wine/drive_c/users/\($0)/AppData/Roaming/WinSCP.ini" },
                "\(home)/WinSCP.ini", "\(data)/lftp/bookmarks", "\(home)/.lftp/bookmarks",
                "\(home)/.ncftp/bookmarks",
            ] + bookmarks(in: "\(home)/.duck/Bookmarks") + [
                "\(config)/termscp/bookmarks.toml", variable("RCLONE_CONFIG"),
                "\(config)/rclone/rclone.conf", "\(home)/.rclone.conf", paths.netrc,
            ]
        var seen: Set<String> = []
        return places.compactMap { $0 }.filter { place in
            guard place.first == "/", seen.insert(place).inserted else { return false }
            // Of one that is there and cannot be reached it is said why.
            return access(place, F_OK) == 0 || errno != ENOENT && errno != ENOTDIR
        }
    }

    private static func bookmarks(in directory: String) -> [String] {
        guard let stream = opendir(directory) else { return [] }
        defer { closedir(stream) }
        var names: [String] = []
        while names.count < SiteListReport.limit, let entry = readdir(stream) {
            let name = withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                String(validating: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if let name, name.hasSuffix(".duck"), !name.hasPrefix(".") { names.append(name) }
        }
        return names.sorted().map { "\(directory)/\($0)" }
    }
}
