import Files
import Glibc
import Support
import Testing

@testable import Settings

@Suite("Lists of sites that a stranger made")
struct HostileListTests {
    private func filezilla(_ text: String) -> String {
        "<FileZilla3><Servers>\(text)</Servers></FileZilla3>"
    }

    @Test("What is no list is refused in one sentence, with the line where there is one")
    func refused() {
        let laughs = """
            <!DOCTYPE l [<!ENTITY a "ha"><!ENTITY b "&a;&a;">]><FileZilla3>&b;</FileZilla3>
            """
        let refusals: [(String, String)] = [
            (laughs, "The file has a DTD, which Ferry does not accept."),
            (
                "<!DOCTYPE FileZilla3 SYSTEM \"file:///etc/passwd\"><FileZilla3/>",
                "The file has a DTD, which Ferry does not accept."
            ),
            (
                "<FileZilla3><Servers>\n<Server></Servers>",
                "The file is not valid XML: mismatched tag in line 2."
            ),
            (
                "<FileZilla3>&x;</FileZilla3>",
                "The file is not valid XML: undefined entity in line 1."
            ),
            ("<html/>", "The file is XML, but not a list of sites that Ferry knows."),
            ("machine a\nlogin \u{0}b", "Line 2 has a NUL byte."),
            ("[some]\njust = words\n", "The file is not a list of sites that Ferry knows."),
            (
                "# Encrypted rclone configuration File\n\nRCLONE_ENCRYPT_V0:\nabc",
                "rclone has encrypted the file; remove its password with 'rclone config' and try again."
            ),
            (
                filezilla(String(repeating: "<Folder>", count: 100)),
                "The file has elements that are nested too deeply."
            ),
        ]
        for (text, sentence) in refusals {
            #expect(ListText.read(text) == ["refused: \(sentence)"], "\(text)")
        }
        #expect(
            ListText.read(Array("a ftp://b\n".utf8) + [0xFF, 0x0A])
                == ["refused: Line 2 is not valid UTF-8."])
        #expect(ListText.read("") == [])
        #expect(ListText.read(" \n# nothing\n") == [])
    }

    @Test("What would take time without end, or all of the stack, is refused or cut short")
    func costly() {
        let dots = String(repeating: "a.", count: 200_000)
        let refusal =
            "refused: Line 2 of the file cannot be read. A key of more than 64 names is not allowed."
        #expect(ListText.read("[bookmarks.a]\n\(dots)a = 1") == [refusal])
        #expect(ListText.read("[bookmarks]\n[\(dots)a]") == [refusal])
        let deep = "[bookmarks]\na = " + String(repeating: "[", count: 100_000)
        #expect(ListText.read(deep).first?.hasPrefix("refused: ") == true)
        let twice = (0..<20_000).map { "k\($0)=1\nk\($0)=2\n" }.joined()
        #expect(
            ListText.read("[Sessions\\n]\nHostName=h\n\(twice)") == [
                "name = \"n\"", "url = \"sftp://h\"",
                "note It has 20000 settings twice; the last of each was used.",
            ])
        let marks = String(repeating: "\u{301}", count: 500_000)
        #expect(
            ListText.read(
                filezilla("<Server><Host>h</Host><Name>e\(marks)</Name></Server>"))[0]
                == "name = \"unnamed\"")
    }

    @Test("Ten thousand sites are read, one more is refused, and so are more than 10 MiB")
    func limits() {
        let site = "<Server><Host>h</Host></Server>"
        let many = ListText.read(filezilla(String(repeating: site, count: 10_000)))
        #expect(many.count == 20_000)
        #expect(
            ListText.read(filezilla(String(repeating: site, count: 10_001)))
                == ["refused: The file has more than 10,000 sites, which is too many."])
        let large = [UInt8](repeating: 0x20, count: (10 << 20) + 1)
        #expect(
            ListText.read(large)
                == ["refused: The file is larger than 10 MiB, the limit for a list of sites."])
    }

    @Test("A site's name, comment and password cannot break what is written")
    func written() throws {
        let found = ListText.read(
            filezilla(
                "<Server><Host>h</Host><Name>a\"]\\&#x85;\u{2028}\u{FFFE}[[site]]</Name>"
                    + "<Comments>\"\"\"&#13;&#10;password = \"x\"&#x7F;</Comments></Server>"
            ).replacing("\u{FFFE}", with: ""))
        #expect(
            found == [
                "name = \"a\\\"]\\\\ [[site]]\"", "url = \"ftp://h\"",
                "comment = \"\\\"\\\"\\\"\\u000Apassword = \\\"x\\\"\"",
            ])
    }

    @Test("Only regular files are read, through links too")
    func files() throws {
        let folder = try TemporaryFolder()
        func read(_ name: String) -> String {
            do throws(SettingsError) {
                let bytes = try SiteListFile.read(Array(folder.path(name).utf8))
                return bytes.map { String(decoding: $0, as: UTF8.self) } ?? "none"
            } catch {
                return error.message
            }
        }
        try folder.write("text", to: "file")
        #expect(symlink("file", folder.path("link")) == 0)
        #expect(mkfifo(folder.path("pipe"), 0o600) == 0)
        #expect(symlink("/dev/zero", folder.path("zero")) == 0)
        try folder.makeFolder("folder")
        #expect(read("file") == "text")
        #expect(read("link") == "text")
        #expect(read("pipe") == "This is not a regular file.")
        #expect(read("zero") == "This is not a regular file.")
        #expect(read("folder") == "This is a directory; name the file.")
        #expect(read("nothing") == "none")
        #expect(truncate(folder.path("file"), (10 << 20) + 1) == 0)
        #expect(read("file") == "The file is larger than 10 MiB, the limit for a list of sites.")
    }
}
