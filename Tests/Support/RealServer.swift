package import Files
import Glibc
import Synchronization

/// A real FTP server on a loopback port, with a folder of its own in which the test user may write.
package final class RealServer: Sendable {
    package enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
        case vsftpd
        case proftpd
        case pureFTPd = "pure-ftpd"
        case pyftpdlib

        package var description: String { rawValue }
    }

    package struct Failure: Error, CustomStringConvertible {
        package let description: String

        package init(description: String) {
            self.description = description
        }
    }

    /// Who logs in, at every kind of server; the password is the same word.
    package static let user = "ferrytest"

    package let kind: Kind
    package let port: UInt16
    /// What the client sees as `/`. Owned by the test user.
    package let root: TemporaryFolder
    /// Nil where it speaks in clear only.
    package let tls: ServerTLS?

    private let settings: TemporaryFolder
    private let command: [String]
    private let environment: [String: String]
    private let child: Mutex<ChildProcess?>

    /// Seconds for a server to begin to listen.
    private static let startSeconds: Int64 = 20

    /// Starts a server and waits until it listens. `extra` are lines for its configuration
    /// (pyftpdlib: Python statements); `isInMemory` as for `TemporaryFolder`. With `tls` it wants
    /// TLS for everything, and those that can want sessions resumed.
    package init(
        _ kind: Kind, tls: ServerTLS? = nil, extra: [String] = [], isInMemory: Bool = false
    ) throws {
        let account = try TestAccount.shared()
        self.kind = kind
        self.tls = tls
        root = try TemporaryFolder(isOpen: true, isInMemory: isInMemory)
        settings = try TemporaryFolder(isOpen: true)
        try account.own(root.path)
        let port = try RealServer.freePort()
        self.port = port
        let plan = ServerPlan(
            port: port, root: root.path, settings: settings, account: account, tls: tls,
            extra: extra)
        (command, environment) = try plan.command(for: kind)
        child = Mutex(nil)
        try start()
    }

    /// Starts it again after `stop`, on the same port.
    package func start() throws {
        let log = settings.path("log")
        let started = try ChildProcess(command, environment: environment, log: log)
        child.withLock { $0 = started }
        let deadline = ContinuousClock.now + .seconds(RealServer.startSeconds)
        while started.isRunning, ContinuousClock.now < deadline {
            if RealServer.isListening(on: port), started.isRunning { return }
            usleep(10_000)
        }
        stop()
        throw Failure(description: "\(kind.rawValue) does not listen on port \(port): \(self.log)")
    }

    /// Ends the server and every session of it.
    package func stop() {
        child.withLock { child in
            guard let running = child else { return }
            running.stop()
            child = nil
            // Killed is not yet gone: the port closes a moment later.
            let deadline = ContinuousClock.now + .seconds(RealServer.startSeconds)
            while RealServer.isListening(on: port), ContinuousClock.now < deadline {
                usleep(1_000)
            }
        }
    }

    /// What the server wrote to its output and log.
    package var log: String {
        String(decoding: settings.read("log") ?? [], as: UTF8.self)
    }

    /// Where a client finds it.
    package var site: Site {
        let scheme: Site.Scheme =
            if let tls { tls.isImplicit ? .ftps : .ftpes } else { .ftp }
        var site = Site(scheme: scheme, host: "127.0.0.1", port: port, user: RealServer.user)
        site.isPlain = tls == nil
        return site
    }

    /// A file with the authority that vouches for it; nil without TLS.
    package var authorities: String? { tls == nil ? nil : settings.path("server.pem") }

    /// Hands a file or folder in `root` to the test user, after a test has put it there.
    package func own(_ name: String) throws {
        try TestAccount.shared().own(root.path(name))
    }

    /// Why there can be no such server here; nil where there can.
    package static func obstacle(to kind: Kind) -> String? {
        if getuid() != 0 { return "only root can start \(kind.rawValue) for the tests" }
        do {
            _ = try ServerPlan.program(for: kind)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// Whether a missing server is a failure: in CI it is.
    package static var areRequired: Bool {
        ["CI", "FERRY_REQUIRE_SERVERS"].contains { (name: String) in
            getenv(name).map { ["1", "true"].contains(String(cString: $0)) } ?? false
        }
    }

    /// Ports below those that the system hands out itself: no connection can take one in the moment
    /// between this and the server's start, nor be made from a port to itself.
    private static let ports: ClosedRange<UInt32> = 12_000...31_999
    /// The next one to try; processes begin at different ones.
    private static let nextPort = Atomic<UInt32>(UInt32(truncatingIfNeeded: getpid()) &* 97)

    private static func freePort() throws(Failure) -> UInt16 {
        for _ in ports {
            let turn = nextPort.wrappingAdd(1, ordering: .relaxed).oldValue
            let port = UInt16(ports.lowerBound + turn % UInt32(ports.count))
            let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
            defer { close(descriptor) }
            var address = loopback(port: port)
            let status = withUnsafeMutablePointer(to: &address) {
                $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                    bind(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size))
                }
            }
            if status == 0 { return port }
        }
        throw Failure(description: "no free port on loopback")
    }

    private static func isListening(on port: UInt16) -> Bool {
        let descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        defer { close(descriptor) }
        var address = loopback(port: port)
        return withUnsafePointer(to: &address) {
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                connect(descriptor, $0, socklen_t(MemoryLayout<sockaddr_in>.size)) == 0
            }
        }
    }

    private static func loopback(port: UInt16) -> sockaddr_in {
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_port = port.bigEndian
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        return address
    }
}
