import Dispatch
import FTP
import Files
import Support
import Synchronization

/// A file system under test, connected to a scripted peer, and its log.
struct Client {
    let files: FTPFileSystem
    let log: ExchangeRecorder

    init(
        _ peer: ScriptedPeer, host: String = "127.0.0.1", user: String? = nil,
        password: String? = nil, account: String? = nil, timeout: Int = 10, isActive: Bool = false,
        log: ExchangeRecorder = ExchangeRecorder()
    ) {
        var site = Site(scheme: .ftp, host: host, port: peer.port, user: user)
        site[TLSOptions.isWanted] = false
        site[FTPOptions.account] = account
        site.timeout = timeout
        site[FTPOptions.isActive] = isActive
        self.init(site, password: password, log: log)
    }

    init(
        _ site: Site, password: String? = nil,
        proxyPassword: (@Sendable (Proxy) -> Secret?)? = nil,
        trust: TrustPolicy = TrustPolicy(memory: TransientTrust()),
        commands: any CommandMemory = TransientCommands(),
        log: ExchangeRecorder = ExchangeRecorder()
    ) {
        self.log = log
        files = FTPFileSystem(
            site: site, connection: 7, trust: trust, commands: commands, log: { log.add($0) },
            password: { _ in password.map { Secret($0) } }, proxyPassword: proxyPassword)
    }

    /// The whole of a file.
    func read(_ path: String, from offset: UInt64 = 0) throws(FileSystemError) -> String {
        let source = try files.open(Path(path), from: offset)
        let bytes = try drain(source)
        try source.finish()
        return String(decoding: bytes, as: UTF8.self)
    }

    func drain(_ source: any FileSource) throws(FileSystemError) -> [UInt8] {
        let buffer = UnsafeMutableRawBufferPointer.allocate(byteCount: 1_024, alignment: 1)
        defer { buffer.deallocate() }
        var all: [UInt8] = []
        while true {
            let count = try source.read(into: buffer)
            if count == 0 { return all }
            all += buffer[..<count]
        }
    }

    /// Into the file itself.
    func write(
        _ path: String, _ text: String, _ creation: Creation = Creation()
    ) throws(FileSystemError) {
        var creation = creation
        creation.placement = .inPlace
        let sink = try files.create(Path(path), creation)
        try send(text, to: sink)
        try sink.finish()
    }

    /// Commits what was written into the file itself.
    @discardableResult
    func commit(
        _ path: String, _ creation: Creation, size: UInt64
    ) throws(FileSystemError) -> Committed {
        let id = PartID(token: PartID.newToken(), number: 1)
        return try files.commit(
            Part(id: id, file: Path(path), place: .inPlace), creation, size: size)
    }

    func send(_ text: String, to sink: any FileSink) throws(FileSystemError) {
        let result: Result<Void, FileSystemError> = Array(text.utf8).withUnsafeBytes { bytes in
            do throws(FileSystemError) {
                return .success(try sink.write(bytes))
            } catch {
                return .failure(error)
            }
        }
        try result.get()
    }

    func names(_ path: String) throws(FileSystemError) -> [String] {
        try files.list(Path(path)).entries.map(\.name.text)
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
}

/// Keeps the lines of a log.
final class ExchangeRecorder: Sendable {
    private let lines = Mutex<[Exchange]>([])
    private let news = DispatchSemaphore(value: 0)

    func add(_ exchange: Exchange) {
        lines.withLock { $0.append(exchange) }
        news.signal()
    }

    /// Waits for a line more than were waited for before.
    func waitForLine() { news.wait() }

    var all: [Exchange] { lines.withLock { $0 } }

    func texts(_ direction: Exchange.Direction) -> [String] {
        all.filter { $0.direction == direction }.map(\.text)
    }
}

/// Ports that a script listened on.
final class PortList: Sendable {
    private let ports = Mutex<[UInt16]>([])

    func add(_ port: UInt16) { ports.withLock { $0.append(port) } }

    var all: [UInt16] { ports.withLock { $0 } }
}
