import Files
import Support
import Testing

@testable import Settings

@Suite("A key of a site is written into sites.toml, and all else stays")
struct SitesFileSettingsTests {
    private let folder: TemporaryFolder
    private let text = """
        # Mine.
        [[site]]
        name = "a"  # first
        url = "ftp://me@a.example/dir"

        # Of b.
        [[site]]
        name = "b"
        url = "sftp://b.example"
        timeout = 9 # slow

        """

    private var path: String { folder.path("sites.toml") }

    init() throws {
        folder = try TemporaryFolder()
        try folder.write(text, to: "sites.toml")
    }

    private func set(_ key: String, _ value: String?, of name: String = "a") throws -> NamedSite? {
        try SitesFile.set(key, of: name, to: value, in: path, settings: Protocols.settings)
    }

    @Test("Set, changed and taken out")
    func changes() throws {
        let site = try #require(try set("active", "true"))
        #expect(site.value(of: "active") == "true")
        #expect(
            try TextFile.read(path)
                == text.replacing("/dir\"\n", with: "/dir\"\nactive = true\n"))
        _ = try set("active", nil)
        #expect(try TextFile.read(path) == text)
        _ = try set("timeout", "60", of: "b")
        #expect(try TextFile.read(path) == text.replacing("= 9 #", with: "= 60 #"))
        _ = try set("timeout", nil, of: "b")
        #expect(try TextFile.read(path) == text.replacing("timeout = 9 #", with: "#"))
        _ = try set("user", "\"you\"")
        _ = try set("name", "\"c\"")
        #expect(try SitesFile.load(path).sites.map(\.name) == ["c", "b"])
        #expect(try SitesFile.load(path).sites.first?.site.user == "you")
    }

    @Test("What would not be read back is not written")
    func refused() throws {
        for (key, value, name) in [
            ("timeout", "0", "a"), ("name", "\"b\"", "a"), ("url", nil, "a"),
            ("ssh_command", "\"ssh\"", "a"), ("password", "\"x\"", "a"), ("tls", "false", "nobody"),
            ("tls", "false\n[[site]]\nname = \"z\"\nurl = \"ftp://z\"", "a"),
            ("tls", "false\ncomment = \"x\"", "a"), ("proxy", "\"http://p:1\"", "b"),
        ] as [(String, String?, String)] {
            #expect(throws: SettingsError.self, "\(key)") { try set(key, value, of: name) }
        }
        #expect(try TextFile.read(path) == text)
        try folder.write("site = [{ name = \"a\", url = \"ftp://a\" }]\n", to: "sites.toml")
        #expect(throws: SettingsError.self) { try set("tls", "false") }
    }

    @Test("What is typed is checked before anything is written")
    func typed() throws {
        let site = try #require(try SitesFile.load(path).sites.first)
        #expect(site.refusal(of: "60", for: "timeout", Protocols.settings) == nil)
        #expect(site.refusal(of: nil, for: "timeout", Protocols.settings) == nil)
        #expect(
            site.refusal(of: "0", for: "timeout", Protocols.settings)?.contains("from 1 to 3600")
                == true)
        #expect(site.refusal(of: nil, for: "url", Protocols.settings) != nil)
    }
}
