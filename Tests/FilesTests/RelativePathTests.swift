import Files
import Testing

@Suite("A path from the directory after a login")
struct RelativePathTests {
    @Test("It goes on from there, and up with ..")
    func path() throws {
        let home = Path("/home/me")
        for (text, whole) in [
            ("a/b", "/home/me/a/b"), ("a/", "/home/me/a"), ("..", "/home"), ("../../../x", "/x"),
            ("./a/../b", "/home/me/b"),
        ] {
            let relative = try #require(RelativePath(Array(text.utf8)))
            #expect(relative.path(from: home) == Path(whole), "\(text)")
        }
        #expect(RelativePath([]) == nil)
    }

    @Test("A tilde alone is that directory, and one with a name another user's")
    func tilde() throws {
        let home = Path("/home/me")
        for (text, user, whole) in [
            ("~", "", "/home/me"), ("~/a/../b", "", "/home/me/b"), ("~/..", "", "/home"),
            ("~you/a", "you", "/home/me/~you/a"), ("~you", "you", "/home/me/~you"),
        ] {
            let relative = try #require(RelativePath(Array(text.utf8)))
            #expect(relative.user == Array(user.utf8))
            // What stays where servers tell of no other users.
            #expect(relative.path(from: home) == Path(whole), "\(text)")
        }
        for text in ["a~", "./~", "./~you"] {
            #expect(RelativePath(Array(text.utf8))?.user == nil)
        }
    }

    @Test("Which of them is a home directory and nothing else")
    func home() throws {
        let (ssh, other) = (Site(scheme: .sftp, host: "h"), Site(scheme: .ftp, host: "h"))
        for text in ["~", "~/", "~//", "~/.", "~/./"] {
            let relative = try #require(RelativePath(Array(text.utf8)))
            #expect(relative.namesHome(on: ssh) && relative.namesHome(on: other), "\(text)")
        }
        for text in ["~you", "~you/"] {
            let relative = try #require(RelativePath(Array(text.utf8)))
            #expect(relative.namesHome(on: ssh) && !relative.namesHome(on: other), "\(text)")
        }
        for text in ["~/a", "./~", "a", "~you/.ssh", "~/...", "~/..", "a~"] {
            #expect(RelativePath(Array(text.utf8))?.namesHome(on: ssh) == false, "\(text)")
        }
    }

    @Test("In a URL of SFTP, where the tilde is not encoded")
    func url() throws {
        for (text, path, below) in [
            ("sftp://h/~", nil, "~"), ("sftp://h/~/a%20b/", nil, "~/a b/"),
            ("sftp://h/~you/a", nil, "~you/a"), ("sftp://h/%7Eyou/a", "/~you/a", nil),
            ("sftp://h/a/~", "/a/~", nil), ("ftp://h/~you/a", "/~you/a", nil),
            ("sftp://h/%7E", "/~", nil),
        ] as [(String, String?, String?)] {
            let target = try SiteURL.parse(text).target
            #expect(target.path == path.map { Path($0) }, "\(text)")
            #expect(target.below?.bytes == below.map { Array($0.utf8) }, "\(text)")
            let written =
                target.path.map { SiteURL.encode($0, on: target.site) }
                ?? target.below.map { SiteURL.encode($0) }
            let again = try SiteURL.parse("\(target.site.text)\(written ?? "")").target
            #expect(again.path == target.path && again.below == target.below, "\(text)")
        }
    }

    @Test("Names are written in the site's charset")
    func charset() throws {
        var site = Site(scheme: .ftp, host: "web01")
        site.charset = "ISO-8859-1"
        let typed = try #require(RelativePath(Array("ü/../é/".utf8))).typed(on: site)
        #expect(typed.bytes == [0xFC, 0x2F, 0x2E, 0x2E, 0x2F, 0xE9, 0x2F])
    }
}
