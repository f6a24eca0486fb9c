import FTP
import Files
import Support
import Testing

@Suite("Private files, on servers without temporary files")
struct PrivateUploadTests {
    private static let id = PartID(token: "testtest", number: 1)
    private static let name = ".ferry-testtest-1"

    /// A server that cannot rename.
    private func peer(
        _ rest: @escaping @Sendable (ScriptedConversation) throws -> Void
    ) throws -> ScriptedPeer {
        try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("RNFR \(PrivateUploadTests.name)-1", "500 what?")
            try peer.expect("DELE \(PrivateUploadTests.name)-1", "550 No such file")
            try rest(peer)
            try peer.expectGoodbye()
        }
    }

    private func write(_ peer: ScriptedPeer, replaces: Bool = false) throws {
        let client = Client(peer)
        let sink = try client.files.create(
            Path("/a"), as: PrivateUploadTests.id,
            Creation(size: 5, mode: 0o600, replaces: replaces))
        #expect(sink.part.isInPlace)
        #expect(sink.remark?.hasPrefix("Written in place") == true)
        try client.send("hello", to: sink)
        try sink.finish()
        client.files.close()
        try peer.verify()
    }

    private static func receive(_ command: String, _ peer: ScriptedConversation) throws {
        guard try peer.receiveFile(command) == Array("hello".utf8) else {
            throw ScriptedPeer.Mismatch("other bytes")
        }
    }

    /// Makes the empty file.
    private static func makeEmpty(_ peer: ScriptedConversation) throws {
        try peer.expect("SITE CHMOD 600 \(name)", "550 No such file")
        try peer.expect("SIZE a", "550 No such file")
        try peer.expectPassive()
        guard try peer.receiveFile("STOR a").isEmpty else {
            throw ScriptedPeer.Mismatch("the file is not empty")
        }
    }

    @Test("A new one is made empty and shut before its bytes go there", arguments: [true, false])
    func new(replaces: Bool) throws {
        let peer = try peer { peer in
            try PrivateUploadTests.makeEmpty(peer)
            try peer.expect("SITE CHMOD 600 a", "200 ok")
            try peer.expectPassive()
            try PrivateUploadTests.receive("APPE a", peer)
        }
        try write(peer, replaces: replaces)
    }

    @Test("Where modes are not to be set, no file is made that could not be filled or removed")
    func forbidden() throws {
        let peer = try peer { peer in
            try peer.expect("SITE CHMOD 600 \(PrivateUploadTests.name)", "550 Permission denied.")
            try peer.expect("SIZE a", "550 No such file")
            try peer.expectPassive()
            try PrivateUploadTests.receive("STOR a", peer)
        }
        try write(peer)
    }

    @Test("One that is replaced is not emptied first")
    func replaced() throws {
        let peer = try peer { peer in
            try peer.expect("SITE CHMOD 600 \(PrivateUploadTests.name)", "550 No such file")
            try peer.expect("SIZE a", "213 9")
            try peer.expectPassive()
            try peer.expectPassive()
            try PrivateUploadTests.receive("STOR a", peer)
        }
        try write(peer, replaces: true)
    }

    @Test("Where the mode is refused after all, the bytes go into the file that was made")
    func refused() throws {
        let peer = try peer { peer in
            try PrivateUploadTests.makeEmpty(peer)
            try peer.expect("SITE CHMOD 600 a", "550 Not yours")
            try peer.expectPassive()
            try peer.expect("APPE a", "550 No appending")
            try peer.expectPassive()
            try PrivateUploadTests.receive("STOR a", peer)
        }
        try write(peer)
    }

    @Test("The file that was made goes where nothing can be written into it", arguments: [0, 7])
    func unfillable(size: Int) throws {
        let peer = try peer { peer in
            try PrivateUploadTests.makeEmpty(peer)
            try peer.expect("SITE CHMOD 600 a", "200 ok")
            for verb in ["APPE", "STOR"] {
                try peer.expectPassive()
                try peer.expect("\(verb) a", "553 File exists")
            }
            try peer.expect("SIZE a", "213 \(size)")
            if size == 0 {
                try peer.expect("DELE a", "250 gone")
                try peer.expect("SIZE a", "550 No such file")
                try peer.expectPassive()
                try PrivateUploadTests.receive("STOR a", peer)
            } else {
                // It is somebody else's by now, and is neither removed nor written.
                try peer.expect("SIZE a", "213 \(size)")
                try peer.expectPassive()
            }
        }
        if size == 0 {
            try write(peer)
        } else {
            let client = Client(peer)
            let error = #expect(throws: FileSystemError.self) {
                try client.files.create(
                    Path("/a"), as: PrivateUploadTests.id,
                    Creation(size: 5, mode: 0o600, replaces: false))
            }
            #expect(error?.kind == .exists)
            client.files.close()
            try peer.verify()
        }
    }
}
