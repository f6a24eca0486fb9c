package import Files

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

    /// How settings files write them, in that order.
    package static let settings = [
        SiteSetting(sshCommand, isGeneral: true, only: .sftp),
        SiteSetting(command, only: .sftp),
        SiteSetting(serverPath, only: .sftp),
    ]
}
