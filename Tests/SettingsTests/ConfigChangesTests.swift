import Support
import Testing

@testable import Settings

@Suite("A theme is written into config.toml, and all else stays")
struct ConfigChangesTests {
    private func changed(_ text: String?) throws -> String? {
        let folder = try TemporaryFolder()
        if let text { try folder.write(text, to: "config.toml") }
        try Config.setTheme("light", in: folder.path("config.toml"), settings: [])
        return try TextFile.read(folder.path("config.toml"))
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
            ("  theme='dark'\n", "theme = \"light\"\n"),
        ])
    func texts(before: String, after: String) throws {
        #expect(try changed(before) == after)
    }

    @Test("Where there is no file, or no directory for it, both are made")
    func missing() throws {
        #expect(try changed(nil) == "theme = \"light\"\n")
        let folder = try TemporaryFolder()
        let path = folder.path("new/ferry/config.toml")
        try Config.setTheme("light", in: path, settings: [])
        #expect(try Config.load(path, isNamed: true, settings: []).theme == "light")
    }

    @Test("A file with a mistake is left as it is, and the mistake is named")
    func broken() throws {
        let folder = try TemporaryFolder()
        try folder.write("theme = \n", to: "config.toml")
        let path = folder.path("config.toml")
        #expect(throws: SettingsError.self) {
            try Config.setTheme("light", in: path, settings: [])
        }
        #expect(try TextFile.read(path) == "theme = \n")
    }
}
