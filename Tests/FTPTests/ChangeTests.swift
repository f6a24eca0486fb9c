import FTP
import Files
import Support
import Testing

@Suite("Changing what is on the server")
struct ChangeTests {
    private func kinds(_ results: [Result<Void, FileSystemError>]) -> [FileSystemError.Kind?] {
        results.map { result in
            if case .failure(let error) = result { error.kind } else { nil }
        }
    }

    @Test("A directory is made; one that is there already is told apart by entering it")
    func makeDirectory() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("MKD /d/e", "257 made")
            try peer.expect("MKD /d/e", "550 Create directory operation failed.")
            try peer.expect("CWD /d/e", "250 ok")
            try peer.expect("MKD /d/f", "550 Create directory operation failed.")
            try peer.expect("CWD /d/f", "550 no")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        try client.files.makeDirectory(Path("/d/e"), root: nil)
        let error = client.failure { () throws(FileSystemError) in
            try client.files.makeDirectory(Path("/d/e"), root: nil)
        }
        #expect(error?.kind == .exists)
        let other = client.failure { () throws(FileSystemError) in
            try client.files.makeDirectory(Path("/d/f"), root: nil)
        }
        #expect(other?.kind == .other)
        client.files.close()
        try peer.verify()
    }

    @Test("Many files are removed in windows of 50, by their names alone")
    func removeFiles() throws {
        let count = 120
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("CWD /d", "250 ok")
            var seen = 0
            // Fifty come before anything is answered.
            for _ in 0..<50 {
                try peer.expect("DELE f\(seen)")
                seen += 1
            }
            for index in 0..<count {
                try peer.reply(index == 60 ? "550 Permission denied" : "250 gone")
                if seen < count {
                    try peer.expect("DELE f\(seen)")
                    seen += 1
                }
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let results = client.files.removeFiles((0..<count).map { Path("/d/f\($0)") })
        #expect(results.count == count)
        #expect(kinds(results).enumerated().allSatisfy { $1 == ($0 == 60 ? .denied : nil) })
        client.files.close()
        try peer.verify()
    }

    @Test("A name that cannot be sent fails alone")
    func badNameAmongOthers() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("DELE a", "250 gone")
            try peer.expect("DELE c", "250 gone")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let bad = try #require(Name(Array("b\nDELE x".utf8)))
        let results = client.files.removeFiles([
            Path("/a"), Path(components: [bad]), Path("/c"),
        ])
        #expect(kinds(results) == [nil, .badName, nil])
        client.files.close()
        try peer.verify()
    }

    @Test("Directories of a tree go in one window, in their order, after leaving them")
    func removeDirectories() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(home: "/t/a")
            try peer.expect("CWD /", "250 ok")
            for path in ["/t/a/b", "/t/a", "t"] { try peer.expect("RMD \(path)") }
            try peer.reply("250 gone", "250 gone", "550 Directory not empty")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.home()
        let results = client.files.removeDirectories(["/t/a/b", "/t/a", "/t"].map { Path($0) })
        #expect(kinds(results) == [nil, nil, .notEmpty])
        client.files.close()
        try peer.verify()
    }

    @Test("What a lost connection left unanswered is sent once more, and gone counts as done")
    func removeOverLoss() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            for name in ["a", "b"] { try peer.expect("DELE \(name)") }
            try peer.reply("250 gone")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("DELE b", "550 No such file")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let results = client.files.removeFiles([Path("/a"), Path("/b")])
        #expect(kinds(results) == [nil, nil])
        client.files.close()
        try peer.verify()
    }

    @Test("Renaming asks whether the target is there, then sends both halves together")
    func rename() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE b", "550 No such file")
            try peer.expect("MDTM b", "550 No such file")
            try peer.expect("CWD /b", "550 no")
            try peer.expect("RNFR a")
            try peer.expect("RNTO b")
            try peer.reply("350 to?", "250 ok")
            try peer.expect("SIZE c", "213 1")
            try peer.expect("MDTM c", "550 no")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        try client.files.rename(Path("/a"), to: Path("/b"))
        let error = client.failure { () throws(FileSystemError) in
            try client.files.rename(Path("/b"), to: Path("/c"))
        }
        #expect(error?.kind == .exists)
        client.files.close()
        try peer.verify()
    }

    @Test("Modes go by SITE CHMOD, else by MFF, and what is unknown is not asked twice")
    func modes() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MFF UNIX.mode;"])
            try peer.expect("SITE CHMOD 640 a", "500 what?")
            try peer.expect("MFF UNIX.mode=640; a", "502 no")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        for _ in 0..<2 {
            let error = client.failure { () throws(FileSystemError) in
                try client.files.setMode(0o640, of: Path("/a"))
            }
            #expect(error?.kind == .unsupported)
        }
        #expect(!client.files.setsModes)
        client.files.close()
        try peer.verify()
    }

    @Test("Times go by MFMT, else by MDTM, else by SITE UTIME, found out on one file")
    func times() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("MFMT 20010909014640 a", "500 what?")
            try peer.expect("MDTM 20010909014640 a", "550 no such file")
            try peer.expect("SITE UTIME 200109090146 a", "200 ok")
            try peer.expect("SITE UTIME 200109090146 b", "200 ok")
            try peer.expect("SITE UTIME 200109090146 c", "200 ok")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let time = Timestamp(seconds: 1_000_000_000)
        let results = client.files.setModified(
            ["/a", "/b"].map { (path: Path($0), time: time) })
        #expect(kinds(results) == [nil, nil])
        #expect(kinds(client.files.setModified([(path: Path("/c"), time: time)])) == [nil])
        client.files.close()
        try peer.verify()
    }

    @Test("Behind SITE no name is sent that servers put together in another way")
    func blanks() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("MFMT 20010909014640 a  b", "500 what?")
            try peer.expect("MDTM 20010909014640 a  b", "550 no such file")
            try peer.expect("SITE UTIME 200109090146 c", "200 ok")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let time = Timestamp(seconds: 1_000_000_000)
        let results = client.files.setModified(
            ["/a  b", "/c"].map { (path: Path($0), time: time) })
        #expect(kinds(results) == [.unsupported, nil])
        client.files.close()
        try peer.verify()
    }

    @Test("Times go by MFF where FEAT lists it, and by the other UTIME where that is the one")
    func otherTimes() throws {
        let time = Timestamp(seconds: 1_000_000_000)
        let modern = try ScriptedPeer { peer in
            try peer.logIn(features: ["MFF modify;UNIX.mode;"])
            try peer.expect("MFMT 20010909014640 a", "500 what?")
            try peer.expect("MFF modify=20010909014640; a", "213 modify=20010909014640; a")
            try peer.expectGoodbye()
        }
        let old = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("MFMT 20010909014640 a", "500 what?")
            try peer.expect("MDTM 20010909014640 a", "500 what?")
            try peer.expect("SITE UTIME 200109090146 a", "550 No such file")
            try peer.expect(
                "SITE UTIME a 20010909014640 20010909014640 20010909014640 UTC", "200 ok")
            try peer.expectGoodbye()
        }
        for peer in [modern, old] {
            let client = Client(peer)
            #expect(kinds(client.files.setModified([(path: Path("/a"), time: time)])) == [nil])
            client.files.close()
            try peer.verify()
        }
    }

    @Test("A raw command gives its reply, and what it changes is not forgotten")
    func raw() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("STAT")
            try peer.reply("211-status", " \u{1B}[2J fine", "211 end")
            try peer.expect("CWD /x", "250 ok")
            try peer.expect("CWD /", "250 ok")
            try peer.expect("SIZE a", "213 1")
            try peer.expect("MDTM a", "550 no")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.raw("STAT") == ["211-status", " \\x1b[2J fine", "211 end"])
        #expect(try client.files.raw("CWD /x") == ["250 ok"])
        // The working directory is unknown now, so the next name is preceded by a CWD.
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.raw("LIST")
        }
        #expect(error?.kind == .unsupported)
        #expect(try client.files.entry(at: Path("/a"))?.size == 1)
        client.files.close()
        try peer.verify()
    }
}
