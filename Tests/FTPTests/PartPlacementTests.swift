import FTP
import Files
import Support
import Testing

@Suite("Uploads beside their place")
struct PartPlacementTests {
    private static let id = PartID(token: "testtest", number: 1)
    private static let name = ".ferry-testtest-1"

    private func peer(
        _ rest: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> ScriptedPeer {
        try ScriptedPeer { peer in
            try peer.logIn()
            try rest(peer)
        }
    }

    /// Writes a file; the part, and what the user is told of it.
    private func write(
        _ client: Client, _ creation: Creation = Creation(size: 5)
    ) throws -> (part: Part, remark: String?) {
        let sink = try client.files.create(
            Path("/a"), as: PartPlacementTests.id, creation)
        try client.send("hello", to: sink)
        try sink.finish()
        return (sink.part, sink.remark)
    }

    /// The empty part that tells whether the server can have parts.
    private static func tryOut(_ peer: ScriptedConversation) throws {
        try peer.expect("RNFR \(name)-1", "550 No such file")
        try peer.expect("DELE \(name)-1", "550 No such file")
        try peer.expectPassive()
        guard try peer.receiveFile("STOR \(name)-1").isEmpty else {
            throw ScriptedPeer.Mismatch("the first part is not empty")
        }
        try peer.expect("RNFR \(name)-1", "350 go on")
        try peer.expect("RNTO \(name)-2", "250 ok")
        try peer.expect("DELE \(name)-2", "250 gone")
    }

    @Test("An empty part is tried out once, and a file is renamed when it is whole")
    func usual() throws {
        let peer = try peer { peer in
            try PartPlacementTests.tryOut(peer)
            try peer.expectPassive()
            guard try peer.receiveFile("STOR \(PartPlacementTests.name)") == Array("hello".utf8)
            else { throw ScriptedPeer.Mismatch("other bytes") }
            try peer.expect("SIZE \(PartPlacementTests.name)", "213 5")
            try peer.expect("RNFR \(PartPlacementTests.name)", "350 go on")
            try peer.expect("RNTO a", "250 ok")
            // The second file asks nothing of that again.
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR \(PartPlacementTests.name)")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let (part, remark) = try write(client)
        #expect(part.place == .beside(PartPlacementTests.id.name))
        #expect(remark == nil)
        let committed = try client.files.commit(part, Creation(size: 5), size: 5)
        #expect(committed.proof == .sizeConfirmed)
        _ = try write(client)
        client.files.close()
        try peer.verify()
    }

    @Test("What is said of a part names the file that it is for", arguments: [true, false])
    func named(isFirst: Bool) throws {
        let peer = try peer { peer in
            if isFirst {
                try peer.expect("RNFR \(PartPlacementTests.name)-1", "550 No such file")
                try peer.expect("DELE \(PartPlacementTests.name)-1", "550 No such file")
            } else {
                try PartPlacementTests.tryOut(peer)
            }
            try peer.expectPassive()
            let part = PartPlacementTests.name + (isFirst ? "-1" : "")
            try peer.expect("STOR \(part)", "552 disk full")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.create(Path("/a"), as: PartPlacementTests.id, Creation())
        }
        #expect(error?.kind == .full)
        #expect(error?.path == Path("/a"))
        #expect(error?.detail.hasPrefix("/a could not be written") == true)
        client.files.close()
        try peer.verify()
    }

    @Test(
        "A server that cannot rename or delete is found out before anything is made",
        arguments: [
            ("500 unknown", "550 No such file"), ("550 Permission denied.", "550 No such file"),
            ("550 No such file", "502 not here"), ("550 No such file", "550 Permission denied."),
        ])
    func cannot(rename: String, delete: String) throws {
        let peer = try peer { peer in
            try peer.expect("RNFR \(PartPlacementTests.name)-1", rename)
            try peer.expect("DELE \(PartPlacementTests.name)-1", delete)
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR a")
            try peer.expect("SIZE a", "213 5")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let (part, remark) = try write(client)
        #expect(part.isInPlace)
        #expect(remark?.contains("in place") == true)
        try client.files.commit(part, Creation(size: 5), size: 5)
        // What was written in place is never deleted.
        try client.files.discard(part, root: nil)
        client.files.close()
        try peer.verify()
    }

    @Test("A server that does not take the name of a part gets the file under its own")
    func refusedName() throws {
        let peer = try peer { peer in
            try peer.expect("RNFR \(PartPlacementTests.name)-1", "550 No such file")
            try peer.expect("DELE \(PartPlacementTests.name)-1", "550 No such file")
            try peer.expectPassive()
            try peer.expect("STOR \(PartPlacementTests.name)-1", "553 Prohibited file name")
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR a")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try write(client).part.isInPlace)
        client.files.close()
        try peer.verify()
    }

    @Test("A part that cannot be renamed after all is removed while it is empty")
    func cannotAfterAll() throws {
        let peer = try peer { peer in
            try peer.expect("RNFR \(PartPlacementTests.name)-1", "550 No such file")
            try peer.expect("DELE \(PartPlacementTests.name)-1", "550 No such file")
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR \(PartPlacementTests.name)-1")
            try peer.expect("RNFR \(PartPlacementTests.name)-1", "350 go on")
            try peer.expect("RNTO \(PartPlacementTests.name)-2", "553 Not allowed")
            try peer.expect("DELE \(PartPlacementTests.name)-2", "550 No such file")
            try peer.expect("DELE \(PartPlacementTests.name)-1", "250 gone")
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR a")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let (part, remark) = try write(client)
        #expect(part.isInPlace)
        #expect(remark?.contains("cannot rename") == true)
        client.files.close()
        try peer.verify()
    }

    @Test("In a directory that takes no new name, the file that is there is written")
    func closedDirectory() throws {
        let peer = try peer { peer in
            try PartPlacementTests.tryOut(peer)
            try peer.expectPassive()
            try peer.expect("STOR \(PartPlacementTests.name)", "553 Permission denied.")
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR a")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let (part, remark) = try write(client)
        #expect(part.isInPlace)
        #expect(remark != nil)
        client.files.close()
        try peer.verify()
    }

    /// Uploads over an existing file to a server whose RNTO does not replace.
    private func replace(
        noting note: (Part) throws(FileSystemError) -> Void = { _ in },
        _ rest: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> Result<Committed, FileSystemError>? {
        let peer = try peer { peer in
            try PartPlacementTests.tryOut(peer)
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR \(PartPlacementTests.name)")
            try peer.expect("SIZE \(PartPlacementTests.name)", "213 5")
            try peer.expect("RNFR \(PartPlacementTests.name)", "350 go on")
            try peer.expect("RNTO a", "550 File exists")
            try peer.expect("RNFR \(PartPlacementTests.name)", "350 go on")
            try peer.expect("RNTO a", "550 File exists")
            for (name, size) in [("a", 3), (PartPlacementTests.name, 5), ("a", 3)] {
                try peer.expect("SIZE \(name)", "213 \(size)")
                try peer.expect("MDTM \(name)", "213 20200101000000")
            }
            try rest(peer)
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let (part, _) = try write(client)
        let pending = PendingCommit(part: part, creation: Creation(size: 5), size: 5)
        let results = client.files.commit([pending], note: note)
        client.files.close()
        try peer.verify()
        return results[part.id]
    }

    @Test("Where RNTO does not replace, the old file goes aside first, which is noted before")
    func aside() throws {
        var noted: [Part] = []
        let aside = "\(PartPlacementTests.name)-3"
        let result = try replace { part throws(FileSystemError) in
            noted.append(part)
        } _: { peer in
            try peer.expect("RNFR a", "350 go on")
            try peer.expect("RNTO \(aside)", "250 ok")
            try peer.expect("RNFR \(PartPlacementTests.name)", "350 go on")
            try peer.expect("RNTO a", "250 ok")
            try peer.expect("DELE \(aside)", "250 gone")
        }
        _ = try result?.get()
        #expect(result != nil)
        #expect(noted.map(\.aside) == [Name(aside)])
        #expect(noted.first?.file == Path("/a"))
    }

    @Test("An old file that went aside and cannot be deleted is noted as what was left")
    func leftover() throws {
        var noted: [Part] = []
        let aside = "\(PartPlacementTests.name)-3"
        let result = try replace { part throws(FileSystemError) in
            noted.append(part)
        } _: { peer in
            try peer.expect("RNFR a", "350 go on")
            try peer.expect("RNTO \(aside)", "250 ok")
            try peer.expect("RNFR \(PartPlacementTests.name)", "350 go on")
            try peer.expect("RNTO a", "250 ok")
            try peer.expect("DELE \(aside)", "550 not you")
        }
        _ = try #require(result).get()
        let left = try #require(noted.last)
        #expect(noted.count == 2)
        #expect(left.isLeftover(of: Path("/a")))
        #expect(left.path == Path("/" + aside))
    }

    @Test("The old file comes back where the new one does not get its name")
    func back() throws {
        let aside = "\(PartPlacementTests.name)-3"
        let result = try replace { peer in
            try peer.expect("RNFR a", "350 go on")
            try peer.expect("RNTO \(aside)", "250 ok")
            try peer.expect("RNFR \(PartPlacementTests.name)", "350 go on")
            try peer.expect("RNTO a", "451 Not now")
            for question in ["SIZE a", "MDTM a", "CWD /a"] {
                try peer.expect(question, "550 No such file")
            }
            try peer.expect("RNFR \(aside)", "350 go on")
            try peer.expect("RNTO a", "250 ok")
        }
        let failed = try #require(result)
        #expect(throws: FileSystemError.self) { _ = try failed.get() }
    }

    @Test("Nothing goes aside that could not be noted")
    func unnoted() throws {
        let result = try replace { part throws(FileSystemError) in
            throw FileSystemError(.full, path: part.file, detail: "The disk is full.")
        } _: { _ in
        }
        let failed = try #require(result)
        let error = #expect(throws: FileSystemError.self) { _ = try failed.get() }
        #expect(error?.kind == .full)
    }

    @Test("A file that the server took and does not have is no success")
    func stolen() throws {
        let peer = try peer { peer in
            try PartPlacementTests.tryOut(peer)
            try peer.expect("SIZE a", "550 No such file")
            try peer.expectPassive()
            _ = try peer.receiveFile("STOR \(PartPlacementTests.name)")
            try peer.expect("SIZE \(PartPlacementTests.name)", "550 No such file")
            try peer.expect("SIZE a", "550 No such file")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        let creation = Creation(size: 5, replaces: false)
        let (part, _) = try write(client, creation)
        let error = client.failure { () throws(FileSystemError) in
            try client.files.commit(part, creation, size: 5)
        }
        #expect(error?.kind == .truncated)
        client.files.close()
        try peer.verify()
    }
}
