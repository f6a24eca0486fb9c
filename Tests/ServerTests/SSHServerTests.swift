import Glibc
import Support
import Testing

@Suite("The SSH servers to test against")
struct SSHServerTests {
    @Test("Each starts, speaks SFTP, and is gone when stopped", arguments: SSHServer.Kind.allCases)
    func startAndStop(kind: SSHServer.Kind) throws {
        let server = try SSHServer.started(kind)
        let client = try SSHClientFolder(server)
        #expect(try Handshake(client).version == 3, "\(server.log)")
        server.stop()
        let refused = try Handshake(client)
        #expect(refused.version == nil)
        #expect(refused.errors.contains("Connection refused"))
        try server.start()
        #expect(try Handshake(client).version == 3)
    }

    @Test(
        "Each takes a file as the test user's, and gives it back",
        arguments: SSHServer.Kind.allCases)
    func files(kind: SSHServer.Kind) throws {
        let server = try SSHServer.started(kind)
        let client = try SSHClientFolder(server)
        let local = try TemporaryFolder()
        let bytes = Bank.noise(300_000)
        try local.write(bytes, to: "file")
        // asyncssh takes `//one` for another place than `/one`.
        let start = server.startPath == "/" ? "" : server.startPath
        let lines = [
            "put \(local.path("file")) \(start)/one", "mkdir folder",
            "rename one folder/two", "chmod 600 folder/two",
            "get folder/two \(local.path("back"))", "ls -l folder", "rm folder/two",
            "put \(local.path("file"))",
        ]
        try local.write(lines.joined(separator: "\n") + "\n", to: "batch")
        let path = server.hasSubsystem ? [] : try ["-s", server.serverPath]
        let sftp =
            ["sftp"] + client.arguments.dropFirst() + path
            + ["-P", "\(server.port)", "-b", local.path("batch"), "127.0.0.1"]
        let output = try CommandOutput(sftp)
        #expect(output.code == 0, "\(output.errors) \(server.log)")
        let areWhole = local.read("back") == bytes && server.root.read("file") == bytes
        #expect(areWhole)
        #expect(!server.root.exists("folder/two"))
        var status = stat()
        #expect(lstat(server.root.path("file"), &status) == 0)
        #expect(status.st_uid == getpwnam(SSHServer.user)?.pointee.pw_uid)
    }

    @Test("Each asks for a password", arguments: SSHServer.Kind.allCases)
    func password(kind: SSHServer.Kind) throws {
        let server = try SSHServer.started(kind)
        let client = try SSHClientFolder(server, key: .none)
        #expect(try Handshake(client, answer: SSHServer.user).version == 3, "\(server.log)")
        let refused = try Handshake(client, answer: "wrong")
        #expect(refused.version == nil)
        #expect(refused.errors.contains("Permission denied"))
    }

    @Test(
        "Those that can ask by keyboard-interactive",
        arguments: [SSHServer.Kind.openSSH, .asyncssh, .paramiko])
    func keyboardInteractive(kind: SSHServer.Kind) throws {
        let server = try SSHServer.started(kind, login: .keyboardInteractive)
        let client = try SSHClientFolder(server, key: .none)
        let asked = try Handshake(client, answer: SSHServer.user)
        #expect(asked.version == 3, "\(server.log)")
        #expect(asked.errors.contains("asked: (\(SSHServer.user)@127.0.0.1) Password:"))
    }

    @Test(
        "Questions in rounds, with a name and an instruction",
        arguments: [SSHServer.Kind.asyncssh, .paramiko])
    func questions(kind: SSHServer.Kind) throws {
        let first = SSHQuestions(
            [.init("Colour: ", isEchoed: true, answer: "red"), .init("Code: ", answer: "red")],
            name: "Two things", instruction: "Look at your token.")
        let server = try SSHServer.started(
            kind, login: .questions([first, SSHQuestions([.init("Again: ", answer: "red")])]))
        let client = try SSHClientFolder(server, key: .none)
        let asked = try Handshake(client, answer: "red")
        #expect(asked.version == 3, "\(server.log)")
        for text in ["Two things", "Look at your token.", "Colour: ", "Code: ", "Again: "] {
            #expect(asked.errors.contains(text))
        }
        #expect(try Handshake(client, answer: "blue").version == nil)
    }

    @Test("Programs that speak SFTP without ssh")
    func commands() throws {
        for kind in [SSHServer.Kind.openSSH, .rclone] {
            if let obstacle = SSHServer.obstacle(to: kind), !RealServer.areRequired {
                try Test.cancel("\(obstacle)")
            }
        }
        let folder = try TemporaryFolder()
        #expect(try Handshake(shell: SFTPCommand.sftpServer(folder)).version == 3)
        #expect(try Handshake(shell: SFTPCommand.rclone(folder)).version == 3)
    }

    @Test("A key that is locked, one that an agent holds, and one that nobody knows")
    func keys() throws {
        let server = try SSHServer.started(login: .nothing)
        let locked = try SSHClientFolder(server, key: .locked)
        let passphrase = try #require(SSHKey.lockedUser().passphrase)
        let asked = try Handshake(locked, answer: passphrase)
        #expect(asked.version == 3, "\(server.log)")
        #expect(asked.errors.contains("asked: Enter passphrase for key"))
        #expect(try Handshake(locked).version == nil)
        #expect(try Handshake(SSHClientFolder(server, key: .inAgent)).version == 3)
        #expect(try Handshake(SSHClientFolder(server, key: .unknown)).version == nil)
        #expect(try Handshake(SSHClientFolder(server, key: .none)).version == nil)
    }

    @Test("A host that is not known, and one that has another key")
    func knownHosts() throws {
        let server = try SSHServer.started()
        let missing = try SSHClientFolder(server, knownHost: .missing)
        let asked = try Handshake(missing, answer: "yes")
        #expect(asked.version == 3)
        #expect(asked.errors.contains(server.hostKey.fingerprint))
        #expect(missing.knownHosts.contains(server.hostKey.publicText))
        let wrong = try Handshake(SSHClientFolder(server, knownHost: .wrong))
        #expect(wrong.version == nil)
        #expect(wrong.errors.contains("REMOTE HOST IDENTIFICATION HAS CHANGED"))
    }

    @Test("Over another server, and by the name that only the configuration knows")
    func jump() throws {
        let server = try SSHServer.started()
        let jump = try SSHServer.started()
        let client = try SSHClientFolder(server, jump: jump)
        #expect(try Handshake(client).version == 3, "\(server.log)")
        #expect(jump.log.contains("Accepted publickey"))
        #expect(try Handshake(client, host: [SSHClientFolder.alias]).version == 3)
    }

    @Test("One connection carries what comes later, until it is ended")
    func shared() throws {
        let server = try SSHServer.started()
        let client = try SSHClientFolder(server, isShared: true)
        for _ in 0..<3 { #expect(try Handshake(client).version == 3) }
        #expect(server.log.split(separator: "Accepted publickey").count == 2)
        client.endSharedConnection()
        #expect(try Handshake(client).version == 3)
        #expect(server.log.split(separator: "Accepted publickey").count == 3)
    }

    @Test("A shell that talks, a server without SFTP, and one that is started by its path")
    func services() throws {
        let noisy = try SSHServer.started(service: .program(after: "echo Welcome"))
        let told = try Handshake(SSHClientFolder(noisy))
        #expect(told.version == nil)
        #expect(told.bytes.starts(with: Array("Welcome\n".utf8)))
        let bare = try SSHServer.started(service: .none)
        let client = try SSHClientFolder(bare)
        #expect(try Handshake(client).version == nil)
        #expect(try Handshake(client, command: [bare.serverPath]).version == 3, "\(bare.log)")
    }
}

/// What comes of asking a server for SFTP's version through ssh.
struct Handshake {
    /// The first nine bytes of the answer.
    let bytes: [UInt8]
    /// What ssh said, and what it asked.
    let errors: String

    /// Bash's coprocess keeps ssh's input open while the answer is under way: a server may drop what
    /// it has not sent once its input ends.
    private static let script = """
        coproc "$@"
        input=${COPROC[1]} process=$COPROC_PID
        printf '\\0\\0\\0\\5\\1\\0\\0\\0\\3' >&"$input"
        head -c 9 <&"${COPROC[0]}"
        exec {input}>&-
        wait "$process"
        """

    /// Nil where no answer came that gives one.
    var version: Int? {
        bytes.count == 9 && bytes[4] == 2 ? Int(bytes[8]) : nil
    }

    /// `answer` is given to all that ssh asks, as by a user; nil for a user who is not there. `host`
    /// are its arguments that name the server, `command` the last, instead of the subsystem.
    init(
        _ client: SSHClientFolder, answer: String? = nil, host: [String]? = nil,
        command: [String]? = nil
    ) throws {
        var environment = ["DISPLAY": ":0"]
        var arguments = client.arguments
        let folder = try TemporaryFolder()
        if let answer {
            try folder.write(
                "#!/bin/sh\necho \"asked: $1\" >&2\necho '\(answer)'\n", to: "askpass")
            chmod(folder.path("askpass"), 0o700)
            environment["SSH_ASKPASS"] = folder.path("askpass")
            environment["SSH_ASKPASS_REQUIRE"] = "force"
        } else {
            arguments += ["-o", "BatchMode=yes"]
        }
        arguments += host ?? ["-p", "\(client.server.port)", "127.0.0.1"]
        let path = client.server.hasSubsystem ? nil : try [client.server.serverPath]
        arguments += command ?? path ?? ["-s", "sftp"]
        try self.init(arguments, environment)
    }

    /// Of a program, as the shell reads it.
    init(shell command: String) throws {
        try self.init(["sh", "-c", command], [:])
    }

    private init(_ arguments: [String], _ environment: [String: String]) throws {
        let output = try CommandOutput(
            ["bash", "-c", Handshake.script, "bash"] + arguments, environment: environment)
        bytes = output.bytes
        errors = output.errors
    }
}
