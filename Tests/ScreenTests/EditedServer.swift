import Files
import Glibc
import Support
import Testing

/// A file of a real server that is edited by the built program, over a line whose bytes are counted.
final class EditedServer {
    enum Kind: String, CaseIterable, Sendable, CustomTestStringConvertible {
        case vsftpd, proftpd
        case openSSH = "OpenSSH"
        case apacheDAV = "Apache, DAV"
        case rcloneDAV = "rclone, DAV"

        var testDescription: String { rawValue }
    }

    private enum Process {
        case ftp(RealServer, RelayProxy)
        case ssh(SSHServer, SSHClientFolder, MeteredRelay)
        case web(WebServer, MeteredRelay)
    }

    let folder: TemporaryFolder
    let meter = WireMeter()
    /// What the server has.
    let root: TemporaryFolder
    /// The file's.
    let url: String
    let environment: [String: String]
    private let process: Process

    /// What else the server has: all of it is somebody else's.
    private static let others = ["main.js.bak", ".main.js.swp", "theirs.txt"]

    init(_ kind: Kind) throws {
        folder = try Ferry.folder()
        let user = RealServer.user
        var variables = ["FERRY_PASSWORD": user, "VISUAL": ""]
        switch kind {
        case .vsftpd, .proftpd:
            let program: RealServer.Kind = kind == .vsftpd ? .vsftpd : .proftpd
            try EditedServer.need(RealServer.obstacle(to: program))
            let server = try RealServer(program)
            let proxy = try RelayProxy(.socks5, meter: meter)
            process = .ftp(server, proxy)
            root = server.root
            // Not an address of this machine, which no proxy is used for.
            url = "ftp://\(user)@server.test:\(server.port)/main.js"
            variables["ftp_proxy"] = "socks5://127.0.0.1:\(proxy.port)"
            variables["no_proxy"] = ""
        case .openSSH:
            let server = try SSHServer.started()
            let relay = try MeteredRelay(to: server.port, meter)
            let client = try SSHClientFolder(
                server, lines: ["HostKeyAlias [127.0.0.1]:\(server.port)"])
            process = .ssh(server, client, relay)
            root = server.root
            url = "sftp://\(user)@127.0.0.1:\(relay.port)\(server.startPath)/main.js"
            variables["FERRY_SSH"] = client.command
        case .apacheDAV, .rcloneDAV:
            let program: WebServer.Kind = kind == .apacheDAV ? .apacheDAV : .rcloneDAV
            try EditedServer.need(WebServer.obstacle(to: program))
            let server = try WebServer(program, login: .basic)
            let relay = try MeteredRelay(to: server.port, meter)
            process = .web(server, relay)
            root = server.root
            url = "dav://\(user)@127.0.0.1:\(relay.port)/main.js"
        }
        environment = variables
        for name in EditedServer.others { try put(name, name) }
    }

    deinit {
        switch process {
        case .ftp(let server, let proxy):
            proxy.stop()
            server.stop()
        case .ssh(let server, _, let relay):
            relay.stop()
            server.stop()
        case .web(let server, let relay):
            relay.stop()
            server.stop()
        }
    }

    private static func need(_ obstacle: String?) throws {
        if let obstacle, !RealServer.areRequired { try Test.cancel("\(obstacle)") }
    }

    /// Puts a file on the server.
    func put(_ text: String, _ name: String) throws {
        try root.write(text, to: name)
        switch process {
        case .ftp(let server, _): try server.own(name)
        case .ssh(let server, _, _): try server.own(name)
        case .web(let server, _): try server.own(name)
        }
    }

    /// The server's file as text.
    var file: String? { root.read("main.js").map { String(decoding: $0, as: UTF8.self) } }

    /// What is wrong with all that is on the server but the file's contents.
    var complaints: [String] {
        let wanted = Set(EditedServer.others + ["main.js"])
        let names = Set(root.names)
        var said = names.subtracting(wanted).sorted().map { "\($0) is left on the server" }
        said += wanted.subtracting(names).sorted().map { "\($0) is gone" }
        for name in EditedServer.others where root.read(name) != Array(name.utf8) {
            said.append("\(name) is not as it was")
        }
        return said
    }

    /// Runs `ferry edit` with a script as the editor, and waits for the end of both. The editor's
    /// process is in `editor.pid`, Ferry's in `ferry.pid`.
    func edit(_ script: String) throws -> Outcome {
        let editor = "#!/bin/sh\necho $$ >'\(folder.path("editor.pid"))'\n\(script)\n"
        try folder.write(editor, to: "editor")
        chmod(folder.path("editor"), 0o755)
        for name in ["editor.pid", "ferry.pid"] { unlink(folder.path(name)) }
        // The pipe ends with the last that writes into it.
        let both = """
            {
              sh -c 'echo $$ >../ferry.pid; exec "$FERRY" "$@"' sh "$@"
              echo $? >../code
            } | cat >../editor.out
            exit $(cat ../code)
            """
        return try Outcome(
            script: both, ["edit", "--no-tls", url],
            environment: environment.merging(["EDITOR": folder.path("editor")]) { $1 },
            in: folder)
    }

    /// Sends what is left of earlier runs.
    func recover() throws -> Outcome {
        try Outcome(["edit", "--recover", "--no-tls"], environment: environment, in: folder)
    }

    /// Kills what has written its number into that file.
    static func killer(_ folder: TemporaryFolder, _ name: String) -> @Sendable () -> Void {
        {
            let text = String(decoding: folder.read(name) ?? [], as: UTF8.self)
            // Not before it has one, and never a group.
            if let number = pid_t(text.filter(\.isNumber)), number > 1 { kill(number, SIGKILL) }
        }
    }

    /// Directories of edits that are left.
    var left: [String] { folder.names(in: "state/ferry/edits") }
}
