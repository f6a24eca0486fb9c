import Files
import Testing

@Suite("URLs name a site and a path, and smuggle nothing")
struct SiteURLTests {
    @Test(
        "A control character is refused in a login and a host, whether written or percent-encoded",
        arguments: ["%0D%0ADELE%20x", "%0a", "%00", "%7f", "%1b[2J", "\r\n", "\u{7}"])
    func controls(evil: String) {
        for url in [
            "ftp://u\(evil):p@h/a", "ftp://u:p\(evil)@h/a",
            "ftp://h\(evil)/a", "ftp://h:2\(evil)1/a",
        ] {
            #expect(throws: SiteURL.Refusal.self, "\(url)") { _ = try SiteURL.parse(url) }
        }
    }

    @Test("A path can have any character that a name can have") func controlsInPath() throws {
        let path = try SiteURL.parse("sftp://h/a%0Ab%09c%1B%7F").target.path
        #expect(path == Path("/a\nb\tc\u{1B}\u{7F}"))
        #expect(try SiteURL.parse("sftp://h/a\tb").target.path == Path("/a\tb"))
        for url in ["ftp://h/a%00b", "file:///a%00"] {
            #expect(throws: SiteURL.Refusal.self) { _ = try SiteURL.parse(url) }
        }
    }

    @Test(
        "A login or a host that is not UTF-8 is refused, and never becomes another one",
        arguments: ["ftp://caf%E9@h/", "ftp://u:caf%E9@h/", "ftp://h%E9/", "ftp://%FF:p@h/"])
    func foreignLogin(url: String) throws {
        let refusal = #expect(throws: SiteURL.Refusal.self) { _ = try SiteURL.parse(url) }
        #expect(refusal?.description.contains("is not valid UTF-8") == true)
        #expect(try SiteURL.parse("ftp://caf%C3%A9@h/").target.site.user == "café")
        #expect(try SiteURL.parse("ftp://h/%E9").target.path?.bytes == [0x2F, 0xE9])
    }

    @Test("A mark that joins the sign before it does not hide that sign")
    func marks() throws {
        let mark = "\u{301}"
        let (target, password) = try SiteURL.parse("ftp://u\(mark):p@h/\(mark)x@other/y")
        #expect(target.site.host == "h")
        #expect(target.site.user == "u\(mark)")
        #expect(password == Secret("p"))
        #expect(target.path == Path("/\(mark)x@other/y"))
        let web = try SiteURL.parse("http://h/a?\(mark)b=c#\(mark)d").target
        #expect(web.path == Path("/a"))
        #expect(web.site[SiteURL.query] == "%CC%81b=c")
        #expect(throws: SiteURL.Refusal.self) { _ = try SiteURL.parse("ftp://h:\(mark)21/") }
    }

    @Test("A refusal shows no password, and no control character")
    func quiet() {
        do {
            _ = try SiteURL.parse("ftp://u:s3cret%0A@h/a\u{1B}")
            Issue.record("not refused")
        } catch {
            #expect(!error.description.contains("s3cret"))
            #expect(error.description.unicodeScalars.allSatisfy { $0.value >= 0x20 })
        }
    }

    @Test("Dots, slashes and blanks of the path are decoded once, and climb nowhere")
    func paths() throws {
        for (url, path) in [
            ("ftp://h/a%20b", "/a b"), ("ftp://h/a%252Fb", "/a%2Fb"), ("ftp://h/~root", "/~root"),
            ("ftp://h/../../etc", "/etc"), ("ftp://h/a/%2e%2e/b", "/b"), ("ftp://h/-rf", "/-rf"),
        ] {
            let target = try SiteURL.parse(url).target
            #expect(target.path == Path(path), "\(url)")
        }
    }

    @Test("What follows '?' is HTTP's query and a name elsewhere; a fragment is not sent")
    func queries() throws {
        let web = try SiteURL.parse("https://h/get.php?id=5&x=a%20b ü#top").target
        #expect(web.path == Path("/get.php"))
        #expect(web.site[SiteURL.query] == "id=5&x=a%20b%20%C3%BC")
        let bare = try SiteURL.parse("http://h?a=/b").target
        #expect(bare.path == nil)
        #expect(bare.site[SiteURL.query] == "a=/b")
        let ftp = try SiteURL.parse("ftp://h/what?#1").target
        #expect(ftp.path == Path("/what?#1"))
        #expect(ftp.site[SiteURL.query] == nil)
        #expect(throws: SiteURL.Refusal.self) { _ = try SiteURL.parse("http://h/?a=\u{1}") }
    }

    @Test(
        "A host that could be an option or a command is none",
        arguments: ["-oProxyCommand=x", "a b", "a;b", "$(id)", "`id`", "a\"b", "a'b", ""])
    func hosts(host: String) {
        #expect(throws: SiteURL.Refusal.self) { _ = try SiteURL.parse("ftp://\(host)") }
    }
}
