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
}
