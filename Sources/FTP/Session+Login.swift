package import Files
import Transport

/// The password for a site; nil where there is none.
package typealias PasswordProvider = @Sendable (Site) -> Secret?

/// What ACCT is to say for a site (RFC 959 section 4.1.1); nil where there is none.
package typealias AccountProvider = @Sendable (Site) -> Secret?

extension Session {
    /// Connects, logs in, and learns what has to be known before the first operation.
    static func open(
        _ site: Site, timeouts: Timeouts, memory: ServerMemory, encryption: Encryption,
        log: ExchangeLog, dialer: Dialer, password: PasswordProvider, account: AccountProvider
    ) throws(FileSystemError) -> Session {
        memory.recall()
        func attempt() throws(FileSystemError) -> Session {
            try connect(
                to: site, timeouts: timeouts, memory: memory, encryption: encryption, log: log,
                dialer: dialer, password: password, account: account)
        }
        let pace = memory.pace
        do throws(FileSystemError) {
            return try attempt()
        } catch {
            // The first commands that went out together were the end of the connection.
            guard pace == .unknown, memory.pace.isSingle else { throw error }
            log.remark("The connection was lost; connecting again, to send one command at a time.")
            do throws(FileSystemError) {
                let session = try attempt()
                if memory.pace == .suspected(isAnswered: true) { memory.note(.single) }
                return session
            } catch {
                memory.note(.unknown)
                throw error
            }
        }
    }

    private static func connect(
        to site: Site, timeouts: Timeouts, memory: ServerMemory, encryption: Encryption,
        log: ExchangeLog, dialer: Dialer, password: PasswordProvider, account: AccountProvider
    ) throws(FileSystemError) -> Session {
        if site[FTPOptions.isActive], let proxy = site.proxy {
            throw FileSystemError(
                .unsupported,
                detail:
                    "\(VisibleText.make(site.host)) cannot open data connections through the proxy \(proxy.text); turn active mode off, or do without the proxy."
            )
        }
        let way = site.proxy.map { " through \($0.text)" } ?? ""
        log.remark("Connecting to \(VisibleText.make(site.host)) at port \(site.port)\(way).")
        let socket: Socket
        do {
            socket = try dialer.connect()
        } catch {
            let made = error.fileSystemError(site)
            log.trouble(made.detail)
            throw made
        }
        socket.prepareForCommands()
        guard let peer = socket.peer, let local = socket.local else {
            throw TransportError(.closed, "closed").fileSystemError(site)
        }
        let implicit = site.encryption == .implicit ? try encryption.secure(socket) : nil
        let control = ControlConnection(
            implicit?.stream ?? socket, site: site, timeouts: timeouts, memory: memory, log: log)
        let session = Session(
            site: site, timeouts: timeouts, control: control, peer: peer, local: local,
            memory: memory, encryption: encryption, log: log, dialer: dialer)
        session.tls = implicit?.state
        do {
            try session.logIn(password, account)
            try session.learn()
            control.isLoggedIn = true
        } catch {
            control.close()
            throw error
        }
        return session
    }

    private func logIn(
        _ password: PasswordProvider, _ account: AccountProvider
    ) throws(FileSystemError) {
        var machine = LoginMachine()
        var ticket = control.expectGreeting()
        var waitLimit = control.waitLimit
        var isGreeting = true
        while true {
            let reply = try control.reply(to: ticket, waitLimit)
            if !reply.isPreliminary { waitLimit = control.waitLimit }
            // Before TLS anyone may have said that we are logged in.
            if isGreeting, reply.isSuccess, try encrypt() { machine.trustsGreeting = false }
            let step = machine.receive(reply)
            switch step {
            case .wait: continue
            case .done: return
            case .failed(let reply): throw refusal(reply, isGreeting: isGreeting)
            case .sendUser:
                isGreeting = false
                memory.readsNothingMeanwhile = reply.words.contains("(vsftpd ")
                try announceHost()
                ticket = try control.send(
                    Command("USER", Array((site.user ?? "anonymous").utf8)))
            case .sendPassword:
                ticket = try control.send(passwordCommand(password))
            case .sendAccount(let reply):
                ticket = try control.send(accountCommand(account, askedBy: reply))
            }
        }
    }

    /// Which of its names a server is called by (RFC 7151); servers that do not know it say so.
    private func announceHost() throws(FileSystemError) {
        guard LoginMachine.isWorthAnnouncing(site.host), memory.knows(.host) else { return }
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

    private func accountCommand(
        _ provider: AccountProvider, askedBy reply: Reply
    ) throws(FileSystemError) -> Command {
        guard let account = site[FTPOptions.account] ?? provider(site)?.reveal() else {
            throw FileSystemError(
                .login, reply: reply.text,
                detail:
                    "\(VisibleText.make(site.host)) asks for an account besides the user name; give it by --account, in .netrc, or for this site in sites.toml."
            )
        }
        return try Command("ACCT", Array(account.utf8), isSecret: true)
    }

    private func refusal(_ reply: Reply, isGreeting: Bool) -> FileSystemError {
        let host = VisibleText.make(site.host)
        if tls == nil, ReplyMeaning.speaksOfTLS(reply.words) {
            return FileSystemError(
                .security, reply: reply.text,
                detail: "\(host) wants an encrypted connection; use ftpes:// for it.")
        }
        if CrowdedReply.matches(reply.words) || (reply.isTransientFailure && reply.code != 430) {
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

    /// Sets the connection up, and asks what the server can where that is not known yet, in one
    /// write.
    private func learn() throws(FileSystemError) {
        // What was said in clear counts no longer.
        if tls != nil, !memory.isEncrypted { memory.features = nil }
        memory.isEncrypted = tls != nil
        let asksFeatures = memory.features == nil
        let isClientFirst = memory.features?.contains("CLNT") ?? false
        var commands = try protection
        if asksFeatures { commands += [try Command("FEAT"), try Command("SYST")] }
        if isClientFirst { commands.append(try Command("CLNT", "Ferry")) }
        if memory.knows(.utf8) { commands.append(try Command("OPTS", "UTF8 ON")) }
        if memory.asksForUnixNames { commands.append(try Command("SITE", "NAMEFMT 1")) }
        commands.append(try Command("TYPE", "I"))
        if !asksFeatures { commands += try factOptions() }
        commands.append(try Command("PWD"))
        var directory: Reply?
        for (command, reply) in zip(commands, try replies(toFirst: commands)) {
            switch command.verb {
            case "FEAT": memory.features = reply.isSuccess ? Features(reply) : Features()
            case "SYST": if reply.isSuccess { memory.system = reply.text }
            case "OPTS" where command.text == "OPTS UTF8 ON":
                // Some servers take it only after CLNT; vsftpd takes it without listing it.
                if reply.isFailure, isClientFirst || !asksFeatures { memory.refuse(.utf8) }
            case "TYPE": if reply.isSuccess { assumeBinary() }
            case "PWD":
                take(directory: reply)
                directory = reply
            default: break
            }
        }
        try askForUnixNames(where: directory)
        guard asksFeatures, !control.isLost else { return }
        var options: [Command] = []
        if memory.features?.contains("CLNT") ?? false, memory.knows(.utf8) {
            options += [try Command("CLNT", "Ferry"), try Command("OPTS", "UTF8 ON")]
        }
        options += try factOptions()
        // Whatever the replies are, nothing hangs on them, so nobody waits.
        if !options.isEmpty { _ = try control.send(options) }
    }

    /// Turns on the facts that MLSD would otherwise leave out.
    private func factOptions() throws(FileSystemError) -> [Command] {
        guard let facts = memory.features?.missingFacts else { return [] }
        return [try Command("OPTS", "MLST " + facts)]
    }

    /// Learns where we are, and how the server writes that.
    private func take(directory reply: Reply) {
        memory.namesDirectory = reply.code == 257
        guard let bytes = directoryText(reply) else { return }
        if memory.home == nil {
            memory.style = PathStyle(directory: bytes, system: memory.system)
            memory.home = memory.style.path(bytes)
        }
        assume(directory: memory.style.path(bytes))
    }

    private func directoryText(_ reply: Reply) -> [UInt8]? {
        guard reply.isSuccess else { return nil }
        // Of many lines, the one that quotes a path; what quotes none has to be a 257.
        if let quoted = reply.texts.first(where: { $0.contains(0x22) }) {
            return DirectoryReply.directory(quoted)
        }
        guard reply.code == 257 else { return nil }
        let bare =
            reply.texts.count == 1 ? reply.texts.first : reply.texts.first { $0.first == 0x2F }
        return bare.flatMap { DirectoryReply.directory($0) }
    }

    /// An OS/400 that does not name files as Unix does is asked to.
    private func askForUnixNames(
        where directory: Reply?
    ) throws(FileSystemError) {
        guard !memory.asksForUnixNames, memory.system?.uppercased().contains("OS/400") ?? false,
            let directory, directoryText(directory)?.first != 0x2F, !control.isLost
        else { return }
        memory.asksForUnixNames = true
        let tickets = try control.send([Command("SITE", "NAMEFMT 1"), Command("PWD")])
        memory.home = nil
        _ = try control.final(for: tickets[0])
        take(directory: try control.final(for: tickets[1]))
    }

    /// The directory that a reply to PWD names.
    func directory(in reply: Reply) -> Path? {
        directoryText(reply).map { memory.style.path($0) }
    }
}
