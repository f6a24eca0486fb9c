package import Files
package import Transport

/// Starts a command that speaks SFTP on its standard input and output: the site's `command`.
package struct CommandCarrierOpener: CarrierOpener {
    private let site: Site
    private let command: String
    private let log: ConnectionLog

    /// `command` is read by the shell; `site` only names what it leads to.
    package init(site: Site, command: String, log: ConnectionLog) {
        self.site = site
        self.command = command
        self.log = log
    }

    package func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier {
        let (name, log) = (site.text, log)
        let start = ProgramStart(
            name: name, arguments: ["/bin/sh", "-c", command],
            shown: [ProgramStart.programName(command)], log: log)
        return try start.open(interrupter) { _ in WordsAttendant(name, log: log) }
    }
}
