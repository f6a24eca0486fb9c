import Glibc

/// Programs that speak SFTP on their standard input and output, as a site's `command` names them: for
/// the shell. They run as whoever starts them.
package enum SFTPCommand {
    /// OpenSSH's sftp-server, which begins in `folder`; `options` as sftp-server(8) has them.
    package static func sftpServer(_ folder: TemporaryFolder, options: String = "") throws -> String
    {
        "'\(try OpenSSHPlan.sftpServer())' -d '\(folder.path)' \(options)"
    }

    /// The path of OpenSSH's sftp-server.
    package static var sftpServerPath: String {
        get throws { try OpenSSHPlan.sftpServer() }
    }

    /// rclone, to which `folder` is `/`.
    package static func rclone(_ folder: TemporaryFolder) throws -> String {
        let program = try SSHPlan.rcloneProgram()
        let variables = program.environment.map { "\($0.key)='\($0.value)'" }
        let words = ["env"] + variables + ["'\(program.path)'", "serve", "sftp", "--stdio"]
        // No configuration of the user's; tests put files behind its back.
        let rest = ["'\(folder.path)'", "--config", "''", "--dir-cache-time", "0s"]
        return (words + rest).joined(separator: " ")
    }
}
