import Files
import Testing

@testable import Settings

@Suite("FileZilla's sites")
struct FileZillaSitesTests {
    private func document(_ servers: String) -> String {
        """
        <?xml version="1.0" encoding="UTF-8"?>
        <FileZilla3 version="3.60" platform="*nix">
        \t<Servers>
        \(servers)
        \t</Servers>
        </FileZilla3>
        """
    }

    private func server(_ fields: String) -> [String] {
        ListText.read(document("<Server><Host>web01</Host>\(fields)</Server>"))
    }

    @Test("A site is taken with all that Ferry has a place for")
    func whole() {
        let found = ListText.read(
            document(
                """
                <Folder expanded="1">Work
                  <Folder expanded="0">Café &amp; more
                    <Server>
                      <Host> web01.example </Host><Port>2121</Port><Protocol>4</Protocol><Type>0</Type>
                      <User>deploy</User><Pass encoding="base64">c8OkY3JldA==</Pass>
                      <Account>billing</Account>
                      <Logontype>1</Logontype><TimezoneOffset>60</TimezoneOffset>
                      <PasvMode>MODE_ACTIVE</PasvMode>
                      <MaximumMultipleConnections>3</MaximumMultipleConnections>
                      <EncodingType>Custom</EncodingType><CustomEncoding>GB18030</CustomEncoding>
                      <BypassProxy>1</BypassProxy><Name>web01</Name>
                      <Comments>two
                lines</Comments>
                      <Colour>4</Colour><LocalDir>/home/me</LocalDir>
                      <RemoteDir>1 0 4 home 4 user</RemoteDir>
                      <SyncBrowsing>1</SyncBrowsing><DirectoryComparison>1</DirectoryComparison>
                      <Bookmark><Name>logs</Name><LocalDir>/tmp</LocalDir>
                        <RemoteDir>1 0 3 var 3 log</RemoteDir></Bookmark>
                      <Bookmark><Name>here</Name><LocalDir>/tmp</LocalDir></Bookmark>
                    </Server>
                  </Folder>
                </Folder>
                """))
        let shared = [
            "charset = \"GB18030\"", "slots = 3", "account = \"billing\"", "active = true",
            "proxy = \"none\"", "comment = \"two\\u000Alines\"",
        ]
        #expect(
            found == [
                "name = \"Work/Café & more/web01\"",
                "url = \"ftpes://deploy@web01.example:2121/home/user\"",
            ] + shared + [
                "password säcret",
                "note Not imported: the time offset, the local directory, synchronised browsing, "
                    + "directory comparison and the colour.",
                "name = \"Work/Café & more/web01/logs\"",
                "url = \"ftpes://deploy@web01.example:2121/var/log\"",
            ] + shared + [
                "bookmark logs", "note Not imported: the local directory.",
                "skipped Work/Café & more/web01/here: The bookmark has no directory on the server.",
            ])
    }

    @Test("Every number of a protocol is known")
    func protocols() {
        let clouds = [
            7: "S3", 8: "Storj", 10: "Azure Files", 11: "Azure Blob Storage",
            12: "OpenStack Swift", 13: "Google Cloud Storage", 14: "Google Drive", 15: "Dropbox",
            16: "OneDrive", 17: "Backblaze B2", 18: "Box", 20: "Rackspace Cloud Files",
            21: "Storj", 22: "S3 with single sign-on", 23: "Google Cloud Storage",
            24: "Cloudflare R2", 25: "unknown", -1: "unknown",
        ]
        let schemes = [
            0: "ftp", 1: "sftp", 2: "http", 3: "ftps", 4: "ftpes", 5: "https", 6: "ftp",
            9: "davs", 19: "dav",
        ]
        for number in -1...25 {
            let found = server("<Protocol>\(number)</Protocol><Name>n</Name>")
            if let scheme = schemes[number] {
                let expected =
                    ["name = \"n\"", "url = \"\(scheme)://web01\""]
                    + (number == 6 ? ["tls = false"] : [])
                #expect(found == expected, "\(number)")
            } else {
                let words = clouds[number] ?? "missing"
                #expect(
                    found == ["skipped n: Its protocol is \(words), which Ferry does not support."],
                    "\(number)")
            }
        }
    }

    @Test("Every way to log in is known")
    func logins() {
        func login(_ kind: Int, _ more: String = "", scheme: Int = 0) -> [String] {
            server(
                "<Protocol>\(scheme)</Protocol><Logontype>\(kind)</Logontype><User>ann</User>\(more)"
            )
        }
        let pass = "<Pass>in clear</Pass>"
        #expect(login(0, pass) == ["name = \"web01\"", "url = \"ftp://web01\""])
        let plain = ["name = \"web01\"", "url = \"ftp://ann@web01\""]
        #expect(login(1, pass) == plain + ["password in clear"])
        #expect(login(2) == plain)
        #expect(login(3) == plain)
        #expect(
            login(4, "<Account>acc</Account>") == plain + ["account = \"acc\""])
        let key = ["name = \"web01\"", "url = \"sftp://ann@web01\""]
        #expect(
            login(5, "<Keyfile>/home/ann/.ssh/it's</Keyfile>", scheme: 1)
                == key + ["ssh_command = \"ssh -i '/home/ann/.ssh/it'\\\\''s'\""])
        #expect(
            login(5, "<Keyfile>/home/ann/key.PPK</Keyfile>", scheme: 1)
                == key + [
                    "note Its key is a PPK file, which ssh cannot read; convert it with puttygen."
                ])
        #expect(
            login(5, "<Keyfile>C:\\keys\\id</Keyfile>", scheme: 1)
                == key + ["note Its key file 'C:\\keys\\id' is not a path on this machine."])
        #expect(login(6) == plain + ["note Not imported: the profile that it logs in with."])
    }

    @Test("A password that is locked or spoilt is left out, and that is said")
    func passwords() {
        func pass(_ text: String) -> [String] {
            Array(server("<Logontype>1</Logontype><User>ann</User>\(text)").dropFirst(2))
        }
        #expect(pass("<Pass></Pass>") == [])
        #expect(
            pass("<Pass encoding=\"crypt\" pubkey=\"abc\">Zm9v</Pass>") == [
                "note The password was not imported, because a FileZilla master password protects "
                    + "it."
            ])
        for spoilt in ["***", "/w==", "Q"] {
            #expect(
                pass("<Pass encoding=\"base64\">\(spoilt)</Pass>") == [
                    "note The password was not imported, because it cannot be read."
                ], "\(spoilt)")
        }
        #expect(pass("<Pass encoding=\"new\">x</Pass>").count == 1)
    }

    @Test("Paths are counted in characters, as they were written on Unix or Windows")
    func paths() {
        let good = [
            "1 0": "/", "1 0 4 home 4 user": "/home/user", "0 0 1 a": "/a",
            "1 0 2 日本 3 a b 1 é": "/日本/a b/é", "1 0 1 😀 2 ab": "/😀/ab",
            "1 0 2 😀 2 ab": "/😀/ab", "8 0 3 www": "/www", "9 1 / 1 c": "/c",
            "1 0 5 1 2 3 1 x": "/1 2 3/x",
        ]
        for (text, path) in good {
            #expect(FileZillaPath.read(text, isSFTP: false) == path, "\(text)")
        }
        for text in [
            "", "1", "x", "1 0 9 home", "1 0 4 home4 user", "1 0 0 ", "1 0 2 .. 1 a",
            "1 0 3 a/b", "2 0 4 DISK", "4 0 3 ABC", "1 0 99999999999999999999 a", "-1 0 1 a",
            "1 -1 1 a", "3 0 2 C:",
        ] {
            #expect(FileZillaPath.read(text, isSFTP: false) == nil, "\(text)")
        }
        #expect(FileZillaPath.read("3 0 2 C: 4 work", isSFTP: true) == "/C:/work")
        #expect(
            server("<RemoteDir>2 0 4 DISK</RemoteDir>") == [
                "name = \"web01\"", "url = \"ftp://web01\"",
                "note Not imported: the start directory, whose form Ferry does not know.",
            ])
        #expect(
            server("<RemoteDir>1 0 4 日 本 1 é</RemoteDir>").count == 3)
        #expect(
            server("<RemoteDir>1 0 3 日 本 1 é</RemoteDir>")[1]
                == "url = \"ftp://web01/%E6%97%A5%20%E6%9C%AC/%C3%A9\"")
    }

    @Test("The name of an old file stands behind all else, and a site without one has its host's")
    func names() {
        #expect(server("<Port>21</Port>old name")[0] == "name = \"old name\"")
        #expect(server("")[0] == "name = \"web01\"")
        #expect(server("<Name>a/b&#9;c</Name>")[0] == "name = \"a-b c\"")
        #expect(server("<Name>\u{202E}\u{200B}</Name>")[0] == "name = \"unnamed\"")
        let long = String(repeating: "é", count: 300)
        #expect(
            server("<Name>\(long)</Name>")[0] == "name = \"\(String(repeating: "é", count: 100))\"")
    }

    @Test("What stands there twice is said")
    func twice() {
        let plain = ["name = \"web01\"", "url = \"ftp://web01:1\""]
        #expect(
            server("<Port>1</Port><Port>2</Port>")
                == plain + ["note It has 'Port' twice; the first was used."])
        #expect(
            server("<Host>b</Host><Port>1</Port><Port>2</Port>")
                == plain + ["note It has 2 settings twice; the first of each was used."])
    }

    @Test("What cannot connect is skipped")
    func faults() {
        func field(_ text: String) -> [String] {
            ListText.read(document("<Server><Name>n</Name>\(text)</Server>"))
        }
        #expect(field("") == ["skipped n: It does not name a host."])
        #expect(
            field("<Host>a b</Host>") == ["skipped n: 'a b' is not a host name."])
        #expect(field("<Host>-oProxyCommand=x</Host>").first?.hasPrefix("skipped n: ") == true)
        #expect(
            field("<Host>a</Host><Port>70000</Port>") == [
                "skipped n: Its port '70000' is not a number from 1 to 65535."
            ])
        #expect(
            field("<Host>a</Host><User>x&#10;y</User>") == [
                "skipped n: Its user name contains control characters."
            ])
        #expect(field("<Host>[::1]</Host><Port>2121</Port>")[1] == "url = \"ftp://[::1]:2121\"")
        #expect(
            field(
                "<Host>a</Host><EncodingType>Custom</EncodingType>"
                    + "<CustomEncoding>X-Q</CustomEncoding>"
            )
            .last == "note Not imported: the charset 'X-Q'.")
    }

    @Test("40 sites in nested folders are all there, in their order")
    func forty() {
        var servers = ""
        var expected: [String] = []
        for outer in 1...4 {
            servers += "<Folder>Outer \(outer)\n"
            for inner in 1...2 {
                servers += "  <Folder expanded=\"1\">Inner \(inner)"
                for site in 1...4 {
                    servers += "<Server><Host>h\(site)</Host><Name>s\(site)</Name></Server>\n"
                    expected.append("name = \"Outer \(outer)/Inner \(inner)/s\(site)\"")
                }
                servers += "</Folder>\n"
            }
            for site in 5...6 {
                servers += "<Server><Host>h\(site)</Host><Name>s\(site)</Name></Server>\n"
                expected.append("name = \"Outer \(outer)/s\(site)\"")
            }
            servers += "</Folder>\n"
        }
        let found = ListText.read(document(servers))
        #expect(found.filter { $0.hasPrefix("name") } == expected)
        #expect(expected.count == 40)
    }
}
