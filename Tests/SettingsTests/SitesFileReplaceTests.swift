import FTP
import Files
import Support
import Testing

@testable import Settings

@Suite("A site gets another name and URL in sites.toml")
struct SitesFileReplaceTests {
    private let folder: TemporaryFolder
    private var path: String { folder.path("sites.toml") }

    init() throws {
        folder = try TemporaryFolder()
    }

    private var text: String { String(decoding: folder.read("sites.toml") ?? [], as: UTF8.self) }

    private let two = """
        # mine
        [[site]] # first
          name = "a"  # one
        # about it
        url='ftp://h/x' # there
        charset = "CP1252"
        password_command = "pass show a"
        comment = \"""
        name = "no"
        \"""

        [[site]]
        "name" = 'b'
        url = "sftp://b"
        user = "ann" # me

        """

    private func replace(_ name: String, _ new: String, _ url: String) throws {
        let target = try SiteURL.parse(url).target
        var site = NamedSite(
            name: new, site: target.site, path: target.path, below: target.below)
        // What else it says stays.
        if let old = try SitesFile.load(path).sites.first(where: { $0.name == name }) {
            site.site.charset = old.site.charset
            site.site.options = old.site.options
            site.site.proxy = old.site.proxy
            site.site.timeout = old.site.timeout
            (site.passwordCommand, site.comment) = (old.passwordCommand, old.comment)
        }
        try SitesFile.replace(name, with: site, in: path, settings: Protocols.settings)
    }

    @Test("Every other key is set, changed and taken out, and the rest of the file stays")
    func keys() throws {
        try folder.write(two, to: "sites.toml")
        var site = try #require(try SitesFile.load(path).sites.first)
        site.site[FTPOptions.isActive] = true
        site.site[QueueOptions.slots] = 4
        site.site.timeout = 7
        site.site.charset = "GB18030"
        site.passwordCommand = nil
        try SitesFile.replace("a", with: site, in: path, settings: Protocols.settings)
        let changed =
            two
            .replacing(
                "url='ftp://h/x' # there\n",
                with: "url='ftp://h/x' # there\nslots = 4\ntimeout = 7\nactive = true\n"
            )
            .replacing("\"CP1252\"", with: "\"GB18030\"")
            .replacing("password_command = \"pass show a\"\n", with: "")
        #expect(text.split(separator: "\n").sorted() == changed.split(separator: "\n").sorted())
        #expect(try SitesFile.load(path).sites.first == site)
        // Numbers and words without quotes are changed in their lines.
        site.site.timeout = 8
        site.site[QueueOptions.slots] = nil
        site.passwordCommand = "pass show \"b\""
        try SitesFile.replace("a", with: site, in: path, settings: Protocols.settings)
        #expect(text.contains("timeout = 8\n") && !text.contains("slots"))
        #expect(try SitesFile.load(path).sites.first == site)
        #expect(text.contains("# mine\n[[site]] # first\n"))
        #expect(text.contains("user = \"ann\" # me"))
    }

    @Test("A value of several lines is changed by hand")
    func severalLines() throws {
        try folder.write(two, to: "sites.toml")
        var site = try #require(try SitesFile.load(path).sites.first)
        site.comment = "other"
        let error = #expect(throws: SettingsError.self) {
            try SitesFile.replace("a", with: site, in: path, settings: Protocols.settings)
        }
        #expect(error?.description.contains("by hand") == true)
        #expect(text == two)
    }

    @Test(
        "What is typed is refused in the sentence of the file's reader, at its key",
        arguments: [
            ("timeout", "x", "must be"), ("timeout", "99999", "must be"),
            ("slots", "17", "1 to 16"),
            ("charset", "nonsense", "The charset 'nonsense' is unknown"),
            ("active_ports", "x", "two ports"), ("proxy", "gopher://x", ""),
            ("slots", "99999999999999999999", ""),
        ])
    func typed(key: String, text: String, words: String) throws {
        let infos = SiteKeys.all(Protocols.settings)
        let info = try #require(infos.first { $0.key == key })
        let fine = try #require(infos.first { $0.key == "comment" })
        let error = #expect(throws: SiteTextError.self) {
            _ = try NamedSite(
                name: "a", url: "ftp://h", [(fine, "x = \"1\""), (info, text)],
                settings: Protocols.settings)
        }
        #expect(error?.key == key)
        #expect(error?.sentence.contains(words) == true, "\(error?.sentence ?? "")")
    }

    @Test("All other keys and every comment stay")
    func keeps() throws {
        try folder.write(two, to: "sites.toml")
        try replace("a", "work/\"A\"", "ftps://me@other:2000/y z")
        let changed =
            two
            .replacing("name = \"a\"  #", with: "name = \"work/\\\"A\\\"\"  #")
            .replacing("'ftp://h/x'", with: "\"ftps://me@other:2000/y%20z\"")
        #expect(text == changed)
        try replace("b", "c", "sftp://ann@b")
        // The user's own line says it already.
        #expect(text == changed.replacing("'b'", with: "\"c\""))
    }

    @Test("A user that has a line of its own is changed there, or goes")
    func user() throws {
        try folder.write(two, to: "sites.toml")
        try replace("b", "b", "sftp://bob@b")
        #expect(text.hasSuffix("url = \"sftp://bob@b\"\nuser = \"bob\" # me\n"))
        try replace("b", "b", "sftp://b")
        #expect(text.hasSuffix("url = \"sftp://b\"\n"))
    }

    @Test("Lines may end as on Windows")
    func windows() throws {
        try folder.write(
            "[[site]]\r\nname = \"a\"\r\nurl = \"ftp://a\"\r\n", to: "sites.toml")
        try replace("a", "b", "ftp://a/x")
        #expect(text == "[[site]]\r\nname = \"b\"\r\nurl = \"ftp://a/x\"\r\n")
    }

    @Test(
        "What cannot be changed so is refused, and the file stays",
        arguments: [
            ("a", "b", "ftp://h/x", "There is a site 'b' already"),
            ("none", "x", "ftp://h", "The site 'none' no longer exists."),
            ("a", "a", "sftp://h", "ssh does not use it"),
        ])
    func refused(name: String, new: String, url: String, sentence: String) throws {
        let text = two.replacing("charset =", with: "proxy = \"socks5://p\"\ncharset =")
        try folder.write(text, to: "sites.toml")
        let error = #expect(throws: SettingsError.self) { try replace(name, new, url) }
        #expect(error?.description.contains(sentence) == true, "\(String(describing: error))")
        #expect(self.text == text)
    }

    @Test(
        "What is written in another way is left to its user",
        arguments: [
            "site = [{name = \"a\", url = \"ftp://a\"}]\n",
            "[[site]]\nname = \"\"\"a\"\"\"\nurl = \"ftp://a\"\n",
            "[[site]]\nname = \"a\"\nurl = \"\"\"\\\n  ftp://a\"\"\"\n",
        ])
    func byHand(text: String) throws {
        try folder.write(text, to: "sites.toml")
        let error = #expect(throws: SettingsError.self) { try replace("a", "b", "ftp://b") }
        #expect(error?.description.contains("by hand") == true, "\(String(describing: error))")
        #expect(self.text == text)
    }

    @Test("The visits to an account are forgotten, and no others")
    func forget() throws {
        let recent = folder.path("recent.toml")
        let one = Site(scheme: .ftp, host: "One", user: "me")
        for (site, path) in [
            (one, "/a"), (Site(scheme: .ftp, host: "one"), "/a"), (one, "/b"),
        ] {
            try RecentSites.add(Location(site: site, path: Path(path)), to: recent)
        }
        #expect(RecentSites.load(recent).count == 3)
        try RecentSites.forget(
            Site(scheme: .ftp, host: "one", user: "me"), from: recent, settings: Protocols.settings)
        #expect(RecentSites.load(recent).map(\.url) == ["ftp://one/a"])
        try RecentSites.forget(one, from: folder.path("none"), settings: Protocols.settings)
        #expect(!folder.exists("none"))
    }
}
