import FTP
import Files
import Support
import Testing

@Suite("Listing directories")
struct ListingOperationTests {
    private static let facts = ScriptedConversation.features + ["MLST type*;size*;modify*;"]

    @Test("MLSD where FEAT lists it, with exact times")
    func facts() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ListingOperationTests.facts)
            try peer.expect("CWD /d", "250 ok")
            try peer.expectPassive()
            try peer.sendFile(
                "MLSD",
                "type=cdir; .\r\ntype=file;size=3;modify=20200102030405; a\r\ntype=dir; b\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let listing = try client.files.list(Path("/d"))
        #expect(listing.entries.map(\.name.text) == ["a", "b"])
        #expect(listing.entries.first?.modified == Timestamp(seconds: 1_577_934_245))
        #expect(client.files.capabilities.contains(.exactTimes))
        client.files.close()
        try peer.verify()
    }

    @Test("MLSD that is refused is never asked for again")
    func factsRefused() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ListingOperationTests.facts)
            for isFirst in [true, false] {
                if isFirst {
                    try peer.expectPassive()
                    try peer.expect("MLSD", "502 no")
                    try peer.expectPassive()
                    try peer.sendFile("LIST -a", "drwxr-xr-x 2 u g 1 Jan  1  2020 d\r\n")
                    try peer.expectPassive()
                    try peer.sendFile("LIST", "drwxr-xr-x 2 u g 1 Jan  1  2020 d\r\n")
                } else {
                    try peer.expectPassive()
                    try peer.sendFile("LIST -a", "drwxr-xr-x 2 u g 1 Jan  1  2020 d\r\n")
                }
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/") == ["d"])
        #expect(!client.files.capabilities.contains(.exactTimes))
        #expect(try client.names("/") == ["d"])
        client.files.close()
        try peer.verify()
    }

    @Test("LIST -a is kept where . or .. shows that it was understood; one file gives the zone")
    func hidden() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.sendFile(
                "LIST -a",
                "drwxr-xr-x 1 u g 5 2020-06-01 12:30 .\r\n-rw-r--r-- 1 u g 5 2020-06-01 12:30 a\r\n-rw-r--r-- 1 u g 5 2020-06-01 12:30 .b\r\n"
            )
            try peer.expect("MDTM a", "213 20200601103007")
            try peer.expect("CWD /d", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("LIST -a", "-rw-r--r-- 1 u g 5 2020-06-01 14:00 c\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let first = try client.files.list(.root)
        #expect(first.entries.map(\.name.text) == ["a", ".b"])
        // Two hours ahead of UTC.
        #expect(
            first.entries.first?.modified
                == Timestamp(seconds: 1_591_007_400, precision: .minute, isZoned: true))
        let second = try client.files.list(Path("/d"))
        #expect(
            second.entries.first?.modified
                == Timestamp(seconds: 1_591_012_800, precision: .minute, isZoned: true))
        client.files.close()
        try peer.verify()
    }

    @Test("A success that says that the directory could not be opened is a refusal")
    func unopened() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("CWD /shut", "250 ok")
            try peer.expectPassive()
            try peer.sendFile(
                "LIST -a", "", final: "226 Transfer done (but failed to open directory).")
            try peer.expectPassive()
            try peer.sendFile(
                "LIST", "", final: "226 Transfer done (but failed to open directory).")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = #expect(throws: FileSystemError.self) {
            _ = try client.files.list(Path("/shut"))
        }
        #expect(error?.kind == .denied)
        #expect(error?.message.contains("/shut") == true)
        #expect(error?.reply?.contains("failed to open directory") == true)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Where directories list themselves, one that does not was not read; 550 may say it is empty"
    )
    func unread() throws {
        let itself = "drwxr-xr-x 2 u g 1 Jan  1  2020 .\r\n"
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.sendFile("LIST -a", itself)
            try peer.expect("CWD /empty", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("LIST -a", itself)
            try peer.expect("CWD /shut", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("LIST -a", "")
            try peer.expect("CWD /none", "250 ok")
            try peer.expectPassive()
            try peer.expect("LIST -a", "550 No files found")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/") == [])
        #expect(try client.names("/empty") == [])
        let error = #expect(throws: FileSystemError.self) {
            _ = try client.files.list(Path("/shut"))
        }
        #expect(error?.kind == .denied)
        #expect(error?.message.contains("/shut") == true)
        #expect(try client.names("/none") == [])
        client.files.close()
        try peer.verify()
    }

    @Test("A long LIST -a is read once, though nothing shows that it was understood")
    func long() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            let lines = (0..<2_000).map { "drwxr-xr-x 2 u g 1 Jan  1  2020 d\($0)\r\n" }
            try peer.sendFile("LIST -a", lines.joined())
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/").count == 2_000)
        client.files.close()
        try peer.verify()
    }

    @Test("LIST -a that is taken for a file's name is not used")
    func misread() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.sendFile("LIST -a", "")
            try peer.expectPassive()
            try peer.sendFile("LIST", "drwxr-xr-x 2 u g 1 Jan  1  2020 d\r\n")
            try peer.expectPassive()
            try peer.sendFile("LIST", "drwxr-xr-x 2 u g 1 Jan  1  2020 d\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/") == ["d"])
        #expect(try client.names("/") == ["d"])
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A refusal that says 'no files' is an empty directory",
        arguments: ["550 No files found.", "450 No files found", "550 No members found."])
    func empty(text: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ListingOperationTests.facts)
            try peer.expectPassive()
            try peer.expect("MLSD", text)
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/") == [])
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Nothing and then an error is no empty directory",
        arguments: ["425 no data connection", "522 TLS reuse required", "451 error"])
    func nothingAndError(text: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ListingOperationTests.facts)
            try peer.expectPassive()
            try peer.expect("MLSD")
            try peer.acceptData()
            try peer.reply("150 here")
            peer.closeData()
            try peer.reply(text)
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.names("/") }
        #expect(error?.reply == text)
        client.files.close()
        try peer.verify()
    }

    @Test("A directory that is not there, or forbidden, is said so")
    func refused() throws {
        for (text, kind) in [
            ("550 No such directory", FileSystemError.Kind.notFound),
            ("550 Permission denied", .denied),
        ] {
            let peer = try ScriptedPeer { peer in
                try peer.logIn()
                try peer.expect("CWD /d", text)
                try peer.expect("EPSV", "229 ok (|||1|)")
                try peer.expectGoodbye()
            }
            let client = Client(peer)
            let error = client.failure { () throws(FileSystemError) in _ = try client.names("/d") }
            #expect(error?.kind == kind)
            #expect(error?.path == Path("/d"))
            client.files.close()
            try peer.verify()
        }
    }

    @Test("A directory that leads back up, far down, is not listed")
    func loop() throws {
        let deep = "/d" + String(repeating: "/up", count: 16)
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ListingOperationTests.facts)
            try peer.expect("CWD \(deep)", "250 ok")
            try peer.expect("PWD", "257 \"/d\" is here")
            try peer.expectPassive()
            try peer.expect("CWD \(deep)x", "250 ok")
            try peer.expect("PWD", "257 \"\(deep)x\" is here")
            try peer.expectPassive()
            try peer.sendFile("MLSD", "type=file; a\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.names(deep) }
        #expect(error?.detail.contains("leads back to /d") == true)
        #expect(try client.names(deep + "x") == ["a"])
        client.files.close()
        try peer.verify()
    }

    @Test("Names that are paths are left out and counted")
    func evilNames() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ListingOperationTests.facts)
            try peer.expectPassive()
            try peer.sendFile(
                "MLSD",
                "type=file; ../up\r\ntype=file; /abs\r\ntype=file; a/b\r\ntype=file; ok\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let listing = try client.files.list(.root)
        #expect(listing.entries.map(\.name.text) == ["ok"])
        #expect(listing.droppedCount == 3)
        client.files.close()
        try peer.verify()
    }

    @Test("MLST tells what a path is; without it SIZE, MDTM and CWD do")
    func entries() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ListingOperationTests.facts)
            try peer.expect("CWD /d", "250 ok")
            try peer.expect("MLST a b")
            try peer.reply(
                "250-listing", " type=file;size=7;modify=20200102030405; /d/a b", "250 end")
            try peer.expect("MLST c", "550 no")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let entry = try client.files.entry(at: Path("/d/a b"))
        #expect(entry?.size == 7)
        #expect(entry?.name.text == "a b")
        #expect(try client.files.entry(at: Path("/d/c")) == nil)
        client.files.close()
        try peer.verify()

        let plain = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 7")
            try peer.expect("MDTM a", "213 20200102030405")
            try peer.expect("SIZE d", "550 not a plain file")
            try peer.expect("MDTM d", "550 not a plain file")
            try peer.expect("CWD /d", "250 ok")
            // Whether it refuses any: once.
            try peer.expectNobodysDirectory("550 no")
            try peer.expect("CWD /", "250 ok")
            try peer.expect("SIZE e", "550 not a plain file")
            try peer.expect("MDTM e", "550 not a plain file")
            try peer.expect("CWD /e", "250 ok")
            try peer.expect("CWD /", "250 ok")
            try peer.expect("SIZE x", "550 no such file")
            try peer.expect("MDTM x", "550 no such file")
            try peer.expect("CWD /x", "550 no")
            try peer.expectGoodbye()
        }
        let other = Client(plain)
        let file = try other.files.entry(at: Path("/a"))
        #expect(file?.kind == .file)
        #expect(file?.size == 7)
        #expect(file?.modified == Timestamp(seconds: 1_577_934_245))
        #expect(try other.files.entry(at: Path("/d"))?.kind == .directory)
        #expect(try other.files.entry(at: Path("/e"))?.kind == .directory)
        #expect(try other.files.entry(at: Path("/x")) == nil)
        other.files.close()
        try plain.verify()
    }

    @Test("Where the server enters whatever it is told, listings tell what is a directory")
    func entersAnything() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: [])
            for name in ["d", "x", "f"] {
                try peer.expect("SIZE \(name)", "550 no")
                try peer.expect("MDTM \(name)", "550 no")
                try peer.expect("CWD /\(name)", "250 ok")
                if name == "d" { try peer.expectNobodysDirectory("250 ok") }
                try peer.expect("CWD /", "250 ok")
                try peer.expectPassive()
                try peer.sendFile(
                    "LIST -a",
                    "drwxr-xr-x 2 u g 5 May  2  1996 .\r\ndrwxr-xr-x 2 u g 5 May  2  1996 d\r\n"
                        + "-rw-r--r-- 1 u g 5 May  2  1996 f\r\n")
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.entry(at: Path("/d"))?.kind == .directory)
        #expect(try client.files.entry(at: Path("/x")) == nil)
        #expect(try client.files.entry(at: Path("/f"))?.kind == .file)
        client.files.close()
        try peer.verify()
    }

    @Test("Sizes and times of many files come in one window")
    func details() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("CWD /d", "250 ok")
            // All are asked before any is answered.
            for name in ["a", "b", "c"] {
                try peer.expect("SIZE \(name)")
                try peer.expect("MDTM \(name)")
            }
            try peer.reply(
                "213 1", "213 20200101000000", "550 no", "550 no", "213 3", "550 not now")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let found = try client.files.details(of: ["/d/a", "/d/b", "/d/c"].map { Path($0) })
        #expect(found.map { $0?.size } == [1, nil, 3])
        #expect(found[0]?.modified == Timestamp(seconds: 1_577_836_800))
        #expect(found[1] == nil)
        client.files.close()
        try peer.verify()
    }

    @Test("Only what says so is missing; after another refusal the listing tells")
    func refusedLook() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLST type*;size*;modify*;"])
            for reply in ["450 busy", "451 no", "550 Permission denied"] {
                try peer.expect("MLST c", reply)
                try peer.expectPassive()
                try peer.sendFile("MLSD", "type=file;size=5; c\r\n")
            }
            try peer.expect("CWD /d", "450 busy")
            try peer.expect("MLST c", "550 no")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        for _ in 0..<3 { #expect(try client.files.entry(at: Path("/c"))?.size == 5) }
        #expect(throws: FileSystemError.self) { try client.files.entry(at: Path("/d/c")) }
        client.files.close()
        try peer.verify()
    }
}
