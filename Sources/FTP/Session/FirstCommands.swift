import Files
import Transport

/// The first commands after a login, which show whether the server takes several at a time.
struct FirstCommands {
    let control: ControlConnection
    let protection: Protection
    let interrupter: Interrupter
    let log: ExchangeLog

    private var site: Site { control.site }
    private var memory: ServerMemory { control.memory }

    /// A reply to each of the first commands after the login. Where it is not known yet whether the
    /// server takes several at a time, they find out; `commands` may all be done twice, and end with
    /// PWD.
    func replies(to commands: [Command]) throws(FileSystemError) -> [Reply] {
        guard memory.pace == .unknown else {
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
                memory.note(.suspected(isAnswered: !window.replies.isEmpty))
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
                throw control.lose(
                    FileSystemError(
                        .connection,
                        detail: "\(VisibleText.make(site.host)) fell silent after the login.",
                        isTransient: true))
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

    private func learnSingle() {
        memory.note(.single)
        tellPace()
    }

    private func tellPace() {
        log.remark(
            "\(VisibleText.make(site.host)) loses commands that come together, so each is sent "
                + "after the reply to the one before.")
    }
}
