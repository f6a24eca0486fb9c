import Glibc

/// How each kind of SSH server is configured and started.
struct SSHPlan {
    let port: UInt16
    let root: String
    let settings: TemporaryFolder
    let account: TestAccount
    let hostKey: SSHKey
    let login: SSHServer.Login
    let service: SSHServer.Service
    let extra: [String]

    /// The command, and the environment that it needs.
    func command(for kind: SSHServer.Kind) throws -> ([String], [String: String]) {
        try hostKey.write(to: "host", in: settings)
        let keys = try SSHPlan.userKeys().map { $0 + "\n" }.joined()
        try settings.write(keys, to: "authorized")
        switch kind {
        case .openSSH: return try OpenSSHPlan(plan: self).command()
        case .proftpd: return try proftpd()
        case .dropbear: return try dropbear()
        case .asyncssh: return try PythonSSHPlan(plan: self).command(AsyncSSHProgram.text)
        case .paramiko: return try PythonSSHPlan(plan: self).command(ParamikoProgram.text)
        case .rclone: return try rclone()
        }
    }

    /// Throws what is missing.
    static func check(_ kind: SSHServer.Kind) throws {
        guard Command.run(["sh", "-c", "command -v ssh ssh-keygen ssh-agent ssh-add"]) == 0 else {
            throw RealServer.Failure(description: "ssh is missing: run Tests/run --prepare")
        }
        switch kind {
        case .openSSH:
            _ = try OpenSSHPlan.program()
            _ = try OpenSSHPlan.sftpServer()
        case .proftpd: _ = try proftpdProgram()
        case .dropbear:
            _ = try dropbearProgram("/usr/sbin/dropbear")
            _ = try nameWrapper()
            _ = try OpenSSHPlan.sftpServer()
        case .asyncssh: try PythonSSHPlan.check("asyncssh")
        case .paramiko: try PythonSSHPlan.check("paramiko")
        case .rclone: _ = try rcloneProgram()
        }
    }

    /// The public keys of those who may come in.
    private static func userKeys() throws -> [String] {
        try [SSHKey.user(), SSHKey.lockedUser()].map(\.publicText)
    }

    /// A password file's line for the account, with this home.
    private func passwordLine(home: String) -> String {
        "\(TestAccount.name):\(TestAccount.passwordHash):\(account.user):\(account.group)"
            + "::\(home):/bin/sh\n"
    }

    // MARK: ProFTPD

    private static func proftpdProgram() throws -> UnpackedProgram {
        try UnpackedProgram(package: "proftpd-core", file: "/usr/sbin/proftpd")
    }

    private func proftpd() throws -> ([String], [String: String]) {
        let program = try SSHPlan.proftpdProgram()
        // The form of RFC 4716.
        let keys = try SSHPlan.userKeys().map { key in
            let text = key.split(separator: " ").last ?? ""
            return "---- BEGIN SSH2 PUBLIC KEY ----\n\(text)\n---- END SSH2 PUBLIC KEY ----\n"
        }
        try settings.write(keys.joined(), to: "authorized")
        try settings.write(passwordLine(home: root), to: "passwd")
        try settings.write("\(TestAccount.name):x:\(account.group):\n", to: "group")
        chmod(settings.path("passwd"), 0o600)
        chmod(settings.path("group"), 0o600)
        let methods =
            switch login {
            case .password: "publickey password"
            case .nothing: "publickey"
            case .keyboardInteractive, .questions:
                throw RealServer.Failure(description: "ProFTPD asks no questions here")
            }
        let modules = program.prefix + "/usr/lib/proftpd"
        let lines = [
            "ServerName \"Ferry's tests\"", "ServerType standalone", "DefaultServer on",
            "DefaultAddress 127.0.0.1", "Port \(port)", "UseIPv6 off", "UseReverseDNS off",
            "User nobody", "Group nogroup", "Umask 022", "MaxInstances none",
            "WtmpLog off", "TransferLog none", "SystemLog \(settings.path("log"))",
            "PidFile \(settings.path("pid"))", "ScoreboardFile \(settings.path("scoreboard"))",
            "AuthOrder mod_auth_file.c", "AuthUserFile \(settings.path("passwd"))",
            "AuthGroupFile \(settings.path("group"))", "RequireValidShell off",
            "DefaultRoot \(root)", "AllowOverwrite on", "AllowStoreRestart on",
            "AllowRetrieveRestart on", "DelayEngine off", "ModulePath \(modules)",
            "LoadModule mod_sftp.c", "SFTPEngine on", "SFTPLog \(settings.path("log"))",
            "SFTPHostKey \(settings.path("host"))", "SFTPKeyBlacklist none",
            "SFTPAuthorizedUserKeys file:\(settings.path("authorized"))",
            "SFTPAuthMethods \(methods)",
        ]
        try settings.write((lines + extra).joined(separator: "\n") + "\n", to: "conf")
        let command = [program.path, "--nodaemon", "--config", settings.path("conf")]
        return (command, program.environment)
    }

    // MARK: Dropbear

    private static func dropbearProgram(_ file: String) throws -> UnpackedProgram {
        try UnpackedProgram(package: "dropbear-bin", file: file)
    }

    /// What shows a program other accounts than the system's: Dropbear looks for keys in the user's
    /// home only, and the account's is not the tests'.
    private static func nameWrapper() throws -> String {
        let folders = UnpackedProgram.libraries(of: "dropbear-bin").values
            .flatMap { $0.split(separator: ":").map(String.init) }
        let installed = folders.compactMap { folder in
            folder.firstRange(of: "/usr/lib/").map { String(folder[$0.lowerBound...]) }
        }
        let files = (folders + installed).map { $0 + "/libnss_wrapper.so" }
        guard let found = files.first(where: { access($0, R_OK) == 0 }) else {
            throw RealServer.Failure(
                description: "libnss-wrapper is missing: run Tests/run --prepare")
        }
        return found
    }

    private func dropbear() throws -> ([String], [String: String]) {
        let program = try SSHPlan.dropbearProgram("/usr/sbin/dropbear")
        let converter = try SSHPlan.dropbearProgram("/usr/bin/dropbearconvert")
        let key = settings.path("host.dropbear")
        let converted = try CommandOutput(
            converter, ["openssh", "dropbear", settings.path("host"), key])
        guard converted.code == 0 else {
            throw RealServer.Failure(description: "dropbearconvert: \(converted.errors)")
        }
        let home = settings.path("home")
        for (folder, mode) in [("home", 0o755), ("home/.ssh", 0o700)] as [(String, UInt32)] {
            try settings.makeFolder(folder, mode: mode)
            try account.own(settings.path(folder))
        }
        try settings.write(settings.read("authorized") ?? [], to: "home/.ssh/authorized_keys")
        try account.own(home + "/.ssh/authorized_keys")
        try settings.write(
            "root:x:0:0:root:/root:/bin/sh\n" + passwordLine(home: home), to: "passwd")
        try settings.write("root:x:0:\n\(TestAccount.name):x:\(account.group):\n", to: "group")
        let environment = program.environment.merging([
            "LD_PRELOAD": try SSHPlan.nameWrapper(),
            "NSS_WRAPPER_PASSWD": settings.path("passwd"),
            "NSS_WRAPPER_GROUP": settings.path("group"),
        ]) { $1 }
        var command = [program.path, "-F", "-E", "-r", key, "-p", "127.0.0.1:\(port)"]
        command += ["-P", settings.path("pid")]
        switch login {
        case .password: break
        case .nothing: command.append("-s")
        case .keyboardInteractive, .questions:
            throw RealServer.Failure(description: "Dropbear asks no questions")
        }
        return (command + extra, environment)
    }

    // MARK: rclone

    static func rcloneProgram() throws -> UnpackedProgram {
        try UnpackedProgram(package: "rclone", file: "/usr/bin/rclone")
    }

    private func rclone() throws -> ([String], [String: String]) {
        let program = try SSHPlan.rcloneProgram()
        try settings.makeFolder("home")
        for name in ["home", "host"] { try account.own(settings.path(name)) }
        var command = [
            "setpriv", "--reuid=\(account.user)", "--regid=\(account.group)", "--clear-groups",
            program.path, "serve", "sftp", root, "--addr", "127.0.0.1:\(port)",
            "--key", settings.path("host"), "--authorized-keys", settings.path("authorized"),
            // Tests put files behind its back.
            "--dir-cache-time", "0s", "--config", settings.path("home/rclone.conf"),
            "--cache-dir", settings.path("home"), "--user", TestAccount.name,
        ]
        switch login {
        case .password: command += ["--pass", TestAccount.name]
        case .nothing: break
        case .keyboardInteractive, .questions:
            throw RealServer.Failure(description: "rclone asks no questions")
        }
        let environment = program.environment.merging(["HOME": settings.path("home")]) { $1 }
        return (command + extra, environment)
    }
}
