import FTP
import Files
import Support
import Testing

@testable import Settings

@Suite("Changes of sites.toml that keep everything else")
struct SitesFileChangesTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("sites.toml") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private var text: String { String(decoding: folder.read("sites.toml") ?? [], as: UTF8.self) }

    private let three = """
        # My sites

        # The first
        [[site]] # a
        name = "a"  # one
        # about a's place
        url = "ftp://a"
        comment = \"""
        # no remark

        [[site]]
        \"""

        # The second
        [[site]]
        url = "ftp://b"
        name = "b/c"

        # The third
        [[site]]
        name = "c"
        url = "ftp://c"
        # the end

        """

    private func remove(_ name: String) throws -> Bool {
        try SitesFile.remove(name, from: path, settings: Protocols.settings)
    }

    @Test("One is taken out, with the lines that are its own")
    func remove() throws {
        try folder.write(three, to: "sites.toml")
        #expect(try remove("b/c"))
        #expect(text == three.replacing("[[site]]\nurl = \"ftp://b\"\nname = \"b/c\"\n", with: ""))
        #expect(try remove("a"))
        #expect(
            text == """
                # My sites

                # The first

                # The second

                # The third
                [[site]]
                name = "c"
                url = "ftp://c"
                # the end

                """)
        #expect(try remove("c"))
        #expect(text == "# My sites\n\n# The first\n\n# The second\n\n# The third\n# the end\n")
        #expect(try !remove("c"))
    }

    @Test("Lines may end as on Windows, and the last one may have no end")
    func ends() throws {
        try folder.write(
            "[[site]]\r\nname = \"a\"\r\nurl = \"ftp://a\"\r\n\r\n"
                + "[[site]]\r\nname = \"b\"\r\nurl = \"ftp://b\"", to: "sites.toml")
        #expect(try remove("a"))
        #expect(text == "[[site]]\r\nname = \"b\"\r\nurl = \"ftp://b\"")
        #expect(try remove("b"))
        #expect(text == "")
    }

    @Test("What is not written as [[site]] is left to its user")
    func inline() throws {
        let inline = "site = [{name = \"a\", url = \"ftp://a\"}]\n"
        try folder.write(inline, to: "sites.toml")
        #expect(throws: SettingsError.self) { try remove("a") }
        #expect(throws: SettingsError.self) {
            try SitesFile.add(NamedSite(name: "b", site: Site(scheme: .ftp, host: "b")), to: path)
        }
        #expect(text == inline)
    }

    @Test("Many are added in one write, and none where one cannot be")
    func many() throws {
        try folder.write(three, to: "sites.toml")
        func site(_ name: String) -> NamedSite {
            NamedSite(name: name, site: Site(scheme: .ftp, host: "h"), path: Path("/d"))
        }
        try SitesFile.add(
            all: [site("x"), site("y/z")], to: path, settings: Protocols.settings)
        let added = """

            [[site]]
            name = "x"
            url = "ftp://h/d"

            [[site]]
            name = "y/z"
            url = "ftp://h/d"

            """
        #expect(text == three + added)
        for names in [["n", "x"], ["n", "n"]] {
            #expect(throws: SettingsError.self) {
                try SitesFile.add(
                    all: names.map(site), to: path, settings: Protocols.settings)
            }
        }
        // A NUL would be read as the end.
        #expect(throws: SettingsError.self) { try SitesFile.add(site("a\0b"), to: path) }
        #expect(text == three + added)
    }

    @Test("Ten thousand of one name are told apart, added and read back")
    func tenThousand() throws {
        var merge = SiteListMerge([])
        var sites: [NamedSite] = []
        for number in 1...10_000 {
            let site = NamedSite(name: "web", site: Site(scheme: .ftp, host: "h\(number)"))
            guard case .new(let named) = merge.take(ImportedSite(named: site, notes: [])) else {
                Issue.record("\(number) is known")
                return
            }
            sites.append(named)
        }
        #expect(sites.last?.name == "web (10000)")
        try SitesFile.add(all: sites, to: path, settings: Protocols.settings)
        #expect(try SitesFile.load(path).sites == sites)
    }

    @Test("Recent places say when they were used, and old files are read without that")
    func recent() throws {
        let recent = folder.path("recent.toml")
        try folder.write(
            "[[site]]\nname = \"ftp://old/\"\nurl = \"ftp://old/\"\n", to: "recent.toml")
        #expect(RecentSites.load(recent).map(\.lastUsed) == [nil])
        let place = Location(site: Site(scheme: .ftp, host: "new"), path: .root)
        try RecentSites.add(place, to: recent, at: 1_700_000_000)
        #expect(RecentSites.load(recent).map(\.lastUsed) == [1_700_000_000, nil])
        #expect(
            String(decoding: folder.read("recent.toml") ?? [], as: UTF8.self)
                .contains("last_used = \"2023-11-14T22:13:20Z\"\n"))
        #expect(throws: SettingsError.self) { try SitesFile.load(recent) }
    }
}
