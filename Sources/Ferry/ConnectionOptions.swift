import ArgumentParser
import FTP
import Files
import Glibc
import HTTP
import Settings
import Words

/// How servers are spoken to, where it is not as the settings say.
protocol ConnectionChoices {
    var verbose: Bool { get }
    var passwordFile: ArgumentBytes? { get }
    var account: String? { get }
    var active: Bool { get }
    var noTls: Bool { get }
    var ca: String? { get }
    var clientCertificate: String? { get }
    var clientKey: String? { get }
    var auth: Authentication? { get }
    var insecure: Bool { get }
    var charset: String? { get }
    var limitRate: Rate? { get }
    /// Seconds, 1…3600.
    var timeout: Int? { get }
    var config: String? { get }
}

extension ConnectionChoices {
    /// A site with these options laid over it.
    func applied(to site: Site) -> Site {
        var site = site
        guard !site.isLocal else { return site }
        if active { site[FTPOptions.isActive] = true }
        if noTls { site[TLSOptions.isWanted] = false }
        if let charset { site.charset = Charset(named: charset)?.name }
        if let timeout { site.timeout = timeout }
        if let account, site.scheme.isFTP { site[FTPOptions.account] = account }
        if site.scheme.isHTTP {
            if let auth { site[HTTPOptions.authentication] = auth }
            if let clientCertificate {
                site[HTTPOptions.clientCertificate] = clientCertificate
                site[HTTPOptions.clientKey] = clientKey
            }
        }
        return site
    }

    /// From --password-file, else from FERRY_PASSWORD, which is then taken out of the environment.
    func password() throws -> Secret? {
        try ConnectionOptions.password(file: passwordFile)
    }
}

/// What there is where no option was given.
struct NoOptions: ConnectionChoices, LookChoices {
    var verbose: Bool { false }
    var passwordFile: ArgumentBytes? { nil }
    var account: String? { nil }
    var active: Bool { false }
    var noTls: Bool { false }
    var ca: String? { nil }
    var clientCertificate: String? { nil }
    var clientKey: String? { nil }
    var auth: Authentication? { nil }
    var insecure: Bool { false }
    var charset: String? { nil }
    var limitRate: Rate? { nil }
    var timeout: Int?
    var config: String? { nil }
    var theme: String? { nil }
    var ascii: Bool { false }
    var plain: Bool { false }
}

/// Options of every command that may speak to a server.
struct ConnectionOptions: ParsableArguments, ConnectionChoices {
    @Flag(name: .shortAndLong, help: ArgumentHelp(tr("Print every command and reply to stderr.")))
    var verbose = false

    @Option(
        help: ArgumentHelp(tr("Read the password from FILE, or from stdin."), valueName: "FILE|-"))
    var passwordFile: ArgumentBytes?

    @Option(
        help: ArgumentHelp(
            tr("Account to send to FTP servers that ask for one (ACCT)."),
            valueName: "TEXT"))
    var account: String?

    @Flag(help: ArgumentHelp(tr("Let FTP servers open the data connections (active mode).")))
    var active = false

    @Flag(help: ArgumentHelp(tr("Do not use TLS.")))
    var noTls = false

    @Option(
        help: ArgumentHelp(
            tr("Trust the certificate authorities in FILE (PEM) instead of the system's."),
            valueName: "FILE"))
    var ca: String?

    @Option(
        help: ArgumentHelp(
            tr("Send the client certificate in FILE (PEM) to HTTPS servers."), valueName: "FILE"))
    var clientCertificate: String?

    @Option(
        help: ArgumentHelp(
            tr("Private key (PEM) for --client-certificate, if it is in a separate file."),
            valueName: "FILE"))
    var clientKey: String?

    @Option(
        help: ArgumentHelp(
            tr("HTTP login method: basic, digest, or bearer with the password as the token."),
            valueName: "HOW"))
    var auth: Authentication?

    @Flag(
        help: ArgumentHelp(
            tr("Do not check certificates: anyone on the network can read and change everything.")))
    var insecure = false

    @Option(
        help: ArgumentHelp(
            tr("Charset of names that are not UTF-8, such as GB18030 or Shift_JIS."),
            valueName: "NAME"))
    var charset: String?

    @Option(
        help: ArgumentHelp(
            tr("Limit all transfers to this many bytes per second; K, M and G multiply by 1024."),
            valueName: "RATE"))
    var limitRate: Rate?

    @Option(
        help: ArgumentHelp(
            tr("Close a connection after this many seconds without an answer (1…3600)."),
            valueName: "SECONDS"))
    var timeout: Int?

    @Option(help: ArgumentHelp(tr("Use these settings instead of config.toml."), valueName: "FILE"))
    var config: String?

    /// What --insecure gives up.
    static let insecureWarning =
        tr(
            "--insecure: certificates are not checked, so anyone on the network can read and change "
                + "all data, including passwords.")

    func validate() throws {
        for (option, file) in [
            ("--ca", ca), ("--client-certificate", clientCertificate), ("--client-key", clientKey),
            ("--config", config),
        ] {
            try ArgumentText.requireText(file, of: option)
        }
        if let ca, access(ca, R_OK) != 0 {
            throw ValidationError(
                tr(
                    "--ca \(VisibleText.make(ca)) cannot be read "
                        + "(\(systemReason(errno)))."))
        }
        for (option, file) in [
            ("--client-certificate", clientCertificate), ("--client-key", clientKey),
        ] {
            if let file, access(file, R_OK) != 0 {
                throw ValidationError(
                    tr(
                        "\(option) \(VisibleText.make(file)) cannot be read "
                            + "(\(systemReason(errno)))."))
            }
        }
        if let account, account.utf8.contains(where: { $0 < 0x20 || $0 == 0x7F }) {
            throw ValidationError(
                tr("--account contains a control character, which FTP cannot send."))
        }
        if clientKey != nil, clientCertificate == nil {
            throw ValidationError(tr("--client-key has no effect without --client-certificate."))
        }
        if let charset, Charset(named: charset) == nil {
            throw ValidationError(ConnectionOptions.unknownCharset(charset))
        }
        if let timeout, !(1...3_600).contains(timeout) {
            throw ValidationError(tr("--timeout takes seconds from 1 to 3600, not \(timeout)."))
        }
    }

    static func unknownCharset(_ name: String) -> String {
        tr(
            "--charset \(VisibleText.make(name)) is not a known charset; `iconv -l` lists them, such "
                + "as GB18030, CP1252 or Shift_JIS.")
    }

    /// The same, where there is no connection.
    static func password(file: ArgumentBytes?) throws -> Secret? {
        if let file { return try PasswordFile.read(file) }
        guard let value = getenv("FERRY_PASSWORD") else { return nil }
        let text = String(validatingCString: value)
        memset(value, 0, strlen(value))
        unsetenv("FERRY_PASSWORD")
        guard let text else {
            throw Failure.usage(tr("FERRY_PASSWORD is not valid UTF-8; set it in UTF-8."))
        }
        return Secret(text)
    }
}

/// `500K`, `2M`, `1.5G`: bytes a second, more than 0.
struct Rate: ExpressibleByArgument {
    let bytesPerSecond: UInt64

    init?(argument: String) {
        guard let rate = ByteRate.parse(argument), rate > 0 else { return nil }
        bytesPerSecond = rate
    }
}

extension Authentication: ExpressibleByArgument {}
