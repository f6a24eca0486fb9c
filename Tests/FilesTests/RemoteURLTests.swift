import Files
import Testing

@Suite("URLs of rclone's remotes")
struct RemoteURLTests {
    @Test("A name is a remote, in which case and blanks count, and what follows is a path")
    func names() throws {
        let target = try SiteURL.parse("rclone://My%20nas-1/a%20b/").target
        #expect(target.site == Site(scheme: .rclone, host: "My nas-1"))
        #expect(target.path == Path("/a b"))
        #expect(target.isDirectory)
        #expect(target.site.text == "rclone://My%20nas-1")
        #expect(try SiteURL.parse(target.site.text).target.site == target.site)
        #expect(try SiteURL.parse("rclone://me@work+x.y_z").target.site.host == "me@work+x.y_z")
        #expect(try SiteURL.parse("rclone://nas").target.path == nil)
        #expect(try SiteURL.parse("rclone://nas/").target.path == .root)
        #expect(!target.site.isSameAccount(as: Site(scheme: .rclone, host: "my nas-1")))
    }

    @Test(
        "No port, no connection string, no option, and no secret in the refusal",
        arguments: [
            "rclone://", "rclone:///a", "rclone://nas:22/", "rclone://u:s3cret@nas/",
            "rclone://:sftp,pass=s3cret:/", "rclone://-nas/", "rclone://%20nas/",
            "rclone://nas%20/",
            "rclone://a%2Fb/", "rclone://a%0Ab/", "rclone://%FF/", "rclone://a;b/",
        ])
    func refused(url: String) {
        let refusal = #expect(throws: SiteURL.Refusal.self) { _ = try SiteURL.parse(url) }
        #expect(refusal?.description.contains("s3cret") == false)
    }
}
