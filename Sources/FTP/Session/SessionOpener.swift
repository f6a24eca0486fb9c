import Files
import Transport
import Words

/// Makes connections to an account: dialled, encrypted, logged in and set up. What they learn of
/// the server is in `memory`.
struct SessionOpener {
    let site: Site
    let memory: ServerMemory
    let encryption: Encryption
    let log: ExchangeLog
    let interrupter: Interrupter
    let password: PasswordProvider
    let account: AccountProvider
    let proxyPassword: ProxyPasswordProvider?

    /// Connects, logs in, and learns what has to be known before the first operation.
    func open(
        _ timeouts: Timeouts, _ listingLimits: DirectoryBuilder.Limits = .init()
    ) throws(FileSystemError) -> Session {
        do throws(FileSystemError) {
            let session = try persistently(timeouts, listingLimits)
            memory.noteCard(session.protection.security)
            return session
        } catch {
            memory.noteFailure(error)
            throw error
        }
    }

    private func persistently(
        _ timeouts: Timeouts, _ listingLimits: DirectoryBuilder.Limits
    ) throws(FileSystemError) -> Session {
        memory.recall()
        let pace = memory.pace
        do throws(FileSystemError) {
            return try connect(timeouts, listingLimits)
        } catch {
            // FEAT was, or the first commands that went out together were, the end of the connection.
            guard !pace.isSuspected, memory.pace.isSuspected else { throw error }
            log.remark(tr("The connection was lost; reconnecting to send one command at a time."))
            do throws(FileSystemError) {
                let session = try connect(timeouts, listingLimits)
                if memory.pace == .suspected(isAnswered: true) { memory.note(.single) }
                return session
            } catch {
                memory.features = nil
                memory.note(.unknown)
                throw error
            }
        }
    }

    private func connect(
        _ timeouts: Timeouts, _ listingLimits: DirectoryBuilder.Limits
    ) throws(FileSystemError) -> Session {
        if site[FTPOptions.isActive], let proxy = site.proxy {
            throw FileSystemError(
                .unsupported,
                detail:
                    tr(
                        "\(VisibleText.make(site.host)) cannot use active mode through the proxy "
                            + "\(proxy.text); turn off one of the two.")
            )
        }
        let host = VisibleText.make(site.host)
        log.remark(
            site.proxy.map { tr("Connecting to \(host) at port \(site.port) through \($0.text).") }
                ?? tr("Connecting to \(host) at port \(site.port)."))
        let dialer = Dialer(
            site: site, timeouts: timeouts, interrupter: interrupter, proxyPassword: proxyPassword)
        let socket: Socket
        do {
            socket = try dialer.connect()
        } catch {
            let made = error.fileSystemError(site)
            log.trouble(made.detail)
            throw made
        }
        socket.prepareForCommands()
        guard let peer = socket.peer, let local = socket.local else {
            throw TransportError(.closed, "closed").fileSystemError(site)
        }
        let implicit = site.encryption == .implicit ? try encryption.secure(socket) : nil
        let control = ControlConnection(
            implicit?.stream ?? socket, site: site, timeouts: timeouts, memory: memory, log: log)
        let session = Session(
            over: control, timeouts, listingLimits, log,
            protection: Protection(control, encryption, implicit?.state),
            data: DataConnector(
                control: control, dialer: dialer, log: log, peer: peer,
                active: ActiveOpener(
                    control: control, interrupter: interrupter, timeouts: timeouts, log: log,
                    peer: peer, local: local)))
        do {
            try Login(
                control: control, protection: session.protection, password: password,
                account: account
            ).run()
            try SessionSetup(
                session: session,
                first: FirstCommands(
                    control: control, protection: session.protection, interrupter: interrupter,
                    log: log)
            ).run()
            control.isLoggedIn = true
        } catch {
            control.close()
            throw error
        }
        return session
    }
}
