package import Files
import Glibc

/// A folder with all that ssh needs to reach a server of the tests, and nothing of the user's: its
/// configuration, a key, and the server's own key. The agent and the shared connection that it may
/// have end with it.
package final class SSHClientFolder: Sendable {
    /// What the file of known hosts says of the server.
    package enum KnownHost: Sendable { case right, wrong, missing }

    /// What the user logs in with, before a password is asked for.
    package enum Key: Sendable {
        case open
        /// Locked by `SSHKey.lockedUser()`'s passphrase.
        case locked
        /// An open one that an agent holds; ssh itself has no file of it.
        case inAgent
        /// One that the server does not know.
        case unknown
        case none
    }

    package let server: SSHServer
    /// What the folder holds.
    package let folder: TemporaryFolder

    private let isShared: Bool
    private let agent: ChildProcess?

    /// The host that is another name for the server in the configuration, port and all.
    package static let alias = "target"

    /// `jump` is a server that the way leads over (ProxyJump); with `isShared` all sessions use
    /// one connection, which stays when the first of them has ended (ControlMaster,
    /// ControlPersist). `lines` come first in the configuration, and so win.
    package init(
        _ server: SSHServer, knownHost: KnownHost = .right, key: Key = .open,
        jump: SSHServer? = nil, isShared: Bool = false, lines: [String] = []
    ) throws {
        self.server = server
        self.isShared = isShared
        folder = try TemporaryFolder()
        switch knownHost {
        case .right: try folder.write(server.knownHost + "\n", to: "known_hosts")
        case .wrong:
            let other = try SSHKey().publicText
            try folder.write("[127.0.0.1]:\(server.port) \(other)\n", to: "known_hosts")
        case .missing: try folder.write("", to: "known_hosts")
        }
        var all = lines
        if let jump {
            let known = String(decoding: folder.read("known_hosts") ?? [], as: UTF8.self)
            try folder.write(known + jump.knownHost + "\n", to: "known_hosts")
            all += ["Host jump", "HostName 127.0.0.1", "Port \(jump.port)"]
            all += ["Host 127.0.0.1 \(SSHClientFolder.alias)", "ProxyJump jump"]
        }
        all += ["Host \(SSHClientFolder.alias)", "HostName 127.0.0.1", "Port \(server.port)"]
        all += [
            "Host *", "User \(SSHServer.user)", "UserKnownHostsFile \(folder.path("known_hosts"))",
            "GlobalKnownHostsFile /dev/null", "IdentitiesOnly yes",
            "IdentityFile \(folder.path("key"))",
        ]
        if isShared {
            all += [
                "ControlMaster auto", "ControlPath \(folder.path("m-%p"))", "ControlPersist yes",
            ]
        }
        if case .inAgent = key {
            let socket = folder.path("agent")
            let agent = try SSHClientFolder.startAgent(at: socket, folder)
            self.agent = agent
            try SSHClientFolder.add(SSHKey.user(), toAgentAt: socket, folder)
            all.append("IdentityAgent \(socket)")
        } else {
            agent = nil
            all.append("IdentityAgent none")
        }
        try folder.write(all.joined(separator: "\n") + "\n", to: "config")
        switch key {
        case .open: try SSHKey.user().write(to: "key", in: folder)
        case .locked: try SSHKey.lockedUser().write(to: "key", in: folder)
        case .unknown: try SSHKey().write(to: "key", in: folder)
        case .inAgent: try folder.write(SSHKey.user().publicText + "\n", to: "key.pub")
        case .none: break
        }
    }

    deinit {
        endSharedConnection()
        agent?.stop()
    }

    /// ssh and its first arguments.
    package var arguments: [String] { ["ssh", "-F", folder.path("config")] }

    /// The same for the shell, as a site's `ssh_command` says it.
    package var command: String { "ssh -F '\(folder.path("config"))'" }

    /// The server, by its address.
    package var site: Site { server.site }

    /// The server by its other name: the configuration knows the port and the user.
    package var aliasSite: Site { Site(scheme: .sftp, host: SSHClientFolder.alias) }

    /// Ends the connection that sessions share, and those with it.
    package func endSharedConnection() {
        guard isShared else { return }
        _ = Command.run(arguments + ["-O", "exit", SSHClientFolder.alias], seconds: 10)
    }

    /// What the file of known hosts says now.
    package var knownHosts: String {
        String(decoding: folder.read("known_hosts") ?? [], as: UTF8.self)
    }

    private static func startAgent(
        at socket: String, _ folder: TemporaryFolder
    ) throws -> ChildProcess {
        let agent = try ChildProcess(
            ["ssh-agent", "-D", "-a", socket], log: folder.path("agent.log"))
        let deadline = Deadline(seconds: 20)
        while access(socket, F_OK) != 0 {
            guard agent.isRunning, deadline.isOpen else {
                throw RealServer.Failure(description: "ssh-agent does not start")
            }
            poll(nil, 0, 5)
        }
        return agent
    }

    private static func add(
        _ key: SSHKey, toAgentAt socket: String, _ folder: TemporaryFolder
    ) throws {
        try key.write(to: "added", in: folder)
        defer { unlink(folder.path("added")) }
        let added = try CommandOutput(
            ["ssh-add", folder.path("added")], environment: ["SSH_AUTH_SOCK": socket])
        guard added.code == 0 else {
            throw RealServer.Failure(description: "ssh-add: \(added.errors)")
        }
    }
}
