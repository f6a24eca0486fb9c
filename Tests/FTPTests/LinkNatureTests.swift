import FTP
import Files
import Support
import Testing

@Suite("What MLSD shows as a directory")
struct LinkNatureTests {
    private static let facts = ScriptedConversation.features + ["MLST type*;size*;modify*;"]

    private func names(_ names: String...) -> Set<Name> {
        Set(names.compactMap { Name(Array($0.utf8)) })
    }

    private func name(_ text: String) throws -> Name {
        try #require(Name(Array(text.utf8)))
    }

    @Test("LIST shows the links among it, and where they lead")
    func listed() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: LinkNatureTests.facts)
            try peer.expect("CWD /d", "250 ok")
            try peer.expectPassive()
            try peer.sendFile(
                "LIST -a",
                "drwxr-xr-x 2 u g 1 Jan  1  2020 a\r\nlrwxrwxrwx 1 u g 1 Jan  1  2020 b -> ../x\r\n"
                    + "-rw-r--r-- 1 u g 1 Jan  1  2020 c\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let natures = try client.files.natures(of: names("a", "b"), in: Path("/d"))
        #expect(natures[try name("a")] == .directory)
        #expect(natures[try name("b")] == .link(target: Array("../x".utf8)))
        #expect(natures.count == 2)
        client.files.close()
        try peer.verify()
    }

    @Test("What neither form of LIST shows as a directory or a link stays unknown")
    func unknown() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: LinkNatureTests.facts)
            try peer.expectPassive()
            try peer.expect("LIST -a", "550 no")
            try peer.expectPassive()
            try peer.sendFile(
                "LIST",
                "drwxr-xr-x 2 u g 1 Jan  1  2020 a\r\n-rw-r--r-- 1 u g 1 Jan  1  2020 c\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let natures = try client.files.natures(of: names("a", ".b", "c"), in: .root)
        #expect(natures == [try name("a"): .directory])
        client.files.close()
        try peer.verify()
    }

    @Test("A LIST that is refused tells nothing; one that may do later fails")
    func refused() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: LinkNatureTests.facts)
            for reply in ["550 no", "425 not now"] {
                try peer.expectPassive()
                try peer.expect("LIST -a", "550 no")
                try peer.expectPassive()
                try peer.expect("LIST", reply)
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.natures(of: names("a"), in: .root).isEmpty)
        #expect(throws: FileSystemError.self) {
            try client.files.natures(of: names("a"), in: .root)
        }
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A server that takes -a for a file's name is asked for that once",
        arguments: ["", "550 -a: no such file"])
    func misread(refusal: String) throws {
        let listing = "drwxr-xr-x 2 u g 1 Jan  1  2020 a\r\n"
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: LinkNatureTests.facts)
            try peer.expectPassive()
            if refusal.isEmpty {
                try peer.sendFile("LIST -a", "")
            } else {
                try peer.expect("LIST -a", refusal)
            }
            for directory in ["", "d", "d/e"] {
                if !directory.isEmpty { try peer.expect("CWD /\(directory)", "250 ok") }
                try peer.expectPassive()
                try peer.sendFile("LIST", listing)
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        for directory in ["/", "/d", "/d/e"] {
            let natures = try client.files.natures(of: names("a"), in: Path(directory))
            #expect(natures == [try name("a"): .directory])
        }
        client.files.close()
        try peer.verify()
        #expect(client.log.texts(.sent).filter { $0 == "LIST -a" }.count == 1)
    }

    @Test("Where nothing shows what -a is to the server, it is asked again")
    func undecided() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: LinkNatureTests.facts)
            // Neither shows it; then -a shows what it is asked for, and itself.
            try peer.expectPassive()
            try peer.sendFile("LIST -a", "")
            try peer.expectPassive()
            try peer.sendFile("LIST", "-rw-r--r-- 1 u g 1 Jan  1  2020 c\r\n")
            try peer.expectPassive()
            try peer.sendFile(
                "LIST -a",
                "drwxr-xr-x 2 u g 1 Jan  1  2020 .\r\ndrwxr-xr-x 2 u g 1 Jan  1  2020 .a\r\n")
            // From here on -a is known to be understood, whatever is not found by it.
            for _ in 0..<2 {
                try peer.expectPassive()
                try peer.sendFile("LIST -a", "drwxr-xr-x 2 u g 1 Jan  1  2020 .\r\n")
                try peer.expectPassive()
                try peer.sendFile("LIST", "drwxr-xr-x 2 u g 1 Jan  1  2020 a\r\n")
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.natures(of: names("a"), in: .root).isEmpty)
        #expect(try client.files.natures(of: names(".a"), in: .root).count == 1)
        for _ in 0..<2 { #expect(try client.files.natures(of: names("a"), in: .root).count == 1) }
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A refusal that will pass tells nothing about -a",
        arguments: ["425 not now", "450 busy", "451 local error"])
    func failedOnce(refusal: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: LinkNatureTests.facts)
            for _ in 0..<2 {
                try peer.expectPassive()
                try peer.expect("LIST -a", refusal)
                try peer.expectPassive()
                try peer.sendFile("LIST", "drwxr-xr-x 2 u g 1 Jan  1  2020 a\r\n")
            }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        for _ in 0..<2 { #expect(try client.files.natures(of: names("a"), in: .root).count == 1) }
        client.files.close()
        try peer.verify()
    }
}
