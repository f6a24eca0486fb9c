package import Files
package import Transport
import Words

/// Starts rclone to serve one of its remotes over its standard input and output.
package struct RcloneCarrierOpener: CarrierOpener {
    private let site: Site
    private let program: String?
    private let log: ConnectionLog
    private let programs: StartedPrograms?

    /// `program` is rclone and its first arguments as a shell reads them, as FERRY_RCLONE has it; nil
    /// for the `rclone` of PATH. The site's host is the remote's name. `memory` has it ended with Ferry.
    package init(site: Site, program: String?, memory: SSHMemory? = nil, log: ConnectionLog) {
        programs = memory?.masters.programs
        self.site = site
        self.program = program.flatMap { $0.isEmpty ? nil : $0 }
        self.log = log
    }

    /// What was found out with rclone 1.60, where the reason does not say otherwise.
    static let options = [
        // It would read the password of its configuration from the stream of packets.
        "--ask-password=false",
        // With a cache, a file would be reported as written while it still waits on this machine's
        // disk, and be lost with it. Without one, the answer to CLOSE is the store's own.
        "--vfs-cache-mode=off",
        // Several workers write to one file, and a write that comes before its turn fails after a
        // second. This was not seen to happen to a file that is sent in order, but a slow store must
        // not be the first to show it.
        "--vfs-write-wait=1h",
        // Panes and transfers have a program each, and one must see what the other has made: a pane
        // rests for a second between two readings. Without any memory of directories, each question
        // for a name would read all directories on the way to it.
        "--dir-cache-time=500ms", "--poll-interval=0",
    ]

    /// What is started: an argument list, which no shell reads but the user's own part of it.
    var arguments: [String] {
        let arguments =
            ["serve", "sftp", "--stdio"] + RcloneCarrierOpener.options + ["\(site.host):"]
        guard let program else { return ["rclone"] + arguments }
        return ShellProgram(text: program).command(arguments)
    }

    package func open(_ interrupter: Interrupter) throws(FileSystemError) -> any Carrier {
        let (name, program, log) = (site.text, program, log)
        let shown = program.map { ProgramStart.programName($0) } ?? "rclone"
        let start = ProgramStart(
            name: name, arguments: arguments,
            shown: [shown] + arguments.suffix(RcloneCarrierOpener.options.count + 4), log: log,
            programs: programs)
        do throws(FileSystemError) {
            return try start.open(interrupter) { _ in
                RcloneAttendant(name, isNamed: program != nil, log: log)
            }
        } catch {
            guard error.kind == .unsupported, program == nil else { throw error }
            throw FileSystemError(
                .unsupported, reply: error.reply,
                detail: tr(
                    "\(name) needs rclone, which is not in PATH; install it, or set "
                        + "FERRY_RCLONE."))
        }
    }
}
