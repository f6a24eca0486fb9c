import FTP
import Files
import Support
import Testing

@Suite("Servers that mean harm")
struct HostileServerTests {
    @Test("A flood of replies that nobody asked for ends the connection")
    func flood() throws {
        let peer = try ScriptedPeer { peer in
            try? peer.send(String(repeating: "220 x\r\n", count: 100_000))
            try peer.expectEnd()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .protocolViolation)
        #expect(client.log.all.count < 2_000)
        try peer.verify()
    }

    @Test("An endless reply shows its beginning in the log")
    func endlessReply() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("STAT")
            try peer.send("211-x\r\n" + String(repeating: "y\r\n", count: 5_000) + "211 z\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.files.raw("STAT").count == 5_002)
        #expect(client.log.all.count < 400)
        client.files.close()
        try peer.verify()
    }

    @Test("A NUL in a reply is an error, not the end of the text")
    func nul() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expect("NOOP")
            try peer.send(Array("200 a".utf8) + [0] + Array("b\r\n".utf8))
            try peer.expectEnd()
        }
        let client = Client(peer)
        let error = client.failure { () throws(FileSystemError) in
            _ = try client.files.raw("NOOP")
        }
        #expect(error?.kind == .protocolViolation)
        client.files.close()
        try peer.verify()
    }

    @Test("A listing past the limits is cut, and the connection goes on")
    func longLines() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn(features: ["MLSD"])
            try peer.expectPassive()
            try peer.sendFile(
                "MLSD",
                "type=file; a\r\ntype=file; " + String(repeating: "x", count: 50_000)
                    + "\r\ntype=file; b\r\n")
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        #expect(try client.names("/") == ["a", "b"])
        #expect(!client.log.texts(.trouble).isEmpty)
        client.files.close()
        try peer.verify()
    }

    @Test("No entry point lets a line break through")
    func injection() throws {
        let peer = try ScriptedPeer { peer in
            try peer.logIn()
            try peer.expectGoodbye()
        }
        let client = Client(peer)
        _ = try client.files.home()
        let name = try #require(Name(Array("a\r\nDELE b".utf8)))
        let bad = Path(components: [name])
        for entryPoint in EntryPoint.allCases {
            let error = client.failure { () throws(FileSystemError) in
                try use(entryPoint, of: client.files, with: bad)
            }
            #expect(error?.kind == .badName, "\(entryPoint)")
        }
        client.files.close()
        try peer.verify()
    }

    private enum EntryPoint: CaseIterable {
        case open, create, makeDirectory, list, entry, rename, renameTo, setMode, removeFiles
        case removeDirectories, setModified, commit, raw, openPart, discard
        case below, replace, resume
    }

    private func use(
        _ entryPoint: EntryPoint, of files: FTPFileSystem, with bad: Path
    ) throws(FileSystemError) {
        switch entryPoint {
        case .open: _ = try files.open(bad, from: 0)
        case .create: _ = try files.create(bad, Creation.inPlace())
        case .makeDirectory: try files.makeDirectory(bad, root: nil)
        case .list: _ = try files.list(bad)
        case .entry: _ = try files.entry(at: bad)
        case .rename: try files.rename(bad, to: Path("/x"))
        case .renameTo: try files.rename(Path("/x"), to: bad)
        case .openPart: _ = try files.open(part(bad), root: nil, from: 0)
        case .discard:
            let name = part(bad).id.name
            let inside = Part(id: part(bad).id, file: bad.appending(name), place: .beside(name))
            try files.discard(inside, root: nil)
        case .below: _ = try files.list(Path(components: bad.components + bad.components))
        case .replace: _ = try files.create(bad, Creation.inPlace(replaces: false))
        case .resume: _ = try files.create(bad, Creation(offset: 5))
        case .setMode: try files.setMode(0o644, of: bad)
        case .removeFiles: try files.removeFiles([bad]).first?.get()
        case .removeDirectories: try files.removeDirectories([bad]).first?.get()
        case .setModified:
            try files.setModified([(path: bad, time: Timestamp(seconds: 0))]).first?.get()
        case .commit: try files.commit(part(bad), size: 0)
        case .raw: _ = try files.raw("NOOP\r\nDELE b")
        }
    }

    private func part(_ file: Path) -> Part {
        Part(id: PartID(token: "testtest", number: 1), file: file, place: .inPlace)
    }

    @Test("A user name with a line break is refused before it is sent")
    func userInjection() throws {
        let peer = try ScriptedPeer { peer in
            try peer.reply("220 ready")
            try peer.expectEnd()
        }
        let client = Client(peer, user: "me\r\nDELE x", password: "x")
        let error = client.failure { () throws(FileSystemError) in _ = try client.files.home() }
        #expect(error?.kind == .badName)
        try peer.verify()
    }
}
