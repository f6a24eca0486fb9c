import FTP
import Files
import Support
import Testing

@Suite("Breaking a transfer off")
struct BreakOffTests {
    /// Logs in, takes SIZE and EPSV for `/a`, and then runs the rest.
    private func peer(
        _ rest: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> ScriptedPeer {
        try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try rest(peer)
        }
    }

    @Test("What a server says to Ferry's own breaking off is no news, and what it says later is")
    func breakOffIsNoNews() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.expect("ABOR")
            try peer.expectDataEnd()
            try peer.reply("426 aborted", "226 abort done")
            try peer.expect("PWD", "257 \"/\" is here")
            try peer.expect("DELE a", "452 no room for that")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let source = try client.files.open(Path("/a"), from: 0)
        source.cancel()
        #expect(throws: FileSystemError.self) {
            for result in client.files.removeFiles([Path("/a")]) { try result.get() }
        }
        client.files.close()
        try peer.verify()
        let lines = client.log.all
        #expect(
            lines.filter { $0.isExpected && $0.direction == .received }.map(\.text)
                == ["426 aborted", "226 abort done", "257 \"/\" is here"])
        #expect(
            lines.first { $0.text == "426 aborted" }?.explanation
                == "Ferry stopped the transfer.")
        #expect(lines.first { $0.code == 452 }?.isExpected == false)
    }

    @Test("A break-off that nobody answers costs the connection, and is no news either")
    func silentBreakOff() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.expect("ABOR")
            try peer.expectEnd()
        }
        let client = Client(peer)
        let source = try client.files.open(Path("/a"), from: 0)
        source.cancel()
        try peer.verify()
        let trouble = client.log.all.filter { $0.direction == .trouble }
        #expect(!trouble.isEmpty)
        #expect(trouble.filter { !$0.isExpected } == [])
    }
}
