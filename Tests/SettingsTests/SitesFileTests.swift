import FTP
import Files
import Glibc
import HTTP
import Support
import Testing

@testable import Settings

@Suite("Named sites")
struct SitesFileTests {
    private func failure(_ text: String) -> String {
        do {
            _ = try SitesFile(text, file: "sites.toml")
            return "none"
        } catch {
            return "\(error)"
        }
    }

    @Test("A site has a URL and what the URL cannot say")
    func read() throws {
        let file = try SitesFile(
            """
            # mine
            [[site]]
            name = "web01"
            url = "ftp://deploy@example.org:2121/www/%20x"
            charset = "GB18030"
            active = true
            timeout = 60
            password_command = "pass show web01"
            comment = "the old one"

            [[site]]
            name = "nas"
            url = "ftpes://nas"
            tls = true
            """, file: "sites.toml")
        var site = Site(scheme: .ftp, host: "example.org", port: 2121, user: "deploy")
        site.charset = "GB18030"
        site[FTPOptions.isActive] = true
        site.timeout = 60
        #expect(
            file.sites == [
                NamedSite(
                    name: "web01", site: site, path: Path("/www/ x"),
                    passwordCommand: "pass show web01", comment: "the old one"),
                NamedSite(name: "nas", site: Site(scheme: .ftpes, host: "nas")),
            ])
    }

    @Test("A charset is written into the file beside what stands there, and taken out again")
    func charset() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("sites.toml")
        let text = """
            # mine
            [[site]]
            name = "a"   # one
            url = "ftp://me@h/x"

            [[site]]
            url = "ftp://other"
            name = "b"
            charset = "CP1252"
            """
        try folder.write(text, to: "sites.toml")
        let one = Site(scheme: .ftp, host: "H", user: "me")
        try SitesFile.setCharset("KOI8-R", of: one, in: path)
        #expect(try SitesFile.load(path).sites.map(\.site.charset) == ["KOI8-R", "CP1252"])
        try SitesFile.setCharset("Big5", of: Site(scheme: .ftp, host: "other"), in: path)
        #expect(try SitesFile.load(path).sites.map(\.site.charset) == ["KOI8-R", "Big5"])
        try SitesFile.setCharset("CP1252", of: Site(scheme: .ftp, host: "other"), in: path)
        try SitesFile.setCharset(nil, of: one, in: path)
        #expect(folder.read("sites.toml") == Array(text.utf8))
        try SitesFile.setCharset("Big5", of: Site(scheme: .ftp, host: "nobody"), in: path)
        #expect(folder.read("sites.toml") == Array(text.utf8))
        try SitesFile.setCharset("Big5", of: one, in: folder.path("none.toml"))
        #expect(!folder.exists("none.toml"))
    }

    @Test("A charset that iconv does not know is refused with its line")
    func unknownCharset() {
        #expect(
            failure("[[site]]\nname = \"a\"\nurl = \"ftp://h\"\ncharset = \"KOI-99\"").hasPrefix(
                "sites.toml, line 4: The charset 'KOI-99'"))
    }

    @Test("A password in the file is refused, and never repeated")
    func passwords() {
        for text in [
            "[[site]]\nname = \"a\"\nurl = \"ftp://u:hunter2@h\"",
            "[[site]]\nname = \"a\"\nurl = \"ftp://h\"\n\npassword = \"hunter2\"",
        ] {
            let message = failure(text)
            #expect(message.contains("must not contain passwords"))
            #expect(message.hasPrefix("sites.toml, line "))
            #expect(!message.contains("hunter2"))
        }
    }

    @Test("Mistakes are one sentence with the line")
    func mistakes() {
        #expect(
            failure(
                "[[site]]\nname = \"a\"\nurl = \"ftp://h\"\n[[site]]\nname = \"a\"\nurl = \"ftp://h\""
            )
                == "sites.toml, line 5: There is already a site 'a'; names must be unique.")
        #expect(
            failure("[[site]]\nurl = \"ftp://h\"")
                == "sites.toml, line 1: A site needs a name: name = \"…\".")
        #expect(failure("[[site]]\nname = \"a\"").contains("needs a URL"))
        #expect(
            failure("[[site]]\nname = \"a\"\nurl = \"ftp://h:99999\"").contains("line 3: The port"))
        #expect(
            failure("[[site]]\nname = \"a\"\nurl = \"gopher://h\"").contains("line 3: The scheme"))
        #expect(failure("[site]\nname = \"a\"").contains("[[site]]"))
        #expect(
            failure(
                "[[site]]\nname = \"a\"\nurl = \"ftp://h\"\n\n[[site]]\nname = \"b\"\nurl = \"ftp://h\"\nchaset = \"x\""
            )
                == "sites.toml, line 8: The setting 'chaset' is unknown; did you mean 'charset'?")
    }

    @Test("A site is added without touching what stands there, for the user only")
    func add() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("new/deeper/sites.toml")
        var site = Site(scheme: .ftp, host: "::1", port: 2121, user: "a@b/c ü")
        site[FTPOptions.account] = "x\"y\\z\n"
        site[TLSOptions.isWanted] = false
        site[FTPOptions.isActive] = true
        site.timeout = 99
        site.charset = "latin1"
        let named = NamedSite(
            name: "odd \"one\"", site: site, path: Path("/dir with%/テスト"),
            passwordCommand: "echo 'x'", comment: "…")
        try SitesFile.add(named, to: path)
        #expect(try SitesFile.load(path).sites == [named])
        let before = "# a comment\n\n[[site]]   # kept\nname = 'b'\nurl = 'ftp://b'"
        try folder.write(before, to: "new/deeper/sites.toml")
        try SitesFile.add(named, to: path)
        let after = String(
            decoding: try #require(folder.read("new/deeper/sites.toml")), as: UTF8.self)
        #expect(after.hasPrefix(before + "\n\n[[site]]\n"))
        #expect(try SitesFile.load(path).sites.count == 2)
        #expect(throws: SettingsError.self) { try SitesFile.add(named, to: path) }
        var status = stat()
        #expect(stat(path, &status) == 0)
        #expect(status.st_mode & 0o777 == 0o600)
    }

    @Test("A file that is a link stays one, and the file behind it keeps its mode")
    func link() throws {
        let folder = try TemporaryFolder()
        try folder.makeFolder("dotfiles")
        try folder.makeFolder("config")
        try folder.write("# mine\n", to: "dotfiles/sites.toml")
        chmod(folder.path("dotfiles/sites.toml"), 0o640)
        #expect(symlink("../dotfiles/sites.toml", folder.path("config/sites.toml")) == 0)
        let path = folder.path("config/sites.toml")
        try SitesFile.add(NamedSite(name: "a", site: Site(scheme: .ftp, host: "h")), to: path)
        var status = stat()
        #expect(lstat(path, &status) == 0)
        #expect(status.st_mode & S_IFMT == S_IFLNK)
        #expect(stat(folder.path("dotfiles/sites.toml"), &status) == 0)
        #expect(status.st_mode & 0o7777 == 0o640)
        let text = String(decoding: folder.read("dotfiles/sites.toml") ?? [], as: UTF8.self)
        #expect(text.hasPrefix("# mine\n\n[[site]]\n"))
    }

    @Test("A file with a mistake is not written to")
    func refuseToAdd() throws {
        let folder = try TemporaryFolder()
        try folder.write("[[site]\n", to: "sites.toml")
        #expect(throws: SettingsError.self) {
            try SitesFile.add(
                NamedSite(name: "a", site: Site(scheme: .ftp, host: "h")),
                to: folder.path("sites.toml"))
        }
        #expect(folder.read("sites.toml") == Array("[[site]\n".utf8))
    }

    @Test("Recent sites come newest first, once each, and only so many")
    func recent() throws {
        let folder = try TemporaryFolder()
        let path = folder.path("state/recent.toml")
        #expect(RecentSites.load(path).isEmpty)
        func location(_ host: String) -> Location {
            Location(site: Site(scheme: .ftp, host: host), path: Path("/a"))
        }
        try RecentSites.add(Location(site: .local, path: .root), to: path)
        #expect(RecentSites.load(path).isEmpty)
        for number in 0..<25 { try RecentSites.add(location("h\(number)"), to: path) }
        try RecentSites.add(location("h20"), to: path)
        let names = RecentSites.load(path).map(\.name)
        #expect(names.count == RecentSites.limit)
        #expect(names.prefix(3) == ["ftp://h20/a", "ftp://h24/a", "ftp://h23/a"])
        #expect(Set(names).count == names.count)
        try folder.write("not toml [", to: "state/recent.toml")
        #expect(RecentSites.load(path).isEmpty)
        try RecentSites.add(location("again"), to: path)
        #expect(RecentSites.load(path).count == 1)
    }

    @Test(
        "A percent sign in a host is the same when it comes back",
        arguments: ["fe80::1%eb0", "a%41", "h"])
    func percent(host: String) throws {
        let site = NamedSite(name: "a", site: Site(scheme: .ftp, host: host))
        #expect(try SiteURL.parse(site.url).target.site.host == host)
    }

    @Test("A site may begin in a home directory, its own or another user's")
    func homes() throws {
        for (url, path, below) in [
            ("sftp://h/~/www", nil, "~/www"), ("sftp://h/~you", nil, "~you"),
            ("sftp://h/%7Eyou", "/~you", nil),
        ] as [(String, String?, String?)] {
            let text = "[[site]]\nname = \"home\"\nurl = \"\(url)\"\n"
            let named = try #require(try SitesFile(text, file: "sites.toml").sites.first)
            #expect(named.path == path.map { Path($0) })
            #expect(named.below?.bytes == below.map { Array($0.utf8) })
            #expect(named.url == url)
        }
    }

    @Test("An HTTP site says how it logs in, what it shows, and whether it is a form")
    func web() throws {
        let text = """
            [[site]]
            name = "drop"
            url = "https://h/upload?token=a%20b"
            auth = "bearer"
            form_field = "file"
            client_certificate = "/c.pem"
            client_key = "/k.pem"
            """
        let named = try #require(try SitesFile(text, file: "sites.toml").sites.first)
        #expect(named.site[HTTPOptions.authentication] == .bearer)
        #expect(named.site[HTTPOptions.formField] == "file")
        #expect(named.site[SiteURL.query] == "token=a%20b")
        #expect(named.url == "https://h/upload?token=a%20b")
        // As it is written it is read again.
        #expect(
            try SitesFile(SitesFile.block(named, Protocols.settings), file: "again").sites == [
                named
            ])
        for (line, word) in [
            ("auth = \"ntlm\"", "'auth'"), ("form_field = \"\"", "'form_field'"),
            ("client_key = \"/k\"", "'client_key'"),
        ] {
            let message = failure("[[site]]\nname = \"x\"\nurl = \"http://h/\"\n\(line)")
            #expect(message.contains(word), "\(message)")
        }
        let ftp = "[[site]]\nname = \"x\"\nurl = \"ftp://h/\"\nauth = \"basic\""
        #expect(failure(ftp).contains("http://"))
    }
}
