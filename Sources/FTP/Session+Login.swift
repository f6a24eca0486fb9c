package import Files
import Transport

/// The password for a site; nil where there is none.
package typealias PasswordProvider = @Sendable (Site) -> Secret?

extension Session {
    /// Connects, logs in, and learns what has to be known before the first operation.
    static func open(
        _ site: Site, memory: ServerMemory, log: ExchangeLog, interrupter: Interrupter,
        password: PasswordProvider
    ) throws(FileSystemError) -> Session {
        log.remark("Connecting to \(VisibleText.make(site.host)) at port \(site.port).")
        let socket: Socket
        do {
            socket = try Connector.connect(
                host: site.host, port: site.port, interrupter, within: Double(site.timeout))
        } catch {
            let made = error.fileSystemError(site)
            log.trouble(made.detail)
            throw made
        }
        socket.prepareForCommands()
        guard let peer = socket.peer, let local = socket.local else {
            throw TransportError(.closed, "closed").fileSystemError(site)
        }
        let control = ControlConnection(socket, site: site, log: log)
        let session = Session(
            site: site, control: control, peer: peer, local: local, memory: memory, log: log,
            interrupter: interrupter)
        do {
            try session.logIn(password)
            try session.learn()
        } catch {
            control.close()
            throw error
        }
        return session
    }

    private func logIn(_ password: PasswordProvider) throws(FileSystemError) {
        var machine = LoginMachine(hasAccount: site.account != nil)
        var ticket = control.expectGreeting()
        var isGreeting = true
        while true {
            let reply = try control.reply(to: ticket)
            let step = machine.receive(reply)
            switch step {
            case .wait: continue
            case .done: return
            case .failed(let reply): throw refusal(reply, isGreeting: isGreeting)
            case .accountMissing(let reply):
                throw FileSystemError(
                    .login, reply: reply.text,
                    detail:
                        "\(VisibleText.make(site.host)) asks for an account besides the user name; set it for this site."
                )
            case .sendUser:
                isGreeting = false
                try announceHost()
                ticket = try control.send(
                    Command("USER", Array((site.user ?? "anonymous").utf8)))
            case .sendPassword:
                ticket = try control.send(passwordCommand(password))
            case .sendAccount:
                ticket = try control.send(
                    Command("ACCT", Array((site.account ?? "").utf8), isSecret: true))
            }
        }
    }

    /// Which of its names a server is called by (RFC 7151); servers that do not know it say so.
    private func announceHost() throws(FileSystemError) {
        let isAddress = site.host.contains(":") || site.host.allSatisfy { $0 == "." || $0.isNumber }
        guard !isAddress, site.host.contains("."), memory.knows(.host) else { return }
        let reply = try control.exchange(Command("HOST", site.host))
        if reply.isFailure { memory.refuse(.host) }
        if let loss = control.loss { throw loss }
    }

    private func passwordCommand(
        _ provider: PasswordProvider
    ) throws(FileSystemError) -> Command {
        // The convention of RFC 1635: anonymous users say who they are, and anyone may read it.
        guard let user = site.user, user != "anonymous", user != "ftp" else {
            let given = provider(site)
            guard let given else { return try Command("PASS", "anonymous@") }
            return try Command("PASS", Array(given.reveal().utf8), isSecret: true)
        }
        guard let secret = provider(site) else {
            throw FileSystemError(
                .login,
                detail:
                    "\(VisibleText.make(site.host)) asks for the password of \(VisibleText.make(user)), and none was given."
            )
        }
        return try Command("PASS", Array(secret.reveal().utf8), isSecret: true)
    }

    private func refusal(_ reply: Reply, isGreeting: Bool) -> FileSystemError {
        let host = VisibleText.make(site.host)
        if ReplyMeaning.isTooMany(reply.words) || reply.isTransientFailure {
            return FileSystemError(
                isGreeting ? .connection : .login, reply: reply.text,
                detail: "\(host) lets no more connections in for now; try again later.",
                isTransient: true)
        }
        if isGreeting {
            return FileSystemError(
                .connection, reply: reply.text, detail: "\(host) refuses connections.")
        }
        let user = VisibleText.make(site.user ?? "anonymous")
        return FileSystemError(
            .login, reply: reply.text,
            detail: "\(host) refused the login of \(user); check the user name and the password.")
    }

    // MARK: After the login

    /// Asks once what the server can, then sets the connection up; each in one write.
    private func learn() throws(FileSystemError) {
        if memory.features == nil {
            let tickets = try control.send([Command("FEAT"), Command("SYST")])
            let features = try control.final(for: tickets[0])
            memory.features = features.isSuccess ? Features(features) : Features()
            let system = try control.final(for: tickets[1])
            if system.isSuccess { memory.system = system.text }
        }
        var setup: [(ServerMemory.Ability?, Command)] = []
        if memory.features?.contains("CLNT") ?? false, memory.knows(.client) {
            setup.append((.client, try Command("CLNT", "Ferry")))
        }
        if memory.knows(.utf8) { setup.append((.utf8, try Command("OPTS", "UTF8 ON"))) }
        if let facts = memory.features?.missingFacts {
            setup.append((nil, try Command("OPTS", "MLST " + facts)))
        }
        setup.append((nil, try Command("TYPE", "I")))
        setup.append((nil, try Command("PWD")))
        let tickets = try control.send(setup.map(\.1))
        for ((ability, command), ticket) in zip(setup, tickets) {
            let reply = try control.final(for: ticket)
            switch command.verb {
            case "TYPE": if !reply.isTransientFailure { assumeBinary() }
            case "PWD": take(directory: reply)
            default: if reply.isFailure, let ability { memory.refuse(ability) }
            }
        }
        if let loss = control.loss { throw loss }
    }

    private func take(directory reply: Reply) {
        guard reply.isSuccess, let text = reply.texts.first,
            let bytes = DirectoryReply.directory(text)
        else { return }
        let path = Path(bytes)
        assume(directory: path)
        if memory.home == nil { memory.home = path }
    }
}
