import Settings
import Testing

@Suite("Where the files lie")
struct SettingsPathsTests {
    private func paths(_ variables: [String: String]) -> SettingsPaths {
        SettingsPaths { variables[$0] }
    }

    @Test("By the XDG variables, else below the home directory")
    func places() {
        let usual = paths(["HOME": "/home/someone/"])
        #expect(usual.configFile == "/home/someone/.config/ferry/config.toml")
        #expect(usual.keymapFile == "/home/someone/.config/ferry/keymap.toml")
        #expect(usual.sitesFile == "/home/someone/.config/ferry/sites.toml")
        #expect(usual.database == "/home/someone/.local/state/ferry/ferry.sqlite")
        #expect(usual.recentFile == "/home/someone/.local/state/ferry/recent.toml")
        #expect(usual.cache == "/home/someone/.cache/ferry")
        #expect(usual.netrc == "/home/someone/.netrc")
        let own = paths([
            "HOME": "/h", "XDG_CONFIG_HOME": "/c", "XDG_STATE_HOME": "/s", "XDG_CACHE_HOME": "rel",
            "NETRC": "/n",
        ])
        #expect(own.configuration == "/c/ferry")
        #expect(own.state == "/s/ferry")
        #expect(own.cache == "/h/.cache/ferry")
        #expect(own.netrc == "/n")
        #expect(paths(["HOME": "/"]).configuration == "/.config/ferry")
        #expect(paths([:]).home.hasPrefix("/"))
    }

    @Test("The user's themes come before the installed ones")
    func themes() {
        let directories = paths(["HOME": "/h"]).themes.directories
        #expect(directories.first == "/h/.config/ferry/themes")
        #expect(directories.contains { $0.hasSuffix("/share/ferry/themes") })
    }
}
