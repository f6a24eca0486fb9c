import Glibc

/// How OpenSSH's server is configured and started.
struct OpenSSHPlan {
    let plan: SSHPlan

    static func program() throws -> UnpackedProgram {
        try UnpackedProgram(package: "openssh-server", file: "/usr/sbin/sshd")
    }

    /// The path of OpenSSH's sftp-server.
    static func sftpServer() throws -> String {
        try UnpackedProgram(package: "openssh-server", file: "/usr/lib/openssh/sftp-server").path
    }

    /// The command, and the environment that it needs.
    func command() throws -> ([String], [String: String]) {
        let settings = plan.settings
        let program = try OpenSSHPlan.program()
        try OpenSSHPlan.makePrivilegeSeparation()
        var lines = [
            "Port \(plan.port)", "ListenAddress 127.0.0.1", "HostKey \(settings.path("host"))",
            "PidFile none", "AuthorizedKeysFile \(settings.path("authorized"))",
            // The folders above are everybody's.
            "StrictModes no",
            "AllowUsers \(TestAccount.name)", "LogLevel VERBOSE", "UseDNS no", "PrintMotd no",
            "PrintLastLog no", "MaxStartups 200",
        ]
        let isPAM: Bool
        switch plan.login {
        case .password:
            lines += ["PasswordAuthentication yes", "KbdInteractiveAuthentication no"]
            isPAM = false
        case .keyboardInteractive:
            lines += ["PasswordAuthentication no", "KbdInteractiveAuthentication yes"]
            isPAM = true
        case .questions:
            throw RealServer.Failure(description: "OpenSSH asks no questions of a test's")
        case .nothing:
            lines += ["PasswordAuthentication no", "KbdInteractiveAuthentication no"]
            isPAM = false
        }
        lines.append("UsePAM \(isPAM ? "yes" : "no")")
        switch plan.service {
        case .builtIn(let options):
            lines.append("Subsystem sftp internal-sftp -d \(plan.root) \(options)")
        case .program(let before):
            lines.append(
                "Subsystem sftp \(before); exec \(try OpenSSHPlan.sftpServer()) -d \(plan.root)")
        case .none: break
        }
        try settings.write((plan.extra + lines).joined(separator: "\n") + "\n", to: "conf")
        // Its own name is PAM's service: `other` is on every system, and asks nothing of the kernel
        // that containers forbid.
        let name = settings.path("other")
        guard symlink(program.path, name) == 0 else {
            throw RealServer.Failure(description: "no link \(name)")
        }
        return ([name, "-D", "-e", "-f", settings.path("conf")], program.environment)
    }

    /// The account and the folder that sshd keeps strangers in, as its package makes them.
    private static func makePrivilegeSeparation() throws { try madeSeparation.get() }

    private static let madeSeparation: Result<Void, RealServer.Failure> = {
        if getpwnam("sshd") == nil {
            // Another test process may make it at the same moment.
            _ = Command.run([
                "useradd", "--system", "--no-create-home", "--home-dir", "/run/sshd", "--gid",
                "nogroup", "--shell", "/usr/sbin/nologin", "sshd",
            ])
        }
        guard getpwnam("sshd") != nil else {
            return .failure(
                RealServer.Failure(description: "the account sshd cannot be made by useradd"))
        }
        guard mkdir("/run/sshd", 0o755) == 0 || errno == EEXIST else {
            return .failure(RealServer.Failure(description: "the folder /run/sshd cannot be made"))
        }
        return .success(())
    }()
}
