import Engine
import Files
import Testing

@Suite("Whether two URLs lead to the same files")
struct SameFilesTests {
    private func site(_ url: String) throws -> Site { try SiteURL.parse(url).target.site }

    @Test(
        "They do where account and server are the same, however these are written",
        arguments: [
            ("ftp://h/", "ftp://h:21/"), ("ftp://u@h/", "ftpes://u@H/"),
            ("ftp://h/", "ftps://h/"), ("ftp://h/", "ftp://anonymous@h/"),
            ("http://h/", "dav://h/"), ("https://h/", "davs://u@h:443/"),
            ("sftp://u@h/", "sftp://u@h:22/"),
        ])
    func same(one: String, other: String) throws {
        #expect(try site(one).holdsSameFiles(as: site(other)))
        #expect(try site(other).holdsSameFiles(as: site(one)))
    }

    @Test(
        "They do not where one of them differs",
        arguments: [
            ("ftp://h/", "ftp://h:2121/"), ("ftp://u@h/", "ftp://v@h/"), ("ftp://h/", "ftp://i/"),
            ("ftp://u@h/", "sftp://u@h/"), ("ftp://u@h/", "ftp://h/"), ("http://h/", "ftp://h/"),
        ])
    func different(one: String, other: String) throws {
        #expect(try !site(one).holdsSameFiles(as: site(other)))
    }

    @Test("What is in an archive is not what is beside it")
    func archives() throws {
        var archive = Site.local
        archive.archive = Path("/home/me/a.zip")
        #expect(!archive.holdsSameFiles(as: .local) && !Site.local.holdsSameFiles(as: archive))
        #expect(archive.holdsSameFiles(as: archive))
    }
}
