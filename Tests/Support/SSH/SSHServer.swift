package import Files
import Glibc
import Testing

/// A real SSH server on a loopback port whose SFTP begins in a folder of its own, in which the test
/// user may write. Everybody logs in as `user`, by either of `SSHKey`'s user keys or by a password.
package final class SSHServer: Sendable {
    package enum Kind: String, CaseIterable, Sendable, CustomStringConvertible {
        /// `root` is where SFTP begins; all of this machine is above it.
        case openSSH = "OpenSSH"
        /// `root` is `/`; without a shell.
        case proftpd = "ProFTPD"
        /// As OpenSSH, but SFTP is there by `serverPath` only, whatever this machine has installed.
        case dropbear = "Dropbear"
        /// `root` is `/`; without a shell. `extra` are Python statements, which may change what the
        /// program has defined: `Login`, `Files`, `OPTIONS` of asyncssh.listen.
        case asyncssh
        /// The same, without any extension of OpenSSH's.
        case paramiko
        /// `root` is `/`; without a shell. `extra` are arguments.
        case rclone

        package var description: String { rawValue }
    }

    /// What is asked of those who have no key.
    package enum Login: Sendable {
        case password
        /// One question, `Password: `. OpenSSH, asyncssh and paramiko can.
        case keyboardInteractive
        /// Round by round. asyncssh and paramiko can.
        case questions([SSHQuestions])
        case nothing

        var asksPassword: Bool {
            if case .password = self { true } else { false }
        }
    }

    /// How OpenSSH offers SFTP.
    package enum Service: Sendable {
        /// In the server itself; the options are those of sftp-server(8), as `-P fsetstat,setstat`.
        case builtIn(options: String = "")
        /// By a program that the login shell starts once it has run these commands, as noise in
        /// a `.bashrc` would be.
        case program(after: String = ":")
        case none
    }

    /// Who logs in, at every kind of server; the password is the same word.
    package static let user = RealServer.user

    package let kind: Kind
    package let port: UInt16
    /// Where SFTP begins. Owned by the test user.
    package let root: TemporaryFolder
    /// What the server shows that it is.
    package let hostKey: SSHKey

    private let settings: TemporaryFolder
    private let process: ServerProcess

    /// Starts a server and waits until it listens. `service` is for OpenSSH only. `extra` are lines
    /// for its configuration (OpenSSH's come before the others and so win; Dropbear: arguments);
    /// `isInMemory` as for `TemporaryFolder`.
    package init(
        _ kind: Kind, login: Login = .password, service: Service = .builtIn(),
        extra: [String] = [], isInMemory: Bool = false
    ) throws {
        let account = try TestAccount.shared()
        self.kind = kind
        root = try TemporaryFolder(isOpen: true, isInMemory: isInMemory)
        settings = try TemporaryFolder(isOpen: true)
        try account.own(root.path)
        port = try ServerProcess.freePort()
        hostKey = try SSHKey()
        let plan = SSHPlan(
            port: port, root: root.path, settings: settings, account: account, hostKey: hostKey,
            login: login, service: service, extra: extra)
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

    /// Where a client finds it; how ssh is to be started for it, `SSHClientFolder` knows.
    package var site: Site {
        Site(scheme: .sftp, host: "127.0.0.1", port: port, user: SSHServer.user)
    }

    /// How a file of known hosts names it, and its key.
    package var knownHost: String { "[127.0.0.1]:\(port) \(hostKey.publicText)" }

    /// The client's path of `root`.
    package var startPath: String {
        switch kind {
        case .openSSH, .dropbear: root.path
        case .proftpd, .asyncssh, .paramiko, .rclone: "/"
        }
    }

    /// Whether `ssh -s sftp` finds SFTP there.
    package var hasSubsystem: Bool { kind != .dropbear }

    /// A command for the server's login shell that speaks SFTP, as sites name a server's own
    /// sftp-server; it begins in `root`. OpenSSH and Dropbear have a shell.
    package var serverPath: String {
        get throws { try OpenSSHPlan.sftpServer() + " -d \(root.path)" }
    }

    /// Hands a file or folder in `root` to the test user, after a test has put it there.
    package func own(_ name: String) throws {
        try TestAccount.shared().own(root.path(name))
    }

    /// Why there can be no such server here; nil where there can.
    package static func obstacle(to kind: Kind) -> String? {
        if getuid() != 0 { return "only root can start \(kind.rawValue) for the tests" }
        do {
            try SSHPlan.check(kind)
            return nil
        } catch {
            return "\(error)"
        }
    }

    /// A running server; where there can be none, a visible skip, or a failure in CI.
    package static func started(
        _ kind: Kind = .openSSH, login: Login = .password, service: Service = .builtIn(),
        extra: [String] = [], isInMemory: Bool = false
    ) throws -> SSHServer {
        if let obstacle = obstacle(to: kind), !RealServer.areRequired {
            try Test.cancel("\(obstacle)")
        }
        return try SSHServer(
            kind, login: login, service: service, extra: extra, isInMemory: isInMemory)
    }
}
