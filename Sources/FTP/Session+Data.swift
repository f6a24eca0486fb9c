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
        // PASV can only say IPv4 addresses.
        if !peer.isIPv6, memory.knows(.passive) { passive.append(.passive) }
        return site.isActive ? [.active] + passive : passive + [.active]
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
                failure = error
            }
        }
        // Nothing works now, which may be the network's fault: the next time tries all again.
        memory.forgive([.extendedPassive, .passive])
        throw failure
    }

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
        let port =
            mode == .extended
            ? reply.texts.lazy.compactMap { PassiveReply.extendedPort($0) }.first
            : reply.texts.lazy.compactMap { PassiveReply.port($0) }.first
        guard let port else {
            memory.refuse(ability)
            throw FileSystemError(
                .protocolViolation, reply: reply.text,
                detail: "\(VisibleText.make(site.host)) names no port for the data connection.")
        }
        let address = peer.at(port: port)
        do {
            let limit = min(waits.idle, 15)
            let socket = try Connector.connect(to: address, interrupter, .after(seconds: limit))
            return DataConnection(connected: socket, to: peer)
        } catch {
            if error.kind != .cancelled {
                memory.refuse(ability)
                log.trouble("The data connection to port \(port) failed: \(error.words).")
            }
            throw error.kind == .cancelled
                ? error.fileSystemError(site)
                : FileSystemError(
                    .connection,
                    detail:
                        "No data connection to \(VisibleText.make(site.host)) at port \(port): \(error.words). A firewall may be in between.",
                    isTransient: true)
        }
    }

    private func openActive() throws(FileSystemError) -> DataConnection {
        let listener: Listener
        do {
            listener = try Listener(at: local, interrupter)
        } catch {
            throw error.fileSystemError(site)
        }
        let address = listener.address
        if memory.knows(.extendedActive) {
            let family = address.isIPv6 ? 2 : 1
            let reply = try control.exchange(
                Command("EPRT", "|\(family)|\(address.host)|\(address.port)|"))
            if reply.isSuccess { return DataConnection(listening: listener, for: peer) }
            memory.refuse(.extendedActive)
            if address.isIPv6 {
                listener.close()
                throw dataFailure(reply)
            }
        }
        guard !address.isIPv6 else {
            listener.close()
            throw FileSystemError(
                .connection,
                detail: "\(VisibleText.make(site.host)) offers no data connection over IPv6.")
        }
        let numbers = address.hostBytes + [UInt8(address.port >> 8), UInt8(address.port & 0xFF)]
        let reply = try control.exchange(
            Command("PORT", numbers.map(String.init).joined(separator: ",")))
        if reply.isSuccess { return DataConnection(listening: listener, for: peer) }
        listener.close()
        throw dataFailure(reply)
    }

    private func dataFailure(_ reply: Reply) -> FileSystemError {
        FileSystemError(
            .connection, reply: reply.text,
            detail: "\(VisibleText.make(site.host)) opened no data connection.",
            isTransient: reply.isTransientFailure)
    }
}
