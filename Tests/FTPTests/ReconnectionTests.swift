import FTP
import Files
import Support
import Testing

@Suite("Losing the connection and coming back")
struct ReconnectionTests {
    @Test(
        "A connection closed while idle is made again, without a word to the user",
        arguments: ["421 Timeout.", ""])
    func idle(farewell: String) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            if !farewell.isEmpty { try peer.reply(farewell) }
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("MKD d", "257 made")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.home()
        try client.files.makeDirectory(Path("/d"), root: nil)
        client.files.close()
        try peer.verify()
    }

    @Test("421 to a command repeats it once on a new connection")
    func closingReply() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("MKD d", "421 Timeout.")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("MKD d", "257 made")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        try client.files.makeDirectory(Path("/d"), root: nil)
        client.files.close()
        try peer.verify()
    }

    @Test("A directory is listed again where the connection broke in the middle")
    func brokenListing() throws {
        let peer = try ScriptedPeer { peer in
            let features = ["MLSD"]
            try peer.logIn(features: features)
            try peer.expect("CWD /d", "250 ok")
            try peer.expectPassive()
            try peer.expect("MLSD")
            peer.reset()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("CWD /d", "250 ok")
            try peer.expectPassive()
            try peer.sendFile("MLSD", "type=file; a\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/d") == ["a"])
        client.files.close()
        try peer.verify()
    }

    @Test("It is tried once only")
    func once() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("SIZE a")
            peer.close()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.open(Path("/a"), from: 0)
        }
        #expect(error?.kind == .connection)
        #expect(error?.isTransient == true)
        #expect(!client.files.isConnected)
        try peer.verify()
    }

    @Test("What may have been done already is not repeated")
    func unrepeatable() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE b", "550 No such file")
            try peer.expect("MDTM b", "550 No such file")
            try peer.expect("CWD /b", "550 no")
            try peer.expect("RNFR a", "350 to?")
            try peer.expect("RNTO b")
            peer.close()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            try client.files.rename(Path("/a"), to: Path("/b"))
        }
        #expect(error?.kind == .connection)
        try peer.verify()
    }

    @Test("Refusals are remembered over a reconnection")
    func memory() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "500 what?")
            try peer.expect("EPSV", "500 what?")
            try peer.expect("PASV")
            let port = try peer.listen()
            try peer.reply("227 here (10,11,12,13,\(port >> 8),\(port & 255))")
            try peer.sendFile("RETR a", "hello")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("PASV")
            let other = try peer.listen()
            try peer.reply("227 here (10,11,12,13,\(other >> 8),\(other & 255))")
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("QUIT waits two seconds at most")
    func quit() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("QUIT")
            try peer.expectEnd()
        }
        let client = Client(peer, timeout: 60)
        _ = try client.files.home()
        client.files.close()
        try peer.verify()
        #expect(!client.files.isConnected)
    }
}
