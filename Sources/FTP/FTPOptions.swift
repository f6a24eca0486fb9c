package import Files
import Words

/// What sites that speak FTP say, and others do not.
package enum FTPOptions {
    /// `account`: ACCT, where a server asks for it (RFC 959 section 4.1.1).
    package static let account = SiteOption<String?>("account")
    /// `active`: data connections are opened by the server (PORT, EPRT).
    package static let isActive = SiteOption("active", standard: false)
    /// `active_ports`: "50000-50100", the ports that active mode listens on; nil for any. 1…65535.
    package static let activePorts = SiteOption<PortRange?>("active_ports")
    /// `active_address`: what active mode tells the server, an IP address or a name, where this
    /// machine is behind a router; nil for the control connection's own.
    package static let activeAddress = SiteOption<String?>("active_address")
    /// `trust_passive_address`: data connections go where PASV says, rather than to the control
    /// connection's peer; nil is no.
    package static let trustsPassiveAddress = SiteOption<Bool?>("trust_passive_address")

    /// How settings files write them, in that order.
    package static let settings = [
        SiteSetting(
            account, .login,
            tr("The account that some FTP servers ask for after the password (ACCT)."),
            unset: tr("the account in .netrc, if there is one"), example: .text("guest"),
            concerns: .ftp
        ),
        SiteSetting(
            isActive, .ftp,
            tr("The server opens the data connections to this machine (active mode)."),
            isGeneral: true, concerns: .ftp, fact: dataFact),
        SiteSetting(
            activePorts, .ftp, tr("The ports of this machine that active mode uses."),
            unset: tr("any free port"), example: .text("50000-50100"),
            mustBe: tr("two ports from 1 to 65535, such as \"50000-50100\""),
            isGeneral: true, concerns: .ftp),
        SiteSetting(
            activeAddress, .ftp,
            tr("The address under which servers reach this machine in active mode."),
            unset: tr("the address of the control connection"), example: .text("203.0.113.7"),
            mustBe: tr(
                "the address under which servers reach this machine, such as \"203.0.113.7\""),
            isGeneral: true, concerns: .ftp, accepts: isHost),
        SiteSetting(
            trustsPassiveAddress, .ftp,
            tr(
                "Data connections go to the address that the server names, even if it is not its own."
            ),
            unset: "false", example: .flag(true), isGeneral: true, concerns: .ftp),
        SiteSetting(
            TLSOptions.isWanted, .ftp, tr("Asks the server for TLS; false never uses TLS."),
            concerns: .ftp),
    ]

    /// Whether it could be an address or a name; what it really is shows when it is used.
    @Sendable private static func isHost(_ text: String) -> Bool {
        !text.isEmpty && text.utf8.count <= 253
            && text.unicodeScalars.allSatisfy { scalar in
                scalar.isASCII && scalar.properties.isAlphabetic
                    || ("0"..."9").contains(scalar) || "-.:_".unicodeScalars.contains(scalar)
            }
    }

    @Sendable private static func dataFact(_ options: SiteOptions) -> SiteFact? {
        guard options[isActive] else { return nil }
        return SiteFact(
            tr("Data", meaning: "FTP's data connections"),
            options[activePorts].map { tr("active \($0.text)", meaning: "FTP's active mode") }
                ?? tr("active", meaning: "FTP's active mode"))
    }
}
