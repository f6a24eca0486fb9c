import Files

/// How ssh is called for a site.
struct SSHCommandLine: Hashable, Sendable {
    /// What becomes of questions.
    enum Questions: Hashable, Sendable {
        /// They are asked.
        case asked
        /// ssh does without whatever it would have to ask for.
        case left
    }

    /// Who may use the connection that is made.
    enum Sharing {
        /// Whoever the user's own configuration says.
        case usual
        /// Others, by the socket at that path.
        case master(String)
        /// Nobody else: it is one more, for which no hardware token is to be touched.
        case extra
    }

    /// The program and its first arguments as a shell reads them; nil for the system's `ssh`.
    private let program: String?
    private let site: Site
    private let processor: ProcessorFeatures

    /// `variable` gives a variable of the environment; the site's own command goes before FERRY_SSH.
    init(
        _ site: Site, processor: ProcessorFeatures = .here, variable: (String) -> String?
    ) {
        self.site = site
        self.processor = processor
        program = [site[SFTPOptions.sshCommand], variable("FERRY_SSH")].lazy
            .compactMap { $0 }.first { !$0.isEmpty }
    }

    /// Asks ssh how it is configured for the site.
    var question: [String] { full(["-G"] + options + place + ["--", site.host]) }

    /// Asks whether a connection of the user's own is there to be shared: ends with 0 then.
    var check: [String] { full(["-O", "check"] + options + place + ["--", site.host]) }

    /// Carries the site's packets.
    func carrier(
        _ configuration: SSHConfiguration?, _ questions: Questions, _ sharing: Sharing = .usual
    ) -> [String] {
        full(arguments(configuration, questions, sharing))
    }

    /// Carries the site's packets over the connection that stands at `path`, nil for where the user's
    /// own configuration says, or has the login shell run `command` there. It neither logs in nor asks.
    func channel(at path: String?, running command: String? = nil) -> [String] {
        full(channelArguments(at: path, running: command))
    }

    /// The program's name, for the log.
    var programName: String { program.map { ProgramStart.programName($0) } ?? "ssh" }

    /// What `channel` gives to the program.
    func channelArguments(at path: String?, running command: String? = nil) -> [String] {
        // Refused, ssh would go on to log in by itself: no way leads to the server then, and where the
        // program's own arguments name one, nothing is offered there.
        let refusals = [
            "ControlMaster=no", "BatchMode=yes", "ProxyCommand=false",
            "PreferredAuthentications=none",
        ]
        let path = path.map { ["ControlPath=\($0)"] } ?? []
        return options + (path + refusals).flatMap { ["-o", $0] } + place
            + (command.map { ["--", site.host, $0] } ?? service)
    }

    /// What carries the site's packets, with what the user's own configuration leaves open.
    func arguments(
        _ configuration: SSHConfiguration?, _ questions: Questions, _ sharing: Sharing = .usual
    ) -> [String] {
        var options = options
        switch sharing {
        case .usual: break
        case .master(let path):
            options += ["ControlMaster=yes", "ControlPath=\(path)", "ControlPersist=no"]
                .flatMap { ["-o", $0] }
        case .extra:
            let plain = configuration?.plainKeys.map { [$0] } ?? []
            options += (["ControlMaster=no", "ControlPath=none"] + plain).flatMap { ["-o", $0] }
        }
        if questions == .left { options += ["-o", "BatchMode=yes"] }
        if let configuration {
            if processor.hasAES, site[SFTPOptions.prefersAES],
                let ciphers = configuration.ciphersWithAESFirst
            {
                options += ["-o", ciphers]
            }
            // With it off, ssh would go on to a server whose key has changed.
            if configuration.isLax { options += ["-o", "StrictHostKeyChecking=accept-new"] }
            if !configuration.hasAliveInterval {
                // ssh gives up after three of them.
                options += ["-o", "ServerAliveInterval=\(max(1, site.timeout / 3))"]
            }
            if !configuration.hasConnectTimeout {
                options += ["-o", "ConnectTimeout=\(site.timeout)"]
            }
        }
        return options + place + service
    }

    /// What is to run there.
    private var service: [String] {
        if let server = site[SFTPOptions.serverPath], !server.isEmpty {
            return ["--", site.host, server]
        }
        return ["-s", "--", site.host, "sftp"]
    }

    /// What OpenSSH's own sftp gives.
    private var options: [String] {
        [
            "ForwardX11=no", "ForwardAgent=no", "PermitLocalCommand=no", "ClearAllForwardings=yes",
            "RequestTTY=no", "VisualHostKey=yes",
        ].flatMap { ["-o", $0] }
    }

    /// A port that is not named is the configuration's, and so is a user.
    private var place: [String] {
        var arguments: [String] = []
        if site.port != site.scheme.defaultPort { arguments += ["-p", "\(site.port)"] }
        if let user = site.user { arguments += ["-l", user] }
        return arguments
    }

    private func full(_ arguments: [String]) -> [String] {
        guard let program else { return ["ssh"] + arguments }
        return ShellProgram(text: program).command(arguments)
    }
}
