import Support
import Testing

@Suite("The scripted SFTP server")
struct ScriptedSFTPServerTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
    }

    private func client(
        _ behaviour: ScriptedSFTPBehaviour = .init()
    ) throws -> (ScriptedSFTPServer, ScriptedSFTPClient) {
        let server = ScriptedSFTPServer(root: folder.path, behaviour: behaviour)
        return (server, try ScriptedSFTPClient(server.connect()))
    }

    @Test("It says its version and what else it can do")
    func version() throws {
        let (_, client) = try client()
        // INIT, version 3.
        try client.send([0, 0, 0, 5, 1, 0, 0, 0, 3])
        let answer = try client.packet()
        #expect(answer.prefix(5) == [2, 0, 0, 0, 3])
        var reader = ScriptedSFTPReader(Array(answer.dropFirst(5)))
        #expect(try reader.string() == Array("posix-rename@openssh.com".utf8))
        #expect(try reader.string() == Array("1".utf8))
    }

    @Test("A greeting comes before another version")
    func greeting() throws {
        var behaviour = ScriptedSFTPBehaviour.bare
        behaviour.greeting = Array("Welcome\n".utf8)
        behaviour.version = 6
        let (_, client) = try client(behaviour)
        try client.send([0, 0, 0, 5, 1, 0, 0, 0, 3])
        #expect(try client.bytes(8) == Array("Welcome\n".utf8))
        #expect(try client.packet() == [2, 0, 0, 0, 6])
    }

    @Test("A file is written, read, and looked at")
    func files() throws {
        let (server, client) = try client()
        // OPEN "/a", WRITE|CREAT|TRUNC, no attributes; the handle is 4 bytes.
        let open = [3, 0, 0, 0, 1, 0, 0, 0, 2, 47, 97, 0, 0, 0, 26, 0, 0, 0, 0] as [UInt8]
        let opened = try client.ask(open)
        #expect(opened.prefix(9) == [102, 0, 0, 0, 1, 0, 0, 0, 4])
        let handle = Array(opened.suffix(4))
        let offset = [UInt8](repeating: 0, count: 8)
        // WRITE "hello" at 0.
        let write = [6, 0, 0, 0, 2, 0, 0, 0, 4] + handle + offset + [0, 0, 0, 5] + "hello".utf8
        #expect(try client.ask(write).prefix(9) == [101, 0, 0, 0, 2, 0, 0, 0, 0])
        // CLOSE.
        #expect(
            try client.ask([4, 0, 0, 0, 3, 0, 0, 0, 4] + handle).prefix(9)
                == [101, 0, 0, 0, 3, 0, 0, 0, 0])
        #expect(folder.read("a") == Array("hello".utf8))
        // LSTAT "/a": flags and the size.
        let attributes = try client.ask([7, 0, 0, 0, 4, 0, 0, 0, 2, 47, 97])
        #expect(attributes.prefix(17) == [105, 0, 0, 0, 4, 0, 0, 0, 15, 0, 0, 0, 0, 0, 0, 0, 5])
        // OPEN for reading, READ 3 bytes at 1, READ at the end.
        let again = try client.ask(
            [3, 0, 0, 0, 5, 0, 0, 0, 2, 47, 97, 0, 0, 0, 1, 0, 0, 0, 0])
        let reading = [0, 0, 0, 4] + again.suffix(4)
        let one = [0, 0, 0, 0, 0, 0, 0, 1] as [UInt8]
        let read = try client.ask([5, 0, 0, 0, 6] + reading + one + [0, 0, 0, 3])
        #expect(read == [103, 0, 0, 0, 6, 0, 0, 0, 3] + "ell".utf8)
        let end = [0, 0, 0, 0, 0, 0, 0, 5] as [UInt8]
        let last = try client.ask([5, 0, 0, 0, 7] + reading + end + [0, 0, 0, 3])
        #expect(last.prefix(9) == [101, 0, 0, 0, 7, 0, 0, 0, 1])
        #expect(
            server.log == [
                "OPEN /a", "WRITE /a 0+5", "CLOSE /a", "LSTAT /a", "OPEN /a", "READ /a 1+3",
                "READ /a 5+3",
            ])
        #expect(server.openHandles == 1)
        #expect(server.mostOpenHandles == 1)
    }

    @Test("A folder is listed in pieces, and a path out of it leads nowhere")
    func folders() throws {
        for name in ["a", "b", "c"] { try folder.write("", to: name) }
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.namesPerReply = 2
        let (_, client) = try client(behaviour)
        // OPENDIR "/..", which is the folder itself.
        let opened = try client.ask([11, 0, 0, 0, 1, 0, 0, 0, 3, 47, 46, 46])
        let readdir = [12, 0, 0, 0, 2, 0, 0, 0, 4] + opened.suffix(4)
        var names: Set<[UInt8]> = []
        var answer = try client.ask(readdir)
        while answer[0] == 104 {
            var reader = ScriptedSFTPReader(Array(answer.dropFirst(5)))
            let count = try reader.integer()
            #expect((1...2).contains(count))
            for _ in 0..<count {
                names.insert(try reader.string())
                _ = try (reader.string(), reader.attributes())
            }
            answer = try client.ask(readdir)
        }
        #expect(answer.prefix(9) == [101, 0, 0, 0, 2, 0, 0, 0, 1])
        #expect(names == Set([".", "..", "a", "b", "c"].map { Array($0.utf8) }))
    }

    @Test("A link leads to its first path, and another rename replaces what is there")
    func links() throws {
        try folder.write("new", to: "a")
        try folder.write("old", to: "b")
        let (_, client) = try client()
        // SYMLINK "a", "/l".
        let made = try client.ask([20, 0, 0, 0, 1, 0, 0, 0, 1, 97, 0, 0, 0, 2, 47, 108])
        #expect(made.prefix(9) == [101, 0, 0, 0, 1, 0, 0, 0, 0])
        #expect(folder.read("l") == Array("new".utf8))
        // RENAME "/a", "/b", which is there.
        let paths = [0, 0, 0, 2, 47, 97, 0, 0, 0, 2, 47, 98] as [UInt8]
        #expect(
            try client.ask([18, 0, 0, 0, 2] + paths).prefix(9) == [101, 0, 0, 0, 2, 0, 0, 0, 4])
        let name = [0, 0, 0, 24] + Array("posix-rename@openssh.com".utf8)
        let renamed = try client.ask([200, 0, 0, 0, 3] + name + paths)
        #expect(renamed.prefix(9) == [101, 0, 0, 0, 3, 0, 0, 0, 0])
        #expect(folder.read("b") == Array("new".utf8))
        #expect(!folder.exists("a"))
    }

    @Test("Rules refuse once, answer otherwise, and end the connection")
    func rules() throws {
        let behaviour = ScriptedSFTPBehaviour().with(
            ScriptedSFTPRule(.stat, times: 1, answer: .status(.permissionDenied, "No.")),
            ScriptedSFTPRule(.lstat, path: "/odd", answer: .withID(9)),
            ScriptedSFTPRule(.mkdir, answer: .doneThenEnd),
            .listing(path: "/", [ScriptedSFTPEntry("../x")]))
        let (server, client) = try client(behaviour)
        let stat = [17, 0, 0, 0, 1, 0, 0, 0, 1, 47] as [UInt8]
        #expect(
            try client.ask(stat)
                == [101, 0, 0, 0, 1, 0, 0, 0, 3, 0, 0, 0, 3] + "No.".utf8 + [0, 0, 0, 0])
        #expect(try client.ask(stat)[0] == 105)
        let odd = try client.ask([7, 0, 0, 0, 2, 0, 0, 0, 4] + "/odd".utf8)
        #expect(odd.prefix(9) == [101, 0, 0, 0, 9, 0, 0, 0, 2])
        let opened = try client.ask([11, 0, 0, 0, 3, 0, 0, 0, 1, 47])
        let names = try client.ask([12, 0, 0, 0, 4, 0, 0, 0, 4] + opened.suffix(4))
        #expect(names.prefix(17) == [104, 0, 0, 0, 4, 0, 0, 0, 1, 0, 0, 0, 4] + "../x".utf8)
        // MKDIR "/d", no attributes.
        try client.send([0, 0, 0, 15, 14, 0, 0, 0, 5, 0, 0, 0, 2, 47, 100, 0, 0, 0, 0])
        #expect(try client.rest().isEmpty)
        #expect(folder.exists("d"))
        server.waitForEnd()
    }

    @Test("Answers are held back, and let go in another order")
    func pace() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.pace = .pending(3)
        behaviour.order = .reversed
        let (server, client) = try client(behaviour)
        func stat(_ id: UInt8) -> [UInt8] { [0, 0, 0, 10, 17, 0, 0, 0, id, 0, 0, 0, 1, 47] }
        try client.send(stat(1) + stat(2))
        server.waitForPending(2)
        try client.send(stat(3))
        #expect(try (0..<3).map { _ in try client.packet()[4] } == [3, 2, 1])
        #expect(server.mostPending == 3)
        #expect(server.rounds == 1)
        server.change { $0.pace = .byHand }
        try client.send(stat(4))
        server.waitForRequests(4)
        server.waitForPending(1)
        server.release()
        #expect(try client.packet()[4] == 4)
    }

    @Test("A stream is cut after so many bytes, and a packet past the limit ends it")
    func cut() throws {
        var behaviour = ScriptedSFTPBehaviour.bare
        behaviour.endsAfter = 4
        let (server, client) = try client(behaviour)
        try client.send([0, 0, 0, 5, 1, 0, 0, 0, 3])
        #expect(try client.rest() == [0, 0, 0, 5])
        let second = try ScriptedSFTPClient(server.connect())
        try second.send([0, 0, 0, 5, 1, 0, 0, 0, 3])
        #expect(try second.packet() == [2, 0, 0, 0, 3])
        try second.send([0, 4, 0, 1])
        #expect(try second.rest().isEmpty)
    }
}
