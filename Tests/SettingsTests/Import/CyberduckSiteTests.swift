import Testing

@testable import Settings

@Suite("Cyberduck's bookmarks")
struct CyberduckSiteTests {
    private func bookmark(_ values: String, doctype: String? = nil) -> [String] {
        let standard = """
            <!DOCTYPE plist PUBLIC "-//Apple//DTD PLIST 1.0//EN" \
            "http://www.apple.com/DTDs/PropertyList-1.0.dtd">
            """
        return ListText.read(
            """
            <?xml version="1.0" encoding="UTF-8"?>
            \(doctype ?? standard)
            <plist version="1.0"><dict>
            <key>Hostname</key><string>web01</string>
            \(values)
            </dict></plist>
            """)
    }

    private func text(_ key: String, _ value: String) -> String {
        "<key>\(key)</key><string>\(value)</string>"
    }

    @Test("A bookmark is taken with all that Ferry has a place for")
    func whole() {
        let found = bookmark(
            text("Protocol", "ftp") + text("Nickname", "Web &#38; more") + text("Port", "2121")
                + text("Username", "ann") + text("Path", "/var/www")
                + text("Encoding", "ISO-8859-1")
                + text("FTP Connect Mode", "PORT") + text("Maximum Connections", "20")
                + text("Timezone", "Europe/Berlin")
                + text("Comment", "mine") + text("UUID", "x")
                + "<key>Labels</key><array><string>a</string></array>"
                + "<key>Download Folder Dictionary</key><dict>\(text("Path", "/tmp"))</dict>")
        #expect(
            found == [
                "name = \"Web & more\"", "url = \"ftp://ann@web01:2121/var/www\"",
                "charset = \"ISO-8859-1\"", "slots = 16", "active = true", "comment = \"mine\"",
                "note Not imported: the time zone, the local directory and the labels.",
            ])
    }

    @Test("Every protocol that Ferry speaks is known")
    func protocols() {
        for (word, scheme) in [
            ("ftp", "ftp"), ("ftps", "ftpes"), ("sftp", "sftp"), ("dav", "dav"), ("davs", "davs"),
        ] {
            #expect(bookmark(text("Protocol", word))[1] == "url = \"\(scheme)://web01\"")
        }
        #expect(
            bookmark(text("Protocol", "ftps") + text("Port", "990"))[1] == "url = \"ftps://web01\"")
        #expect(
            bookmark(text("Protocol", "s3"))
                == ["skipped web01: Ferry does not support its protocol 's3'."])
        #expect(
            bookmark(text("Protocol", "ftp") + text("Protocol", "sftp")) == [
                "name = \"web01\"", "url = \"sftp://web01\"",
                "note It has 'Protocol' twice; the last was used.",
            ])
        #expect(bookmark("") == ["skipped web01: It does not name a protocol."])
        for key in [
            text("Private Key File", "~/.ssh/id"),
            "<key>Private Key File Dictionary</key><dict>\(text("Path", "~/.ssh/id"))</dict>",
        ] {
            #expect(
                bookmark(text("Protocol", "sftp") + key)[2]
                    == "ssh_command = \"ssh -i '~/.ssh/id'\"")
        }
    }

    @Test("Of a DTD only the usual line may stand there, and no entity is explained by it")
    func doctypes() {
        let refusal = "refused: The file has a DTD, which Ferry does not accept."
        #expect(bookmark("", doctype: "<!DOCTYPE plist [<!ENTITY a \"b\">]>") == [refusal])
        #expect(bookmark("", doctype: "<!DOCTYPE other SYSTEM \"/etc/passwd\">") == [refusal])
        #expect(
            bookmark(text("Nickname", "&a;"))
                == ["refused: The file has an entity that it does not explain."])
        #expect(
            ListText.read("<plist><array/></plist>")
                == ["refused: The file is a property list, but not a Cyberduck bookmark."])
    }
}
