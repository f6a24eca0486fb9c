import Support
import Testing

@testable import Settings

@Suite("All settings files are checked")
struct SettingsCheckTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.makeFolder("ferry")
        try folder.makeFolder("ferry/themes")
    }

    private func check(configFile: String? = nil) -> SettingsCheck {
        let paths = SettingsPaths { $0 == "HOME" || $0 == "XDG_CONFIG_HOME" ? folder.path : nil }
        return SettingsCheck(
            paths, configFile: configFile ?? paths.configFile, isNamed: configFile != nil,
            settings: Protocols.settings
        ) { file, _ in
            var flaws: [SettingsError] = []
            _ = file.applied(
                to: [], actions: ["go.top"], contexts: ["everywhere"], flaws: &flaws)
            return flaws
        }
    }

    private func flaws(_ check: SettingsCheck) -> [String] {
        check.flaws.map { $0.description.replacing(folder.path("ferry/"), with: "") }
    }

    @Test("Each flaw of each file, whatever is wrong before it")
    func all() throws {
        try folder.write(
            "them = \"x\"\ntimeout = 0\n\nascii = 1\nactive_ports = \"x\"\n",
            to: "ferry/config.toml")
        try folder.write(
            "[[site]]\nname = \"a\"\n[[site]]\nname = \"b\"\nurl = \"ftp://b\"\nfoo = 1\nbar = 2\n",
            to: "ferry/sites.toml")
        try folder.write(
            "[keys]\n\"no key\" = \"go.top\"\nx = \"go.topp\"\n[keys.every]\ny = \"go.top\"\n",
            to: "ferry/keymap.toml")
        try folder.write(
            "[palette]\nbase = \"#zzz\"\n[roles]\npain = \"base\"\n", to: "ferry/themes/a.toml")
        try folder.write("inherits = \"b\"\n", to: "ferry/themes/c.toml")
        let found = flaws(check())
        let starts = [
            "config.toml, line 1: The setting 'them' is unknown; did you mean 'theme'?",
            "config.toml, line 2: 'timeout' must be", "config.toml, line 4: 'ascii' must be",
            "config.toml, line 5: 'active_ports' must be",
            "sites.toml, line 1: The site needs a URL",
            "sites.toml, line 6: The setting 'foo' is unknown",
            "sites.toml, line 7: The setting 'bar' is unknown",
            "keymap.toml, line 2: 'no key' does not name a key",
            "keymap.toml, line 3: The action 'go.topp' is unknown; did you mean 'go.top'?",
            "keymap.toml, line 5: The context 'every' is unknown",
            "themes/a.toml, line 2: 'base' must be a colour",
            "themes/a.toml, line 4: The role 'pain' is unknown",
            "themes/c.toml, line 1: The theme 'b' is unknown",
        ]
        #expect(found.count == starts.count)
        for (index, start) in starts.enumerated() where found.indices.contains(index) {
            #expect(found[index].hasPrefix(start))
        }
    }

    @Test("Without flaws the files that were read are named; those that are not there need not be")
    func sound() throws {
        #expect(check().files.isEmpty && check().flaws.isEmpty)
        try folder.write("theme = \"mine\"\n", to: "ferry/config.toml")
        try folder.write("inherits = \"dark\"\n", to: "ferry/themes/mine.toml")
        let found = check()
        #expect(found.flaws.isEmpty)
        #expect(
            found.files == ["ferry/config.toml", "ferry/themes/mine.toml"].map { folder.path($0) })
    }

    @Test("A language that is nowhere, and mistakes in the user's own")
    func languages() throws {
        try folder.makeFolder("ferry/languages")
        try folder.write("msgid \"Quit\"\nmsgstr \"Finis\"\n", to: "ferry/languages/la.po")
        for known in ["la", "la_VA", "en", "en_GB"] {
            try folder.write("language = \"\(known)\"\n", to: "ferry/config.toml")
            #expect(check().flaws.isEmpty)
        }
        #expect(check().files.contains(folder.path("ferry/languages/la.po")))
        try folder.write("ascii = true\nlanguage = \"zh_CM\"\n", to: "ferry/config.toml")
        try folder.write("msgid \"Quit\"\nmsgstr Finis\n", to: "ferry/languages/la.po")
        #expect(
            flaws(check()) == [
                "languages/la.po, line 2: A text in quotes must follow.",
                "config.toml, line 2: The language 'zh_CM' is unknown; did you mean 'zh_CN'?",
            ])
    }

    @Test("A theme that is nowhere, a named file that is not there, and what cannot be read")
    func missing() throws {
        try folder.write("# Mine.\ntheme = \"drak\"\n", to: "ferry/config.toml")
        #expect(
            flaws(check()) == [
                "config.toml, line 2: The theme 'drak' is unknown; did you mean 'dark'?"
            ])
        #expect(
            flaws(check(configFile: folder.path("ferry/none.toml"))) == [
                "none.toml: The file does not exist."
            ])
        try folder.write("theme = \"\(folder.path("gone.toml"))\"\n", to: "ferry/config.toml")
        #expect(check().flaws.map(\.message) == ["The file does not exist."])
        try folder.write("", to: "ferry/config.toml")
        try folder.makeFolder("ferry/sites.toml")
        #expect(flaws(check()).first?.hasPrefix("sites.toml: The file cannot be read") == true)
    }
}
