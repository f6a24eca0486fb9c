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
        try SitesFile.replace(
            name,
            with: NamedSite(name: new, site: target.site, path: target.path, below: target.below),
            in: path, settings: Protocols.settings)
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
