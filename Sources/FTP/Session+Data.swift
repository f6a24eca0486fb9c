import Files
import Transport

extension Session {
    /// A way to open a data connection.
    enum DataMode: Equatable {
        /// EPSV (RFC 2428).
        case extended
        /// PASV.
        case passive
        /// EPRT or PORT: the server connects to us.
        case active
    }

    /// The ways that are left, best first.
    var dataModes: [DataMode] {
        var passive: [DataMode] = []
        if memory.knows(.extendedPassive) { passive.append(.extended) }
        // PASV can only say IPv4 addresses. Behind a proxy nobody knows which the server has.
        if dialer.isThroughProxy || !peer.isIPv6, memory.knows(.passive) {
            passive.append(.passive)
        }
        // No proxy listens for us.
        if dialer.isThroughProxy { return passive }
        let active: [DataMode] = memory.knows(.active) ? [.active] : []
        return site[FTPOptions.isActive] ? active + passive : passive + active
    }

    /// What a data connection is for: distributed servers want to know it before PASV (PRET), and
    /// choose the machine by it.
    struct Purpose {
        let command: Command
        let path: Path
    }

    /// A passive command that was sent, after PRET where the server wants that.
    struct PassiveRequest {
        let mode: DataMode
        let tickets: [ControlConnection.Ticket]
    }

    /// The way to be asked for first, and its commands; none in active mode.
    func passiveCommands(
        for purpose: Purpose
    ) throws(FileSystemError) -> (mode: DataMode, commands: [Command]) {
        guard let mode = dataModes.first, mode != .active else { return (.active, []) }
        return (mode, try commands(for: mode, purpose))
    }

    private func commands(
        for mode: DataMode, _ purpose: Purpose
    ) throws(FileSystemError) -> [Command] {
        let passive = try Command(mode == .extended ? "EPSV" : "PASV")
        guard memory.features?.contains("PRET") ?? false, memory.knows(.announcement) else {
            return [passive]
        }
        let announced = Array(purpose.command.bytes.dropLast(2))
        return [try Command("PRET", announced, path: purpose.path), passive]
    }

    /// Opens a data connection in the first way that works. `asked` is what was sent already.
    func openData(
        for purpose: Purpose, asked: PassiveRequest?
    ) throws(FileSystemError) -> DataConnection {
        var failure = FileSystemError(
            .connection,
            detail: "\(VisibleText.make(site.host)) offers no data connection.", isTransient: true)
        var asked = asked
        for mode in dataModes {
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
                return try openActive()
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
        _ mode: DataMode, _ purpose: Purpose, _ sent: [ControlConnection.Ticket]
    ) throws(FileSystemError) -> ControlConnection.Ticket {
        let tickets = sent.isEmpty ? try control.send(commands(for: mode, purpose)) : sent
        if tickets.count > 1 {
            let reply = try control.final(for: tickets[0])
            if reply.isUnknownCommand {
                memory.refuse(.announcement)
            } else if reply.isFailure {
                if let loss = control.loss { throw loss }
                throw ReplyMeaning.error(reply, "opened", purpose.path, on: site)
            }
        }
        return tickets[tickets.count - 1]
    }

    private func openPassive(
        _ mode: DataMode, _ ticket: ControlConnection.Ticket
    ) throws(FileSystemError) -> DataConnection {
        let ability: ServerMemory.Ability = mode == .extended ? .extendedPassive : .passive
        let reply = try control.final(for: ticket)
        guard reply.isSuccess else {
            if !reply.isTransientFailure { memory.refuse(ability) }
            throw dataFailure(reply)
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
                detail: "\(VisibleText.make(site.host)) names no port for the data connection.")
        }
        do {
            return DataConnection(connected: try connect(to: named))
        } catch {
            guard error.kind != .cancelled else { throw error.fileSystemError(site) }
            memory.refuse(ability)
            log.trouble("The data connection to port \(named.port) failed: \(error.words).")
            throw FileSystemError(
                .connection,
                detail:
                    "No data connection to \(VisibleText.make(site.host)) at port \(named.port): \(error.words). A firewall may be in between.",
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

    // MARK: Active

    private func openActive() throws(FileSystemError) -> DataConnection {
        let listener: Listener
        let announced: SocketAddress
        do {
            announced = try announcedAddress()
            listener = try Listener(at: local, ports: site[FTPOptions.activePorts], interrupter)
        } catch {
            throw activeFailure(error)
        }
        let address = announced.at(port: listener.address.port)
        do throws(FileSystemError) {
            try announce(address)
        } catch {
            listener.close()
            throw error
        }
        return DataConnection(listening: listener, for: peer, log: log)
    }

    /// Tells the server where we listen: EPRT (RFC 2428), or PORT where it does not know that.
    private func announce(_ address: SocketAddress) throws(FileSystemError) {
        if memory.knows(.extendedActive) {
            let reply = try control.exchange(
                Command("EPRT", "|\(address.isIPv6 ? 2 : 1)|\(address.host)|\(address.port)|"))
            if reply.isSuccess { return }
            if !reply.isTransientFailure { memory.refuse(.extendedActive) }
            if address.isIPv6 {
                if !reply.isTransientFailure { memory.refuse(.active) }
                throw dataFailure(reply)
            }
        }
        guard !address.isIPv6 else {
            throw FileSystemError(
                .connection,
                detail: "\(VisibleText.make(site.host)) offers no data connection over IPv6.")
        }
        let numbers = address.hostBytes + [UInt8(address.port >> 8), UInt8(address.port & 0xFF)]
        let reply = try control.exchange(
            Command("PORT", numbers.map(String.init).joined(separator: ",")))
        if reply.isSuccess { return }
        if !reply.isTransientFailure { memory.refuse(.active) }
        throw dataFailure(reply)
    }

    /// The address that leads to this machine from the server.
    private func announcedAddress() throws(TransportError) -> SocketAddress {
        guard let text = site[FTPOptions.activeAddress] else { return local }
        let found = try Resolver.resolve(
            text, port: 0, interrupter, .after(seconds: timeouts.idle))
        guard let address = found.first(where: { $0.isIPv6 == local.isIPv6 }) else {
            throw TransportError(
                .unresolved,
                "it has no address of IPv\(local.isIPv6 ? 6 : 4), which this connection needs")
        }
        return address
    }

    private func activeFailure(_ error: TransportError) -> FileSystemError {
        guard error.kind == .unresolved, let text = site[FTPOptions.activeAddress] else {
            return error.fileSystemError(site)
        }
        return FileSystemError(
            .connection,
            detail:
                "The address \(VisibleText.make(text)) that active mode is to tell the server is no use: \(error.words)."
        )
    }

    private func dataFailure(_ reply: Reply) -> FileSystemError {
        FileSystemError(
            .connection, reply: reply.text,
            detail: "\(VisibleText.make(site.host)) opened no data connection.",
            isTransient: reply.isTransientFailure)
    }
}
