package import Files
import Glibc

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
    private let process: ServerProcess

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
        let port = try ServerProcess.freePort()
        self.port = port
        let plan = ServerPlan(
            port: port, root: root.path, settings: settings, account: account, tls: tls,
            extra: extra)
        let (command, environment) = try plan.command(for: kind)
        process = ServerProcess(
            kind.rawValue, port: port, command: command, environment: environment,
            folder: settings)
        try process.start()
    }

    /// Starts it again after `stop`, on the same port.
    package func start() throws { try process.start() }

    /// Ends the server and every session of it.
    package func stop() { process.stop() }

    /// What the server wrote to its output and log.
    package var log: String { process.log }

    /// Where a client finds it.
    package var site: Site {
        let scheme: Site.Scheme =
            if let tls { tls.isImplicit ? .ftps : .ftpes } else { .ftp }
        var site = Site(scheme: scheme, host: "127.0.0.1", port: port, user: RealServer.user)
        site[TLSOptions.isWanted] = tls != nil
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
}
