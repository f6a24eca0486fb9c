package import Files
package import Transport
import Words

/// Starts the system's ssh, or what the user names in its place, as the carrier to one site.
package struct SSHCarrierOpener: CarrierOpener {
    /// Logins of others that are tried for one channel.
    private static let trials = 8

    /// Channels of a login that are left for panes and lanes, which would have to ask for another.
    private static let leftForOthers = 3

    /// The same of a shell's, which ends soon.
    private static let leftByShells = 1

    /// Who answers what the login asks.
    package enum Audience: Sendable {
        /// Somebody, by these prompts.
        case watched(any LoginPrompter)
        /// Nobody: what is remembered or given may be used, all else is left.
        case nobody
        /// The user's own SSH_ASKPASS, where it is set; else as `nobody`.
        case ownAskpass
    }

    private var site: Site
    private var audience: Audience
    private let hostKeys: AcceptedHostKeys
    private let memory: SSHMemory
    private let surroundings: Surroundings
    private let password: @Sendable (Site) -> Secret?
    private let notes: any ServerNotes
    private let log: ConnectionLog
    private let opened = OpenedLogin()

    /// `password` gives what was given for the site (in a URL, .netrc, …); it may block. `notes` keeps
    /// what the server shows of itself.
    package init(
        site: Site, audience: Audience, hostKeys: AcceptedHostKeys, memory: SSHMemory,
        surroundings: Surroundings, password: @escaping @Sendable (Site) -> Secret?,
        notes: any ServerNotes = NoNotes(), log: ConnectionLog
    ) {
        self.site = site
        self.audience = audience
        self.hostKeys = hostKeys
        self.memory = memory
        self.surroundings = surroundings
        self.password = password
        self.notes = notes
        self.log = log
    }

    private var prompter: (any LoginPrompter)? {
        if case .watched(let prompter) = audience { prompter } else { nil }
    }

    package func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier {
        try SSHName.check(site)
        memory.sweep(surroundings.directories)
        let command = SSHCommandLine(site, variable: surroundings.variable)
        let configuration = try memory.configurations.configuration(
            for: command, masters: memory.masters, interrupter: interrupter)
        let sharing = try SSHSharing(configuration, command, memory.masters, interrupter)
        guard sharing == .own else {
            opened.note(sharing == .users ? .users : .alone)
            return try login(command, configuration, nil, interrupter)
        }
        // A login that is gone, or full, is found out by trying; each is tried once.
        for _ in 0..<SSHCarrierOpener.trials {
            let place = try memory.masters.place(
                for: command.question, of: site.text, in: surroundings.directories,
                insists: prompter?.asksAgain ?? false, log: log, interrupter: interrupter)
            switch place {
            case .alone:
                opened.note(.alone)
                return try login(command, configuration, nil, interrupter)
            case .login(let master):
                opened.note(.over(master, isFirst: true))
                return try login(command, configuration, master, interrupter)
            case .channel(let master):
                let outcome = try channels(command).open(over: master, interrupter)
                guard case .opened(let carrier) = outcome else { continue }
                opened.note(.over(master, isFirst: false))
                return carrier
            }
        }
        opened.note(.alone)
        return try login(command, configuration, nil, interrupter)
    }

    package func openAnother(
        _ kind: SideKind, _ interrupter: Interrupter
    ) throws(FileSystemError) -> (any Carrier)? {
        let command = SSHCommandLine(site, variable: surroundings.variable)
        switch (kind, opened.last) {
        case (.connection, .over(let master, _)) where master.isRepeatable:
            return try extra(command, interrupter)
        case (_, .alone), (.connection, _): return nil
        case (.channel, .users): return try channels(command).begin(over: nil, interrupter)
        case (.channel, .over(let master, _)):
            guard master.take(leaving: SSHCarrierOpener.leftForOthers) else { return nil }
            return try channels(command).begin(over: master, interrupter)
        }
    }

    package func suits(_ version: ServerVersion) -> Bool {
        guard version.mixesChannels, case .over(let master, let isFirst) = opened.last else {
            return true
        }
        let command = SSHCommandLine(site, variable: surroundings.variable)
        memory.masters.limit(command.question, to: 1)
        master.keepToOne()
        if isFirst {
            log.remark(
                tr(
                    "The server mixes up the SFTP channels of one login, so Ferry logs in for "
                        + "each channel."))
        }
        return isFirst
    }

    /// Logs in once more, without asking anybody.
    private func extra(
        _ command: SSHCommandLine, _ interrupter: Interrupter
    ) throws(FileSystemError) -> (any Carrier)? {
        if case .ownProgram = asks { return nil }
        guard memory.attempts.refusal(of: command) == nil, memory.attempts.delay(of: command) == 0,
            memory.extras.take(command)
        else { return nil }
        var unwatched = self
        unwatched.audience = .nobody
        do throws(FileSystemError) {
            let configuration = try memory.configurations.configuration(
                for: command, masters: memory.masters, interrupter: interrupter)
            return try unwatched.start(command, configuration, .extra, interrupter)
        } catch {
            memory.extras.leave(command)
            throw error
        }
    }

    package func openShell(
        reading script: [UInt8], _ interrupter: Interrupter
    ) throws(FileSystemError) -> ShellOpening {
        let master: SSHMaster?
        switch opened.last {
        case .alone: return .unavailable
        case .users: master = nil
        case .over(let shared, _):
            guard shared.take(leaving: SSHCarrierOpener.leftByShells) else { return .unavailable }
            master = shared
        }
        let start = ChannelStart(
            site: site, command: SSHCommandLine(site, variable: surroundings.variable),
            masters: memory.masters, log: log, service: .shell(script))
        switch try start.open(over: master, interrupter) {
        case .opened(let carrier): return .opened(carrier)
        // Where it is the only one beside SFTP's, there will never be room.
        case .refused(let open): return open == 1 ? .absent : .unavailable
        case .gone: return .unavailable
        case .absent: return .absent
        }
    }

    package func open(
        running command: String, _ interrupter: Interrupter
    ) throws(FileSystemError) -> (any Carrier)? {
        guard site[SFTPOptions.serverPath] == nil else { return nil }
        var other = self
        other.site[SFTPOptions.serverPath] = command
        return try other.open(interrupter)
    }

    private func channels(_ command: SSHCommandLine) -> ChannelStart {
        ChannelStart(site: site, command: command, masters: memory.masters, log: log)
    }

    /// Logs in, for `master` where others may use it too.
    private func login(
        _ command: SSHCommandLine, _ configuration: SSHConfiguration?, _ master: SSHMaster?,
        _ interrupter: Interrupter
    ) throws(FileSystemError) -> any Carrier {
        do throws(FileSystemError) {
            let use = master.map { SSHAttendant.Use.shared($0) } ?? .one
            return try start(command, configuration, use, interrupter)
        } catch {
            if let master {
                master.end(error)
                memory.masters.remove(master, of: command.question)
            }
            throw error
        }
    }

    private func start(
        _ command: SSHCommandLine, _ configuration: SSHConfiguration?, _ use: SSHAttendant.Use,
        _ interrupter: Interrupter
    ) throws(FileSystemError) -> any Carrier {
        if prompter == nil {
            if let refusal = memory.attempts.refusal(of: command) { throw refusal }
            try wait(memory.attempts.delay(of: command), interrupter)
        }
        let asks = asks
        let questions: SSHCommandLine.Questions = asks == .nobody ? .left : .asked
        let listener =
            asks == .ferry ? try AskpassListener(in: surroundings.directories) : nil
        let parts = SSHAttendant.Parts(
            command: command, isKnown: configuration != nil, means: means(configuration),
            memory: memory, log: log, password: password, prompter: prompter, listener: listener,
            questions: questions,
            use: use, whenLoggedIn: noteKeys(configuration))
        let sharing = use.sharing
        let start = ProgramStart(
            name: site.text,
            arguments: command.carrier(configuration, questions, sharing),
            shown: [command.programName]
                + command.arguments(configuration, questions, sharing),
            variables: variables(asks, listener), log: log, programs: memory.masters.programs)
        do throws(FileSystemError) {
            let (stream, watch) = try start.launch(interrupter) { SSHAttendant(parts, $0) }
            if case .shared(let master) = use { master.attach(watch) }
            let extras = memory.extras
            return ProgramCarrier(stream, watch) {
                switch use {
                case .one: watch.end()
                case .shared(let master): master.leaveFirst()
                case .extra:
                    watch.end()
                    extras.leave(command)
                }
            }
        } catch {
            guard error.kind == .unsupported else { throw error }
            throw FileSystemError(
                .unsupported, reply: error.reply,
                detail: tr(
                    "sftp:// needs ssh, which was not found; install it (Debian: "
                        + "openssh-client), or set ssh_command."))
        }
    }

    /// Writes down by which keys ssh knows the host, once it has let the login pass.
    private func noteKeys(_ configuration: SSHConfiguration?) -> @Sendable () -> Void {
        guard let configuration else { return {} }
        return { [notes, site] in
            let keys = KnownHostKeys(of: configuration).keys
            if !keys.isEmpty { notes.note(site) { $0.hostKeys = keys } }
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
            throw FileSystemError(.cancelled, detail: tr("The connection attempt was cancelled."))
        }
    }
}

extension SSHAttendant.Use {
    fileprivate var sharing: SSHCommandLine.Sharing {
        switch self {
        case .one: .usual
        case .shared(let master): .master(master.path)
        case .extra: .extra
        }
    }
}
