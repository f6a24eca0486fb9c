import Files
import Transport

/// The control connection: commands out, replies in. Every command has a ticket, and replies
/// answer tickets in the order of sending; replies that nobody waits for any more are passed over.
final class ControlConnection {
    struct Ticket: Hashable {
        fileprivate let number: Int
    }

    /// How far Ferry's own breaking off of a transfer is.
    private enum BreakOff {
        case none, underWay
        /// Late replies to it may still come, until something else is asked.
        case over
    }

    private struct Outstanding {
        let ticket: Ticket
        let sent: Double
        let strayCodes: Set<Int>
    }

    /// Replies that may lie unread; more than commands can ever be under way.
    private static let readyLimit = 200
    /// Lines of one reply that the log shows.
    private static let loggedLimit = 300

    private let site: Site
    private var log: ExchangeLog
    private let waits: Waits
    private(set) var stream: any ByteStream
    private let buffer = Buffer(capacity: 8 << 10)
    private var lines = LineReader()
    private var parser = ReplyParser()
    private var outstanding: [Outstanding] = []
    private var ready: [Reply] = []
    private var next = 0
    /// Lines of the reply at hand that were logged.
    private var loggedLines = 0
    private var breakOff = BreakOff.none {
        didSet { log.isBreakingOff = breakOff != .none }
    }
    /// Whether the connection is of no more use: closed, broken or out of step.
    private(set) var isLost = false
    /// Why, once it is lost.
    private(set) var loss: FileSystemError?
    /// Replies read so far.
    private(set) var replyCount = 0

    init(_ stream: any ByteStream, site: Site, waits: Waits, log: ExchangeLog) {
        self.stream = stream
        self.site = site
        self.waits = waits
        self.log = log
    }

    /// The whole of a reply may take four times what a silence may.
    var patience: Patience {
        Patience(idle: waits.idle, end: .after(seconds: waits.idle * 4))
    }

    // MARK: Sending

    /// The greeting comes without a command.
    func expectGreeting() -> Ticket { issue(strayCodes: []) }

    /// Sends all in one write.
    func send(_ commands: [Command]) throws(FileSystemError) -> [Ticket] {
        if let loss { throw loss }
        if outstanding.isEmpty {
            checkIdle()
            passOver()
            if let loss { throw loss }
        }
        if breakOff == .over { breakOff = .none }
        var bytes: [UInt8] = []
        for command in commands {
            bytes += command.bytes
            log.sent(command)
        }
        do {
            try stream.write(bytes, patience)
        } catch {
            // The reason may have come before: 421.
            try? pump()
            throw lose(error)
        }
        return commands.map { issue(strayCodes: $0.strayCodes) }
    }

    func send(_ command: Command) throws(FileSystemError) -> Ticket {
        let tickets = try send([command])
        return tickets[0]
    }

    /// Sends a command and waits for its final reply.
    func exchange(_ command: Command) throws(FileSystemError) -> Reply {
        try final(for: send(command))
    }

    /// Sends many commands ahead of their replies, at most 50 of them and 8 KiB unanswered, so that
    /// a distant server costs a round trip for dozens and no buffer on the way can fill up.
    func window(_ commands: [Command]) -> [Result<Reply, FileSystemError>] {
        var results: [Result<Reply, FileSystemError>] = []
        var waiting: ArraySlice<(ticket: Ticket, size: Int)> = []
        var sent = 0
        var bytes = 0
        do {
            while results.count < commands.count {
                var batch: [Command] = []
                while sent < commands.count, waiting.count + batch.count < 50,
                    bytes + commands[sent].bytes.count <= 8 << 10 || bytes == 0
                {
                    batch.append(commands[sent])
                    bytes += commands[sent].bytes.count
                    sent += 1
                }
                if !batch.isEmpty {
                    let tickets = try send(batch)
                    waiting += zip(tickets, batch.map(\.bytes.count)).map { ($0, $1) }
                }
                // One reply is waited for; those that came with it are taken along.
                guard let first = waiting.popFirst() else { break }
                results.append(.success(try final(for: first.ticket)))
                bytes -= first.size
                while let next = waiting.first, let reply = try readyReply(to: next.ticket) {
                    if reply.isPreliminary { continue }
                    waiting.removeFirst()
                    bytes -= next.size
                    results.append(.success(reply))
                }
            }
        } catch {
            while results.count < commands.count { results.append(.failure(error)) }
        }
        return results
    }

    private func issue(strayCodes: Set<Int>) -> Ticket {
        next += 1
        let ticket = Ticket(number: next)
        outstanding.append(
            Outstanding(
                ticket: ticket, sent: Deadline.now(), strayCodes: strayCodes))
        return ticket
    }

    // MARK: Receiving

    /// The final reply to `ticket`, after preliminary ones.
    func final(
        for ticket: Ticket, _ patience: Patience? = nil
    ) throws(FileSystemError) -> Reply {
        while true {
            let reply = try reply(to: ticket, patience)
            if !reply.isPreliminary { return reply }
        }
    }

    /// The next reply to `ticket`, preliminary or final.
    func reply(
        to ticket: Ticket, _ patience: Patience? = nil
    ) throws(FileSystemError) -> Reply {
        let patience = patience ?? self.patience
        while true {
            if let reply = try readyReply(to: ticket) { return reply }
            do {
                try Readiness.wait(forInput: stream.socket, patience.deadline)
            } catch {
                throw lose(error, after: patience.idle)
            }
        }
    }

    /// The next reply to `ticket` where it is here already; never waits.
    func readyReply(to ticket: Ticket) throws(FileSystemError) -> Reply? {
        if let reply = match(ticket) { return reply }
        if let loss { throw loss }
        do {
            try pump()
        } catch {
            // What came before the end still counts.
            if error.kind == .closed, let reply = match(ticket) { return reply }
            throw lose(error)
        }
        return match(ticket)
    }

    /// Whether replies to all of `tickets` are still to be had: waiting for a later command passes
    /// those of the earlier ones over.
    func awaits(_ tickets: [Ticket]) -> Bool {
        let numbers = Set(outstanding.map(\.ticket))
        return numbers.isSuperset(of: tickets)
    }

    /// Passes replies over until one for `ticket` is there.
    private func match(_ ticket: Ticket) -> Reply? {
        while !ready.isEmpty {
            let reply = ready.removeFirst()
            guard let head = outstanding.first else {
                log.remark("The server sent a reply that answers nothing; passed over.")
                continue
            }
            if head.strayCodes.contains(reply.code) {
                log.remark("A second reply to the last transfer; passed over.")
                continue
            }
            if !reply.isPreliminary { outstanding.removeFirst() }
            if head.ticket == ticket { return reply }
        }
        return nil
    }

    /// Before a new operation: takes in what came unasked. Afterwards `isLost` says whether the
    /// server has closed the connection meanwhile.
    func checkIdle() {
        guard !isLost, outstanding.isEmpty, stream.holdsInput || stream.socket.hasInput else {
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
        if !ready.isEmpty { log.remark("Replies that answer nothing were passed over.") }
        ready = []
    }

    /// Reads what is there.
    private func pump() throws(TransportError) {
        while let count = try stream.readAvailable(into: buffer.bytes) {
            if count == 0 { throw TransportError(.closed, "the server closed the connection") }
            let piece = UnsafeRawBufferPointer(rebasing: buffer.bytes[..<count])
            try lines.feed(piece) { line throws(TransportError) in try take(line) }
            if count < buffer.bytes.count { return }
        }
    }

    private func take(_ line: [UInt8]) throws(TransportError) {
        let isFirst = !parser.isOpen
        if isFirst { loggedLines = 0 }
        switch try parser.take(line) {
        case .more:
            logLine(line, isFirst: isFirst)
        case .noise:
            logLine(line, isFirst: false)
            if line.starts(with: Array("SSH-".utf8)) {
                throw TransportError(.violation, "this is an SFTP server: use sftp:// instead")
            }
        case .reply(let reply):
            let now = Deadline.now()
            log.received(
                line, code: reply.code, elapsed: outstanding.first.map { now - $0.sent },
                isFirst: true)
            guard ready.count < ControlConnection.readyLimit else {
                throw TransportError(.violation, "it sends replies that nobody asked for")
            }
            replyCount += 1
            ready.append(reply)
            if reply.code == 421 { noteClosing(reply) }
        }
    }

    /// Logs a line inside a reply; of endless ones the beginning.
    private func logLine(_ line: [UInt8], isFirst: Bool) {
        loggedLines += 1
        guard loggedLines <= ControlConnection.loggedLimit else {
            if loggedLines == ControlConnection.loggedLimit + 1 {
                log.remark("More lines of this reply are left out.")
            }
            return
        }
        log.received(line, code: nil, elapsed: nil, isFirst: isFirst)
    }

    /// Runs what breaks a transfer off: what the server says to it is the answer to that, and no
    /// fault of the server's or of the line's.
    func breakingOff(_ body: () throws(FileSystemError) -> Void) throws(FileSystemError) {
        breakOff = .underWay
        defer { breakOff = .over }
        try body()
    }

    /// Takes in the reply to ABOR, which some servers do not send apart from the transfer's own: a
    /// NOOP after it shows whether they did.
    func finishAbort(_ abort: Ticket, _ patience: Patience) throws(FileSystemError) {
        guard try readyReply(to: abort) == nil else { return }
        let marker = try send(Command("NOOP"))
        let reply = try final(for: abort, patience)
        if reply.code == 200, !reply.words.contains("abor") {
            outstanding.removeAll { $0.ticket == marker }
        } else {
            _ = try final(for: marker, patience)
        }
    }

    // MARK: Loss

    private func noteClosing(_ reply: Reply) {
        loss = FileSystemError(
            .connection, reply: reply.text,
            detail: "\(VisibleText.make(site.host)) closed the connection.", isTransient: true)
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
    func encrypt(
        _ make: (Socket) throws(FileSystemError) -> TLSStream
    ) throws(FileSystemError) {
        guard ready.isEmpty, outstanding.isEmpty, lines.isEmpty, !parser.isOpen,
            stream.outlook != .bytes
        else {
            throw lose(
                FileSystemError(
                    .security,
                    detail: "\(VisibleText.make(site.host)) sent something in clear behind its "
                        + "answer to AUTH TLS: someone on the way may be injecting replies. The "
                        + "connection was closed."))
        }
        lines = LineReader()
        parser = ReplyParser()
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
