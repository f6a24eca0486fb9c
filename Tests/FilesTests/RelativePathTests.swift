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

    @Test("Names are written in the site's charset")
    func charset() throws {
        var site = Site(scheme: .ftp, host: "web01")
        site.charset = "ISO-8859-1"
        let typed = try #require(RelativePath(Array("ü/../é/".utf8))).typed(on: site)
        #expect(typed.bytes == [0xFC, 0x2F, 0x2E, 0x2E, 0x2F, 0xE9, 0x2F])
    }
}
