import Files
import HTTP
import Support
import Synchronization

/// A file system under test, connected to a scripted web server, and its log.
struct WebClient {
    let files: any WebFileSystem
    let log = ExchangeRecorder()

    init(
        _ peer: ScriptedPeer, _ scheme: Site.Scheme = .http, host: String = "127.0.0.1",
        user: String? = nil, password: String? = nil, timeout: Int = 10,
        trust: TrustPolicy = TrustPolicy(memory: TransientTrust()),
        change: (inout Site) -> Void = { _ in }
    ) {
        var site = Site(scheme: scheme, host: host, port: peer.port, user: user)
        site.timeout = timeout
        change(&site)
        self.init(site, password: password, trust: trust)
    }

    init(
        _ site: Site, password: String? = nil, proxyPassword: String? = nil,
        trust: TrustPolicy = TrustPolicy(memory: TransientTrust())
    ) {
        files = WebService.fileSystem(
            for: site, connection: 7, trust: trust, log: { [log] in log.add($0) },
            password: { _ in password.map { Secret($0) } },
            proxyPassword: { _ in proxyPassword.map { Secret($0) } })
    }

    /// The whole of a file.
    func read(
        _ path: String, from offset: UInt64 = 0, version: String? = nil
    ) throws(FileSystemError) -> String {
        let source = try files.open(Path(path), from: offset, version: version)
        let bytes = try drain(source)
        try source.finish()
        return String(decoding: bytes, as: UTF8.self)
    }

    func drain(_ source: any FileSource) throws(FileSystemError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_000, alignment: 1)
        defer { buffer.deallocate() }
        var all: [UInt8] = []
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return all }
            all += buffer[..<count]
        }
    }

    func write(
        _ path: String, _ text: String, _ creation: Creation = Creation()
    ) throws(FileSystemError) {
        let sink = try files.create(Path(path), as: WebClient.id, creation)
        let result: Result<Void, FileSystemError> = Array(text.utf8).withUnsafeBytes { bytes in
            do throws(FileSystemError) {
                return .success(try sink.write(bytes))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
        try sink.finish()
    }

    /// The part that `write` makes: `.ferry-testtest-1` where the server can rename.
    static let id = PartID(token: "testtest", number: 1)

    /// Commits what was written to `path`, beside it or in place.
    @discardableResult
    func commit(
        _ path: String, _ creation: Creation, size: UInt64, inPlace: Bool = true
    ) throws(FileSystemError) -> Committed {
        let part = Part(
            id: WebClient.id, file: Path(path),
            place: inPlace ? .inPlace : .beside(WebClient.id.name))
        return try files.commit(part, creation, size: size)
    }

    /// The error that `body` throws; nil where it does not.
    func failure(_ body: () throws(FileSystemError) -> Void) -> FileSystemError? {
        do {
            try body()
            return nil
        } catch {
            return error
        }
    }

    /// The error of reading a file.
    func failureToRead(
        _ path: String, from offset: UInt64 = 0, version: String? = nil
    ) -> FileSystemError? {
        failure { () throws(FileSystemError) in
            _ = try read(path, from: offset, version: version)
        }
    }
}

/// Keeps the lines of a log.
final class ExchangeRecorder: Sendable {
    private let lines = Mutex<[Exchange]>([])

    func add(_ exchange: Exchange) { lines.withLock { $0.append(exchange) } }

    var all: [Exchange] { lines.withLock { $0 } }

    func texts(_ direction: Exchange.Direction) -> [String] {
        all.filter { $0.direction == direction }.map(\.text)
    }

    /// All lines as one text.
    var whole: String { all.map(\.text).joined(separator: "\n") }
}
