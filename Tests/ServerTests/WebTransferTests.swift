import Files
import Glibc
import HTTP
import Support
import Testing

@Suite("Downloads from real web servers")
struct WebTransferTests {
    /// Python's server sends files only whole.
    static let ranged = WebServer.Kind.allCases.filter { $0 != .python }

    @Test("A file comes byte by byte", arguments: WebServer.Kind.allCases)
    func whole(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        let bytes = Bank.noise(3_000_001)
        try bank.server.root.write(bytes, to: "noise")
        let source = try bank.files.open(bank.path("noise"), from: 0)
        #expect(source.size == 3_000_001)
        #expect(try Bank.read(source) == bytes)
        try source.finish()
    }

    @Test("A part comes from the middle, and is the same file's", arguments: ranged)
    func resumed(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        let bytes = Bank.noise(3_000_001)
        try bank.writeOld(bytes, to: "noise")
        let source = try bank.files.open(bank.path("noise"), from: 0)
        let version = try #require(source.version)
        let part = try Bank.read(source, limit: 1_000_000)
        source.cancel()
        let rest = try bank.get("noise", from: UInt64(part.count), version: version)
        #expect(part + rest == bytes)
        #expect(try bank.get("noise", from: 1_999_999) == Array(bytes[1_999_999...]))
        #expect(try bank.get("noise", from: 3_000_001, version: version) == [])
    }

    @Test("The bytes of two versions are never mixed", arguments: ranged)
    func changed(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        try bank.writeOld(Bank.noise(100_000), to: "file")
        let source = try bank.files.open(bank.path("file"), from: 0)
        let version = try #require(source.version)
        _ = try Bank.read(source, limit: 10_000)
        source.cancel()
        try bank.server.root.write(Bank.noise(100_000).reversed(), to: "file")
        let error = failure { _ = try bank.get("file", from: 10_000, version: version) }
        #expect(error?.kind == .changed)
        #expect(error?.message.contains("file") == true)
        #expect(try bank.get("file") == Bank.noise(100_000).reversed())
    }

    @Test("Where only whole files are sent, what comes first is passed over")
    func unranged() throws {
        let bank = try WebBank(.python)
        try bank.server.root.write(Bank.noise(100_000), to: "file")
        #expect(try bank.get("file", from: 90_000) == Array(Bank.noise(100_000).suffix(10_000)))
        #expect(try bank.get("file") == Bank.noise(100_000))
    }

    @Test("Five gibibytes are counted, and read near their end", arguments: ranged)
    func big(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        let size: UInt64 = 5 << 30
        try bank.server.root.write([UInt8](), to: "big")
        truncate(bank.server.root.path("big"), off_t(size))
        let descriptor = Glibc.open(bank.server.root.path("big"), O_WRONLY)
        #expect(pwrite(descriptor, "the very end", 12, off_t(size) - 12) == 12)
        close(descriptor)
        #expect(try bank.files.entry(at: bank.path("big"))?.size == size)
        #expect(try bank.get("big", from: size - 3) == Array("end".utf8))
    }

    @Test("What is missing is said to be missing", arguments: WebServer.Kind.allCases)
    func missing(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        for error in [
            failure { _ = try bank.get("none") }, failure { _ = try bank.list("none") },
            failure { _ = try bank.get("none/file") },
        ] {
            #expect(error?.kind == .notFound)
            #expect(error?.message.contains("none") == true)
        }
        #expect(try bank.files.entry(at: bank.path("none")) == nil)
    }

    @Test(
        "What is forbidden is said to be forbidden",
        arguments: [
            WebServer.Kind.nginx, .apacheFancy, .apacheDAV, .lighttpd, .caddy,
        ])
    func forbidden(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        try bank.server.root.write("secret", to: "secret")
        chmod(bank.server.root.path("secret"), 0)
        let error = failure { _ = try bank.get("secret") }
        #expect(error?.kind == .denied)
        #expect(error?.message.contains("secret") == true)
        #expect(error?.reply?.contains("403") == true)
    }

    @Test("A server that was restarted is found again", arguments: WebServer.Kind.allCases)
    func restarted(kind: WebServer.Kind) throws {
        let bank = try WebBank(kind)
        try bank.server.root.write("hello", to: "file")
        #expect(try bank.get("file") == Array("hello".utf8))
        bank.server.stop()
        let error = failure { _ = try bank.get("file") }
        #expect(error?.kind == .connection)
        #expect(error?.isTransient == true)
        try bank.server.start()
        #expect(try bank.get("file") == Array("hello".utf8))
    }

    @Test("What a server would compress comes as it is on its disk")
    func compressed() throws {
        let bank = try WebBank(
            .nginx, extra: ["gzip on;", "gzip_types text/plain;", "gzip_min_length 1;"])
        let text = Array(String(repeating: "squeeze me ", count: 10_000).utf8)
        try bank.server.root.write(text, to: "file.txt")
        #expect(try bank.get("file.txt") == text)
        #expect(try bank.get("file.txt", from: 100_000) == Array(text[100_000...]))
    }

    @Test("Files are put where the server says that it takes them")
    func put() throws {
        let bank = try WebBank(.apacheDAV) { $0.scheme = .http }
        let bytes = Bank.noise(3_000_001)
        let sink = try bank.files.create(bank.path("some file"), Creation(size: 3_000_001))
        try Bank.write(bytes[...], to: sink)
        try sink.finish()
        #expect(bank.server.root.read("some file") == bytes)
        let refusing = try WebBank(.nginx)
        let error = failure {
            _ = try refusing.files.create(refusing.path("some file"), Creation(size: 1))
        }
        #expect(error?.kind == .unsupported)
        #expect(error?.message.contains("some file") == true)
    }

    @Test("A download that breaks off is told apart from one that ends")
    func cutOff() throws {
        let server = try startedServer(WebServer.Kind.nginx)
        let relay = try CuttingRelay(to: server.port)
        defer { relay.stop() }
        let files = WebService.fileSystem(
            for: Site(scheme: .http, host: "127.0.0.1", port: relay.port), connection: 1,
            trust: TrustPolicy(memory: TransientTrust()), log: { _ in }, password: { _ in nil },
            proxyPassword: { _ in nil })
        try server.root.write(Bank.noise(3_000_000), to: "file")
        // Before anything is asked: sockets could hold all of it at once.
        relay.cut(after: 1_500_000)
        let source = try files.open(Path("/file"), from: 0)
        var part: [UInt8] = []
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { block.deallocate() }
        let error = failure {
            while true {
                let count = try source.read(into: block)
                if count == 0 { break }
                part += block[..<count]
            }
            try source.finish()
        }
        #expect(error?.isTransient == true)
        source.cancel()
        let rest = try files.open(
            Path("/file"), from: UInt64(part.count), version: source.version)
        #expect(try part + Bank.read(rest) == Bank.noise(3_000_000))
        try rest.finish()
        files.close()
    }
}
