import Dispatch
import Files
import Glibc
import Support
import Synchronization
import Transport

@testable import SFTP

/// Connections of one process to a real server, as a pane and the lanes of a queue make them.
final class LoginBench: Sendable {
    let server: SSHServer
    let client: SSHClientFolder
    let memory = SSHMemory()
    /// What the server is known to refuse.
    let refusals = TransientRefusals()
    /// Where Ferry's sockets are.
    private let folder: TemporaryFolder
    private let lines = Mutex<[String]>([])
    /// Keys that came in before the bench was made.
    private let earlier: Int

    init(_ server: SSHServer, _ client: SSHClientFolder? = nil) throws {
        self.server = server
        self.client = try client ?? SSHClientFolder(server)
        folder = try TemporaryFolder()
        earlier = LoginBench.logins(server)
    }

    var site: Site {
        var site = client.site
        site.timeout = 20
        // ssh leads its group then, in the place of the shell, and is waited for itself.
        site[SFTPOptions.sshCommand] = "exec " + client.command
        return site
    }

    /// The log so far.
    var log: [String] { lines.withLock { $0 } }

    private var service: SFTPService {
        SFTPService(
            memory: memory,
            surroundings: .init(askpass: "/bin/false", directories: [folder.path]) { _ in nil })
    }

    func opener() -> SSHCarrierOpener {
        SSHCarrierOpener(
            site: site, audience: .nobody, hostKeys: AcceptedHostKeys(), memory: memory,
            surroundings: service.surroundings, password: { _ in nil },
            log: ConnectionLog(1) { _ in })
    }

    /// A file system, which connects on first use.
    func fileSystem() -> SFTPFileSystem {
        service.fileSystem(
            for: site, connection: 1, hostKeys: AcceptedHostKeys(), refusals: refusals,
            log: { line in self.lines.withLock { $0.append(line.text) } },
            password: { _ in nil }, prompter: nil)
    }

    /// One that is connected.
    func connect() throws -> SFTPFileSystem {
        let files = fileSystem()
        _ = try files.home()
        return files
    }

    /// Connects that often at once, each on a thread of its own, and looks at the root; lets go of none
    /// before all are there.
    func connectTogether(_ count: Int) -> [Result<Bool, any Error>] {
        let results = Mutex<[Result<Bool, any Error>]>([])
        let (connected, done) = (DispatchGroup(), DispatchGroup())
        for _ in 0..<count {
            connected.enter()
            done.enter()
        }
        for _ in 0..<count {
            Background.run {
                let files = Result { try self.connect() }
                connected.leave()
                _ = connected.wait(timeout: .now() + 60)
                let result = files.flatMap { files in
                    Result {
                        defer { files.close() }
                        return try files.entry(at: .root) != nil
                    }
                }
                results.withLock { $0.append(result) }
                done.leave()
            }
        }
        _ = done.wait(timeout: .now() + 60)
        return results.withLock { $0 }
    }

    /// A carrier on which SFTP has begun.
    func greeted(_ carrier: any Carrier) throws -> any Carrier {
        try SFTP.Greeting(carrier, site: site, log: ConnectionLog(1) { _ in }).carrier
    }

    // MARK: What is there

    private static func logins(_ server: SSHServer) -> Int {
        server.log.split(whereSeparator: \.isNewline).filter { $0.hasPrefix("Accepted publickey ") }
            .count
    }

    /// Logins that the server has let in.
    var loginCount: Int { LoginBench.logins(server) - earlier }

    /// The sockets of Ferry's own logins.
    var sockets: [String] {
        folder.names.filter { folder.exists("\($0)/m") }
    }

    /// The processes that are logged in, and hold the sockets.
    var masters: [Int32] {
        processes.filter { $0.arguments.contains("ControlMaster=yes") }.map(\.number)
    }

    /// All that run with a socket of this bench's.
    private var processes: [RunningProcess] {
        RunningProcess.all.filter { process in
            process.arguments.contains { $0.contains(folder.path) }
        }
    }

    /// Whether it becomes true; looks in short rounds, since no descriptor tells of it.
    func isSoon(_ condition: () -> Bool) -> Bool {
        let deadline = Deadline(seconds: 15)
        while !condition() {
            guard deadline.isOpen else { return false }
            poll(nil, 0, 5)
        }
        return true
    }

    /// Whether no process and no socket is left.
    var isEmptySoon: Bool {
        isSoon {
            processes.isEmpty && folder.names.isEmpty
        }
    }
}
