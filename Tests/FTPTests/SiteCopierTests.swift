import Files
import Support
import Testing

@testable import FTP

@Suite("Copies that an FTP server makes by itself")
struct SiteCopierTests {
    private static let id = PartID(token: "testtest", number: 1)

    private func copy(_ client: Client) throws(FileSystemError) -> Part? {
        try client.files.copyOnSite(
            Path("/a b"), size: 5, to: Path("/d/new"), as: SiteCopierTests.id, Creation())
    }

    private func logIn(_ peer: ScriptedConversation) throws {
        try peer.logIn(features: ["UTF8", "SITE COPY", "SITE MKDIR"])
        // Whether there can be parts is found out first.
        let (first, second) = (".ferry-testtest-1-1", ".ferry-testtest-1-2")
        try peer.expect("CWD /d", "250 ok")
        try peer.expect("RNFR \(first)", "550 no such file")
        try peer.expect("DELE \(first)", "550 no such file")
        try peer.expectPassive()
        #expect(try peer.receiveFile("STOR \(first)").isEmpty)
        try peer.expect("RNFR \(first)", "350 to?")
        try peer.expect("RNTO \(second)", "250 ok")
        try peer.expect("DELE \(second)", "250 ok")
    }

    @Test("SITE CPFR and CPTO write the part")
    func copied() throws {
        let peer = try ScriptedPeer { peer in
            try logIn(peer)
            try peer.expect("SITE CPFR /a b")
            try peer.expect("SITE CPTO .ferry-testtest-1")
            try peer.reply("350 go on")
            try peer.reply("250 Copy successful")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let part = try copy(client)
        #expect(part?.path == Path("/d/.ferry-testtest-1"))
        #expect(part?.file == Path("/d/new"))
        client.files.close()
        try peer.verify()
    }

    @Test("Where it fails under way, what there is of the part is removed")
    func broken() throws {
        let peer = try ScriptedPeer { peer in
            try logIn(peer)
            try peer.expect("SITE CPFR /a b")
            try peer.expect("SITE CPTO .ferry-testtest-1")
            try peer.reply("350 go on")
            try peer.reply("550 No space left on device")
            try peer.expect("DELE .ferry-testtest-1", "250 gone")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try copy(client) == nil)
        #expect(client.files.copiesOnSite)
        client.files.close()
        try peer.verify()
    }

    @Test("Where the command is unknown after all, it is not tried again")
    func unknown() throws {
        let peer = try ScriptedPeer { peer in
            try logIn(peer)
            try peer.expect("SITE CPFR /a b")
            try peer.expect("SITE CPTO .ferry-testtest-1")
            try peer.reply("500 what?")
            try peer.reply("500 what?")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        for _ in 0..<2 { #expect(try copy(client) == nil) }
        #expect(!client.files.copiesOnSite)
        client.files.close()
        try peer.verify()
    }

    @Test("Where FEAT does not name it, nothing is sent")
    func unnamed() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try copy(client) == nil)
        client.files.close()
        try peer.verify()
    }
}
