import Glibc
import Support
import Testing

@Suite("Sites on the command line")
struct SitesRunTests {
    private let folder: TemporaryFolder
    private let mine = """
        # mine
        [[site]]
        name = "nas"  # at home
        url = "sftp://nas"

        # the last word

        """
    private let list = """
        <FileZilla3><Servers><Folder>work
        <Server><Host>web01.example</Host><Protocol>4</Protocol><User>deploy</User>
        <Pass encoding="base64">czNjcmV0</Pass><Logontype>1</Logontype><Name>web01</Name>
        <LocalDir>/x</LocalDir></Server>
        <Server><Host>bucket</Host><Protocol>7</Protocol><Name>s3</Name></Server>
        </Folder><Server><Host>nas</Host><Protocol>1</Protocol><Name>nas</Name></Server>
        </Servers></FileZilla3>
        """

    init() throws {
        folder = try Ferry.folder()
        for name in ["config", "config/ferry", "state", "state/ferry", "bin"] {
            try folder.makeFolder(name)
        }
        try folder.write(mine, to: "config/ferry/sites.toml")
    }

    private func run(_ arguments: String...) throws -> Outcome {
        try Outcome(
            ["sites"] + arguments,
            environment: [
                "PATH": "\(folder.path("bin")):/usr/bin:/bin", "XDG_DATA_HOME": folder.path("data"),
                "FERRY_RCLONE": folder.path("bin/rclone"), "FERRY_SSH": "ssh -F none",
                "NETRC": folder.path(".netrc"), "RCLONE_CONFIG": "", "USER": "ann",
            ], in: folder)
    }

    private func makeProgram(_ name: String, _ script: String) throws {
        try folder.write("#!/bin/sh\n\(script)\n", to: "bin/\(name)")
        chmod(folder.path("bin/\(name)"), 0o755)
    }

    private func makeKeyring() throws {
        try makeProgram(
            "secret-tool",
            "cat >>'\(folder.path)/kept'; echo \"$*\" >>'\(folder.path)/asked'")
    }

    private var sites: String {
        String(decoding: folder.read("config/ferry/sites.toml") ?? [], as: UTF8.self)
    }

    @Test("The list tells the user's own sites, ssh's, rclone's and recent ones")
    func listing() throws {
        try makeProgram("rclone", "echo 'box:'")
        try folder.write("Host gate\n  User x\n", to: "ssh_config")
        try folder.write(
            mine + "[[site]]\nname = \"work/web\"\nurl = \"ftps://ann@web/d\\u0065\"\n",
            to: "config/ferry/sites.toml")
        try folder.write(
            """
            [[site]]
            name = "ftps://ann@web/logs"
            url = "ftps://ann@web/logs"
            last_used = "2026-11-20T23:51:00Z"

            [[site]]
            name = "ftp://old/"
            url = "ftp://old/"

            """, to: "state/ferry/recent.toml")
        try folder.write(
            "ssh_command = \"ssh -F \(folder.path("ssh_config"))\"\n",
            to: "config/ferry/config.toml")
        let json = try run("--json")
        #expect(json.code == 0 && json.errors == "")
        #expect(
            json.output == """
                {"name":"nas","url":"sftp://nas","protocol":"sftp","source":"ferry"}
                {"name":"work/web","folder":"work","url":"ftps://ann@web/de","protocol":"ftps",\
                "last_used":"2026-11-20T23:51:00Z","source":"ferry"}
                {"name":"gate","url":"sftp://gate","protocol":"sftp","source":"ssh"}
                {"name":"box","url":"rclone://box","protocol":"rclone","source":"rclone"}
                {"name":"ftps://ann@web/logs","url":"ftps://ann@web/logs","protocol":"ftps",\
                "last_used":"2026-11-20T23:51:00Z","source":"recent"}
                {"name":"ftp://old/","url":"ftp://old/","protocol":"ftp","source":"recent"}

                """)
        #expect(
            try run().output == """
                nas\tsftp://nas
                work/web\tftps://ann@web/de
                gate\tsftp://gate
                box\trclone://box
                ftps://ann@web/logs\tftps://ann@web/logs
                ftp://old/\tftp://old/

                """)
    }

    @Test("A site is added and removed, and all else in the file stays")
    func change() throws {
        let added = try run("add", "work/web 01", "ftpes://deploy@web01.example/var/www")
        #expect(added.code == 0 && added.output == "" && added.errors == "")
        #expect(
            sites == mine + """

                [[site]]
                name = "work/web 01"
                url = "ftpes://deploy@web01.example/var/www"

                """)
        #expect(try run("add", "nas", "ftp://other").code == 1)
        #expect(try run("remove", "nas").code == 0)
        #expect(
            sites == """
                # mine

                # the last word

                [[site]]
                name = "work/web 01"
                url = "ftpes://deploy@web01.example/var/www"

                """)
        let missing = try run("remove", "nas")
        #expect(missing.code == 1)
        #expect(missing.errors.hasPrefix("ferry: There is no site 'nas' in "))
    }

    @Test("Many that are added at the same time are all there")
    func atOnce() throws {
        let all = try Outcome(
            script: "for n in 1 2 3 4 5 6 7 8; do \"$FERRY\" sites add s$n ftp://h & done; wait",
            in: folder)
        #expect(all.errors == "")
        for number in 1...8 { #expect(sites.contains("name = \"s\(number)\"\n"), "\(number)") }
    }

    @Test("A password, a name that is none and a URL that is none are wrong usage")
    func usage() throws {
        let secret = try run("add", "x", "ftp://ann:s3cret@host/")
        #expect(secret.code == 2)
        #expect(
            !secret.errors.contains("s3cret")
                && secret.errors.hasPrefix("ferry: A site's URL must not"))
        for arguments in [
            ["a\nb", "ftp://h"], ["", "ftp://h"], ["a//b", "ftp://h"], ["a", "h"],
        ] {
            #expect(try run("add", arguments[0], arguments[1]).code == 2, "\(arguments)")
        }
        #expect(try run("add", "x").code == 2)
        #expect(try run("nonsense").code == 2)
        #expect(sites == mine)
    }

    @Test("A list is taken over in one write, with passwords left out where there is no keyring")
    func takeOver() throws {
        try folder.write(list, to: "here/list")
        let rehearsal = try run("import", "--dry-run", "list")
        #expect(rehearsal.code == 0)
        #expect(
            rehearsal.output.hasSuffix(
                "1 site would be imported, 2 skipped; nothing was written.\n"))
        #expect(sites == mine)
        let json = try run("import", "--json", "list")
        #expect(json.code == 0 && json.errors == "")
        #expect(
            json.output == """
                {"event":"taken","name":"work/web01","url":"ftpes://deploy@web01.example",\
                "source":"FileZilla","note":"Not imported: the local directory. \
                The password was not imported, because there is no keyring; Ferry will ask for it."}
                {"event":"skipped","name":"work/s3","source":"FileZilla",\
                "reason":"Its protocol is S3, which Ferry does not support."}
                {"event":"skipped","name":"nas","url":"sftp://nas","source":"FileZilla",\
                "reason":"It is already known."}

                """)
        #expect(
            sites == mine + """

                [[site]]
                name = "work/web01"
                url = "ftpes://deploy@web01.example"

                """)
        let again = try run("import", "list")
        #expect(
            again.output == """
                skipped\twork/web01\tftpes://deploy@web01.example\tIt is already known.
                skipped\twork/s3\tIts protocol is S3, which Ferry does not support.
                skipped\tnas\tsftp://nas\tIt is already known.
                0 sites imported, 3 skipped.

                """)
    }

    @Test("A password goes to the keyring, and nowhere else")
    func keyring() throws {
        try makeKeyring()
        try folder.write(list, to: "here/list")
        let rehearsal = try run("import", "--dry-run", "list")
        #expect(rehearsal.output.contains("\tThe password would go to your keyring.\n"))
        #expect(folder.read("kept") == nil)
        let taken = try run("import", "list")
        #expect(taken.code == 0)
        #expect(taken.output.contains("\tThe password is in your keyring.\n"))
        #expect(folder.read("kept") == Array("s3cret".utf8))
        let asked = String(decoding: folder.read("asked") ?? [], as: UTF8.self)
        #expect(asked.contains("server web01.example port 21 user deploy"))
        for text in [taken.output, taken.errors, rehearsal.output, sites, asked] {
            #expect(!text.contains("s3cret") && !text.contains("czNjcmV0"))
        }
    }

    @Test("A keyring that fails is said once, and the site is there all the same")
    func failingKeyring() throws {
        try makeProgram("secret-tool", "echo locked >&2; exit 1")
        try folder.write(list, to: "here/list")
        let taken = try run("import", "list")
        #expect(taken.code == 1)
        #expect(taken.errors.contains("secret-tool says 'locked'"))
        #expect(taken.output.contains("the keyring rejected it; Ferry will ask for it.\n"))
        #expect(sites.contains("work/web01"))
    }

    @Test("Without a file the usual places are read, and .netrc keeps its passwords")
    func places() throws {
        #expect(try run("import").output == "No sites were found.\n")
        for name in [
            "config/filezilla", "data", "data/lftp", ".ncftp", ".duck", ".duck/Bookmarks",
            "config/termscp", "config/rclone",
        ] {
            try folder.makeFolder(name)
        }
        try folder.write(list, to: "config/filezilla/sitemanager.xml")
        try folder.write("[Sessions\\wscp]\nHostName=w\n", to: "WinSCP.ini")
        try folder.write("lf ftp://lf\n", to: "data/lftp/bookmarks")
        try folder.write(
            "NcFTP bookmark-file version: 8\nnc,nc,,,,,I,21\n", to: ".ncftp/bookmarks")
        try folder.write(
            "<plist><dict><key>Protocol</key><string>sftp</string>"
                + "<key>Hostname</key><string>duck</string></dict></plist>",
            to: ".duck/Bookmarks/one.duck")
        try folder.write(
            "[bookmarks.ts]\nprotocol = \"SFTP\"\naddress = \"ts\"\n",
            to: "config/termscp/bookmarks.toml")
        try folder.write("[rc]\ntype = sftp\nhost = rc\n", to: "config/rclone/rclone.conf")
        try folder.write("machine net login ann password s3cret\n", to: ".netrc")
        let all = try run("import")
        #expect(all.code == 0)
        let names = all.output.split(separator: "\n").dropLast().map { line in
            line.split(separator: "\t").prefix(2).joined(separator: " ")
        }
        #expect(
            names == [
                "taken work/web01", "skipped work/s3", "skipped nas", "taken wscp", "taken lf",
                "taken nc", "taken duck", "taken ts", "taken rc", "taken net",
            ])
        #expect(all.output.contains("taken\tnet\tftp://ann@net\n"))
        #expect(all.output.hasSuffix("\n8 sites imported, 2 skipped.\n"))
    }

    @Test("What cannot be read is a failure of its own, and the rest is taken")
    func failures() throws {
        try folder.write(list, to: "here/list")
        try folder.write("<FileZilla3>", to: "here/broken")
        #expect(mkfifo(folder.path("here/pipe"), 0o600) == 0)
        let mixed = try run("import", "broken", "list", "missing", "pipe")
        #expect(mixed.code == 1)
        #expect(
            mixed.errors == """
                ferry: broken: The file is not valid XML: no element found in line 1.
                ferry: missing: There is no such file.
                ferry: pipe: This is not a regular file.

                """)
        #expect(sites.contains("work/web01"))
        #expect(try run("import", "--wrong").code == 2)
        try folder.write("nonsense", to: "config/ferry/sites.toml")
        let refused = try run("import", "list")
        #expect(refused.code == 1 && refused.output == "")
        #expect(sites == "nonsense")
    }
}
