import Files
import Transport
import Words

/// The first commands after a login, which show whether the server takes several at a time.
struct FirstCommands {
    let control: ControlConnection
    let protection: Protection
    let interrupter: Interrupter
    let log: ExchangeLog

    private var site: Site { control.site }
    private var memory: ServerMemory { control.memory }

    /// The reply to FEAT, which is sent alone. A server that passes it over without a word does not
    /// know it, and one that it silences or that closes over it is not asked again.
    func featuresReply() throws(FileSystemError) -> Reply {
        do throws(FileSystemError) {
            return try askForFeatures()
        } catch {
            if error.kind == .connection, error.reply == nil, !interrupter.isInterrupted,
                memory.pace == .unknown
            {
                memory.features = Features()
                memory.note(.suspected(isAnswered: false))
            }
            throw error
        }
    }

    private func askForFeatures() throws(FileSystemError) -> Reply {
        let question = try Command("FEAT")
        let wait = control.briefWait
        let ticket = try control.send(question)
        if let reply = try control.final(for: ticket, within: wait) {
            try check(reply, to: question)
            return reply
        }
        let marker = try control.sendAtOnce(Command("PWD"))
        guard let reply = try control.final(for: ticket, within: wait) else { throw silence() }
        try check(reply, to: question)
        if reply.code == 257 {
            memory.namesDirectory = true
            control.forgetCommands(late: 211)
            return Reply(code: 500, lines: [])
        }
        // Only late.
        if try control.final(for: marker, within: wait) == nil { control.forgetCommands(late: 257) }
        return reply
    }

    /// A reply to each of the first commands after the login. Where it was not seen yet whether the
    /// server takes several at a time, they find out; `commands` may all be done twice, and end with
    /// PWD. `isAnswered`: something was asked and answered on the connection before.
    func replies(
        to commands: [Command], isAnswered: Bool = false
    ) throws(FileSystemError) -> [Reply] {
        guard memory.pace == .promised else {
            let replies = try singleReplies(to: commands)
            if memory.pace.isSingle { tellPace() }
            return replies
        }
        var window = FirstWindow(commands.map(\.verb))
        do throws(FileSystemError) {
            return try replies(to: commands, through: &window)
        } catch {
            // A server that closes for another reason says so.
            if error.kind == .connection, error.reply == nil, !interrupter.isInterrupted {
                memory.note(.suspected(isAnswered: isAnswered || !window.replies.isEmpty))
            }
            throw error
        }
    }

    private func replies(
        to commands: [Command], through window: inout FirstWindow
    ) throws(FileSystemError) -> [Reply] {
        let wait = control.briefWait
        var tickets = try control.send(commands)[...]
        while let ticket = tickets.first {
            let reply = try control.final(for: ticket, within: wait)
            if let reply {
                let index = min(window.replies.count, commands.count - 1)
                try check(reply, to: commands[index])
            }
            switch reply.map({ window.receive($0) }) ?? window.fallSilent() {
            case .wait:
                tickets.removeFirst()
            case .askDirectory:
                tickets.append(try control.sendAtOnce(Command("PWD")))
            case .complete:
                memory.note(.windows)
                return window.replies
            case .completeSingly:
                control.forgetCommands(late: 257)
                learnSingle()
                return window.replies
            case .askSingly:
                control.forgetCommands(late: 257)
                learnSingle()
                return try singleReplies(to: commands)
            case .dead:
                throw silence()
            }
        }
        return window.replies
    }

    private func singleReplies(to commands: [Command]) throws(FileSystemError) -> [Reply] {
        var replies: [Reply] = []
        for (command, ticket) in zip(commands, try control.send(commands)) {
            let reply = try control.final(for: ticket)
            try check(reply, to: command)
            replies.append(reply)
        }
        return replies
    }

    /// What ends the connection at once.
    private func check(_ reply: Reply, to command: Command) throws(FileSystemError) {
        if reply.code == 421, let loss = control.loss { throw loss }
        if command.verb == "PROT" { try protection.check(reply) }
    }

    private func silence() -> FileSystemError {
        control.lose(
            FileSystemError(
                .connection,
                detail: tr("\(VisibleText.make(site.host)) stopped answering after the login."),
                isTransient: true))
    }

    private func learnSingle() {
        memory.note(.single)
        tellPace()
    }

    private func tellPace() {
        let host = VisibleText.make(site.host)
        log.remark(
            memory.pace == .simple
                ? tr("\(host) lists no newer features, so Ferry sends one command at a time.")
                : tr("\(host) loses commands sent together, so Ferry sends one command at a time."))
    }
}
