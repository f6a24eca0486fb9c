import Files
import Support
import Testing

@testable import FTP

@Suite("Opening and ending transfers")
struct HandleTests {
    /// A handle over a connection that the peer has logged in, with the file `a` under way.
    private func begun(
        _ connection: Connection, _ direction: Transfer.Direction
    ) throws -> Transfer {
        let session = try connection.ready()
        let verb = direction == .down ? "RETR" : "STOR"
        let request = try Request.send(
            Upcoming(path: Path("/a"), direction: direction == .down ? .read : .write),
            asksSize: false, on: session)
        let (data, _) = try request.answer(.read)
        let transfer = try Transfer(
            Command(verb, "a"), direction, over: data, of: Path("/a"), on: session)
        #expect(try transfer.begin() == nil)
        connection.begin(transfer)
        return transfer
    }

    @Test("A transfer that is ended early leaves the connection to the next operation")
    func cancelled() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.expect("ABOR", "426 aborted", "226 done")
            try peer.expect("PWD", "257 \"/\" is here")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        let transfer = try begun(connection, .down)
        let end = TransferEnd(connection: connection, lookahead: Lookahead())
        end.cancel(transfer)
        #expect(connection.isOpen)
        connection.close()
        try peer.verify()
    }

    @Test("Where that does not go cleanly, the connection is given up")
    func unclean() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.expect("RETR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.expect("ABOR")
            try peer.expectEnd()
        }
        var bench = Bench(peer)
        bench.timeouts.abort = 0.1
        let connection = bench.connection()
        TransferEnd(connection: connection, lookahead: Lookahead())
            .cancel(try begun(connection, .down))
        #expect(connection.session == nil)
        try peer.verify()
    }

    @Test(
        "Without a last word a new connection tells whether the file is whole",
        arguments: [5, 4] as [UInt64])
    func confirmed(size: UInt64) throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            try peer.expect("STOR a")
            try peer.acceptData()
            try peer.reply("150 go")
            try peer.expectDataEnd()
            peer.close()
            try peer.accept()
            try peer.logIn(features: ["SIZE"], asksFeatures: false)
            try peer.expect("SIZE a", "213 5")
            try peer.expect("MDTM a", "213 20200102030405")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        let connection = bench.connection()
        let transfer = try begun(connection, .up)
        let end = TransferEnd(connection: connection, lookahead: Lookahead())
        try end.close(transfer)
        connection.drop()
        let failure = bench.failure { () throws(FileSystemError) in
            try end.confirm(transfer, size: size)
        }
        #expect(failure?.kind == (size == 5 ? nil : .truncated))
        connection.close()
        try peer.verify()
    }

    @Test("A server that cannot restart resumes no download")
    func noRestart() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.acceptData()
            try peer.expect("REST 3", "502 what?")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        let connection = bench.connection()
        let failure = bench.failure { () throws(FileSystemError) in
            _ = try Downloader(connection: connection, lookahead: Lookahead())
                .open(Path("/a"), from: 3)
        }
        #expect(failure?.kind == .unsupported)
        connection.close()
        try peer.verify()
    }

    @Test("A part is continued only where it ends as it should")
    func resumed() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("SIZE a", "213 5")
            try peer.expect("EPSV", "229 ok (|||1|)")
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        let connection = bench.connection()
        let part = Part(
            id: PartID(token: "aaaaaaaa", number: 1), file: Path("/a"), place: .inPlace)
        let failure = bench.failure { () throws(FileSystemError) in
            _ = try Uploader(connection: connection, lookahead: Lookahead())
                .resume(part, Creation(offset: 3))
        }
        #expect(failure?.kind == .changed)
        connection.close()
        try peer.verify()
    }

    @Test("Where the server can have no parts, the sink says why it writes in place")
    func inPlace() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectPassive()
            #expect(try peer.receiveFile("STOR a") == Array("x".utf8))
            try peer.expectGoodbye()
        }
        let bench = Bench(peer)
        bench.memory.learnPlacement(because: "It is a toaster.")
        let connection = bench.connection()
        let sink = try Uploader(connection: connection, lookahead: Lookahead()).create(
            Path("/a"), as: PartID(token: "aaaaaaaa", number: 1), Creation(size: 1))
        #expect(sink.part.isInPlace)
        #expect(sink.remark == "Written in place. It is a toaster.")
        let sent = bench.failure { () throws(FileSystemError) in
            let written: Result<Void, FileSystemError> = Array("x".utf8).withUnsafeBytes { bytes in
                do throws(FileSystemError) {
                    return .success(try sink.write(bytes))
                } catch {
                    return .failure(error)
                }
            }
            try written.get()
            try sink.finish()
        }
        #expect(sent == nil)
        connection.close()
        try peer.verify()
    }
}
