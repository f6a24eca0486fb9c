import Files
import Testing

@testable import Settings

@Suite("Bookmarks of lftp, ncftp, termscp and .netrc")
struct TextListTests {
    @Test("lftp: a name and a URL a line")
    func lftp() {
        let found = ListText.read(
            """
            web\tftp://deploy:s%20ecret@web01.example:2121/%2Fvar/www
            gnu ftp://ftp.gnu.example/gnu/
            work/home ftps://ann@host/docs
            shell   fish://ann@host/srv
            s sftp://ann@host/~/x
            d https://host/pub?q=1
            odd -u ann,secret host
            bad ftp://ho st/
            far gopher://host/
            own file:///tmp

            """)
        #expect(
            found == [
                "name = \"web\"", "url = \"ftp://deploy@web01.example:2121/var/www\"",
                "password s ecret",
                "name = \"gnu\"", "url = \"ftp://ftp.gnu.example/gnu\"",
                "name = \"work/home\"", "url = \"ftps://ann@host/docs\"",
                "note Its directory was relative to the login directory; Ferry starts from the root directory.",
                "name = \"shell\"", "url = \"sftp://ann@host/srv\"",
                "note It was used with a shell (FISH); Ferry uses SFTP.",
                "name = \"s\"", "url = \"sftp://ann@host/~/x\"",
                "name = \"d\"", "url = \"https://host/pub\"",
                "note Not imported: the text after the URL's '?'.",
                "skipped odd: It is not a URL, but a command line for lftp.",
                "skipped bad: It is not a URL, but a command line for lftp.",
                "skipped far: Ferry does not support its URL.",
                "skipped own: Its URL does not name a server.",
            ])
        #expect(!found.joined().contains("ann,secret"))
    }

    @Test("ncftp: the place is taken, the password is not")
    func ncftp() {
        let found = ListText.read(
            """
            NcFTP bookmark-file version: 8
            Number of bookmarks: 2
            web,web01.example,deploy,*encoded*c2VjcmV0,acc,/var/www,I,2121,1600000000,1,1,1,1,192.0.2.1,My $2c note,,,
            gnu,ftp.gnu.example,,,,gnu,I,21,4294967295,1,1,1,1,192.0.2.2,,,,
            none,,,,,,,
            stray

            """)
        #expect(
            found == [
                "name = \"web\"", "url = \"ftp://deploy@web01.example:2121/var/www\"",
                "account = \"acc\"", "comment = \"My , note\"",
                "note The password was not imported; Ferry will ask for it.",
                "name = \"gnu\"", "url = \"ftp://ftp.gnu.example/gnu\"",
                "skipped none: It does not name a host.",
                "skipped stray: The line is not a bookmark.",
            ])
    }

    @Test("termscp: a table a site, in the order of the file")
    func termscp() {
        let found = ListText.read(
            """
            [bookmarks.web]
            protocol = "SFTP"
            address = "web01.example"
            port = 2222
            username = "deploy"
            password = "abcdef0123"
            directory = "/var/www"
            local_path = "/home/me"

            [bookmarks."a/b"]
            protocol = "FTPS"
            address = "host"
            port = 21
            [bookmarks.scp]
            protocol = "SCP"
            address = "host"
            directory = "docs"
            [bookmarks.dav]
            protocol = "WEBDAV"
            address = "http://host:8080/dav"
            username = "u"
            [bookmarks.bucket]
            protocol = "S3"
            [bookmarks.bucket.s3]
            bucket = "x"

            [recents.ISO20240101T000000]
            protocol = "SFTP"
            address = "gone"
            """)
        #expect(
            found == [
                "name = \"web\"", "url = \"sftp://deploy@web01.example:2222/var/www\"",
                "note The password was not imported, because a termscp key protects it.",
                "note Not imported: the local directory.",
                "name = \"a/b\"", "url = \"ftpes://host\"",
                "name = \"scp\"", "url = \"sftp://host/~/docs\"",
                "note It was used with SCP; Ferry uses SFTP.",
                "name = \"dav\"", "url = \"dav://u@host:8080/dav\"",
                "skipped bucket: Ferry does not support its protocol 's3'.",
            ])
        #expect(
            ListText.read("[bookmarks.a]\nprotocol = \"FTP\"\nprotocol = \"FTP\"\n").first?
                .hasPrefix("refused: Line 3 of the file cannot be read. This is not valid TOML")
                == true)
    }

    @Test(".netrc: each machine is a site of FTP")
    func netrc() {
        let found = ListText.read(
            """
            # mine
            machine web01.example login deploy password s3cret account acc
            machine web01.example
              login ann
            default login anonymous password me@
            """)
        #expect(
            found == [
                "name = \"web01.example\"", "url = \"ftp://deploy@web01.example\"",
                "account = \"acc\"", "password s3cret",
                "name = \"web01.example\"", "url = \"ftp://ann@web01.example\"",
                "skipped default: It is the default login, which has no host.",
            ])
    }
}
