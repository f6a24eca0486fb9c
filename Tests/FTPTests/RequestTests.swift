import Files
import Support
import Testing

@testable import FTP

@Suite("What a transfer asks for first")
struct RequestTests {
    private let file = Upcoming(path: Path("/d/a"), direction: .read)

    @Test("Directory, type, size and data connection go out in one write")
    func sent() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("TYPE I", "200 ok")
            try peer.expect("CWD /d", "250 ok")
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.acceptData()
            try peer.expectEnd()
        }
        let session = try Bench(peer).session()
        session.type = .unknown
        let request = try Request.send(file, asksSize: true, on: session)
        let (data, size) = try request.answer(.read)
        #expect(size == 5)
        #expect(data.isReady)
        data.close()
        session.control.close()
        try peer.verify()
    }

    @Test("Without TYPE I no byte is moved")
    func text() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("TYPE I", "504 no")
            try peer.expect("EPSV", "229 ok (|||1|)")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        session.type = .unknown
        let request = try Request.send(
            Upcoming(path: Path("/a"), direction: .read), asksSize: false, on: session)
        let failure = bench.failure { () throws(FileSystemError) in _ = try request.answer(.read) }
        #expect(failure?.kind == .unsupported)
        #expect(failure?.reply == "504 no")
        session.control.close()
        try peer.verify()
    }

    @Test("The size of a file in a directory that was not entered is another file's")
    func elsewhere() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("CWD /d", "550 no")
            try peer.expect("SIZE a", "213 5")
            try peer.expectPassive()
            try peer.acceptData()
            try peer.expectEnd()
        }
        let session = try Bench(peer).session()
        let (data, size) = try Request.send(file, asksSize: true, on: session).answer(.read)
        #expect(size == nil)
        data.close()
        session.control.close()
        try peer.verify()
    }

    @Test("Whoever asked may refuse by the size, before there is a connection")
    func accepted() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("SIZE a", "213 5")
            try peer.expect("EPSV", "229 ok (|||1|)")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        let request = try Request.send(
            Upcoming(path: Path("/a"), direction: .write), asksSize: true, on: session)
        let failure = bench.failure { () throws(FileSystemError) in
            _ = try request.answer(.write) { size throws(FileSystemError) in
                #expect(size == 5)
                throw FileSystemError.taken(Path("/a"), on: bench.site)
            }
        }
        #expect(failure?.kind == .exists)
        session.control.close()
        try peer.verify()
    }
}
