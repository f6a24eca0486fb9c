import FTP
import Files
import Support
import Testing

@Suite("Downloading")
struct DownloadTests {
    /// Logs in, takes SIZE and EPSV for `/a`, and then runs the rest.
    private func peer(
        size: String = "213 5", _ rest: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> ScriptedPeer {
        try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", size)
            try peer.expectPassive()
            try rest(peer)
        }
    }

    @Test("150, data, 226")
    func usual() throws {
        let peer = try peer { peer in
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("226 before the data")
    func earlyEnd() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go", "226 done already")
            try peer.sendData("hel")
            try peer.sendData("lo")
            peer.closeData()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("All data before the 150")
    func lateBeginning() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("150 go", "226 done")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("No 1xx at all")
    func noBeginning() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("226 done")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("125, and 226 a byte at a time")
    func bytewise() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("125 open already")
            try peer.sendData("hello")
            peer.closeData()
            for byte in Array("226-x\r\n 331 y\r\n226 done\r\n".utf8) { try peer.send([byte]) }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("A second 226 is swallowed, with the first or after the next command")
    func secondEnd() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply("226 done", "226 really")
            try peer.expect("SIZE a")
            try peer.reply("250 and again", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a") == "hello")
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("A refusal gives the server's words, and the connection goes on")
    func refused() throws {
        let peer = try peer(size: "550 no such file") { peer in
            try peer.expect("RETR a", "550 a: No such file")
            try peer.expect("NOOP", "200 here")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .notFound)
        #expect(error?.path == Path("/a"))
        #expect(error?.reply == "550 a: No such file")
        _ = try client.files.raw("NOOP")
        client.files.close()
        try peer.verify()
    }

    @Test("A refusal is heard although the data connection was closed first")
    func refusedAfterClosing() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            peer.closeData()
            try peer.reply("550 Permission denied.")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .denied)
        client.files.close()
        try peer.verify()
    }

    @Test("Fewer bytes than SIZE promised are no success, whatever the 226 says")
    func truncated() throws {
        let peer = try peer { peer in
            try peer.sendFile("RETR a", "hel")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .truncated)
        #expect(error?.detail.contains("2 bytes") == true)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "426, 451 and 550 after all bytes are failures that quote the reply",
        arguments: ["426 aborted", "451 disk error", "550 changed my mind"])
    func refusedAtTheEnd(text: String) throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hello")
            peer.closeData()
            try peer.reply(text)
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.reply == text)
        #expect(error?.isTransient == text.hasPrefix("4"))
        client.files.close()
        try peer.verify()
    }

    @Test("425 after the 150 is a failure to be tried again")
    func noDataConnection() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a", "150 go", "425 cannot open data connection")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .connection)
        #expect(error?.isTransient == true)
        client.files.close()
        try peer.verify()
    }

    @Test("A reset in the middle is no end of the file")
    func reset() throws {
        let peer = try peer(size: "500 unknown") { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hel")
            peer.resetData()
            try peer.reply("226 fine")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .truncated)
        client.files.close()
        try peer.verify()
    }

    @Test("A size of 0 may be a lie, and junk before a size is passed over")
    func strangeSizes() throws {
        for size in ["213 0", "213 size is: 5", "213 ", "213 x5"] {
            let peer = try peer(size: size) { peer in
                try peer.sendFile("RETR a", "hello")
                try peer.expectGoodbye()
            }
            let client = Client(peer)
            #expect(try client.read("/a") == "hello")
            client.files.close()
            try peer.verify()
        }
    }

    @Test("The directory is entered once, and names go alone")
    func directories() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("CWD /d/ e", "250 ok")
            try peer.expect("SIZE -x", "213 1")
            try peer.expectPassive()
            try peer.sendFile("RETR -x", "1")
            try peer.expect("SIZE [a]*?", "213 1")
            try peer.expectPassive()
            try peer.sendFile("RETR [a]*?", "2")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/d/ e/-x") == "1")
        #expect(try client.read("/d/ e/[a]*?") == "2")
        client.files.close()
        try peer.verify()
    }

    @Test("A directory that cannot be entered has its files asked for in full")
    func fullPath() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("CWD /secret", "550 no")
            try peer.expect("SIZE a", "213 99")
            try peer.expectPassive()
            try peer.sendFile("RETR /secret/a", "x")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/secret/a") == "x")
        client.files.close()
        try peer.verify()
    }

    @Test("Resuming sends REST, and the next file from its start REST 0")
    func resume() throws {
        let peer = try peer { peer in
            try peer.expect("REST 2", "350 from there")
            try peer.sendFile("RETR a", "llo")
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.expect("REST 0", "350 ok")
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a", from: 2) == "llo")
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("Where a download begins is said together with what is asked for first")
    func resumeAtOnce() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a")
            try peer.expect("EPSV")
            try peer.expect("REST 2")
            try peer.reply("213 5", "229 here (|||\(try peer.listen())|)", "350 from there")
            try peer.sendFile("RETR a", "llo")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a", from: 2) == "llo")
        client.files.close()
        try peer.verify()
    }

    @Test("It is said again where another way to connect was asked for after it")
    func resumeAnotherWay() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expect("EPSV", "522 no")
            try peer.expect("REST 2", "350 from there")
            let port = try peer.listen()
            try peer.expect("PASV", "227 here (127,0,0,1,\(port >> 8),\(port & 255))")
            try peer.expect("REST 2", "350 from there")
            try peer.sendFile("RETR a", "llo")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.read("/a", from: 2) == "llo")
        client.files.close()
        try peer.verify()
    }

    @Test("A server that agrees to resume and sends all is found out")
    func restLie() throws {
        let peer = try peer { peer in
            try peer.expect("REST 2", "350 from there")
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.read("/a", from: 2)
        }
        #expect(error?.kind == .protocolViolation)
        client.files.close()
        try peer.verify()
    }

    @Test("A refused REST is said in words, and no data is taken from the start")
    func restRefused() throws {
        let peer = try peer { peer in
            try peer.expect("REST 2", "502 no")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.read("/a", from: 2)
        }
        #expect(error?.kind == .unsupported)
        client.files.close()
        try peer.verify()
    }

    @Test("A file that grows while it is read is reported as changed")
    func grown() throws {
        let peer = try peer { peer in
            try peer.sendFile("RETR a", "hello, world")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .changed)
        client.files.close()
        try peer.verify()
    }

    @Test("A name with a line break is refused before anything is sent")
    func badName() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let name = try #require(Name(Array("a\r\nDELE b".utf8)))
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.open(Path(components: [name]), from: 0)
        }
        #expect(error?.kind == .badName)
        client.files.close()
        try peer.verify()
    }

    @Test("Cancelling sends ABOR, takes both replies, and the connection goes on")
    func cancel() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hel")
            try peer.expect("ABOR")
            try peer.expectDataEnd()
            try peer.reply("426 aborted", "226 abort done")
            try peer.expect("PWD", "257 \"/\" is here")
            try peer.expect("NOOP", "200 still here")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let source = try client.files.open(Path("/a"), from: 0)
        source.cancel()
        _ = try client.files.raw("NOOP")
        client.files.close()
        try peer.verify()
    }

    @Test("One reply to RETR and ABOR both is found out by a PWD")
    func cancelWithOneReply() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.expect("ABOR")
            try peer.expectDataEnd()
            try peer.reply("226 aborted")
            try peer.expect("PWD", "257 \"/\" is here")
            try peer.expect("MKD d", "257 made")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let source = try client.files.open(Path("/a"), from: 0)
        source.cancel()
        #expect(client.files.isConnected)
        try client.files.makeDirectory(Path("/d"), root: nil)
        client.files.close()
        try peer.verify()
    }

    @Test("A reply to ABOR that comes late is taken before the PWD's")
    func cancelWithLateReply() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.expect("ABOR")
            try peer.expectDataEnd()
            try peer.reply("426 aborted")
            try peer.expect("PWD", "225 ABOR done", "257 \"/\" is here")
            try peer.expect("MKD d", "257 made")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let source = try client.files.open(Path("/a"), from: 0)
        source.cancel()
        try client.files.makeDirectory(Path("/d"), root: nil)
        client.files.close()
        try peer.verify()
    }

    @Test("After no reply to ABOR the connection is made anew")
    func cancelWithoutReply() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.expect("ABOR")
            try peer.expectEnd()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("NOOP", "200 here")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let source = try client.files.open(Path("/a"), from: 0)
        source.cancel()
        #expect(!client.files.isConnected)
        _ = try client.files.home()
        _ = try client.files.raw("NOOP")
        client.files.close()
        try peer.verify()
    }

    @Test("A new operation ends a transfer that was left open")
    func abandoned() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.expect("ABOR")
            try peer.reply("426 aborted", "226 abort done")
            try peer.expect("PWD", "257 \"/\" is here")
            try peer.expect("MKD d", "257 made")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.open(Path("/a"), from: 0)
        try client.files.makeDirectory(Path("/d"), root: nil)
        client.files.close()
        try peer.verify()
    }

    @Test("Silence after the last byte ends in a new connection that compares the size")
    func silentEnd() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hello")
            peer.closeData()
            try peer.expectEnd()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MDTM a", "213 20200101000000")
            try peer.expectGoodbye()
        }
        let client = Client(peer, timeout: 1)
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("A server that stops in the middle is given up after its timeout")
    func silentMiddle() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hel")
            try peer.expectEnd()
        }
        let client = Client(peer, timeout: 1)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.kind == .timeout)
        client.files.close()
        try peer.verify()
    }

    @Test("An error reply while the data stands still ends the wait")
    func errorWhileWaiting() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hel")
            try peer.reply("451 disk on fire")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.reply == "451 disk on fire")
        client.files.close()
        try peer.verify()
    }

    @Test("An error reply that comes before the last of the data ends the wait too")
    func errorBeforeData() throws {
        let log = ExchangeRecorder()
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            while !log.texts(.received).contains("150 go") { log.waitForLine() }
            try peer.reply("451 disk on fire")
            try peer.sendData("hel")
            try peer.expectGoodbye()
        }
        let client = Client(peer, log: log)
        let error = client.failure { () throws(FileSystemError) in _ = try client.read("/a") }
        #expect(error?.reply == "451 disk on fire")
        client.files.close()
        try peer.verify()
    }

    @Test("What comes next goes out before the final reply is read")
    func ahead() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hello")
            peer.closeData()
            // Asked for before the 226 is there.
            try peer.expect("CWD /d")
            try peer.expect("SIZE b")
            try peer.expect("EPSV")
            try peer.reply("226 done", "250 in d", "213 3", "229 ok (|||\(try peer.listen())|)")
            try peer.sendFile("RETR b", "abc")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        client.files.prepare([Upcoming(path: Path("/d/b"), direction: .read)])
        #expect(try client.read("/a") == "hello")
        #expect(try client.read("/d/b") == "abc")
        client.files.close()
        try peer.verify()
    }

    @Test("What was sent ahead is passed over when something else comes")
    func aheadInVain() throws {
        let peer = try peer { peer in
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.sendData("hello")
            peer.closeData()
            try peer.expect("CWD /d")
            try peer.expect("SIZE b")
            try peer.expect("EPSV")
            try peer.reply("226 done", "250 in d", "550 no b", "229 ok (|||\(try peer.listen())|)")
            // Nobody knows where the server is now, so it is told.
            try peer.expect("CWD /", "250 ok")
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.sendFile("RETR a", "hello")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        client.files.prepare([Upcoming(path: Path("/d/b"), direction: .read)])
        #expect(try client.read("/a") == "hello")
        #expect(try client.read("/a") == "hello")
        client.files.close()
        try peer.verify()
    }
}
