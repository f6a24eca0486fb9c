package import Files
package import Transport

/// Starts a command that speaks SFTP on its standard input and output: the site's `command`.
package struct CommandCarrierOpener: CarrierOpener {
    private let site: Site
    private let command: String
    private let log: ConnectionLog
    private let programs: StartedPrograms?

    /// `command` is read by the shell; `site` only names what it leads to. `memory` has it ended with
    /// Ferry.
    package init(site: Site, command: String, memory: SSHMemory? = nil, log: ConnectionLog) {
        programs = memory?.masters.programs
        self.site = site
        self.command = command
        self.log = log
    }

    package func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier {
        let (name, log) = (site.text, log)
        let start = ProgramStart(
            name: name, arguments: ["/bin/sh", "-c", command],
            shown: [ProgramStart.programName(command)], log: log, programs: programs)
        return try start.open(interrupter) { _ in WordsAttendant(name, log: log) }
    }
}
