package import Files
import Words

/// What sites that speak SFTP say, and others do not.
package enum SFTPOptions {
    /// `ssh_command`: the program that is used as ssh, and its first arguments, read by the shell as
    /// GIT_SSH_COMMAND is; nil for FERRY_SSH's, else the system's `ssh`.
    package static let sshCommand = SiteOption<String?>("ssh_command")
    /// `command`: a program, read by the shell, that speaks SFTP on its standard input and output; it is
    /// used instead of ssh, and the host is only a name then.
    package static let command = SiteOption<String?>("command")
    /// `sftp_server`: the path of the server's own sftp-server, which is run by the login shell instead
    /// of asking for the subsystem; nil for the subsystem.
    package static let serverPath = SiteOption<String?>("sftp_server")
    /// `shell`: whether a shell on the server may do what SFTP needs many round trips for.
    package static let shell = SiteOption<Bool>("shell", standard: true)
    /// `prefer_aes`: whether ssh is to take AES-GCM before ChaCha20, where the configuration has no
    /// ciphers and this machine's processor has instructions for it.
    package static let prefersAES = SiteOption<Bool>("prefer_aes", standard: true)

    /// How settings files write them, in that order.
    package static let settings = [
        // Of what a shell reads, which may hold a secret, only the program is shown.
        SiteSetting(
            sshCommand, .ssh, tr("The ssh program and its first arguments, as a shell reads them."),
            unset: tr("FERRY_SSH, else ssh"), example: .text("ssh -F ~/work.conf"), kind: .command,
            isGeneral: true, only: .sftp,
            fact: { shown("ssh", $0[sshCommand].map { ProgramStart.programName($0) }) }),
        SiteSetting(
            command, .ssh,
            tr("A program that speaks SFTP on its standard input and output, instead of ssh."),
            unset: tr("ssh is used"),
            example: .text("docker exec -i box /usr/lib/openssh/sftp-server"),
            kind: .command, only: .sftp,
            fact: { shown(tr("Command"), $0[command].map { ProgramStart.programName($0) }) }),
        SiteSetting(
            serverPath, .ssh,
            tr("The path of the SFTP server program on a host without an SFTP subsystem."),
            unset: tr("the SFTP subsystem is used"), example: .text("/usr/lib/openssh/sftp-server"),
            only: .sftp, fact: { shown(tr("Server"), $0[serverPath]) }),
        SiteSetting(
            shell, .ssh, tr("Uses a shell on the server for work that is slow by SFTP alone."),
            isGeneral: true, only: .sftp,
            fact: { $0[shell] ? nil : SiteFact(tr("Shell"), tr("not used")) }),
        SiteSetting(
            prefersAES, .ssh,
            tr("Asks ssh for AES-GCM before ChaCha20, unless ssh's config names ciphers."),
            isGeneral: true, only: .sftp,
            fact: { $0[prefersAES] ? nil : SiteFact(tr("Cipher"), tr("ssh's default")) }),
    ]

    private static func shown(_ name: String, _ value: String?) -> SiteFact? {
        guard let value, !value.isEmpty else { return nil }
        return SiteFact(name, VisibleText.make(value))
    }
}
