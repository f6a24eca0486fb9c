import FTP
import Files
import Support
import Testing

@Suite("Moving about on servers that write paths in their own way")
struct PathNavigationTests {
    @Test("DOS: drives and backslashes")
    func dos() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(home: "C:\\Inetpub", system: "Windows_NT")
            try peer.expectPassive()
            try peer.sendFile("LIST", "01-02-20  03:04AM       <DIR>          sub\r\n")
            try peer.expect("CWD C:\\Inetpub\\sub", "250 ok")
            try peer.expect("SIZE f.txt", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR f.txt", "hello")
            try peer.expect("CWD C:\\Inetpub", "250 ok")
            try peer.expect("MKD new", "257 made")
            try peer.expect("DELE old.txt", "250 gone")
            try peer.expect("RMD new", "250 gone")
            try peer.expect("CWD C:\\", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("LIST", "01-02-20  03:04AM       <DIR>          Inetpub\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let home = try client.files.home()
        #expect(home.text == "/C:/Inetpub")
        #expect(try client.names(home.text) == ["sub"])
        #expect(try client.read("/C:/Inetpub/sub/f.txt") == "hello")
        try client.files.makeDirectory(Path("/C:/Inetpub/new"), root: nil)
        try client.files.removeFiles([Path("/C:/Inetpub/old.txt")]).first?.get()
        try client.files.removeDirectories([Path("/C:/Inetpub/new")]).first?.get()
        #expect(try client.names("/C:") == ["Inetpub"])
        // There is nothing above the drive; Ferry's root holds it.
        #expect(try client.names("/") == ["C:"])
        client.files.close()
        try peer.verify()
    }

    @Test("VMS: devices and brackets")
    func vms() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: [], home: "DKA0:[SMITH]", system: "VMS OpenVMS V8.4")
            try peer.expectPassive()
            try peer.sendFile(
                "LIST",
                "\r\nDirectory DKA0:[SMITH]\r\n\r\nSUB.DIR;1  1/3  2-JAN-2020 03:04:05  [SMITH]  (RWE,RWE,RE,E)\r\nLOGIN.COM;1  2/3  2-JAN-2020 03:04:05  [SMITH]  (RWED,RWED,RE,)\r\n\r\nTotal of 2 files, 3/6 blocks\r\n"
            )
            try peer.expect("MDTM LOGIN.COM", "500 what?")
            try peer.expect("CWD DKA0:[SMITH.SUB]", "250 ok")
            try peer.expect("SIZE F.TXT;1", "500 what?")
            try peer.expectPassive()
            try peer.sendFile("RETR F.TXT;1", "hello")
            try peer.expect("CWD DKA0:[SMITH]", "250 ok")
            try peer.expect("MKD [.NEW]", "257 made")
            try peer.expect("DELE OLD.TXT;3", "250 gone")
            try peer.expect("RMD [.NEW]", "250 gone")
            try peer.expect("CWD DKA0:[000000]", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("LIST", "")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let home = try client.files.home()
        #expect(home.text == "/DKA0:/SMITH")
        let listing = try client.files.list(home)
        #expect(listing.entries.map(\.kind) == [.directory, .file])
        let sub = try #require(listing.entries.first)
        #expect(sub.name.text == "SUB")
        #expect(try client.read("/DKA0:/SMITH/SUB/F.TXT;1") == "hello")
        try client.files.makeDirectory(Path("/DKA0:/SMITH/NEW"), root: nil)
        try client.files.removeFiles([Path("/DKA0:/SMITH/OLD.TXT;3")]).first?.get()
        try client.files.removeDirectories([Path("/DKA0:/SMITH/NEW")]).first?.get()
        #expect(try client.names("/DKA0:").isEmpty)
        #expect(try client.names("/") == ["DKA0:"])
        client.files.close()
        try peer.verify()
    }

    @Test("z/OS: qualifiers, data sets and members")
    func mvs() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(
                features: [], home: "'SMITH.'",
                system: "MVS is the operating system of this server.")
            try peer.expectPassive()
            try peer.sendFile(
                "LIST",
                "Volume Unit    Referred Ext Used Recfm Lrecl BlkSz Dsorg Dsname\r\nWYOSPT 3420   2003/05/21  1  200  FB      80  8053  PO  PROD.LIB\r\nWPTA01 3290   2004/03/04  1    3  FB     125  1250  PS  NOTES\r\n"
            )
            try peer.expect("CWD 'SMITH.PROD.LIB'")
            try peer.reply("250 The working directory \"SMITH.PROD.LIB\" is a partitioned data set")
            try peer.expectPassive()
            try peer.expect("LIST", "550 No members found.")
            try peer.expect("SIZE MEMBER", "500 what?")
            try peer.expectPassive()
            try peer.sendFile("RETR MEMBER", "hello")
            try peer.expect("CWD 'SMITH'", "250 \"'SMITH.'\" is the working directory name prefix.")
            try peer.expect("MKD NEW", "257 made")
            try peer.expect("DELE NOTES", "250 gone")
            // Whether the target is there only its listing tells.
            try peer.expect("CWD 'SMITH.PROD.LIB'", "250 a partitioned data set")
            try peer.expect("MDTM NOTES", "500 what?")
            try peer.expect("CWD 'SMITH.PROD.LIB.NOTES'", "550 no")
            try peer.expect("CWD NOTES", "550 no")
            try peer.expectPassive()
            try peer.expect("LIST", "550 No members found.")
            try peer.expect("CWD 'SMITH'", "250 ok")
            // From elsewhere a member is named in full.
            try peer.expect("RNFR NOTES", "350 go on")
            try peer.expect("RNTO 'SMITH.PROD.LIB(NOTES)'", "250 done")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let home = try client.files.home()
        #expect(home.text == "/SMITH")
        let listing = try client.files.list(home)
        #expect(listing.entries.map(\.name.text) == ["PROD.LIB", "NOTES"])
        #expect(listing.entries.map(\.kind) == [.directory, .file])
        #expect(try client.names("/SMITH/PROD.LIB").isEmpty)
        #expect(try client.read("/SMITH/PROD.LIB/MEMBER") == "hello")
        try client.files.makeDirectory(Path("/SMITH/NEW"), root: nil)
        try client.files.removeFiles([Path("/SMITH/NOTES")]).first?.get()
        try client.files.rename(Path("/SMITH/NOTES"), to: Path("/SMITH/PROD.LIB/NOTES"))
        client.files.close()
        try peer.verify()
    }

    @Test("z/VM and other servers of which only the home is known: names one by one")
    func opaque() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: [], home: "SMITH.191", system: "z/VM Version 6")
            try peer.expectPassive()
            try peer.sendFile("LIST", "")
            try peer.expect("CWD SUB", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("LIST", "")
            try peer.expect("CWD SMITH.191", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("LIST", "")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let home = try client.files.home()
        #expect(home.text == "/SMITH.191")
        #expect(try client.names("/SMITH.191").isEmpty)
        #expect(try client.names("/SMITH.191/SUB").isEmpty)
        #expect(try client.names("/SMITH.191").isEmpty)
        client.files.close()
        try peer.verify()
    }

    @Test("An OS/400 is asked to name files as Unix does, on each connection")
    func os400() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(
                features: ["SIZE"], home: "QGPL", system: "OS/400 is the remote operating system.")
            try peer.expect("SITE NAMEFMT 1", "250 Now using naming format \"1\".")
            try peer.expect("PWD", "257 \"/QSYS.LIB/QGPL.LIB\" is current library.")
            try peer.expect("SIZE f", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR f", "hello")
            peer.close()
            try peer.accept()
            try peer.reply("220 again")
            try peer.expect("USER anonymous", "230 in")
            try peer.expect("OPTS UTF8 ON", "200 ok")
            try peer.expect("SITE NAMEFMT 1", "250 ok")
            try peer.expect("TYPE I", "200 ok")
            try peer.expect("PWD", "257 \"/QSYS.LIB/QGPL.LIB\"")
            try peer.expect("SIZE f", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR f", "again")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.home().text == "/QSYS.LIB/QGPL.LIB")
        #expect(try client.read("/QSYS.LIB/QGPL.LIB/f") == "hello")
        #expect(try client.read("/QSYS.LIB/QGPL.LIB/f") == "again")
        client.files.close()
        try peer.verify()
    }

    @Test("A directory that is refused by its full name is entered by its own, and left by CDUP")
    func byName() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(home: "\\SYS.$VOL", system: "NONSTOP")
            try peer.expect("CWD \\SYS.$VOL.SUB", "550 no")
            // The port that was asked for along with it is of no more use.
            try peer.expect("EPSV")
            try peer.reply("229 here (|||1|)")
            try peer.expect("CWD SUB", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("LIST", "")
            try peer.expect("CWD \\SYS.$VOL", "550 no")
            try peer.expect("EPSV")
            try peer.reply("229 here (|||1|)")
            try peer.expect("CDUP", "502 no")
            try peer.expect("CWD ..", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("LIST", "")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/\\SYS/$VOL/SUB").isEmpty)
        #expect(try client.names("/\\SYS/$VOL").isEmpty)
        client.files.close()
        try peer.verify()
    }

    @Test("A server without LIST is asked for names alone")
    func names() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            for command in ["LIST -a", "LIST"] {
                try peer.expectPassive()
                try peer.expect(command, "502 no")
            }
            try peer.expectPassive()
            try peer.sendFile("NLST", "one\r\ntwo three\r\n")
            try peer.expect("SIZE one", "213 5")
            try peer.expect("MDTM one", "213 20200102030405")
            try peer.expect("SIZE two three", "550 no")
            try peer.expect("MDTM two three", "550 no")
            try peer.expect("CWD /two three", "250 there")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let listing = try client.files.list(.root)
        #expect(listing.entries.map(\.name.text) == ["one", "two three"])
        #expect(listing.entries.map(\.kind) == [.file, .directory])
        #expect(listing.entries.map(\.size) == [5, nil])
        client.files.close()
        try peer.verify()
    }
}
