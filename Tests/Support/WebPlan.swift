import Glibc

/// How each kind of web server is configured and started.
struct WebPlan {
    let kind: WebServer.Kind
    let port: UInt16
    let root: String
    let settings: TemporaryFolder
    let account: TestAccount
    let login: WebServer.Login?
    let certificate: TestCertificate?
    let extra: [String]

    private static let realm = "Ferry's tests"
    /// MD5 of user, realm and password (RFC 7616 section 3.4.2).
    private static let digest = "41104902994f5f6d3b55430768529e89"
    /// The password as bcrypt hashes it, in few rounds: Caddy knows no other way.
    private static let bcrypt = "$2b$04$ferryteststestsferrytekaG/Qy4xniXgud2BHjP3FrmE2AUqr4q"

    /// The command, and the environment that it needs.
    func command() throws -> ([String], [String: String]) {
        if login != nil {
            try settings.write("\(TestAccount.name):\(TestAccount.passwordHash)\n", to: "users")
            try settings.write("\(TestAccount.name):\(TestAccount.name)\n", to: "plain")
            try settings.write(
                "\(TestAccount.name):\(WebPlan.realm):\(WebPlan.digest)\n", to: "digest")
        }
        if let certificate {
            try settings.write(certificate.certificate, to: "server.pem")
            try settings.write(certificate.key, to: "server.key")
            try account.own(settings.path("server.key"))
            chmod(settings.path("server.key"), 0o600)
        }
        try settings.makeFolder("home")
        try account.own(settings.path("home"))
        switch kind {
        case .nginx, .nginxWritable: return try nginx()
        case .apachePlain, .apacheFancy, .apacheTable, .apacheDAV: return try apache()
        case .lighttpd: return try lighttpd()
        case .caddy: return try caddy()
        case .python: return try python()
        case .rcloneIndex, .rcloneDAV: return try rclone()
        }
    }

    /// Throws where the program is missing.
    static func check(_ kind: WebServer.Kind) throws {
        switch kind {
        case .nginx, .nginxWritable: _ = try nginxProgram()
        case .apachePlain, .apacheFancy, .apacheTable, .apacheDAV: _ = try apacheProgram()
        case .lighttpd: _ = try lighttpdProgram()
        case .caddy: _ = try caddyProgram()
        case .python: _ = try pythonProgram()
        case .rcloneIndex, .rcloneDAV: _ = try rcloneProgram()
        }
    }

    // MARK: nginx

    private static func nginxProgram() throws -> UnpackedProgram {
        try UnpackedProgram(package: "nginx", file: "/usr/sbin/nginx")
    }

    private func nginx() throws -> ([String], [String: String]) {
        let program = try WebPlan.nginxProgram()
        let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"].map {
            "\($0)_temp_path \(settings.path("temporary-\($0)"));"
        }
        var site = ["listen 127.0.0.1:\(port)\(certificate == nil ? "" : " ssl http2");"]
        if certificate != nil {
            site += [
                "ssl_certificate \(settings.path("server.pem"));",
                "ssl_certificate_key \(settings.path("server.key"));",
            ]
        }
        if login != nil {
            site += [
                "auth_basic \"\(WebPlan.realm)\";",
                "auth_basic_user_file \(settings.path("users"));",
            ]
        }
        site += ["charset utf-8;", "root \(root);", "autoindex on;"]
        if kind == .nginxWritable {
            site += ["autoindex_exact_size off;", "dav_methods PUT DELETE MKCOL COPY MOVE;"]
        }
        let lines =
            [
                "daemon off;", "worker_processes 1;", "user \(TestAccount.name);",
                "pid \(settings.path("pid"));", "error_log stderr;",
                "events { worker_connections 2000; }", "http {", "access_log off;",
                "types { text/plain txt; text/html html; application/gzip gz; }",
                "default_type application/octet-stream;", "sendfile on;",
                "client_max_body_size 0;",
            ] + temporary + ["server {"] + site + extra + ["}", "}"]
        try write(lines)
        return (
            [program.path, "-p", settings.path, "-e", "stderr", "-c", settings.path("conf")],
            program.environment
        )
    }

    // MARK: Apache

    private static func apacheProgram() throws -> UnpackedProgram {
        try UnpackedProgram(package: "apache2-bin", file: "/usr/sbin/apache2")
    }

    private func apache() throws -> ([String], [String: String]) {
        let program = try WebPlan.apacheProgram()
        var modules = [
            "mpm_event", "authn_core", "authn_file", "authz_core", "authz_user", "auth_basic",
            "auth_digest", "alias", "autoindex", "mime", "headers",
        ]
        // Leads to a directory's own URL, with a slash at its end.
        if kind != .apacheDAV { modules.append("dir") }
        var lines = [
            "ServerName localhost", "Listen 127.0.0.1:\(port)", "User \(TestAccount.name)",
            "Group #\(account.group)", "PidFile \(settings.path("pid"))",
            "DefaultRuntimeDir \(settings.path("home"))", "ErrorLog /dev/stderr",
            "TypesConfig /dev/null", "AddType text/plain .txt", "AddType text/html .html",
            "StartServers 1", "ServerLimit 1", "ThreadsPerChild 32", "MaxRequestWorkers 32",
            "DocumentRoot \(root)", "<Directory \(root)>", "Options +Indexes +FollowSymLinks",
            "AllowOverride None", indexOptions, login == nil ? "Require all granted" : "",
            kind == .apacheDAV ? "Dav On" : "",
        ]
        switch login {
        case nil: break
        case .basic:
            lines += [
                "AuthType Basic", "AuthUserFile \(settings.path("users"))",
                "AuthName \"\(WebPlan.realm)\"", "Require valid-user",
            ]
        case .digest:
            lines += [
                "AuthType Digest", "AuthUserFile \(settings.path("digest"))",
                "AuthDigestProvider file", "AuthName \"\(WebPlan.realm)\"", "Require valid-user",
            ]
        }
        lines.append("</Directory>")
        if kind == .apacheDAV {
            modules += ["dav", "dav_fs"]
            lines.append("DavLockDB \(settings.path("home/locks"))")
        }
        if certificate != nil {
            modules += ["socache_shmcb", "ssl", "http2"]
            lines += [
                "Protocols h2 http/1.1", "SSLEngine on",
                "SSLCertificateFile \(settings.path("server.pem"))",
                "SSLCertificateKeyFile \(settings.path("server.key"))",
            ]
        }
        let folder = program.prefix + "/usr/lib/apache2/modules"
        try write(modules.map { "LoadModule \($0)_module \(folder)/mod_\($0).so" } + lines + extra)
        return (
            [
                // One that was killed leaves its pid there, which the next start takes for its own.
                "bash", "-c", "rm -f \"$0\"; exec \"$@\"", settings.path("pid"),
                program.path, "-d", settings.path, "-f", settings.path("conf"), "-DFOREGROUND",
            ],
            program.environment
        )
    }

    private var indexOptions: String {
        switch kind {
        case .apacheFancy: "IndexOptions FancyIndexing Charset=UTF-8"
        case .apacheTable: "IndexOptions FancyIndexing HTMLTable NameWidth=* Charset=UTF-8"
        default: "IndexOptions Charset=UTF-8"
        }
    }

    // MARK: lighttpd

    private static func lighttpdProgram() throws -> UnpackedProgram {
        try UnpackedProgram(package: "lighttpd", file: "/usr/sbin/lighttpd")
    }

    private func lighttpd() throws -> ([String], [String: String]) {
        let program = try WebPlan.lighttpdProgram()
        var modules = ["mod_dirlisting"]
        var lines = [
            "server.bind = \"127.0.0.1\"", "server.port = \(port)",
            "server.document-root = \"\(root)\"", "server.username = \"\(TestAccount.name)\"",
            "server.upload-dirs = ( \"\(settings.path("home"))\" )",
            // Tests change files behind its back.
            "server.stat-cache-engine = \"disable\"", "dir-listing.activate = \"enable\"",
            "dir-listing.encoding = \"utf-8\"",
            "mimetype.assign = ( \".txt\" => \"text/plain\", \"\" => \"application/octet-stream\" )",
        ]
        if let login {
            modules = ["mod_auth", "mod_authn_file"] + modules
            lines += [
                "auth.backend = \"htdigest\"",
                "auth.backend.htdigest.userfile = \"\(settings.path("digest"))\"",
                "auth.require = ( \"\" => ( \"method\" => \"\(login.rawValue)\", "
                    + "\"realm\" => \"\(WebPlan.realm)\", \"require\" => \"valid-user\" ) )",
            ]
        }
        if certificate != nil {
            modules.append("mod_openssl")
            lines += [
                "ssl.engine = \"enable\"", "ssl.pemfile = \"\(settings.path("server.pem"))\"",
                "ssl.privkey = \"\(settings.path("server.key"))\"",
            ]
        }
        let list = modules.map { "\"\($0)\"" }.joined(separator: ", ")
        try write(["server.modules = ( \(list) )"] + lines + extra)
        return (
            [
                program.path, "-D", "-f", settings.path("conf"), "-m",
                program.prefix + "/usr/lib/lighttpd",
            ], program.environment
        )
    }

    // MARK: Caddy

    private static func caddyProgram() throws -> UnpackedProgram {
        try UnpackedProgram(package: "caddy", file: "/usr/bin/caddy")
    }

    private func caddy() throws -> ([String], [String: String]) {
        let program = try WebPlan.caddyProgram()
        var site = ["bind 127.0.0.1", "root * \(root)", "file_server browse"]
        if certificate != nil {
            site.append("tls \(settings.path("server.pem")) \(settings.path("server.key"))")
        }
        if login != nil {
            site += [
                "basicauth bcrypt \"\(WebPlan.realm)\" {",
                "\(TestAccount.name) \(WebPlan.bcrypt)", "}",
            ]
        }
        let scheme = certificate == nil ? "http" : "https"
        try write(
            ["{", "admin off", "auto_https off", "}", "\(scheme)://127.0.0.1:\(port) {"]
                + site + extra + ["}"])
        let command = ["run", "--adapter", "caddyfile", "--config", settings.path("conf")]
        return (asTestUser(program, command), environment(program))
    }

    // MARK: Python

    private static func pythonProgram() throws -> String {
        let found = ["/usr/bin/python3", "python3"].first {
            Command.run([$0, "-c", "import http.server, ssl"]) == 0
        }
        guard let found else {
            throw RealServer.Failure(description: "python3 is missing: apt-get install python3")
        }
        return found
    }

    private func python() throws -> ([String], [String: String]) {
        var statements = [
            // All that is imported later: the test user may not read where Python is.
            "import encodings.idna, functools, http.server, os, ssl, html, email.utils, datetime",
            "os.chdir('\(root)')",
            "server = http.server.ThreadingHTTPServer(('127.0.0.1', \(port)), "
                + "http.server.SimpleHTTPRequestHandler)",
        ]
        if certificate != nil {
            statements += [
                "context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)",
                "context.load_cert_chain('\(settings.path("server.pem"))', "
                    + "'\(settings.path("server.key"))')",
                "server.socket = context.wrap_socket(server.socket, server_side=True)",
            ]
        }
        statements += [
            "os.setgid(\(account.group)); os.setuid(\(account.user))", "server.serve_forever()",
        ]
        return ([try WebPlan.pythonProgram(), "-c", statements.joined(separator: "\n")], [:])
    }

    // MARK: rclone

    private static func rcloneProgram() throws -> UnpackedProgram {
        try UnpackedProgram(package: "rclone", file: "/usr/bin/rclone")
    }

    private func rclone() throws -> ([String], [String: String]) {
        let program = try WebPlan.rcloneProgram()
        var command = [
            "serve", kind == .rcloneDAV ? "webdav" : "http", root, "--addr", "127.0.0.1:\(port)",
            // Tests put files behind its back.
            "--dir-cache-time", "0s", "--config", settings.path("home/rclone.conf"),
            "--cache-dir", settings.path("home"),
        ]
        if login != nil {
            command += ["--user", TestAccount.name, "--pass", TestAccount.name]
        }
        if certificate != nil {
            command += [
                "--cert", settings.path("server.pem"), "--key", settings.path("server.key"),
            ]
        }
        return (asTestUser(program, command), environment(program))
    }

    // MARK: What they share

    private func write(_ lines: [String]) throws {
        try settings.write(lines.joined(separator: "\n") + "\n", to: "conf")
    }

    private func environment(_ program: UnpackedProgram) -> [String: String] {
        program.environment.merging(
            [
                "HOME": settings.path("home"), "XDG_CONFIG_HOME": settings.path("home"),
                "XDG_DATA_HOME": settings.path("home"),
            ]
        ) { _, new in new }
    }

    private func asTestUser(_ program: UnpackedProgram, _ arguments: [String]) -> [String] {
        [
            "setpriv", "--reuid=\(account.user)", "--regid=\(account.group)", "--clear-groups",
            program.path,
        ] + arguments
    }
}
