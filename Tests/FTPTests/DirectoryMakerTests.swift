import Files
import Support
import Testing

@testable import FTP

@Suite("Making directories")
struct DirectoryMakerTests {
    @Test(
        "One that was refused, and can be entered, is there",
        arguments: [
            ("250 ok", FileSystemError.Kind.exists), ("550 no such directory", .other),
        ])
    func refused(entered: String, kind: FileSystemError.Kind) throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("MKD d", "550 no")
            try peer.expect("CWD /d", entered)
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        let failure = bench.failure { () throws(FileSystemError) in
            try DirectoryMaker(session: session).make(Path("/d"))
        }
        #expect(failure?.kind == kind)
        #expect(failure?.reply == "550 no")
        session.control.close()
        try peer.verify()
    }

    @Test("Where the reason is clear, nothing is entered")
    func clear() throws {
        let peer = try ScriptedPeer { peer in
            try peer.expect("MKD d", "257 made")
            try peer.expect("MKD e", "552 full")
            try peer.expectEnd()
        }
        let bench = Bench(peer)
        let session = try bench.session()
        let maker = DirectoryMaker(session: session)
        try maker.make(Path("/d"))
        let failure = bench.failure { () throws(FileSystemError) in try maker.make(Path("/e")) }
        #expect(failure?.kind == .full)
        session.control.close()
        try peer.verify()
    }
}
