import Support
import Testing

/// A real server that knows modes, as the program's commands reach it.
struct ModeServer {
    enum Kind: Sendable, Hashable, CustomTestStringConvertible {
        case ftp(RealServer.Kind)
        case ssh(SSHServer.Kind)

        static let all: [Kind] =
            RealServer.Kind.allCases.map { .ftp($0) }
            + SSHServer.Kind.allCases.filter { ![.rclone, .dropbear].contains($0) }.map { .ssh($0) }

        var testDescription: String {
            switch self {
            case .ftp(let kind): "\(kind)"
            case .ssh(let kind): "\(kind), SFTP"
            }
        }
    }

    private enum Process {
        case ftp(RealServer)
        case ssh(SSHServer, SSHClientFolder)
    }

    /// What the client sees as `url`, without a slash at its end.
    let root: TemporaryFolder
    let url: String
    let environment: [String: String]
    private let process: Process

    init(_ kind: Kind) throws {
        switch kind {
        case .ftp(let kind):
            if let obstacle = RealServer.obstacle(to: kind), !RealServer.areRequired {
                try Test.cancel("\(obstacle)")
            }
            let server = try RealServer(kind)
            process = .ftp(server)
            root = server.root
            url = "ftp://\(RealServer.user):\(RealServer.user)@127.0.0.1:\(server.port)"
            environment = [:]
        case .ssh(let kind):
            let server = try SSHServer.started(kind)
            let client = try SSHClientFolder(server)
            process = .ssh(server, client)
            root = server.root
            let start = server.startPath == "/" ? "" : server.startPath
            url = "sftp://\(SSHServer.user)@127.0.0.1:\(server.port)\(start)"
            environment = ["FERRY_SSH": client.command]
        }
    }

    /// Hands what a test has put there to the server's user.
    func own(_ name: String) throws {
        switch process {
        case .ftp(let server): try server.own(name)
        case .ssh(let server, _): try server.own(name)
        }
    }
}
