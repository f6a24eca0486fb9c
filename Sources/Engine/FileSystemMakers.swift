import FTP
package import Files
import HTTP
import Local
import SFTP

/// What a file system of a server needs from the session.
struct ConnectionNeeds: Sendable {
    var site: Site
    /// The connection's number in the log, from 1.
    var number: Int
    /// Judges certificates.
    var trust: TrustPolicy
    /// Remembers how servers take commands.
    var commands: any CommandMemory
    /// Remembers what SFTP servers refuse.
    var refusals: any RefusalMemory
    /// Keeps what servers show of themselves.
    var notes: any ServerNotes
    var sftp: SFTPService
    var log: ExchangeSink
    /// Asked on the worker's own thread; may block.
    var password: @Sendable (Site) -> Secret?
    var proxyPassword: @Sendable (Proxy) -> Secret?
    /// FTP's ACCT, asked in the same way.
    var account: @Sendable (Site) -> Secret?
    /// Asked for what a login wants to know; nil where nobody watches.
    var prompter: (any LoginPrompter)?
    /// Why it may not connect at all, thrown by whatever would.
    var obstacle: FileSystemError?
}

/// A protocol as the rest of Ferry knows it.
struct SpokenProtocol: Sendable {
    typealias Maker = @Sendable (ConnectionNeeds) -> any FileSystem

    var wireProtocol: Site.Scheme.WireProtocol
    /// What settings files may say of its sites.
    var settings: [SiteSetting]
    /// Makes a file system that speaks it, for the calling worker. It connects on first use.
    var make: Maker

    init(
        _ wireProtocol: Site.Scheme.WireProtocol, settings: [SiteSetting] = [],
        make: @escaping Maker
    ) {
        self.wireProtocol = wireProtocol
        self.settings = settings
        self.make = make
    }
}

/// The protocols of this version.
package enum FileSystemMakers {
    /// A line each.
    static let all = [
        SpokenProtocol(.none) { _ in LocalFileSystem() },
        SpokenProtocol(.ftp, settings: FTPOptions.settings, make: ftp),
        SpokenProtocol(.sftp, settings: SFTPOptions.settings, make: sftp),
        SpokenProtocol(.rclone, make: rclone),
        SpokenProtocol(.http, settings: HTTPOptions.settings, make: http),
    ]

    /// What settings files may say of sites, whatever these speak.
    package static let settings = QueueOptions.settings + all.flatMap(\.settings)

    /// What speaks with sites of that scheme; nil where nothing in this version does.
    static func maker(for scheme: Site.Scheme) -> SpokenProtocol.Maker? {
        all.first { $0.wireProtocol == scheme.wireProtocol }?.make
    }

    static let ftp: SpokenProtocol.Maker = { needs in
        FTPFileSystem(
            site: needs.site, connection: needs.number, trust: needs.trust,
            commands: needs.commands, notes: needs.notes, log: needs.log, password: needs.password,
            proxyPassword: needs.proxyPassword, account: needs.account, obstacle: needs.obstacle)
    }

    static let sftp: SpokenProtocol.Maker = { needs in
        needs.sftp.fileSystem(
            for: needs.site, connection: needs.number, hostKeys: needs.trust.hostKeys,
            refusals: needs.refusals, notes: needs.notes, log: needs.log, password: needs.password,
            prompter: needs.prompter, obstacle: needs.obstacle)
    }

    static let rclone: SpokenProtocol.Maker = { needs in
        needs.sftp.remote(
            for: needs.site, connection: needs.number, log: needs.log, obstacle: needs.obstacle)
    }

    static let http: SpokenProtocol.Maker = { needs in
        WebService.fileSystem(
            for: needs.site, connection: needs.number, trust: needs.trust, notes: needs.notes,
            log: needs.log, password: needs.password, proxyPassword: needs.proxyPassword,
            obstacle: needs.obstacle)
    }
}
