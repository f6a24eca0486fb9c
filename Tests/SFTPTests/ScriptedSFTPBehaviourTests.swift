import Support
import Testing

@Suite("The scripted SFTP server as servers that refuse")
struct ScriptedSFTPBehaviourTests {
    private let folder: TemporaryFolder

    init() throws {
        folder = try TemporaryFolder()
        try folder.write("hello", to: "a")
    }

    private func client(_ behaviour: ScriptedSFTPBehaviour) throws -> ScriptedSFTPClient {
        let server = ScriptedSFTPServer(root: folder.path, behaviour: behaviour)
        return try ScriptedSFTPClient(server.connect())
    }

    /// A packet of this type with id 1 and these fields.
    private func packet(
        _ type: UInt8, _ fill: (inout ScriptedSFTPWriter) -> Void
    ) -> [UInt8] {
        var writer = ScriptedSFTPWriter()
        writer.put(byte: type)
        writer.put(1)
        fill(&writer)
        return writer.bytes
    }

    /// OPEN of `/a`.
    private func open(
        flags: UInt32, _ attributes: ScriptedSFTPAttributes = .init()
    ) -> [UInt8] {
        packet(3) {
            $0.put("/a")
            $0.put(flags)
            $0.put(attributes)
        }
    }

    private func rename(extra: String? = nil) -> [UInt8] {
        packet(18) {
            $0.put("/a")
            $0.put("/b")
            if let extra { $0.put(extra) }
        }
    }

    private var posixRename: [UInt8] {
        packet(200) {
            $0.put("posix-rename@openssh.com")
            $0.put("/a")
            $0.put("/b")
        }
    }

    private func setTime(_ path: String) -> [UInt8] {
        packet(9) {
            $0.put(path)
            $0.put(ScriptedSFTPAttributes(times: .init(access: 1_000, modified: 1_000)))
        }
    }

    /// The code of a STATUS; nil where the answer is another packet.
    private func code(_ answer: [UInt8]) -> UInt8? { answer[0] == 101 ? answer[8] : nil }

    /// What LSTAT says of `/a`.
    private func look(_ client: ScriptedSFTPClient) throws -> ScriptedSFTPAttributes? {
        let answer = try client.ask(packet(7) { $0.put("/a") })
        guard answer[0] == 105 else { return nil }
        var reader = ScriptedSFTPReader(Array(answer.dropFirst(5)))
        return try reader.attributes()
    }

    @Test("Renaming that is refused, or only where a name is taken")
    func renaming() throws {
        let minIO = try client(.minIO)
        #expect(try code(minIO.ask(rename())) == 8)
        #expect(try code(minIO.ask(posixRename)) == 8)
        #expect(try code(client(.azure).ask(posixRename)) == 8)
        let windows = try client(.oldWindows { $0 == "/b" })
        #expect(try code(windows.ask(posixRename)) == 4)
        #expect(folder.exists("a"))
        #expect(try code(client(.awsTransfer).ask(rename())) == 0)
        #expect(folder.exists("b"))
    }

    @Test("A field too much, and no answer comes")
    func silence() throws {
        let server = ScriptedSFTPServer(root: folder.path, behaviour: .awsTransfer)
        let client = try ScriptedSFTPClient(server.connect())
        let request = rename(extra: "x")
        try client.send([0, 0, 0, UInt8(request.count)] + request)
        server.waitForRequests(1)
        // The answer that comes is that of the next.
        #expect(try client.ask(packet(7) { $0.put("/b") })[0] == 105)
    }

    @Test("Attributes that are refused, or dropped without a word")
    func attributes() throws {
        #expect(try code(client(.azure).ask(setTime("/a"))) == 8)
        #expect(try code(client(.awsTransfer).ask(setTime("/a"))) == 8)
        let proftpd = try client(.proftpdWithoutModes)
        #expect(try code(proftpd.ask(open(flags: 26, .init(permissions: 0o600)))) == 3)
        #expect(try code(proftpd.ask(open(flags: 26))) == nil)
        let timeless = try client(.timeless)
        #expect(try code(timeless.ask(setTime("/a"))) == 0)
        #expect(try look(timeless)?.times?.modified != 1_000)
        let usual = try client(.init())
        #expect(try code(usual.ask(setTime("/a"))) == 0)
        #expect(try look(usual)?.times?.modified == 1_000)
    }

    @Test("One file at a time, and no look at it; a file that may not be changed in part")
    func opening() throws {
        let sterling = try client(.sterling)
        #expect(try look(sterling) != nil)
        let opened = try sterling.ask(open(flags: 1))
        #expect(opened[0] == 102)
        #expect(try look(sterling) == nil)
        #expect(try code(sterling.ask(open(flags: 1))) == 4)
        #expect(try code(sterling.ask(packet(4) { $0.put(string: opened.suffix(4)) })) == 0)
        #expect(try look(sterling) != nil)
        let azure = try client(.azure)
        #expect(try code(azure.ask(open(flags: 2))) == 4)
        #expect(try code(azure.ask(open(flags: 26))) == nil)
    }

    @Test("Sizes that come late")
    func sizes() throws {
        let client = try client(.lateSizes(times: 2))
        #expect(try (0..<3).map { _ in try look(client)?.size } == [0, 0, 5])
    }

    /// The entries of all answers to READDIR of `path`, `most` answers at most.
    private func list(
        _ client: ScriptedSFTPClient, _ path: String, most: Int = 10
    ) throws -> [ScriptedSFTPEntry] {
        let opened = try client.ask(packet(11) { $0.put(path) })
        var entries: [ScriptedSFTPEntry] = []
        for _ in 0..<most {
            let answer = try client.ask(packet(12) { $0.put(string: opened.suffix(4)) })
            guard answer[0] == 104 else { break }
            var reader = ScriptedSFTPReader(Array(answer.dropFirst(5)))
            for _ in 0..<(try reader.integer()) {
                entries.append(
                    try ScriptedSFTPEntry(
                        reader.string(), longName: reader.string(), reader.attributes()))
            }
        }
        return entries
    }

    @Test("Listings: in one packet, without owners, of files as folders, without end")
    func listings() throws {
        // Names long enough for a packet past 1 MiB would take long to make; many are enough.
        for number in 0..<300 { try folder.write("", to: "file \(number)") }
        #expect(try list(client(.wingFTP), "/", most: 1).count == 303)
        #expect(try list(client(.init()), "/", most: 1).count == 100)
        let bitvise = try client(.bitvise)
        #expect(try list(bitvise, "/").allSatisfy { $0.attributes.owner == nil })
        #expect(try look(bitvise)?.owner != nil)
        let audiocodes = try client(.audiocodes)
        let names = try list(audiocodes, "/")
        #expect(names.allSatisfy { ($0.attributes.permissions ?? 0) & 0o170000 == 0o040000 })
        #expect(try list(audiocodes, "/a/a/a").count == names.count)
        let endless = try client(.bare.with(.endlessListing(path: "/")))
        #expect(try Set(list(endless, "/", most: 20).map(\.name)).count == 2_000)
    }

    @Test("Extensions: space, a hard link, a copy, names of owners, home")
    func extensions() throws {
        var behaviour = ScriptedSFTPBehaviour()
        behaviour.home = "/home"
        try folder.makeFolder("home")
        let client = try client(behaviour)
        func ask(_ name: String, _ fill: (inout ScriptedSFTPWriter) -> Void) throws -> [UInt8] {
            try client.ask(
                packet(200) {
                    $0.put(name)
                    fill(&$0)
                })
        }
        let space = try ask("statvfs@openssh.com") { $0.put("/") }
        #expect(space[0] == 201 && space.count == 5 + 88)
        let linked = try ask("hardlink@openssh.com") {
            $0.put("/a")
            $0.put("/linked")
        }
        #expect(code(linked) == 0 && folder.read("linked") == Array("hello".utf8))
        let home = try ask("expand-path@openssh.com") { $0.put("~/x") }
        #expect(home.dropFirst(13).prefix(7).elementsEqual("/home/x".utf8))
        let limits = try ask("limits@openssh.com") { _ in }
        #expect(limits.dropFirst(5).prefix(8) == [0, 0, 0, 0, 0, 4, 0, 0])
        let names = try ask("users-groups-by-id@openssh.com") {
            $0.put(string: [0, 0, 0, 0])
            $0.put("")
        }
        #expect(names == [201, 0, 0, 0, 1, 0, 0, 0, 8, 0, 0, 0, 4] + "root".utf8 + [0, 0, 0, 0])
        let source = try client.ask(open(flags: 1)).suffix(4)
        let target = try client.ask(
            packet(3) {
                $0.put("/copy")
                $0.put(26)
                $0.put(ScriptedSFTPAttributes())
            }
        ).suffix(4)
        let copied = try ask("copy-data") {
            $0.put(string: source)
            $0.put(long: 1)
            $0.put(long: 0)
            $0.put(string: target)
            $0.put(long: 0)
        }
        #expect(code(copied) == 0 && folder.read("copy") == Array("ello".utf8))
        #expect(try code(ask("unheard-of") { _ in }) == 8)
    }
}
