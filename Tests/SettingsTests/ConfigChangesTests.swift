import Glibc
import Support
import Testing

@testable import Settings

@Suite("A setting is written into config.toml, and all else stays")
struct ConfigChangesTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("config.toml") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private func changed(_ text: String?) throws -> String? {
        if let text { try folder.write(text, to: "config.toml") }
        try Config.setTheme("light", in: path, settings: [])
        return try TextFile.read(path)
    }

    private func refusal(_ key: String, _ value: String?) -> String {
        do throws(SettingsError) {
            if let value {
                try Config.set(key, to: value, in: path, settings: Protocols.settings)
            } else {
                try Config.remove(key, from: path, settings: Protocols.settings)
            }
            return "none"
        } catch {
            return error.message
        }
    }

    @Test(
        "By what there was before",
        arguments: [
            ("", "theme = \"light\"\n"),
            ("# Mine.\nmouse = false", "# Mine.\nmouse = false\ntheme = \"light\"\n"),
            (
                "# A\ntheme = \"dark\" # my own\nmouse = false\n",
                "# A\ntheme = \"light\" # my own\nmouse = false\n"
            ),
            ("  theme='dark'\n", "  theme=\"light\"\n"),
        ])
    func texts(before: String, after: String) throws {
        #expect(try changed(before) == after)
    }

    @Test("Where there is no file, or no directory for it, both are made")
    func missing() throws {
        #expect(try changed(nil) == "theme = \"light\"\n")
        let path = folder.path("new/ferry/config.toml")
        try Config.setTheme("light", in: path, settings: [])
        #expect(try Config.load(path, isNamed: true, settings: []).theme == "light")
    }

    @Test("A file with a mistake is left as it is, and the mistake is named")
    func broken() throws {
        for text in ["theme = \n", "mouse = 3\n", "theme = \"a\"\ntheme = \"b\"\n"] {
            try folder.write(text, to: "config.toml")
            #expect(throws: SettingsError.self) {
                try Config.setTheme("light", in: path, settings: [])
            }
            #expect(try TextFile.read(path) == text)
        }
    }

    @Test("Any setting is set, and taken out again, with everything around it kept")
    func each() throws {
        let text = "# Mine.\r\nmouse = false # no clicks\r\n\r\n# The end."
        for setting in ConfigSetting.all(Protocols.settings) where setting.info.key != "mouse" {
            try folder.write(text, to: "config.toml")
            let key = setting.info.key
            let config = try Config.set(
                key, to: setting.info.exampleText, in: path, settings: Protocols.settings)
            #expect(config == (try Config.load(path, isNamed: true)), "\(key)")
            #expect(
                try TextFile.read(path)
                    == "\(text)\r\n\(key) = \(setting.info.exampleText)\r\n", "\(key)")
            try Config.remove(key, from: path, settings: Protocols.settings)
            #expect(try TextFile.read(path) == "\(text)\r\n", "\(key)")
        }
    }

    @Test("What would not be read back, or change something else, is not written")
    func refused() throws {
        let text = "mouse = false\n"
        try folder.write(text, to: "config.toml")
        #expect(refusal("timeout", "0").contains("from 1 to 3600"))
        #expect(refusal("timeout", "5\nmouse = true").contains("not valid TOML"))
        #expect(refusal("theme", "\"a\"\nascii = true").contains("edit it by hand"))
        #expect(refusal("them", "\"a\"").contains("did you mean 'theme'?"))
        #expect(refusal("theme", "").contains("not valid TOML"))
        #expect(try TextFile.read(path) == text)
        // The parser reads this key as "theme"; it cannot be found on its line.
        try folder.write("\"th\\u0065me\" = \"dark\"\n", to: "config.toml")
        #expect(refusal("theme", "\"light\"").contains("edit it by hand"))
        #expect(refusal("theme", nil).contains("edit it by hand"))
        #expect(try TextFile.read(path) == "\"th\\u0065me\" = \"dark\"\n")
    }

    @Test("A link stays, and the file that it leads to is changed")
    func links() throws {
        try folder.makeFolder("dotfiles")
        try folder.write("mouse = false\n", to: "dotfiles/config")
        try #require(symlink("dotfiles/config", path) == 0)
        try Config.set("ascii", to: "true", in: path, settings: [])
        var status = stat()
        #expect(lstat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFLNK)
        #expect(
            try TextFile.read(folder.path("dotfiles/config")) == "mouse = false\nascii = true\n")
    }

    @Test("A file that cannot be read or written is named")
    func unreadable() throws {
        try folder.makeFolder("config.toml")
        #expect(refusal("ascii", "true").contains("cannot be read"))
        rmdir(path)
        try folder.write("", to: "file")
        let below = folder.path("file/config.toml")
        #expect(throws: SettingsError.self) {
            try Config.set("ascii", to: "true", in: below, settings: [])
        }
        try folder.write(String(repeating: "#\n", count: (1 << 19) - 1), to: "config.toml")
        #expect(refusal("ascii", "true").contains("larger than 1 MiB"))
    }

    @Test("What another program writes between reading and writing is not undone")
    func meanwhile() throws {
        try folder.write("a", to: "file")
        var rounds = 0
        try TextFile.change(folder.path("file")) { text throws(SettingsError) in
            rounds += 1
            if rounds == 1 { try TextFile.write("b", to: folder.path("file")) }
            return (text ?? "") + "!"
        }
        #expect(rounds == 2)
        #expect(try TextFile.read(folder.path("file")) == "b!")
        #expect(throws: SettingsError.self) {
            try TextFile.change(folder.path("file")) { text throws(SettingsError) in
                rounds += 1
                try TextFile.write("\(rounds)", to: folder.path("file"))
                return (text ?? "") + "!"
            }
        }
        #expect(try TextFile.read(folder.path("file")) == "\(rounds)")
    }
}
