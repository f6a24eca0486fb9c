package import Files
import Glibc

/// A real web server on a loopback port, with a folder of its own that it serves. Where it can write
/// at all, the test user may write there.
package final class WebServer: Sendable {
    /// A program, and the pages or methods that it is set up for.
    package enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
        case nginx
        /// Sizes as `4K`, and PUT, DELETE, MKCOL, MOVE without the rest of DAV.
        case nginxWritable = "nginx, PUT"
        case apachePlain = "Apache, plain index"
        case apacheFancy = "Apache, fancy index"
        case apacheTable = "Apache, index in a table"
        case apacheDAV = "Apache, DAV"
        case lighttpd
        case caddy = "Caddy"
        case python = "Python's http.server"
        case rcloneIndex = "rclone, index"
        case rcloneDAV = "rclone, DAV"

        package var description: String { rawValue }

        package var speaksDAV: Bool { self == .apacheDAV || self == .rcloneDAV }

        /// How it can ask for a user and password.
        package var logins: [Login] {
            switch self {
            case .apachePlain, .apacheFancy, .apacheTable, .apacheDAV, .lighttpd:
                [.basic, .digest]
            case .nginx, .nginxWritable, .caddy, .rcloneDAV: [.basic]
            case .python, .rcloneIndex: []
            }
        }
    }

    /// RFC 7617 and RFC 7616.
    package enum Login: String, Sendable { case basic, digest }

    /// Who logs in where that is asked for; the password is the same word.
    package static let user = RealServer.user

    package let kind: Kind
    package let port: UInt16
    /// What the client sees as `/`. Owned by the test user.
    package let root: TemporaryFolder
    /// Nil where everybody may come in.
    package let login: Login?
    /// Nil where it speaks in clear only.
    package let certificate: TestCertificate?

    private let settings: TemporaryFolder
    private let process: ServerProcess

    /// Starts a server and waits until it listens. `extra` are lines for its configuration of this
    /// site (none for Python and rclone); `isInMemory` as for `TemporaryFolder`.
    package init(
        _ kind: Kind, login: Login? = nil, certificate: TestCertificate? = nil,
        extra: [String] = [], isInMemory: Bool = false
    ) throws {
        let account = try TestAccount.shared()
        self.kind = kind
        self.login = login
        self.certificate = certificate
        root = try TemporaryFolder(isOpen: true, isInMemory: isInMemory)
        settings = try TemporaryFolder(isOpen: true)
        try account.own(root.path)
        port = try ServerProcess.freePort()
        let plan = WebPlan(
            kind: kind, port: port, root: root.path, settings: settings, account: account,
            login: login, certificate: certificate, extra: extra)
        let (command, environment) = try plan.command()
        process = ServerProcess(
            kind.rawValue, port: port, command: command,
            // What index pages show is then the same wherever the tests run.
            environment: environment.merging(["TZ": "UTC"]) { $1 }, folder: settings)
        try process.start()
    }

    /// Starts it again after `stop`, on the same port.
    package func start() throws { try process.start() }

    /// Ends the server and every session of it.
    package func stop() { process.stop() }

    /// What the server wrote to its output and log.
    package var log: String { process.log }

    /// Where a client finds it: by its protocol for files, which is DAV where it speaks that.
    package var site: Site {
        let isSecure = certificate != nil
        let scheme: Site.Scheme =
            kind.speaksDAV ? (isSecure ? .davs : .dav) : (isSecure ? .https : .http)
        return Site(
            scheme: scheme, host: "127.0.0.1", port: port,
            user: login == nil ? nil : WebServer.user)
    }

    /// `path` begins with a slash, and is percent-encoded already.
    package func url(_ path: String = "/") -> String {
        "\(certificate == nil ? "http" : "https")://127.0.0.1:\(port)\(path)"
    }

    /// A file with the authority that vouches for it; nil without TLS.
    package var authorities: String? {
        certificate == nil ? nil : settings.path("server.pem")
    }

    /// Hands a file or folder in `root` to the test user, after a test has put it there.
    package func own(_ name: String) throws {
        try TestAccount.shared().own(root.path(name))
    }

    /// Why there can be no such server here; nil where there can.
    package static func obstacle(to kind: Kind) -> String? {
        if getuid() != 0 { return "only root can start \(kind.rawValue) for the tests" }
        do {
            try WebPlan.check(kind)
            return nil
        } catch {
            return "\(error)"
        }
    }
}
