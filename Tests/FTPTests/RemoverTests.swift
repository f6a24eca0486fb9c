import Files
import Support
import Testing

@testable import FTP

@Suite("Removing")
struct RemoverTests {
    @Test("A directory is left before it is removed")
    func left() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(home: "/a/b")
            try peer.expect("CWD /", "250 ok")
            try peer.expect("RMD /a/b", "250 ok")
            try peer.expect("RMD a", "250 ok")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        _ = try connection.ready()
        for result in Remover(connection: connection)
            .removeDirectories([Path("/a/b"), Path("/a")])
        {
            try result.get()
        }
        connection.close()
        try peer.verify()
    }

    @Test("What is gone after a lost answer was removed by the first time; else it was not there")
    func gone() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("DELE a")
            peer.close()
            try peer.accept()
            try peer.logIn(asksFeatures: false)
            try peer.expect("DELE a", "550 No such file")
            try peer.expect("DELE a", "550 No such file")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        let remover = Remover(connection: connection)
        for result in remover.removeFiles([Path("/a")]) { try result.get() }
        for result in remover.removeFiles([Path("/a")]) {
            #expect(throws: FileSystemError.self) { try result.get() }
        }
        connection.close()
        try peer.verify()
    }

    @Test("Of a part that is thrown away nothing has to be there; one in place stays")
    func discarded() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("DELE .ferry-aaaaaaaa-1", "550 No such file")
            try peer.expect("DELE .ferry-aaaaaaaa-1", "550 Permission denied")
            try peer.expectGoodbye()
        }
        let connection = Bench(peer).connection()
        let remover = Remover(connection: connection)
        let id = PartID(token: "aaaaaaaa", number: 1)
        try remover.discard(Part(id: id, file: Path("/a"), place: .inPlace))
        let part = Part(id: id, file: Path("/a"), place: .beside(id.name))
        try remover.discard(part)
        #expect(throws: FileSystemError.self) { try remover.discard(part) }
        connection.close()
        try peer.verify()
    }
}
