import Files
import Transport
import Words

/// Opens data connections in whichever way works: EPSV and PASV, or EPRT and PORT (RFC 959 section
/// 4.1.2, RFC 2428).
struct DataConnector {
    /// A way to open a data connection.
    enum Mode: Equatable {
        /// EPSV (RFC 2428).
        case extended
        /// PASV.
        case passive
        /// EPRT or PORT: the server connects to us.
        case active
    }

    let control: ControlConnection
    let dialer: Dialer
    let log: ExchangeLog
    /// Whose address data connections go to.
    let peer: SocketAddress
    let active: ActiveOpener

    private var site: Site { control.site }
    private var memory: ServerMemory { control.memory }
    private var isUsable: Bool { !control.isLost && !dialer.interrupter.isInterrupted }

    /// The ways that are left, best first.
    var modes: [Mode] { inOrder.filter(offers) }

    /// The best of these.
    var firstMode: Mode? { inOrder.first(where: offers) }

    private var inOrder: [Mode] {
        site[FTPOptions.isActive] ? DataConnector.activeFirst : DataConnector.passiveFirst
    }

    private static let passiveFirst: [Mode] = [.extended, .passive, .active]
    private static let activeFirst: [Mode] = [.active, .extended, .passive]

    private func offers(_ mode: Mode) -> Bool {
        switch mode {
        case .extended: memory.knows(.extendedPassive)
        // PASV can only say IPv4 addresses. Behind a proxy nobody knows which the server has.
        case .passive: (dialer.isThroughProxy || !peer.isIPv6) && memory.knows(.passive)
        // No proxy listens for us.
        case .active: !dialer.isThroughProxy && memory.knows(.active)
        }
    }

    /// What a data connection is for: distributed servers want to know it before PASV (PRET), and
    /// choose the machine by it.
    struct Purpose {
        /// The command with its argument, without a line end.
        let announcement: [UInt8]
        let path: Path

        init(_ verb: String, _ argument: [UInt8], path: Path) {
            announcement = Array(verb.utf8) + [0x20] + argument
            self.path = path
        }

        init(_ command: Command, path: Path) {
            announcement = command.bytes.dropLast(2)
            self.path = path
        }
    }

    /// A passive command that was sent, after PRET where the server wants that.
    struct PassiveRequest {
        let mode: Mode
        let tickets: [ControlConnection.Ticket]
    }

    /// The way to be asked for first, and its commands; none in active mode.
    func passiveCommands(
        for purpose: Purpose
    ) throws(FileSystemError) -> (mode: Mode, commands: [Command]) {
        guard let mode = firstMode, mode != .active else { return (.active, []) }
        return (mode, try commands(for: mode, purpose))
    }

    private func commands(
        for mode: Mode, _ purpose: Purpose
    ) throws(FileSystemError) -> [Command] {
        let passive = try Command(mode == .extended ? "EPSV" : "PASV")
        guard memory.features?.contains("PRET") ?? false, memory.knows(.announcement) else {
            return [passive]
        }
        return [try Command("PRET", purpose.announcement, path: purpose.path), passive]
    }

    /// Opens a data connection in the first way that works. `asked` is what was sent already.
    func open(
        for purpose: Purpose, asked: PassiveRequest?
    ) throws(FileSystemError) -> DataConnection {
        var failure = FileSystemError(
            .connection,
            detail: tr("\(VisibleText.make(site.host)) offers no data connection."),
            isTransient: true)
        var asked = asked
        for mode in modes {
            let tickets = asked?.mode == mode ? asked?.tickets : nil
            asked = nil
            if mode != .active {
                let ticket = try passiveTicket(mode, purpose, tickets ?? [])
                do {
                    return try openPassive(mode, ticket)
                } catch {
                    if !isUsable || error.kind == .cancelled { throw error }
                    failure = error
                }
                continue
            }
            do {
                return try active.open()
            } catch {
                if !isUsable || error.kind == .cancelled { throw error }
                log.trouble(error.detail)
                failure = error
            }
        }
        // Nothing works now, which may be the network's fault: the next time tries all again.
        memory.forgive([.extendedPassive, .passive, .active, .extendedActive])
        throw failure
    }

    // MARK: Passive

    /// Asks for a passive connection, where that was not done ahead; the ticket for the reply that
    /// names the port. A refused PRET is the refusal of what it announced.
    private func passiveTicket(
        _ mode: Mode, _ purpose: Purpose, _ sent: [ControlConnection.Ticket]
    ) throws(FileSystemError) -> ControlConnection.Ticket {
        let tickets = sent.isEmpty ? try control.send(commands(for: mode, purpose)) : sent
        if tickets.count > 1 {
            let reply = try control.final(for: tickets[0])
            if reply.isUnknownCommand {
                memory.refuse(.announcement)
            } else if reply.isFailure {
                if let loss = control.loss { throw loss }
                throw ReplyMeaning.error(reply, .open, purpose.path, on: site)
            }
        }
        return tickets[tickets.count - 1]
    }

    private func openPassive(
        _ mode: Mode, _ ticket: ControlConnection.Ticket
    ) throws(FileSystemError) -> DataConnection {
        let ability: ServerMemory.Ability = mode == .extended ? .extendedPassive : .passive
        let reply = try control.final(for: ticket)
        guard reply.isSuccess else {
            if !reply.isTransientFailure { memory.refuse(ability) }
            throw DataConnector.failure(reply, on: site)
        }
        let named: PassiveReply.Endpoint? =
            mode == .extended
            ? reply.texts.lazy.compactMap { PassiveReply.extendedPort($0) }.first
                .map { PassiveReply.Endpoint(address: [], port: $0) }
            : reply.texts.lazy.compactMap { PassiveReply.endpoint($0) }.first
        guard let named else {
            memory.refuse(ability)
            throw FileSystemError(
                .protocolViolation, reply: reply.text,
                detail: tr("\(VisibleText.make(site.host)) gave no port for the data connection."))
        }
        do {
            return DataConnection(connected: try connect(to: named), by: mode)
        } catch {
            guard error.kind != .cancelled else { throw error.fileSystemError(site) }
            memory.refuse(ability)
            log.trouble(tr("The data connection to port \(named.port) failed (\(error.words))."))
            throw FileSystemError(
                .connection,
                detail: tr(
                    "The data connection to \(VisibleText.make(site.host)) at port \(named.port) "
                        + "failed (\(error.words)); a firewall may block it."),
                isTransient: true)
        }
    }

    /// To the control connection's peer: the address that PASV names may lead into somebody's
    /// network, or be one that only the server's own network knows.
    private func connect(to named: PassiveReply.Endpoint) throws(TransportError) -> Socket {
        if site[FTPOptions.trustsPassiveAddress] ?? false, let host = named.host {
            return try dialer.connectData(toNamed: host, port: named.port)
        }
        return try dialer.connectData(to: peer, port: named.port)
    }

    /// The error where the server opens no data connection.
    static func failure(_ reply: Reply, on site: Site) -> FileSystemError {
        FileSystemError(
            .connection, reply: reply.text,
            detail: tr("\(VisibleText.make(site.host)) did not open a data connection."),
            isTransient: reply.isTransientFailure)
    }
}
