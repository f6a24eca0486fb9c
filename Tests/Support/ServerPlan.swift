import Glibc

/// How each kind of server is configured and started.
struct ServerPlan {
    let port: UInt16
    let root: String
    let settings: TemporaryFolder
    let account: TestAccount
    let tls: ServerTLS?
    let extra: [String]

    /// The command, and the environment that it needs.
    func command(for kind: RealServer.Kind) throws -> ([String], [String: String]) {
        let program = try ServerPlan.program(for: kind)
        var environment = kind == .pyftpdlib ? [:] : ServerPlan.libraries(of: kind)
        if let tls {
            try settings.write(tls.certificate.certificate, to: "server.pem")
            try settings.write(tls.certificate.key, to: "server.key")
            try settings.write(tls.certificate.key + tls.certificate.certificate, to: "both.pem")
            for name in ["server.key", "both.pem"] { chmod(settings.path(name), 0o600) }
            try settings.write(
                tls.opensslConfiguration.joined(separator: "\n") + "\n", to: "openssl.cnf")
            environment["OPENSSL_CONF"] = settings.path("openssl.cnf")
        }
        switch kind {
        case .vsftpd: return try (vsftpd(program), environment)
        case .proftpd: return try (proftpd(program), environment)
        case .pureFTPd: return try (pureFTPd(program), environment)
        case .pyftpdlib: return try (pyftpdlib(program), environment)
        }
    }

    /// Where the program is: `Tests/run` unpacks the servers into a cache.
    static func program(for kind: RealServer.Kind) throws -> String {
        let cache = UnpackedProgram.cache
        let candidates: [String] =
            switch kind {
            case .vsftpd: ["\(cache)/vsftpd/usr/sbin/vsftpd", "/usr/sbin/vsftpd"]
            case .proftpd: ["\(cache)/proftpd-core/usr/sbin/proftpd", "/usr/sbin/proftpd"]
            case .pureFTPd: ["\(cache)/pure-ftpd/usr/sbin/pure-ftpd", "/usr/sbin/pure-ftpd"]
            case .pyftpdlib: ["python3", "/usr/bin/python3"]
            }
        let found = candidates.first { candidate in
            kind == .pyftpdlib
                ? Command.run([candidate, "-c", "import pyftpdlib, OpenSSL"]) == 0
                : access(candidate, X_OK) == 0
        }
        guard let found else {
            throw RealServer.Failure(
                description: "\(kind.rawValue) is missing: run Tests/run --prepare")
        }
        return found
    }

    private static func libraries(of kind: RealServer.Kind) -> [String: String] {
        UnpackedProgram.libraries(of: kind == .proftpd ? "proftpd-core" : kind.rawValue)
    }

    /// Where ProFTPD's modules are, which its build knows only for an installed one.
    private static func modules(of program: String) -> String {
        program.replacing("/sbin/proftpd", with: "/lib/proftpd")
    }

    private func vsftpd(_ program: String) throws -> [String] {
        try settings.makeFolder("empty")
        var lines = [
            "listen=YES", "listen_address=127.0.0.1", "listen_port=\(port)", "background=NO",
            "anonymous_enable=NO", "local_enable=YES", "local_root=\(root)", "local_umask=022",
            "chroot_local_user=YES", "allow_writeable_chroot=YES", "write_enable=YES",
            "mdtm_write=YES", "force_dot_files=YES", "pam_service_name=other",
            "secure_chroot_dir=\(settings.path("empty"))", "xferlog_enable=NO",
            "syslog_enable=NO", "vsftpd_log_file=\(settings.path("log"))", "log_ftp_protocol=YES",
            // Containers forbid some of what these ask of the kernel.
            "seccomp_sandbox=NO", "isolate=NO", "isolate_network=NO",
            "max_per_ip=0", "max_clients=0",
            "pasv_min_port=\(ServerProcess.dataPorts.lowerBound)",
            "pasv_max_port=\(ServerProcess.dataPorts.upperBound)",
        ]
        if let tls {
            lines += [
                "ssl_enable=YES", "require_ssl_reuse=YES", "ssl_ciphers=HIGH",
                "force_local_logins_ssl=YES", "force_local_data_ssl=YES",
                "implicit_ssl=\(tls.isImplicit ? "YES" : "NO")",
                "rsa_cert_file=\(settings.path("server.pem"))",
                "rsa_private_key_file=\(settings.path("server.key"))",
            ]
        }
        try settings.write((lines + extra).joined(separator: "\n") + "\n", to: "conf")
        return [program, settings.path("conf")]
    }

    private func proftpd(_ program: String) throws -> [String] {
        let entry =
            "\(TestAccount.name):\(TestAccount.passwordHash):\(account.user):\(account.group)"
            + "::\(root):/bin/sh\n"
        try settings.write(entry, to: "passwd")
        try settings.write("\(TestAccount.name):x:\(account.group):\n", to: "group")
        chmod(settings.path("passwd"), 0o600)
        chmod(settings.path("group"), 0o600)
        var lines = [
            "ServerName \"Ferry's tests\"", "ServerType standalone", "DefaultServer on",
            "DefaultAddress 127.0.0.1", "Port \(port)", "UseIPv6 off", "UseReverseDNS off",
            "User nobody", "Group nogroup", "Umask 022", "MaxInstances none",
            "WtmpLog off", "TransferLog none", "SystemLog \(settings.path("log"))",
            "PidFile \(settings.path("pid"))", "ScoreboardFile \(settings.path("scoreboard"))",
            "AuthOrder mod_auth_file.c", "AuthUserFile \(settings.path("passwd"))",
            "AuthGroupFile \(settings.path("group"))", "RequireValidShell off",
            "DefaultRoot \(root)", "AllowOverwrite on", "AllowStoreRestart on",
            "AllowRetrieveRestart on", "DelayEngine off", "ListOptions \"-a\"",
            "ModulePath \(ServerPlan.modules(of: program))", "LoadModule mod_copy.c",
            "LoadModule mod_digest.c",
            "PassivePorts \(ServerProcess.dataPorts.lowerBound) "
                + "\(ServerProcess.dataPorts.upperBound)",
        ]
        if let tls {
            lines += [
                "LoadModule mod_tls.c",
                "TLSEngine on", "TLSRequired on", "TLSLog \(settings.path("log"))",
                "TLSECCertificateFile \(settings.path("server.pem"))",
                "TLSECCertificateKeyFile \(settings.path("server.key"))", "TLSVerifyClient off",
            ]
            if tls.isImplicit { lines.append("TLSOptions UseImplicitSSL") }
        }
        try settings.write((lines + extra).joined(separator: "\n") + "\n", to: "conf")
        return [program, "--nodaemon", "--config", settings.path("conf")]
    }

    private func pureFTPd(_ program: String) throws -> [String] {
        let entry =
            "\(TestAccount.name):\(TestAccount.passwordHash):\(account.user):\(account.group)"
            + "::\(root)/./::::::::::::\n"
        try settings.write(entry, to: "passwd")
        let maker = program.replacing("/sbin/pure-ftpd", with: "/bin/pure-pw")
        let users = settings.path("users.pdb")
        let libraries = ServerPlan.libraries(of: .pureFTPd).map { "\($0.key)=\($0.value)" }
        let command = ["env"] + libraries + [maker, "mkdb", users, "-f", settings.path("passwd")]
        guard Command.run(command) == 0 else {
            throw RealServer.Failure(description: "pure-pw cannot make \(users)")
        }
        let encryption =
            tls == nil ? ["-Y", "0"] : ["-Y", "3", "-2", settings.path("both.pem")]
        return [
            program, "-S", "127.0.0.1,\(port)", "-l", "puredb:\(users)", "-u", "1", "-E", "-H",
            "-D", "-c", "200", "-C", "200", "-L", "1000000:100",
            "-p",
            "\(ServerProcess.dataPorts.lowerBound):\(ServerProcess.dataPorts.upperBound)",
            "-g", settings.path("pid"), "-O", "clf:/dev/null",
        ] + encryption + extra
    }

    private func pyftpdlib(_ program: String) throws -> [String] {
        let statements = [
            // All that is imported later: the test user may not read where Python is.
            "import os, logging, pwd, grp, _strptime",
            "from pyftpdlib.authorizers import DummyAuthorizer",
            tls == nil
                ? "from pyftpdlib.handlers import FTPHandler"
                : "from pyftpdlib.handlers import TLS_FTPHandler as FTPHandler",
            "from pyftpdlib.servers import FTPServer",
            "logging.basicConfig(level=logging.ERROR)",
            "FTPHandler.authorizer = DummyAuthorizer()",
            "FTPHandler.authorizer.add_user('\(TestAccount.name)', '\(TestAccount.name)', "
                + "'\(root)', perm='elradfmwMT')",
        ]
        let encryption =
            tls == nil
            ? []
            : [
                "FTPHandler.certfile = '\(settings.path("both.pem"))'",
                "FTPHandler.tls_control_required = FTPHandler.tls_data_required = True",
                "FTPHandler.ssl_context = FTPHandler.get_ssl_context()",
            ]
        let last = [
            "server = FTPServer(('127.0.0.1', \(port)), FTPHandler)",
            "server.max_cons = server.max_cons_per_ip = 0",
            "os.setgid(\(account.group)); os.setuid(\(account.user))",
            "server.serve_forever()",
        ]
        return [program, "-c", (statements + encryption + extra + last).joined(separator: "\n")]
    }
}
