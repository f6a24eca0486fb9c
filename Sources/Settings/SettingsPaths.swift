import Glibc

/// Where Ferry's files lie, by the XDG Base Directory specification.
package struct SettingsPaths: Hashable, Sendable {
    /// What the user wrote: `$XDG_CONFIG_HOME/ferry`.
    package let configuration: String
    /// What Ferry keeps: `$XDG_STATE_HOME/ferry`.
    package let state: String
    /// What may be deleted at any time: `$XDG_CACHE_HOME/ferry`.
    package let cache: String
    /// The user's home directory.
    package let home: String
    /// `$NETRC`, or `.netrc` in the home directory.
    package let netrc: String

    /// By the process's environment.
    package init() {
        self.init { name in getenv(name).map { String(cString: $0) } }
    }

    /// `variable` gives an environment variable's value. Relative directories are ignored, as the
    /// specification says; without HOME, the account's own directory is taken.
    package init(variable: (String) -> String?) {
        func directory(_ name: String) -> String? {
            guard let value = variable(name), value.first == "/" else { return nil }
            var kept = value[...]
            while kept.count > 1, kept.last == "/" { kept.removeLast() }
            return String(kept)
        }
        let home = directory("HOME") ?? SettingsPaths.accountHome ?? "/"
        let base = home == "/" ? "" : home
        self.home = home
        configuration = (directory("XDG_CONFIG_HOME") ?? "\(base)/.config") + "/ferry"
        state = (directory("XDG_STATE_HOME") ?? "\(base)/.local/state") + "/ferry"
        cache = (directory("XDG_CACHE_HOME") ?? "\(base)/.cache") + "/ferry"
        netrc = directory("NETRC") ?? "\(base)/.netrc"
    }

    /// The home directory that the account has, whatever HOME says; nil where it has none.
    package static var accountHome: String? {
        getpwuid(getuid()).flatMap { $0.pointee.pw_dir }.map { String(cString: $0) }
    }

    /// `config.toml`
    package var configFile: String { "\(configuration)/config.toml" }
    /// `keymap.toml`
    package var keymapFile: String { "\(configuration)/keymap.toml" }
    /// `sites.toml`
    package var sitesFile: String { "\(configuration)/sites.toml" }
    /// Where the user has been of late.
    package var recentFile: String { "\(state)/recent.toml" }
    /// The directories that panes have shown of late.
    package var visitedFile: String { "\(state)/visited" }
    /// What was done from the palette last.
    package var usedFile: String { "\(state)/used" }
    /// Which hints were followed.
    package var hintsFile: String { "\(state)/hints" }
    /// What was chosen for two places to mirror or synchronise.
    package var pairsFile: String { "\(state)/pairs" }
    /// What the tabs showed last.
    package var sessionFile: String { "\(state)/tabs" }
    /// What was chosen last in dialogs.
    package var choicesFile: String { "\(state)/choices.toml" }
    /// What is known of servers' certificates and TLS.
    package var trustFile: String { "\(state)/known_servers" }
    /// What servers have shown of themselves.
    package var cardsFile: String { "\(state)/server_cards" }
    /// Copies of servers' files that are being edited.
    package var edits: String { "\(state)/edits" }
    /// The queue.
    package var database: String { "\(state)/ferry.sqlite" }

    /// Where themes are looked for: the user's own directory, then what lies beside the program:
    /// installed (`bin/../share/ferry/themes`), unpacked, or built by SwiftPM in the source tree.
    package var themes: ThemeLibrary {
        ThemeLibrary(directories: directories("themes", inSources: "themes"))
    }

    /// Where languages are looked for: as themes are.
    package var languages: LanguageLibrary {
        LanguageLibrary(
            directories: directories("languages", inSources: "Sources/Words/Languages"))
    }

    private func directories(_ name: String, inSources place: String) -> [String] {
        var directories = ["\(configuration)/\(name)"]
        if let program = SettingsPaths.programDirectory {
            directories += [
                "\(program)/\(name)", "\(program)/../share/ferry/\(name)",
                "\(program)/../../../\(place)",
            ]
        }
        return directories
    }

    private static var programDirectory: String? {
        var buffer = [UInt8](repeating: 0, count: 4_096)
        let count = buffer.withUnsafeMutableBytes { bytes in
            bytes.baseAddress.map { readlink("/proc/self/exe", $0, bytes.count) } ?? -1
        }
        guard count > 0, let slash = buffer[..<count].lastIndex(of: 0x2F) else { return nil }
        return String(decoding: buffer[..<slash], as: UTF8.self)
    }
}
