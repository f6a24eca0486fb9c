import Files
import Transport
import Words

/// The control connection: commands out, replies in. Every command has a ticket, and replies
/// answer tickets in the order of sending; replies that nobody waits for any more are passed over.
final class ControlConnection {
    typealias Ticket = ReplyQueue.Ticket

    /// How far Ferry's own breaking off of a transfer is: once it is over, late replies to it may
    /// still come, until something else is asked.
    private enum BreakOff { case none, underWay, over }

    let site: Site
    private var log: ExchangeLog
    private let timeouts: Timeouts
    let memory: ServerMemory
    private(set) var stream: any ByteStream
    private var reader = ReplyReader()
    private var queue = ReplyQueue()
    private var breakOff = BreakOff.none {
        didSet { log.expectation = breakOff == .none ? .nothing : .breakOff }
    }
    /// Whether the connection is of no more use: closed, broken or out of step.
    private(set) var isLost = false
    /// Why, once it is lost.
    private(set) var loss: FileSystemError?
    /// Replies read so far.
    private(set) var replyCount = 0
    /// Whether commands are answered for what they are, and not for want of a login.
    var isLoggedIn = false

    init(
        _ stream: any ByteStream, site: Site, timeouts: Timeouts, memory: ServerMemory,
        log: ExchangeLog
    ) {
        self.stream = stream
        self.site = site
        self.timeouts = timeouts
        self.memory = memory
        self.log = log
    }

    /// The whole of a reply may take four times what a silence may.
    var waitLimit: WaitLimit { waitLimit(timeouts.idle) }

    /// The same for a silence of so many seconds.
    func waitLimit(_ seconds: Double) -> WaitLimit {
        WaitLimit(idle: seconds, end: .after(seconds: seconds * 4))
    }

    /// Seconds after which a reply is missing, by those of the login: a slow line takes its time.
    var briefWait: Double { min(timeouts.idle, timeouts.missing + 3 * queue.slowest) }

    // MARK: Sending

    /// The greeting comes without a command.
    func expectGreeting() -> Ticket { queue.sent(at: Deadline.now()) }

    /// Sends all in one write; where the server takes one command at a time, each once those before
    /// it are answered.
    func send(_ commands: [Command]) throws(FileSystemError) -> [Ticket] {
        try learnTelnet(for: commands)
        if let loss { throw loss }
        if queue.isEmpty {
            checkIdle()
            passOver()
            if let loss { throw loss }
        }
        if breakOff == .over { breakOff = .none }
        if memory.pace.isSingle {
            let tickets = commands.map { queue.hold($0) }
            try sendHeld()
            return tickets
        }
        return try write(commands)
    }

    /// Sends a command whatever is still unanswered: ABOR must not wait. What waits for its turn
    /// cannot be overtaken, so the connection is then given up.
    func sendAtOnce(_ command: Command) throws(FileSystemError) -> Ticket {
        if let loss { throw loss }
        guard !queue.holdsCommands else {
            throw lose(
                FileSystemError(
                    .connection,
                    detail: tr(
                        "\(VisibleText.make(site.host)) did not answer before the transfer "
                            + "was stopped, so the connection was closed."), isTransient: true))
        }
        return try write([command])[0]
    }

    /// Sends AUTH and waits for its reply, where a refusal is no trouble.
    func askForTLS(_ command: Command) throws(FileSystemError) -> Reply {
        log.expectation = .noTLS
        defer { log.expectation = .nothing }
        return try exchange(command)
    }

    private func write(_ commands: [Command]) throws(FileSystemError) -> [Ticket] {
        try put(commands)
        let now = Deadline.now()
        return commands.map { queue.sent(at: now, isStray: $0.isStray) }
    }

    private func put(_ commands: [Command]) throws(FileSystemError) {
        for command in commands { log.sent(command) }
        do {
            let isLiteral = memory.telnet == .literal
            try stream.write(commands.flatMap { isLiteral ? $0.bytes : $0.escaped }, waitLimit)
        } catch {
            // The reason may have come before: 421.
            try? pump()
            throw lose(error)
        }
    }

    private func sendHeld() throws(FileSystemError) {
        if let command = queue.release(at: Deadline.now()) { try put([command]) }
    }

    // MARK: Receiving

    /// The final reply to `ticket`, after preliminary ones.
    func final(
        for ticket: Ticket, _ waitLimit: WaitLimit? = nil
    ) throws(FileSystemError) -> Reply {
        // One for all of them.
        let waitLimit = waitLimit ?? self.waitLimit
        while true {
            let reply = try reply(to: ticket, waitLimit)
            if !reply.isPreliminary { return reply }
        }
    }

    /// The same within so many seconds; nil where it has not come by then.
    func final(for ticket: Ticket, within seconds: Double) throws(FileSystemError) -> Reply? {
        let waitLimit = waitLimit(seconds)
        while true {
            while let reply = try readyReply(to: ticket) {
                if !reply.isPreliminary { return reply }
                if waitLimit.end.hasPassed { return nil }
            }
            do {
                try Readiness.wait(forInput: stream.socket, waitLimit.deadline)
            } catch {
                if error.kind == .timeout { return nil }
                throw lose(error)
            }
        }
    }

    /// Whether a reply comes within so many seconds; it is left for whom it is for.
    func hearsReply(within seconds: Double) throws(FileSystemError) -> Bool {
        let deadline = Deadline.after(seconds: seconds)
        do {
            while true {
                try pump()
                if queue.hasUnread { return true }
                try Readiness.wait(forInput: stream.socket, deadline)
            }
        } catch {
            if error.kind == .timeout { return false }
            // What came before the end still counts.
            if error.kind == .closed, queue.hasUnread { return true }
            throw lose(error)
        }
    }

    /// The next reply to `ticket`, preliminary or final.
    func reply(
        to ticket: Ticket, _ waitLimit: WaitLimit? = nil
    ) throws(FileSystemError) -> Reply {
        let waitLimit = waitLimit ?? self.waitLimit
        while true {
            if let reply = try readyReply(to: ticket) {
                // Preliminary replies without an end are no answer, however fast they come.
                guard reply.isPreliminary, waitLimit.end.hasPassed else { return reply }
                throw lose(.timeout, after: waitLimit.idle)
            }
            do {
                let doubt = questionDoubt
                let deadline = waitLimit.deadline
                try Readiness.wait(
                    forInput: stream.socket, doubt.map { deadline.earlier($0) } ?? deadline)
            } catch {
                guard error.kind == .timeout, let doubt = questionDoubt, doubt.hasPassed,
                    !waitLimit.deadline.hasPassed
                else { throw lose(error, after: waitLimit.idle) }
                try put([Command("PWD")])
                queue.doubtQuestion()
            }
        }
    }

    /// When a question counts as passed over without a word, where commands go singly: there, what
    /// comes to the next one is no answer to it.
    private var questionDoubt: Deadline? {
        guard memory.pace.isSingle, memory.namesDirectory, let time = queue.questionTime else {
            return nil
        }
        return .after(seconds: time + briefWait - Deadline.now())
    }

    /// The next reply to `ticket` where it is here already; never waits.
    func readyReply(to ticket: Ticket) throws(FileSystemError) -> Reply? {
        if let reply = match(ticket) { return reply }
        if let loss { throw loss }
        try sendHeld()
        do {
            try pump()
        } catch {
            // What came before the end still counts.
            if error.kind == .closed, let reply = match(ticket) { return reply }
            throw lose(error)
        }
        if let reply = match(ticket) { return reply }
        try sendHeld()
        return nil
    }

    /// Whether replies to all of `tickets` are still to be had: waiting for a later command passes
    /// those of the earlier ones over.
    func awaits(_ tickets: [Ticket]) -> Bool { queue.awaits(tickets) }

    private func match(_ ticket: Ticket) -> Reply? {
        queue.reply(to: ticket) { log.remark($0) }
    }

    /// Before a new operation: takes in what came unasked. Afterwards `isLost` says whether the
    /// server has closed the connection meanwhile.
    func checkIdle() {
        guard !isLost, queue.isEmpty, stream.holdsInput || stream.socket.hasInput else {
            return
        }
        do {
            try pump()
        } catch {
            _ = lose(error)
        }
        passOver()
    }

    /// What came before a command was sent is no answer to it.
    private func passOver() {
        if queue.hasUnread { log.remark(tr("Ferry ignored replies that belong to no command.")) }
        queue.passOver()
    }

    /// Reads what is there.
    private func pump() throws(TransportError) {
        let knowsTelnet = memory.telnet != .literal
        try reader.read(from: stream, knowsTelnet: knowsTelnet, log) {
            reply throws(TransportError) in try take(reply)
        }
    }

    private func take(_ reply: Reply) throws(TransportError) {
        let isFull = queue.isFull
        let elapsed = queue.take(reply, at: Deadline.now())
        log.received(reply.lines.last ?? [], code: reply.code, elapsed: elapsed, isFirst: true)
        if isFull {
            throw TransportError(.violation, tr("it sends replies to no command"))
        }
        replyCount += 1
        if reply.code == 421 { noteClosing(reply) }
    }

    /// Runs what breaks a transfer off: what the server says to it is the answer to that, and no
    /// fault of the server's or of the line's.
    func breakingOff(_ body: () throws(FileSystemError) -> Void) throws(FileSystemError) {
        breakOff = .underWay
        defer { breakOff = .over }
        try body()
    }

    /// No reply to what was sent so far is awaited any longer; one with `code` may come all the
    /// same, and is passed over.
    func forgetCommands(late code: Int) { queue.forget(late: code) }

    /// Brings commands and replies in step again: what is still unanswered is awaited no longer, and
    /// all that comes before a reply to `marker` that `isAnswer` knows belongs to that.
    func resynchronise(
        by marker: Command, _ waitLimit: WaitLimit, isAnswer: @escaping (Reply) -> Bool
    ) throws(FileSystemError) {
        queue.forget()
        try put([marker])
        let ticket = queue.sent(at: Deadline.now()) { !isAnswer($0) }
        _ = try final(for: ticket, waitLimit)
    }

    // MARK: Loss

    private func noteClosing(_ reply: Reply) {
        loss = FileSystemError(
            .connection, reply: reply.text,
            detail: tr("\(VisibleText.make(site.host)) closed the connection."), isTransient: true)
        isLost = true
    }

    /// Marks the connection as unusable, and says why.
    @discardableResult
    func lose(_ error: TransportError, after seconds: Double? = nil) -> FileSystemError {
        if let loss, error.kind != .cancelled { return loss }
        let made = error.fileSystemError(site, after: seconds)
        if !isLost, error.kind != .cancelled { log.trouble(made.detail) }
        isLost = true
        loss = made
        return made
    }

    /// Marks the connection as unusable for a reason of our own, and closes it.
    @discardableResult
    func lose(_ error: FileSystemError) -> FileSystemError {
        if !isLost { log.trouble(error.detail) }
        loss = error
        close()
        return error
    }

    // MARK: TLS

    /// From here on everything goes through the layer that `make` puts over the socket. What came
    /// before it, behind the reply that agreed to it, is from whoever could write in clear.
    func encrypt(_ make: (Socket) throws(FileSystemError) -> TLSStream) throws(FileSystemError) {
        guard !queue.hasUnread, queue.isEmpty, reader.isEmpty, stream.outlook != .bytes else {
            throw lose(
                FileSystemError(
                    .security,
                    detail: tr(
                        "\(VisibleText.make(site.host)) sent unencrypted data after its answer to AUTH "
                            + "TLS; someone may be injecting replies. The connection was closed.")))
        }
        reader = ReplyReader()
        do throws(FileSystemError) {
            stream = try make(stream.socket)
        } catch {
            isLost = true
            loss = error
            throw error
        }
    }

    func close() {
        isLost = true
        stream.close()
    }
}
