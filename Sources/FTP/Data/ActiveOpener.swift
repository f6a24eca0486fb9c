import Files
import Transport
import Words

/// Lets the server connect to this machine: EPRT (RFC 2428) and PORT (RFC 959 section 4.1.2).
struct ActiveOpener {
    let control: ControlConnection
    let interrupter: Interrupter
    let timeouts: Timeouts
    let log: ExchangeLog
    /// Who may connect.
    let peer: SocketAddress
    let local: SocketAddress

    private var site: Site { control.site }
    private var memory: ServerMemory { control.memory }

    /// Listens, and tells the server where.
    func open() throws(FileSystemError) -> DataConnection {
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
                throw DataConnector.failure(reply, on: site)
            }
        }
        guard !address.isIPv6 else {
            throw FileSystemError(
                .connection,
                detail: tr("\(VisibleText.make(site.host)) offers no data connection over IPv6."))
        }
        let numbers = address.hostBytes + [UInt8(address.port >> 8), UInt8(address.port & 0xFF)]
        let reply = try control.exchange(
            Command("PORT", numbers.map(String.init).joined(separator: ",")))
        if reply.isSuccess { return }
        if !reply.isTransientFailure { memory.refuse(.active) }
        throw DataConnector.failure(reply, on: site)
    }

    /// The address that leads to this machine from the server.
    private func announcedAddress() throws(TransportError) -> SocketAddress {
        guard let text = site[FTPOptions.activeAddress] else { return local }
        let found = try Resolver.resolve(
            text, port: 0, interrupter, .after(seconds: timeouts.idle))
        guard let address = found.first(where: { $0.isIPv6 == local.isIPv6 }) else {
            throw TransportError(
                .unresolved,
                tr("it has no IPv\(local.isIPv6 ? 6 : 4) address, which this connection needs"))
        }
        return address
    }

    private func activeFailure(_ error: TransportError) -> FileSystemError {
        guard error.kind == .unresolved, let text = site[FTPOptions.activeAddress] else {
            return error.fileSystemError(site)
        }
        return FileSystemError(
            .connection,
            detail: tr(
                "The address \(VisibleText.make(text)) for active mode cannot be used "
                    + "(\(error.words)); set another one."))
    }
}
