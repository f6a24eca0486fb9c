import FTP
import Files
import Support
import Testing

@Suite("Uploading")
struct UploadTests {
    private func peer(
        features: [String] = ScriptedConversation.features,
        _ rest: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> ScriptedPeer {
        try ScriptedPeer { peer in
            try peer.logIn(features: features)
            try rest(peer)
        }
    }

    @Test("STOR, the bytes, 226; then the size is compared and the time set")
    func usual() throws {
        let peer = try peer { peer in
            try peer.expectPassive()
            let bytes = try peer.receiveFile("STOR a")
            guard bytes == Array("hello".utf8) else {
                throw ScriptedPeer.Mismatch("other bytes: \(bytes)")
            }
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MFMT 20010909014640 a", "213 ok")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let creation = Creation(modified: Timestamp(seconds: 1_000_000_000))
        try client.write("/a", "hello", creation)
        #expect(try client.commit("/a", creation, size: 5).proof == .sizeConfirmed)
        client.files.close()
        try peer.verify()
    }

    @Test("A small file is on its way before the 150")
    func eager() throws {
        let peer = try peer { peer in
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            guard try peer.receiveData() == Array("hello".utf8) else {
                throw ScriptedPeer.Mismatch("other bytes")
            }
            try peer.reply("150 send", "226 stored")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        try client.write("/a", "hello", Creation(size: 5))
        client.files.close()
        try peer.verify()
    }

    @Test("A small file that is refused says why")
    func eagerRefused() throws {
        let peer = try peer { peer in
            try peer.expectPassive()
            try peer.expect("STOR a", "553 Permission denied.")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            try client.write("/a", "hello", Creation(size: 5))
        }
        #expect(error?.kind == .denied)
        client.files.close()
        try peer.verify()
    }

    @Test("A refusal before, during and after the bytes", arguments: [0, 1, 2])
    func refused(when: Int) throws {
        let peer = try peer { peer in
            try peer.expectPassive()
            try peer.expect("STOR a")
            if when > 0 {
                try peer.acceptData()
                try peer.reply("150 send")
            }
            if when == 2 { _ = try peer.receiveData() }
            try peer.reply("552 Disk full")
            if when == 1 { peer.resetData() }
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            let sink = try client.files.create(Path("/a"), .inPlace())
            // More than the buffers on the way can hold.
            let block = String(repeating: "x", count: 1 << 20)
            if when == 1 { for _ in 0..<40 { try client.send(block, to: sink) } }
            try sink.finish()
        }
        #expect(error?.kind == .full)
        #expect(error?.reply == "552 Disk full")
        client.files.close()
        try peer.verify()
    }

    @Test("vsftpd hears of the next upload before it has confirmed this one")
    func ahead() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 (vsFTPd 3.0.3)")
            try peer.expect("USER anonymous", "230 in")
            try peer.setUp()
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            _ = try peer.receiveData()
            try peer.expect("CWD /d")
            try peer.expect("SIZE b")
            try peer.expect("EPSV")
            try peer.reply(
                "150 send", "226 stored", "250 in d", "550 no b",
                "229 ok (|||\(try peer.listen())|)")
            _ = try peer.receiveFile("STOR b")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        client.files.prepare(
            ["/a", "/d/b"].map { Upcoming(path: Path($0), direction: .write) })
        try client.write("/a", "hello", Creation(size: 5))
        try client.write("/d/b", "world", Creation(size: 5, replaces: false))
        client.files.close()
        try peer.verify()
    }

    @Test("A file is asked for again when something else came after what was sent ahead")
    func aheadPassedOver() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 (vsFTPd 3.0.3)")
            try peer.expect("USER anonymous", "230 in")
            try peer.setUp()
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            _ = try peer.receiveData()
            try peer.expect("SIZE b")
            try peer.expect("EPSV")
            try peer.reply(
                "150 send", "226 stored", "550 no b", "229 ok (|||\(try peer.listen())|)")
            try peer.expect("SIZE a", "213 5")
            try peer.expect("SIZE b", "550 no b")
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR b")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        client.files.prepare(
            ["/a", "/b"].map { Upcoming(path: Path($0), direction: .write) })
        let creation = Creation(size: 5, replaces: false)
        try client.write("/a", "hello", Creation(size: 5))
        try client.commit("/a", Creation(size: 5), size: 5)
        try client.write("/b", "world", creation)
        client.files.close()
        try peer.verify()
    }

    @Test("Other servers hear of the next upload only afterwards")
    func notAhead() throws {
        let peer = try peer { peer in
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR a")
            try peer.expect("CWD /d", "250 ok")
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR b")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        client.files.prepare(
            ["/a", "/d/b"].map { Upcoming(path: Path($0), direction: .write) })
        try client.write("/a", "hello", Creation(size: 5))
        try client.write("/d/b", "world", Creation(size: 5))
        client.files.close()
        try peer.verify()
    }

    @Test("A file that exists is not replaced unless that is wanted")
    func exists() throws {
        let peer = try peer { peer in
            try peer.expect("SIZE a", "213 9")
            try peer.expectPassive()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.create(Path("/a"), .inPlace(replaces: false))
        }
        #expect(error?.kind == .exists)
        client.files.close()
        try peer.verify()
    }

    @Test("Resuming sends REST and STOR where the server restarts streams")
    func resume() throws {
        let peer = try peer { peer in
            try peer.expect("SIZE a", "213 3")
            try peer.expectPassive()
            try peer.expect("REST 3", "350 go on")
            _ = try peer.receiveFile("STOR a")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        try client.write("/a", "lo", Creation(offset: 3))
        client.files.close()
        try peer.verify()
    }

    @Test("Resuming appends where it does not, and where REST is refused")
    func append() throws {
        for features in [["SIZE"], ["SIZE", "REST STREAM"]] {
            let peer = try peer(features: features) { peer in
                try peer.expect("SIZE a", "213 3")
                try peer.expectPassive()
                if features.count == 2 { try peer.expect("REST 3", "502 no") }
                _ = try peer.receiveFile("APPE a")
                try peer.expectGoodbye()
            }
            let client = Client(peer)
            try client.write("/a", "lo", Creation(offset: 3))
            client.files.close()
            try peer.verify()
        }
    }

    @Test("A part of another size is not continued")
    func resumeMismatch() throws {
        let peer = try peer { peer in
            try peer.expect("SIZE a", "213 4")
            try peer.expectPassive()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            try client.write("/a", "lo", Creation(offset: 3))
        }
        #expect(error?.kind == .changed)
        client.files.close()
        try peer.verify()
    }

    @Test("Another size than was sent is found when committing")
    func commitMismatch() throws {
        let peer = try peer { peer in
            try peer.expect("SIZE a", "213 4")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            try client.commit("/a", Creation(), size: 5)
        }
        #expect(error?.kind == .truncated)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "Where SIZE says nothing of the file, the copy is not proven, or it is not there",
        arguments: [
            ("213 5", .sizeConfirmed),
            ("550 Can't check for file existence", .none("550")),
            ("550 a: No such file or directory", nil),
            ("502 SIZE is not known", .none("502")),
        ] as [(String, Committed.Proof?)])
    func unproven(reply: String, proof: Committed.Proof?) throws {
        let peer = try peer { peer in
            try peer.expect("SIZE a", reply)
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        var committed: Committed?
        let error = client.failure { () throws(FileSystemError) in
            committed = try client.commit("/a", Creation(), size: 5)
        }
        switch (proof, committed?.proof) {
        case (.some(.sizeConfirmed), .some(.sizeConfirmed)): break
        case (.some(.none(let code)), .some(.none(let reason))): #expect(reason.contains(code))
        case (nil, nil): #expect(error?.detail.contains("no longer has it") == true)
        default: Issue.record("\(String(describing: committed)) of \(reply)")
        }
        client.files.close()
        try peer.verify()
    }

    @Test("Cancelling ends the data and keeps the connection")
    func cancel() throws {
        let peer = try peer { peer in
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR a")
            try peer.expect("NOOP", "200 here")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let sink = try client.files.create(Path("/a"), .inPlace())
        try client.send("hel", to: sink)
        sink.cancel()
        _ = try client.files.raw("NOOP")
        client.files.close()
        try peer.verify()
    }

    @Test("A control connection lost after the last byte is made anew to compare the size")
    func lostAtTheEnd() throws {
        let peer = try peer { peer in
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            try peer.reply("150 send")
            _ = try peer.receiveData()
            peer.reset()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MDTM a", "213 20200101000000")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        try client.write("/a", "hello")
        client.files.close()
        try peer.verify()
    }

    @Test("What is there of a part, and throwing it away, and nothing else")
    func partial() throws {
        let peer = try peer { peer in
            try peer.expect("SIZE .ferry-testtest-1", "213 4")
            try peer.expect("MDTM .ferry-testtest-1", "550 no")
            try peer.expect("SIZE .ferry-testtest-1", "550 no")
            try peer.expect("MDTM .ferry-testtest-1", "550 no")
            try peer.expect("DELE .ferry-testtest-1", "250 gone")
            try peer.expect("DELE .ferry-testtest-1", "550 No such file")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let id = PartID(token: "testtest", number: 1)
        let part = Part(id: id, file: Path("/a"), place: .beside(id.name))
        #expect(try client.files.size(of: part, root: nil) == 4)
        #expect(try client.files.size(of: part, root: nil) == nil)
        try client.files.discard(part, root: nil)
        try client.files.discard(part, root: nil)
        // The file itself is nobody's to throw away.
        try client.files.discard(Part(id: id, file: Path("/a"), place: .inPlace), root: nil)
        client.files.close()
        try peer.verify()
    }
}
