import DemoServer
import FTP
import Files
import Glibc
import HTTP
import Local
import SFTP
import Support
import Testing

/// A place with a file system on it, and the folder behind it to look at from outside.
final class Bank {
    private enum Server {
        case none
        case demo(DemoServer)
        case real(RealServer)
        case web(WebServer)
        case ssh(SSHServer, SSHClientFolder)
    }

    let place: Place
    let fileSystem: any FileSystem
    /// Makes another file system for it, on any thread.
    let connect: @Sendable () -> any FileSystem
    private let server: Server
    private let folder: TemporaryFolder
    /// What it is reached through, where that is a proxy.
    let proxy: RelayProxy?

    /// Starts a server and makes a file system for it; nothing is connected yet. `faults` hold for
    /// the demo servers only; `isInMemory` suits thousands of files.
    init(
        _ place: Place, faults: Behaviour = [], isInMemory: Bool = false,
        reach: Reach = .chosen
    ) throws {
        self.place = place
        proxy = try reach.makeProxy()
        if let kind = place.kind {
            let real = try startedServer(
                kind, tls: place.hasTLS ? ServerTLS(.shared()) : nil, isInMemory: isInMemory)
            server = .real(real)
            folder = real.root
            let (site, authorities) = (reach.applied(to: real.site, proxy), real.authorities)
            connect = { Bank.fileSystem(site, authorities: authorities) }
        } else if let kind = place.web {
            // Digest where the server has it: its first answer to an upload is a refusal.
            let web = try startedServer(
                kind, login: kind.logins.last, certificate: place.hasTLS ? .shared() : nil,
                isInMemory: isInMemory)
            server = .web(web)
            folder = web.root
            let (site, authorities) = (reach.applied(to: web.site, proxy), web.authorities)
            connect = { Bank.webFileSystem(site, authorities: authorities) }
        } else if let kind = place.ssh {
            let real = try SSHServer.started(kind, isInMemory: isInMemory)
            let client = try SSHClientFolder(real)
            server = .ssh(real, client)
            folder = real.root
            let site = try Bank.sftpSite(client)
            connect = { Bank.sftpFileSystem(site) }
        } else if place == .rcloneCommand {
            server = .none
            folder = try TemporaryFolder(isInMemory: isInMemory)
            var site = Site(scheme: .sftp, host: "rclone")
            site[SFTPOptions.command] = try Bank.rcloneCommand(folder)
            connect = { [site] in Bank.sftpFileSystem(site) }
        } else if place == .local {
            server = .none
            folder = try TemporaryFolder(isInMemory: isInMemory)
            connect = { LocalFileSystem() }
        } else {
            folder = try TemporaryFolder(isInMemory: isInMemory)
            let missing: Behaviour =
                place == .plainDemo
                ? [
                    .always(.unknown("MLSD")), .always(.unknown("MLST")),
                    .always(.unknown("EPSV")), .always(.unknown("MFMT")),
                ] : []
            let demo = try DemoServer(
                root: folder.path,
                options: .init(user: RealServer.user, password: RealServer.user),
                behaviour: faults + missing)
            server = .demo(demo)
            var site = Site(
                scheme: .ftp, host: "127.0.0.1", port: try demo.start(), user: RealServer.user)
            site[TLSOptions.isWanted] = false
            let reached = reach.applied(to: site, proxy)
            connect = { Bank.fileSystem(reached) }
        }
        fileSystem = connect()
    }

    deinit {
        fileSystem.close()
        proxy?.stop()
        switch server {
        case .none: break
        case .demo(let demo): demo.stop()
        case .real(let real): real.stop()
        case .web(let web): web.stop()
        case .ssh(let ssh, _): ssh.stop()
        }
    }

    private static func rcloneCommand(_ folder: TemporaryFolder) throws -> String {
        if let obstacle = SSHServer.obstacle(to: .rclone), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        return try SFTPCommand.rclone(folder)
    }

    /// The client's server as a site.
    static func sftpSite(_ client: SSHClientFolder) throws -> Site {
        var site = client.site
        site[SFTPOptions.sshCommand] = client.command
        if !client.server.hasSubsystem {
            site[SFTPOptions.serverPath] = try client.server.serverPath
        }
        return site
    }

    /// What reaches such a site.
    static func sftpFileSystem(_ site: Site) -> SFTPFileSystem {
        var site = site
        site.timeout = 20
        let service = SFTPService(
            surroundings: .init(askpass: "/bin/false", directories: ["/tmp"]) { _ in nil })
        return service.fileSystem(
            for: site, connection: 1, hostKeys: AcceptedHostKeys(), refusals: TransientRefusals(),
            log: { _ in }, password: { _ in nil }, prompter: nil)
    }

    private static func webFileSystem(_ site: Site, authorities: String?) -> any WebFileSystem {
        var site = site
        site.timeout = 20
        return WebService.fileSystem(
            for: site, connection: 1,
            trust: TrustPolicy(authorities: authorities, memory: TransientTrust()),
            log: { _ in }, password: { _ in Secret(WebServer.user) },
            proxyPassword: { _ in Secret(RelayProxy.password) })
    }

    private static func fileSystem(
        _ site: Site, authorities: String? = nil
    ) -> any FileSystem {
        var site = site
        site.timeout = 20
        return FTPFileSystem(
            site: site, connection: 1,
            trust: TrustPolicy(
                authorities: authorities, memory: TransientTrust()),
            log: { _ in }, password: { _ in Secret(RealServer.user) },
            proxyPassword: { _ in Secret(RelayProxy.password) })
    }

    /// Ends every connection as a server that is restarted does.
    func restartServer() throws {
        switch server {
        case .none:
            break
        case .demo(let demo):
            demo.dropConnections()
        case .real(let real):
            real.stop()
            try real.start()
        case .web(let web):
            web.stop()
            try web.start()
        case .ssh(let ssh, _):
            ssh.stop()
            try ssh.start()
        }
    }

    // MARK: Behind the server's back

    func store(_ bytes: [UInt8], at name: String) throws {
        try folder.write(bytes, to: name)
        try handOver(name)
    }

    func makeFolder(_ name: String, mode: UInt32 = 0o755) throws {
        try folder.makeFolder(name)
        try handOver(name)
        chmod(folder.path(name), mode)
    }

    func makeLink(_ name: String, to target: String) throws {
        guard symlink(target, folder.path(name)) == 0 else {
            throw RealServer.Failure(description: "no link \(name)")
        }
        try handOver(name)
    }

    /// A file of this size without data blocks, but `tail` at its end.
    func makeSparse(_ name: String, size: UInt64, tail: [UInt8]) throws {
        try folder.write([UInt8](), to: name)
        truncate(folder.path(name), off_t(size) - off_t(tail.count))
        let descriptor = Glibc.open(folder.path(name), O_WRONLY | O_APPEND)
        defer { Glibc.close(descriptor) }
        _ = Glibc.write(descriptor, tail, tail.count)
        try handOver(name)
    }

    /// Makes a folder one that nobody but root may write in.
    func protect(_ name: String) {
        chmod(folder.path(name), 0o555)
        chown(folder.path(name), 0, 0)
    }

    /// The path of `name` on this machine.
    func outside(_ name: String) -> String { folder.path(name) }

    func contents(of name: String) -> [UInt8]? { folder.read(name) }

    func exists(_ name: String) -> Bool { folder.exists(name) }

    func status(of name: String) -> stat {
        var status = stat()
        lstat(folder.path(name), &status)
        return status
    }

    private func handOver(_ name: String) throws {
        switch server {
        case .none, .demo: break
        case .real(let real): try real.own(name)
        case .web(let web): try web.own(name)
        case .ssh(let ssh, _): try ssh.own(name)
        }
    }

    // MARK: Through the file system

    func path(_ name: String) throws -> Path {
        let base = place == .local ? Path(folder.path) : try fileSystem.home()
        return Path(components: base.components + Path(name).components)
    }

    /// Uploads and commits.
    func put(_ bytes: [UInt8], at name: String, modified: Timestamp? = nil) throws {
        let creation = Creation(size: UInt64(bytes.count), modified: modified)
        try put(bytes[...], at: name, creation)
    }

    /// Uploads what follows `creation.offset`, and commits.
    func put(_ bytes: ArraySlice<UInt8>, at name: String, _ creation: Creation) throws {
        let path = try path(name)
        let sink = try fileSystem.create(path, creation)
        try Bank.write(bytes, to: sink)
        try sink.finish()
        try fileSystem.commit(
            sink, creation, size: creation.offset + UInt64(bytes.count))
    }

    static func write(_ bytes: ArraySlice<UInt8>, to sink: any FileSink) throws {
        var rest = bytes
        while !rest.isEmpty {
            let block = rest.prefix(200_000)
            let result = block.withUnsafeBytes { buffer in
                Result { () throws(FileSystemError) in try sink.write(buffer) }
            }
            try result.get()
            rest = rest.dropFirst(block.count)
        }
    }

    /// Downloads from `offset` on.
    func get(_ name: String, from offset: UInt64 = 0) throws -> [UInt8] {
        let source = try fileSystem.open(path(name), from: offset)
        let bytes = try Bank.read(source)
        try source.finish()
        return bytes
    }

    /// All bytes up to the end, or `limit` of them.
    static func read(_ source: any FileSource, limit: Int = .max) throws -> [UInt8] {
        let block = UnsafeMutableRawBufferPointer.allocate(byteCount: 1 << 18, alignment: 16)
        defer { block.deallocate() }
        var bytes: [UInt8] = []
        while bytes.count < limit {
            let count = try source.read(into: block)
            if count == 0 { break }
            bytes += block[..<count]
        }
        return bytes
    }

    /// The names of a folder, sorted.
    func names(in name: String = "") throws -> [Name] {
        try fileSystem.list(path(name)).entries.map(\.name).sorted()
    }

    /// Bytes that differ from place to place.
    static func noise(_ count: Int) -> [UInt8] {
        var state: UInt64 = 42
        return (0..<count).map { _ in
            state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
            return UInt8(truncatingIfNeeded: state >> 56)
        }
    }
}
