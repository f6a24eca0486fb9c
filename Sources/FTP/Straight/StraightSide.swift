import Files
import Transport

/// One of the two servers between which a file goes straight: what is asked of it before, and its
/// transfer, whose data connection leads to the other one.
final class StraightSide {
    let connection: Connection
    let session: Session
    /// The file to be read, or the part to be written.
    let path: Path
    private var ticket: ControlConnection.Ticket?
    private(set) var machine = TransferMachine()
    /// Whether SSCN makes it the client of TLS on its data connections.
    private var isTLSClient = false

    init(_ connection: Connection, _ session: Session, _ path: Path) {
        self.connection = connection
        self.session = session
        self.path = path
    }

    var control: ControlConnection { session.control }
    var memory: ServerMemory { session.memory }
    var host: String { VisibleText.make(session.site.host) }
    var isEncrypted: Bool { session.protection.state != nil }

    private func name(of path: Path) -> [UInt8] { session.directory.argument(for: path) }

    // MARK: Before

    /// What was asked in one write.
    struct Question {
        fileprivate let approach: Approach
        fileprivate let tickets: [ControlConnection.Ticket]
        fileprivate let asksSize: Bool
    }

    /// Goes to the directory, chooses TYPE I, and asks for the size of a file there.
    func ask(sizeOf file: Path?) throws(FileSystemError) -> Question {
        let approach = try session.approach(path.parent, binary: true)
        var commands = approach.commands
        if let file, let name = file.name {
            commands.append(try Command("SIZE", name.bytes, path: file))
        }
        return Question(
            approach: approach, tickets: try control.send(commands), asksSize: file != nil)
    }

    /// The size; nil where it was not asked for, or there is none.
    func answer(_ question: Question) throws(FileSystemError) -> UInt64? {
        let count = question.approach.commands.count
        let refused = try session.complete(question.approach, question.tickets.prefix(count))
        var size: UInt64?
        if question.asksSize, let ticket = question.tickets.last {
            let reply = try control.final(for: ticket)
            memory.note(reply, of: .size)
            if reply.code == 213 { size = ReplyValues.size(reply) }
        }
        if let refused { throw session.refusal(refused, .open, path.parent) }
        return size
    }

    // MARK: The data connection

    /// Has it listen for the other one. `verb`: PASV, CPSV or EPSV; after PRET where it wants that. Gives
    /// where it listens, or why it does not.
    func listen(
        _ verb: String, for transfer: Command
    ) throws(FileSystemError) -> (port: UInt16?, named: String?, reply: Reply) {
        if memory.features?.contains("PRET") ?? false, memory.knows(.announcement) {
            let reply = try control.exchange(
                Command("PRET", Array(transfer.bytes.dropLast(2)), path: path))
            if reply.isFailure { return (nil, nil, reply) }
        }
        let reply = try control.exchange(Command(verb))
        guard reply.isSuccess else { return (nil, nil, reply) }
        if verb == "EPSV" {
            return (
                reply.texts.lazy.compactMap { PassiveReply.extendedPort($0) }.first, nil, reply
            )
        }
        let endpoint = reply.texts.lazy.compactMap { PassiveReply.endpoint($0) }.first
        return (endpoint?.port, endpoint?.host, reply)
    }

    /// Tells it where the other one listens; its answer.
    func connect(to address: SocketAddress) throws(FileSystemError) -> Reply {
        if address.isIPv6 {
            return try control.exchange(Command("EPRT", "|2|\(address.host)|\(address.port)|"))
        }
        let numbers = address.hostBytes + [UInt8(address.port >> 8), UInt8(address.port & 0xFF)]
        return try control.exchange(
            Command("PORT", numbers.map(String.init).joined(separator: ",")))
    }

    /// Makes it the client of TLS on the data connection; its answer.
    func becomeTLSClient() throws(FileSystemError) -> Reply {
        let reply = try control.exchange(Command("SSCN", "ON"))
        isTLSClient = isTLSClient || reply.isSuccess
        return reply
    }

    /// Whether FEAT names a command.
    func has(_ name: String) -> Bool { memory.features?.contains(name) ?? false }

    /// Says from where the file is read; the refusal where it is sent from its start only.
    func restart(at offset: UInt64) throws(FileSystemError) -> Reply? {
        guard offset > 0 || session.hasRestarted else { return nil }
        let reply = try control.exchange(Command("REST", String(offset)))
        session.hasRestarted = offset > 0 && !reply.isFailure
        return offset > 0 && reply.isFailure ? reply : nil
    }

    // MARK: The transfer

    func command(_ verb: String) throws(FileSystemError) -> Command {
        try Command(verb, name(of: path), path: path)
    }

    func begin(_ command: Command) throws(FileSystemError) {
        machine = TransferMachine()
        ticket = try control.send(command)
    }

    /// Takes in what it has said so far.
    func takeReplies() throws(FileSystemError) {
        guard let ticket else { return }
        while machine.final == nil, let reply = try control.readyReply(to: ticket) {
            machine.receive(reply)
        }
    }

    /// The size of the part as it is now; nil where the server does not tell it.
    func size() throws(FileSystemError) -> UInt64? {
        let reply = try control.exchange(Command("SIZE", name(of: path), path: path))
        return reply.code == 213 ? ReplyValues.size(reply) : nil
    }

    // MARK: Ending

    /// Has it stop; the connection is closed where it does not answer to that.
    func stop() {
        defer { end() }
        guard let ticket, machine.final == nil, session.isUsable else { return }
        let limit = session.timeouts.abort
        let waitLimit = WaitLimit(idle: limit, end: .after(seconds: limit))
        // What it does not answer to has ended the connection, and that is said in the log.
        try? control.breakingOff { () throws(FileSystemError) in
            let abort = try control.sendAtOnce(Command("ABOR"))
            _ = try control.final(for: ticket, waitLimit)
            if memory.pace.isSingle { _ = try control.final(for: abort, within: limit) }
            try session.resynchronise(waitLimit)
        }
    }

    /// The other data connections are Ferry's own again.
    func end() {
        ticket = nil
        if isTLSClient, session.isUsable, let command = try? Command("SSCN", "OFF") {
            // Nobody waits for the answer; where it cannot be sent, the connection is lost anyway.
            _ = try? control.send(command)
        }
        isTLSClient = false
        if session === connection.session, !session.isUsable { connection.drop() }
    }
}
