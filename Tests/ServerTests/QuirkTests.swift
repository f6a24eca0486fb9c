import DemoServer
import FTP
import Files
import Support
import Synchronization
import Testing

/// Lists, fetches, sends, resumes and leaves, on a server with one quirk or two.
@Suite("Quirks alone and in pairs: right bytes, or an error in plain words")
struct QuirkTests {
    @Test(
        "A quirk that loses nothing is not noticed", arguments: Quirk.allCases.filter(\.isHarmless))
    func harmless(quirk: Quirk) throws {
        let failures = try Visit(quirk, isPatient: true).run().filter { failure in
            // No upload goes on where nothing tells how much of it is there.
            !(quirk.hidesSizes && failure.hasPrefix("resume the upload"))
        }
        #expect(failures.isEmpty, "\(quirk): \(failures)")
    }

    @Test("Any quirk, alone and with every other", arguments: Quirk.allCases)
    func pairs(first: Quirk) throws {
        _ = try Visit(first).run()
        let position = Quirk.allCases.firstIndex(of: first) ?? 0
        for second in Quirk.allCases[(position + 1)...] {
            _ = try Visit(first, second).run()
        }
    }

    private static let verbs = [
        "GREETING", "USER", "PASS", "FEAT", "SYST", "OPTS", "TYPE", "PWD", "CWD", "EPSV", "MLSD",
        "MLST", "SIZE", "RETR", "STOR", "REST", "MFMT", "MKD", "RNFR", "RNTO", "DELE", "RMD",
        "QUIT",
    ]

    @Test("A connection that ends at any command, once and always", arguments: verbs)
    func ends(verb: String) throws {
        for fault: Fault in [
            .goodbye(at: verb), .close(at: verb), .reset(at: verb), .silent(at: verb),
            .reply(verb, "500 What?\r\n"), .reply(verb, "450 Not now.\r\n"),
            .reply(verb, "331 More?\r\n"), .reply(verb, "\u{0}\r\n"), .endlessLine(at: verb),
            .endlessReply(at: verb), .extra(after: verb, "226 And more.\r\n"),
        ] {
            _ = try Visit([.once(fault)], isPatient: false, "\(fault) once").run()
            if case .silent = fault { continue }
            _ = try Visit([.always(fault)], isPatient: false, "\(fault)").run()
        }
    }
}

/// One visit to a bent server, on which nothing may look whole that is not.
private final class Visit {
    private static let password = "s3cretpass"

    private let folder: TemporaryFolder
    private let server: DemoServer
    private let files: FTPFileSystem
    private let label: String
    private let bytes = (0..<5_000).map { UInt8(truncatingIfNeeded: $0 &* 7 &+ $0 / 251) }
    private var failures: [String] = []
    /// Whether the server cuts a file and gives no size that could tell.
    private let isCutUnseen: Bool

    convenience init(_ quirks: Quirk..., isPatient: Bool = false) throws {
        try self.init(
            quirks.reduce([]) { $0 + $1.behaviour }, isPatient: isPatient,
            quirks.map(\.rawValue).joined(separator: "+"),
            isCutUnseen: quirks.contains(.truncated)
                && quirks.contains { $0.hidesSizes || $0 == .zeroSize })
    }

    init(
        _ behaviour: Behaviour, isPatient: Bool, _ label: String, isCutUnseen: Bool = false
    ) throws {
        self.label = label
        self.isCutUnseen = isCutUnseen
        folder = try TemporaryFolder(isInMemory: true)
        try folder.write(bytes, to: "a")
        try folder.write(Array(bytes[..<2_500]), to: "half")
        try folder.write("x", to: "old")
        try folder.makeFolder("d")
        server = try DemoServer(
            root: folder.path, options: .init(user: "me", password: Visit.password),
            behaviour: behaviour)
        var site = Site(scheme: .ftp, host: "127.0.0.1", port: try server.start(), user: "me")
        site[TLSOptions.isWanted] = false
        let lines = Recorder()
        recorder = lines
        files = FTPFileSystem(
            site: site, connection: 1, trust: TrustPolicy(memory: TransientTrust()),
            log: { lines.add($0.text) },
            password: { _ in Secret(Visit.password) })
        files.timeouts.idle = isPatient ? 10 : 0.15
        files.timeouts.missing = isPatient ? 0.3 : 0.1
        files.timeouts.quit = 0.05
        files.timeouts.abort = isPatient ? 2 : 0.1
        files.timeouts.reason = 0.1
        files.timeouts.permission = 0.05
        files.timeouts.confirmation = 0.1
        files.timeouts.listing = 2
        files.listingLimits.entries = 2_000
    }

    private let recorder: Recorder

    deinit {
        server.stop()
    }

    /// What failed, in words.
    func run() throws -> [String] {
        attempt("list") { () throws(FileSystemError) in
            let listing = try files.list(.root)
            guard !listing.isCut else { return }
            let names = Set(listing.entries.map(\.name.text))
            #expect(names == ["a", "half", "old", "d"], "\(label)")
        }
        attempt("get") { () throws(FileSystemError) in
            #expect(try read(from: 0) == bytes, "\(label)")
        }
        attempt("resume") { () throws(FileSystemError) in
            // As the queue does: the end of what is there is compared first.
            let rest = try read(from: 2_000)
            guard Array(rest.prefix(1_000)) == Array(bytes[2_000..<3_000]) else { return }
            // What no number was said of cannot be missed here; the queue knows the listing's.
            if isCutUnseen, rest.count < 3_000 { return }
            #expect(Array(bytes[..<2_000]) + rest == bytes, "\(label)")
        }
        attempt("put") { () throws(FileSystemError) in
            try write("new", from: 0)
            #expect(folder.read("new") == bytes, "\(label)")
        }
        attempt("resume the upload") { () throws(FileSystemError) in
            try write("half", from: 2_500)
            #expect(folder.read("half") == bytes, "\(label)")
        }
        attempt("look") { () throws(FileSystemError) in
            #expect(try files.entry(at: Path("/nowhere")) == nil, "\(label)")
        }
        attempt("change") { () throws(FileSystemError) in
            try files.makeDirectory(Path("/e"), root: nil)
            #expect(folder.exists("e"), "\(label)")
            try files.rename(Path("/old"), to: Path("/e/young"))
            #expect(!folder.exists("old") && folder.exists("e/young"), "\(label)")
            try files.removeFiles([Path("/e/young")])[0].get()
            #expect(!folder.exists("e/young"), "\(label)")
            try files.removeDirectories([Path("/e")])[0].get()
            #expect(!folder.exists("e"), "\(label)")
            _ = try files.raw("NOOP")
        }
        files.close()
        #expect(!recorder.all.contains { $0.contains(Visit.password) }, "\(label)")
        return failures
    }

    private func attempt(_ what: String, _ body: () throws(FileSystemError) -> Void) {
        do {
            try body()
        } catch {
            failures.append("\(what): \(error.message)")
            let hasWords = error.detail.count > 10 && !error.message.contains("\n")
            #expect(hasWords && !error.message.contains(Visit.password), "\(label): \(what)")
            let isNamed = error.path != nil || error.detail.contains("127.0.0.1")
            #expect(isNamed, "\(label): \(what): \(error.message)")
            switch error.kind {
            case .timeout, .truncated, .changed, .protocolViolation, .connection, .exists: break
            default:
                let isQuoted = error.reply != nil || error.kind == .unsupported
                #expect(isQuoted, "\(label): \(what): \(error.message)")
            }
        }
    }

    private func read(from offset: UInt64) throws(FileSystemError) -> [UInt8] {
        let source = try files.open(Path("/a"), from: offset)
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 4_096, alignment: 1)
        defer { buffer.deallocate() }
        var all: [UInt8] = []
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { break }
            all += buffer[..<count]
        }
        try source.finish()
        return all
    }

    /// Sends the file from the offset on; returns once the server has it, and of the right size as
    /// far as it says one.
    private func write(_ name: String, from offset: Int) throws(FileSystemError) {
        let creation = Creation(
            offset: UInt64(offset), size: UInt64(bytes.count),
            modified: Timestamp(seconds: 1_000_000_000))
        let path = Path("/" + name)
        let sink = try files.create(path, creation)
        let result: Result<Void, FileSystemError> = bytes[offset...].withUnsafeBytes { raw in
            do throws(FileSystemError) {
                return .success(try sink.write(raw))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        try sink.finish()
        try files.commit(sink, creation, size: UInt64(bytes.count))
    }
}

private final class Recorder: Sendable {
    private let lines = Mutex<[String]>([])

    func add(_ line: String) { lines.withLock { $0.append(line) } }

    var all: [String] { lines.withLock { $0 } }
}
