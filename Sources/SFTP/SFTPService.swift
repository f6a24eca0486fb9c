package import Files
import Transport
import Words

/// What connections to sites that speak SFTP share in one process, and who answers for each.
package struct SFTPService: Sendable {
    /// What is remembered of logins.
    package var memory: SSHMemory
    /// What ssh finds around it.
    package var surroundings: SSHCarrierOpener.Surroundings
    /// Who answers where nobody watches.
    package var unwatched: SSHCarrierOpener.Audience

    /// `unwatched` answers for connections that are given no prompter.
    package init(
        memory: SSHMemory = SSHMemory(), surroundings: SSHCarrierOpener.Surroundings,
        unwatched: SSHCarrierOpener.Audience = .nobody
    ) {
        self.memory = memory
        self.surroundings = surroundings
        self.unwatched = unwatched
    }

    /// The site's file system, for the calling worker; it connects on first use. `connection` numbers
    /// the connection in the log, from 1. `password` gives what was given for the site, and may block;
    /// `prompter` is asked for the rest; `notes` keeps what the server shows of itself. `obstacle` is why it may not connect at all, thrown by
    /// whatever would.
    package func fileSystem(
        for site: Site, connection: Int, hostKeys: AcceptedHostKeys,
        refusals: any RefusalMemory, notes: any ServerNotes = NoNotes(),
        log: @escaping ExchangeSink,
        password: @escaping @Sendable (Site) -> Secret?, prompter: (any LoginPrompter)?,
        obstacle: FileSystemError? = nil
    ) -> SFTPFileSystem {
        let lines = ConnectionLog(connection, log)
        remarkProxy(
            of: site, lines,
            tr("ssh does not use it; set ProxyJump or ProxyCommand in ~/.ssh/config"))
        let opener: any CarrierOpener =
            if let command = site[SFTPOptions.command] {
                CommandCarrierOpener(
                    site: site, command: command, memory: memory, log: lines)
            } else {
                SSHCarrierOpener(
                    site: site, audience: prompter.map { .watched($0) } ?? unwatched,
                    hostKeys: hostKeys, memory: memory, surroundings: surroundings,
                    password: password, notes: notes, log: lines)
            }
        return SFTPFileSystem(
            site: site, opener: opener, connection: connection, refusals: refusals, notes: notes,
            log: log, obstacle: obstacle)
    }

    /// Where ssh connects to for a site, by its own configuration; nil where another host or program
    /// makes the connection (ProxyJump, ProxyCommand, a site's own command), or ssh does not say. Waits
    /// for ssh, some seconds at most.
    package func endpoint(of site: Site) -> SSHEndpoint? {
        guard site.scheme == .sftp, site[SFTPOptions.command] == nil else { return nil }
        let command = SSHCommandLine(site, variable: surroundings.variable)
        let configuration = try? memory.configurations.configuration(
            for: command, masters: memory.masters, interrupter: Interrupter())
        return configuration?.endpoint
    }

    /// The same for one of rclone's remotes, whose logins are rclone's own matter. What a store
    /// refuses is not remembered: a remote may be another store tomorrow.
    package func remote(
        for site: Site, connection: Int, log: @escaping ExchangeSink,
        obstacle: FileSystemError? = nil
    ) -> SFTPFileSystem {
        let lines = ConnectionLog(connection, log)
        remarkProxy(
            of: site, lines, tr("rclone does not use it, but reads HTTPS_PROXY and HTTP_PROXY")
        )
        let opener = RcloneCarrierOpener(
            site: site, program: surroundings.variable("FERRY_RCLONE"), memory: memory,
            log: lines)
        return SFTPFileSystem(
            site: site, opener: opener, connection: connection, log: log, obstacle: obstacle)
    }

    /// Says once of a proxy that holds for all sites that this one is reached without it.
    private func remarkProxy(of site: Site, _ lines: ConnectionLog, _ reason: String) {
        guard let proxy = site.proxy, memory.isNewlyUnused(proxy) else { return }
        lines.remark(
            tr(
                "Connecting to \(VisibleText.make(site.host)) without the proxy \(proxy.text) "
                    + "(\(reason))."))
    }
}
