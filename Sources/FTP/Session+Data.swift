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
        if route.isThroughProxy || !peer.isIPv6, memory.knows(.passive) {
            passive.append(.passive)
        }
        // No proxy listens for us.
        if route.isThroughProxy { return passive }
        let active: [DataMode] = memory.knows(.active) ? [.active] : []
        return site.isActive ? active + passive : passive + active
    }

    /// What asks for a passive connection, to be sent ahead: the mode, and commands of which the
    /// last one's reply names the port; nil in active mode. `purpose` is the command to follow,
    /// which distributed servers want to know first (PRET).
    func passiveRequest(
        for purpose: Command
    ) throws(FileSystemError) -> (mode: DataMode, commands: [Command])? {
        guard let mode = dataModes.first, mode != .active else { return nil }
        var commands: [Command] = []
        if memory.features?.contains("PRET") ?? false {
            commands.append(try Command("PRET", Array(purpose.bytes.dropLast(2))))
        }
        commands.append(try Command(mode == .extended ? "EPSV" : "PASV"))
        return (mode, commands)
    }

    /// Opens a data connection in the first way that works. `asked` is a passive command that was
    /// sent already.
    func openData(
        asked: (mode: DataMode, ticket: ControlConnection.Ticket)?
    ) throws(FileSystemError) -> DataConnection {
        var failure = FileSystemError(
            .connection,
            detail: "\(VisibleText.make(site.host)) offers no data connection.", isTransient: true)
        var asked = asked
        for mode in dataModes {
            let ticket = asked?.mode == mode ? asked?.ticket : nil
            asked = nil
            do {
                switch mode {
                case .extended, .passive: return try openPassive(mode, ticket)
                case .active: return try openActive()
                }
            } catch {
                if !isUsable || error.kind == .cancelled { throw error }
                if mode == .active { log.trouble(error.detail) }
                failure = error
            }
        }
        // Nothing works now, which may be the network's fault: the next time tries all again.
        memory.forgive([.extendedPassive, .passive, .active, .extendedActive])
        throw failure
    }

    // MARK: Passive

    private func openPassive(
        _ mode: DataMode, _ ticket: ControlConnection.Ticket?
    ) throws(FileSystemError) -> DataConnection {
        let ability: ServerMemory.Ability = mode == .extended ? .extendedPassive : .passive
        let reply =
            if let ticket {
                try control.final(for: ticket)
            } else {
                try control.exchange(Command(mode == .extended ? "EPSV" : "PASV"))
            }
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
        if site.trustsPassiveAddress ?? false, let host = named.host {
            return try route.connectData(toNamed: host, port: named.port)
        }
        return try route.connectData(to: peer, port: named.port)
    }

    // MARK: Active

    private func openActive() throws(FileSystemError) -> DataConnection {
        let listener: Listener
        let announced: SocketAddress
        do {
            announced = try announcedAddress()
            listener = try Listener(at: local, ports: site.activePorts, interrupter)
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
        guard let text = site.activeAddress else { return local }
        let found = try Resolver.resolve(
            text, port: 0, interrupter, .after(seconds: waits.idle))
        guard let address = found.first(where: { $0.isIPv6 == local.isIPv6 }) else {
            throw TransportError(
                .unresolved,
                "it has no address of IPv\(local.isIPv6 ? 6 : 4), which this connection needs")
        }
        return address
    }

    private func activeFailure(_ error: TransportError) -> FileSystemError {
        guard error.kind == .unresolved, let text = site.activeAddress else {
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
