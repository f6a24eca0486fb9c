import DemoServer
import Engine
import Files
import Glibc
import Jobs
import Settings
import Support
import Synchronization
import Testing
import Transfers
import UI

/// An engine with a demo server on the other side, and the messages that come of its effects.
final class Bench {
    let folder: TemporaryFolder
    let server: DemoServer
    let site: Site
    let inbox: Inbox
    let context: ConnectionContext
    let engine: Engine
    private let reader: MessageReader
    private var requestCount = 0

    init(
        password: String? = nil, knows: String? = "any",
        keepPassword: @escaping @Sendable (Secret, Site) -> SettingsError? = { _, _ in nil },
        prepare: (inout SettingsAccess) -> Void = { _ in }
    ) throws {
        folder = try TemporaryFolder()
        try folder.write("hello", to: "hello.txt")
        try folder.makeFolder("sub")
        try folder.write("12345678", to: "sub/eight")
        server = try DemoServer(
            root: folder.path, options: .init(user: "someone", password: password))
        site = Site(
            scheme: .ftp, host: "127.0.0.1", port: try server.start(), user: "someone")
        inbox = try #require(Inbox())
        reader = MessageReader(inbox, seconds: 30)
        let inbox = inbox
        let credentials = Credentials { _ in knows.map { Secret($0) } }
        context = ConnectionContext(credentials: credentials) { inbox.log($0) }
        let context = context
        let queue = TransferQueue(
            storePath: nil, configuration: .init(), context: context, inbox: inbox)
        var settings = SettingsAccess()
        settings.keepPassword = keepPassword
        prepare(&settings)
        engine = Engine(context: context, queue: queue, inbox: inbox, settings: settings)
    }

    deinit {
        engine.close()
        server.stop()
    }

    func request() -> RequestID {
        requestCount += 1
        return RequestID(rawValue: requestCount)
    }

    /// Waits until a message is what is wanted, and gives what `pick` makes of it.
    func wait<Value>(for pick: (Message) -> Value?) throws -> Value {
        try reader.wait(for: pick)
    }

    func list(_ path: Path?, site: Site? = nil) throws -> Result<Listing, FileSystemError> {
        let request = request()
        _ = engine.run(.list(request, .right, site ?? self.site, path, Arrangement()))
        return try answer(to: request)
    }

    func answer(to request: RequestID) throws -> Result<Listing, FileSystemError> {
        try wait { message in
            if case .listed(request, let result) = message { return result }
            return nil
        }
    }
}

@Suite("Effects become work, and work becomes messages")
struct EngineTests {
    @Test("A pane lists where the login puts it, and any directory by its path")
    func list() throws {
        let bench = try Bench()
        let start = try bench.list(nil).get()
        #expect(start.location.path == .root)
        #expect(start.directory.entries.map(\.name.text).sorted() == ["hello.txt", "sub"])
        let below = try bench.list(Path("/sub")).get()
        #expect(below.directory.entries.map(\.size) == [8])
        let error = #expect(throws: FileSystemError.self) {
            try bench.list(Path("/none")).get()
        }
        #expect(error?.message.contains("none") == true)
    }

    @Test("A path that is written without a slash in front starts the login directory")
    func listBelowHome() throws {
        let bench = try Bench()
        let request = bench.request()
        let below = try #require(RelativePath(Array("none/../sub".utf8)))
        _ = bench.engine.run(
            .listBelowHome(request, .right, bench.site, below, Arrangement()))
        let listing = try bench.answer(to: request).get()
        #expect(listing.location.path == Path("/sub"))
        #expect(listing.directory.entries.map(\.size) == [8])
    }

    @Test("What is asked for while a server is silent can be cancelled at once, and the next works")
    func cancel() throws {
        let bench = try Bench()
        _ = try bench.list(nil).get()
        bench.server.behaviour = [.once(.silent(at: "CWD"))]
        let stuck = bench.request()
        _ = bench.engine.run(.list(stuck, .right, bench.site, Path("/sub"), Arrangement()))
        // The server has to have come to the command that it will not answer.
        let deadline = Deadline(seconds: 30)
        while !bench.server.commands.contains("CWD /sub") {
            try deadline.wait(for: bench.inbox.descriptor, atMost: 0.02)
            _ = bench.inbox.drain()
        }
        _ = bench.engine.run(.cancel(.right, stuck))
        #expect(try bench.list(Path("/sub")).get().directory.count == 1)
    }

    @Test("A login without a password asks for it, again after a wrong one, and then goes on")
    func password() throws {
        let bench = try Bench(password: "right", knows: nil)
        let request = bench.request()
        _ = bench.engine.run(.list(request, .right, bench.site, nil, Arrangement()))
        func asked() throws -> String? {
            try bench.wait { message -> String?? in
                if case .passwordNeeded(request, _, let detail) = message { return .some(detail) }
                return nil
            }
        }
        #expect(try asked() == nil)
        _ = bench.engine.run(.password(request, bench.site, .given(Secret("wrong"))))
        #expect(try asked()?.contains("530") == true)
        _ = bench.engine.run(.password(request, bench.site, .given(Secret("right"))))
        #expect(try bench.answer(to: request).get().directory.count == 2)
    }

    @Test("An answer about a server is known to all connections, and the listing goes on")
    func trust() throws {
        let bench = try Bench()
        let request = bench.request()
        let question = TrustQuestion.certificate(.clear(reason: "No TLS."))
        _ = bench.engine.run(.list(request, .right, bench.site, nil, Arrangement()))
        _ = try bench.answer(to: request).get()
        _ = bench.engine.run(.trust(request, bench.site, question, .declined))
        let error = #expect(throws: FileSystemError.self) { try bench.answer(to: request).get() }
        #expect(error?.kind == .security)
        #expect(!bench.context.known.record(of: bench.site).mayBeClear)
        _ = bench.engine.run(.trust(request, bench.site, question, .once))
        #expect(bench.context.known.record(of: bench.site).mayBeClear)
        #expect(try bench.answer(to: request).get().directory.count == 2)
    }

    @Test("A host key that is trusted waits for ssh, and is kept nowhere else")
    func hostKey() throws {
        let bench = try Bench()
        let request = bench.request()
        let key = HostKey(host: "h", port: 22, type: "ED25519", fingerprint: "SHA256:abc")
        let new = TrustQuestion.hostKey(.new(key))
        let line = KnownHostsLine(file: "/home/me/.ssh/known_hosts", number: 12)
        let changed = TrustQuestion.hostKey(.changed(key, known: line))
        _ = bench.engine.run(.list(request, .right, bench.site, nil, Arrangement()))
        _ = try bench.answer(to: request).get()
        let before = bench.context.known.record(of: bench.site)
        for (question, answer) in [
            (new, TrustAnswer.declined), (new, .once), (changed, .declined), (changed, .once),
            (changed, .always),
        ] {
            _ = bench.engine.run(.trust(request, bench.site, question, answer))
            let error = #expect(throws: FileSystemError.self) {
                try bench.answer(to: request).get()
            }
            #expect(error?.kind == .security)
            #expect(bench.context.hostKeys.answer(to: key) == nil)
        }
        _ = bench.engine.run(.trust(request, bench.site, new, .always))
        #expect(bench.context.hostKeys.answer(to: key) == "SHA256:abc")
        #expect(try bench.answer(to: request).get().directory.count == 2)
        #expect(bench.context.known.record(of: bench.site) == before)
    }

    @Test("Names that are not UTF-8 come with their number and a guess of their charset")
    func charset() throws {
        let bench = try Bench()
        for name in [
            [0xD0, 0xD2, 0xC9, 0xD7, 0xC5, 0xD4], [0xCD, 0xC9, 0xD2, 0xCF, 0xD7, 0xC1, 0xD1],
        ]
            as [[UInt8]]
        {
            let path = bench.folder.path.utf8.map { CChar(bitPattern: $0) } + [0x2F]
            #expect(mkdir(path + name.map { CChar(bitPattern: $0) } + [0], 0o755) == 0)
        }
        let listing = try bench.list(nil).get()
        #expect(listing.foreignCount == 2)
        #expect(listing.charsetGuess != nil)
        var site = bench.site
        site.charset = "KOI8-R"
        let known = try bench.list(nil, site: site).get()
        #expect(known.foreignCount == 0 && known.directory.count == 4)
    }

    @Test("A password goes to the keyring off the main thread, and what became of it is told")
    func keepPassword() throws {
        let kept = Mutex<[String]>([])
        let bench = try Bench { secret, site in
            kept.withLock { $0.append("\(secret.reveal()) \(site.text)") }
            return site.user == "nobody" ? SettingsError(file: "tool", "It is locked.") : nil
        }
        func notice(_ site: Site) throws -> (text: String, isError: Bool) {
            _ = bench.engine.run(.keepPassword(Secret("pw"), site))
            return try bench.wait { message in
                if case .notice(let text, let isError) = message { return (text, isError) }
                return nil
            }
        }
        let good = try notice(bench.site)
        #expect(good.text == "The password for \(bench.site.text) was saved in your keyring.")
        #expect(!good.isError)
        var site = bench.site
        site.user = "nobody"
        let bad = try notice(site)
        #expect(bad.text == "tool: It is locked." && bad.isError)
        #expect(kept.withLock { $0 } == ["pw \(bench.site.text)", "pw \(site.text)"])
    }

    @Test("A password that is not given ends the request")
    func declined() throws {
        let bench = try Bench(password: "right", knows: nil)
        let request = bench.request()
        _ = bench.engine.run(.list(request, .right, bench.site, nil, Arrangement()))
        try bench.wait { message in
            if case .passwordNeeded = message { return () }
            return nil
        }
        _ = bench.engine.run(.password(request, bench.site, .declined))
        let error = #expect(throws: FileSystemError.self) {
            try bench.answer(to: request).get()
        }
        #expect(error?.kind == .login)
    }

    @Test("A looked-up password is used without a question, and never stands in the log")
    func lookup() throws {
        let bench = try Bench(password: "hidden-word", knows: "hidden-word")
        _ = try bench.list(nil).get()
        #expect(bench.server.commands.contains { $0.hasPrefix("PASS") })
        _ = bench.engine.run(.loadSites)
        var seen = ""
        try bench.wait { message in
            if case .exchanged(let lines) = message { seen += lines.map(\.text).joined() }
            if case .sites = message { return () }
            return nil
        }
        #expect(!seen.contains("hidden-word"))
    }

    @Test("A connection that the server closed while idle is noticed once, and made anew")
    func detached() throws {
        let bench = try Bench()
        _ = try bench.list(nil).get()
        bench.server.dropConnections()
        let deadline = Deadline(seconds: 30)
        var reason: String?
        while reason == nil, deadline.isOpen {
            bench.engine.tick(now: .now())
            try deadline.wait(for: bench.inbox.descriptor, atMost: 0.05)
            for message in bench.inbox.drain() {
                if case .detached(.right, let text) = message { reason = text }
            }
        }
        #expect(reason == "It closed the connection.")
        #expect(try bench.list(Path("/sub")).get().directory.count == 1)
        #expect(bench.server.openedCount == 2)
    }

    @Test("Counting adds up what lies below, and following reads use one transfer")
    func countAndRead() throws {
        let bench = try Bench()
        let count = bench.request()
        _ = bench.engine.run(.count(count, .right, bench.site, TallyRequest([.root])))
        let tally: Tally = try bench.wait { message in
            if case .counted(count, let tally, isFinal: true) = message { return tally }
            return nil
        }
        #expect(tally.files == 2)
        #expect(tally.directories == 2)
        #expect(tally.bytes == 13)

        let file = Location(site: bench.site, path: Path("/sub/eight"))
        var text = ""
        for offset in [0, 3] as [UInt64] {
            let read = bench.request()
            _ = bench.engine.run(.read(read, file, offset: offset, length: offset == 0 ? 3 : 100))
            let chunk: Chunk = try bench.wait { message in
                if case .chunk(read, .success(let chunk)) = message { return chunk }
                return nil
            }
            #expect(chunk.offset == offset)
            text += String(decoding: chunk.bytes, as: UTF8.self)
        }
        #expect(text == "12345678")
        #expect(bench.server.commands.filter { $0.hasPrefix("RETR") }.count == 1)
    }

    @Test("A connection beside the panes is let go of after a minute without use")
    func idle() throws {
        let bench = try Bench()
        let count = bench.request()
        _ = bench.engine.run(.count(count, .right, bench.site, TallyRequest([.root])))
        try bench.wait { message -> Void? in
            if case .counted(count, _, isFinal: true) = message { return () }
            return nil
        }
        bench.engine.tick(now: .now() + 30)
        let again = bench.request()
        _ = bench.engine.run(.count(again, .right, bench.site, TallyRequest([.root])))
        try bench.wait { message -> Void? in
            if case .counted(again, _, isFinal: true) = message { return () }
            return nil
        }
        #expect(bench.server.openedCount == 1)
        bench.engine.tick(now: .now() + 61)
        let last = bench.request()
        _ = bench.engine.run(.count(last, .right, bench.site, TallyRequest([.root])))
        try bench.wait { message -> Void? in
            if case .counted(last, _, isFinal: true) = message { return () }
            return nil
        }
        #expect(bench.server.openedCount == 2)
    }

    @Test("Changes are made and answered; an existing file is not emptied")
    func changes() throws {
        let bench = try Bench()
        func outcome(
            _ effect: (RequestID) -> Effect
        ) throws -> Result<Void, FileSystemError> {
            let request = bench.request()
            _ = bench.engine.run(effect(request))
            return try bench.wait { message in
                if case .finished(request, let result) = message { return result }
                return nil
            }
        }
        func location(_ path: String) -> Location { Location(site: bench.site, path: Path(path)) }
        try outcome { .makeDirectory($0, .right, location("/made")) }.get()
        try outcome { .makeFile($0, .right, location("/made/empty")) }.get()
        try outcome {
            .rename($0, .right, bench.site, from: Path("/made/empty"), to: Path("/made/new"))
        }.get()
        #expect(bench.folder.read("made/new") == [])
        let error = #expect(throws: FileSystemError.self) {
            try outcome { .makeFile($0, .right, location("/hello.txt")) }.get()
        }
        #expect(error?.kind == .exists)
        #expect(bench.folder.read("hello.txt") == Array("hello".utf8))
    }

    @Test("A raw command's reply comes back whole")
    func raw() throws {
        let bench = try Bench()
        let request = bench.request()
        _ = bench.engine.run(.sendRaw(request, .right, bench.site, "NOOP"))
        let lines: [String] = try bench.wait { message in
            if case .replied(request, .success(let lines)) = message { return lines }
            return nil
        }
        #expect(lines.first?.hasPrefix("200") == true)
    }

    @Test("Nobody gets around a proxy that cannot be read")
    func noWay() throws {
        var defaults = ConnectionDefaults()
        defaults.environment = EnvironmentProxy { $0 == "all_proxy" ? "gopher://gate:70" : nil }
        for scheme in [Site.Scheme.ftp, .https, .sftp] {
            let lines = Mutex<[Exchange]>([])
            let context = ConnectionContext(
                credentials: Credentials { _ in nil }, defaults: defaults
            ) { line in lines.withLock { $0.append(line) } }
            let files = context.fileSystem(
                for: Site(scheme: scheme, host: "nowhere.invalid"), connection: 1)
            let error = #expect(throws: FileSystemError.self) { try files.home() }
            #expect(error?.kind == .unsupported)
            #expect(lines.withLock { $0.isEmpty })
        }
    }

    @Test("Jobs are carried out and told of")
    func queue() throws {
        let bench = try Bench()
        let target = try TemporaryFolder()
        let name = try #require(Name("hello.txt"))
        let request = JobRequest(
            operation: .copy, source: Location(site: bench.site, path: Path("/hello.txt")),
            entry: Entry(name: name, kind: .file, size: 5),
            target: Location(site: .local, path: Path(target.path("copy.txt"))),
            root: Path(target.path))
        _ = bench.engine.run(.enqueue(JobBatch([request])))
        try bench.wait { message -> Void? in
            guard case .queue(let change) = message else { return nil }
            return change.changed.contains { $0.state == .done } ? () : nil
        }
        #expect(target.read("copy.txt") == Array("hello".utf8))
    }

    @Test("What was chosen in a server's directory comes into one of this machine, which is there")
    func chosen() throws {
        let bench = try Bench()
        let target = try TemporaryFolder()
        try target.write("mine", to: "mine.txt")
        let name = try #require(Name("hello.txt"))
        var builder = DirectoryBuilder()
        builder.append(Entry(name: name, kind: .file, size: 5))
        let request = JobRequest(
            operation: .copy, source: Location(site: bench.site, path: .root),
            entry: Entry(name: name, kind: .directory),
            target: Location(site: .local, path: Path(target.path)), root: Path(target.path),
            chosen: ChosenEntries(builder.directory))
        _ = bench.engine.run(.enqueue(JobBatch([request])))
        try bench.wait { message -> Void? in
            guard case .queue(let change) = message else { return nil }
            return change.changed.contains { $0.chosen == 1 && $0.state == .done } ? () : nil
        }
        #expect(target.read("hello.txt") == Array("hello".utf8))
        #expect(target.read("mine.txt") == Array("mine".utf8))
    }

    @Test("What only the terminal's owner can do comes back")
    func terminal() throws {
        let bench = try Bench()
        #expect(bench.engine.run(.quit) == .quit)
        #expect(bench.engine.run(.copy("x")) == .copy("x"))
        #expect(bench.engine.run(.loadSites) == nil)
    }

    @Test("The log is saved to a new file only")
    func saveLog() throws {
        let bench = try Bench()
        let path = Path(bench.folder.path("log.txt"))
        let line = Exchange(time: 0, connection: 3, direction: .sent, text: "NOOP")
        for isError in [false, true] {
            _ = bench.engine.run(.saveLog([line], path))
            let notice: Bool = try bench.wait { message in
                if case .notice(_, let isError) = message { return isError }
                return nil
            }
            #expect(notice == isError)
        }
        let text = String(decoding: try #require(bench.folder.read("log.txt")), as: UTF8.self)
        #expect(text.contains("#3 → NOOP"))
    }
}
