package import Files
import Glibc
package import Transport

/// Starts the system's ssh, or what the user names in its place, as the carrier to one site.
package struct SSHCarrierOpener: CarrierOpener {
    /// Who answers what the login asks.
    package enum Audience: Sendable {
        /// Somebody, by these prompts.
        case watched(any LoginPrompter)
        /// Nobody: what is remembered or given may be used, all else is left.
        case nobody
        /// The user's own SSH_ASKPASS, where it is set; else as `nobody`.
        case ownAskpass
    }

    /// What is set once for a process.
    package struct Surroundings: Sendable {
        /// The program that ssh starts to ask: Ferry itself, by its path.
        package var askpass: String
        /// Where sockets may be that only the user reaches: absolute paths, the first that can be used
        /// is.
        package var directories: [String]
        /// A variable of the environment.
        package var variable: @Sendable (String) -> String?

        /// `askpass` is a path; `directories` are tried in their order.
        package init(
            askpass: String, directories: [String],
            variable: @escaping @Sendable (String) -> String?
        ) {
            self.askpass = askpass
            self.directories = directories
            self.variable = variable
        }

        /// This process's own, to be made once, early; `stateDirectory` is where Ferry keeps things.
        package static func ofProcess(stateDirectory: String) -> Surroundings {
            let variable: @Sendable (String) -> String? = { name in
                getenv(name).map { String(cString: $0) }
            }
            let runtime = variable("XDG_RUNTIME_DIR").map { [$0] } ?? []
            return Surroundings(
                askpass: ownProgram, directories: runtime + [stateDirectory, "/tmp"],
                variable: variable)
        }

        private static var ownProgram: String {
            var path = [CChar](repeating: 0, count: Int(PATH_MAX))
            let length = readlink("/proc/self/exe", &path, path.count - 1)
            let bytes = path.prefix(max(0, length)).map { UInt8(bitPattern: $0) }
            let text = String(decoding: bytes, as: UTF8.self)
            // An update has put another file in its place, which serves as well.
            let deleted = " (deleted)"
            return access(text, X_OK) != 0 && text.hasSuffix(deleted)
                ? String(text.dropLast(deleted.count)) : text
        }
    }

    private let site: Site
    private let audience: Audience
    private let hostKeys: AcceptedHostKeys
    private let memory: SSHMemory
    private let surroundings: Surroundings
    private let password: @Sendable (Site) -> Secret?
    private let log: ConnectionLog

    /// `password` gives what was given for the site (in a URL, .netrc, …); it may block.
    package init(
        site: Site, audience: Audience, hostKeys: AcceptedHostKeys, memory: SSHMemory,
        surroundings: Surroundings, password: @escaping @Sendable (Site) -> Secret?,
        log: ConnectionLog
    ) {
        self.site = site
        self.audience = audience
        self.hostKeys = hostKeys
        self.memory = memory
        self.surroundings = surroundings
        self.password = password
        self.log = log
    }

    private var prompter: (any LoginPrompter)? {
        if case .watched(let prompter) = audience { prompter } else { nil }
    }

    package func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier {
        try SSHName.check(site)
        let command = SSHCommandLine(site, variable: surroundings.variable)
        if prompter == nil {
            if let refusal = memory.attempts.refusal(of: command) { throw refusal }
            try wait(memory.attempts.delay(of: command), interrupter)
        }
        let configuration = try memory.configurations.configuration(
            for: command, interrupter: interrupter)
        let asks = asks
        let questions: SSHCommandLine.Questions = asks == .nobody ? .left : .asked
        let listener =
            asks == .ferry ? try AskpassListener(in: surroundings.directories) : nil
        let parts = SSHAttendant.Parts(
            command: command, means: means(configuration), memory: memory, log: log,
            password: password, prompter: prompter, listener: listener, questions: questions)
        let start = ProgramStart(
            name: site.text, arguments: command.carrier(configuration, questions),
            shown: [command.programName] + command.arguments(configuration, questions),
            variables: variables(asks, listener), log: log)
        do throws(FileSystemError) {
            return try start.open(interrupter) { SSHAttendant(parts, $0) }
        } catch {
            guard error.kind == .unsupported else { throw error }
            throw FileSystemError(
                .unsupported, reply: error.reply,
                detail: "ssh was not found, which sftp:// is carried by; install it (Debian: "
                    + "openssh-client), or name another program with ssh_command.")
        }
    }

    /// Who is asked by the program that ssh starts.
    private enum Asks {
        case ferry, ownProgram, nobody
    }

    private var asks: Asks {
        if case .watched = audience { return .ferry }
        if memory.secrets.hasAny(for: ServerPlace(site)) || password(site) != nil { return .ferry }
        if case .ownAskpass = audience, let own = surroundings.variable("SSH_ASKPASS"),
            !own.isEmpty, surroundings.variable("SSH_ASKPASS_REQUIRE") != "never"
        {
            return .ownProgram
        }
        return .nobody
    }

    private func variables(_ asks: Asks, _ listener: AskpassListener?) -> [String: String] {
        guard asks != .nobody else { return [:] }
        // Before OpenSSH 8.4 the program was started only where there seemed to be a screen.
        let display = surroundings.variable("DISPLAY") ?? ""
        var variables = [
            "SSH_ASKPASS_REQUIRE": "force", "DISPLAY": display.isEmpty ? ":" : display,
        ]
        if let listener {
            variables["SSH_ASKPASS"] = surroundings.askpass
            variables[AskpassHelper.variable] = listener.path
        }
        return variables
    }

    private func means(_ configuration: SSHConfiguration?) -> SSHLogin.Means {
        let named = site.user.map { "\($0)@\(site.host)" } ?? site.host
        return SSHLogin.Means(
            site: site, account: configuration?.account ?? named,
            marksChallenges: configuration?.marksChallenges ?? false,
            isDirect: configuration?.isDirect ?? true, isWatched: prompter != nil,
            secrets: memory.secrets, hostKeys: hostKeys)
    }

    /// Until an attempt that nobody watches may begin; an interruption ends it.
    private func wait(_ seconds: Double, _ interrupter: Interrupter) throws(FileSystemError) {
        guard seconds > 0 else { return }
        do throws(TransportError) {
            try Pause.wait(seconds: seconds, interrupter)
        } catch {
            throw FileSystemError(.cancelled, detail: "It was broken off.")
        }
    }
}
