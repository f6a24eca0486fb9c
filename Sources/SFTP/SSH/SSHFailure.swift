import Files
import Transport
import Words

/// Why ssh has ended, told by its last words (OpenSSH 7.6 to 10). Does no I/O.
struct SSHFailure {
    /// Lines at the end that may explain it.
    private static let depth = 12

    /// How far it came.
    enum Stage {
        /// Nobody knows whether the program is there at all.
        case started
        /// The program is there, and was to log in.
        case loggingIn
        /// Packets were carried.
        case begun
    }

    private let site: Site
    private let lines: [String]
    private let ending: Subprocess.Ending
    private let stage: Stage
    private let questions: SSHCommandLine.Questions

    /// `lines` are sanitised, oldest first; `questions` is what became of those that ssh had.
    init(
        site: Site, lines: [String], ending: Subprocess.Ending, stage: Stage,
        questions: SSHCommandLine.Questions
    ) {
        self.site = site
        self.lines = lines.suffix(SSHFailure.depth).filter { !$0.isEmpty }
        self.ending = ending
        self.stage = stage
        self.questions = questions
    }

    /// A sentence that names the host, with ssh's words as the reply.
    var explained: FileSystemError {
        let table = SSHFailureTable(site: site, questions: questions)
        for row in stage == .begun ? table.afterLogin : table.beforeLogin {
            // The last line that says it.
            guard let line = lines.last(where: { line in row.signs.contains { line.contains($0) } })
            else { continue }
            return FileSystemError(
                row.kind, reply: line, detail: row.sentence, isTransient: row.kind == .connection)
        }
        return unexplained
    }

    private var unexplained: FileSystemError {
        let host = VisibleText.make(site.host)
        // What a shell says of a program that is not there, or cannot be run.
        let isMissing = ending == .status(127) || ending == .status(126)
        if isMissing, stage == .loggingIn {
            return FileSystemError(
                .unsupported, reply: lines.last,
                detail:
                    tr(
                        "\(host) accepted the login but cannot find its SFTP program; give its path "
                            + "as sftp_server in sites.toml."))
        }
        if isMissing, stage == .started {
            return FileSystemError(
                .other, reply: lines.last,
                detail:
                    tr(
                        "The shell cannot find the program set as ssh for \(host); correct "
                            + "ssh_command or FERRY_SSH."))
        }
        guard let last = lines.last else {
            return FileSystemError(.connection, detail: silent(host), isTransient: true)
        }
        return FileSystemError(
            .connection, reply: last, detail: quoting(last, host), isTransient: true)
    }

    private func quoting(_ line: String, _ host: String) -> String {
        ending.sentence { status in
            tr("ssh to \(host) ended with status \(status) (\(line)).")
        } signal: { signal in
            tr("ssh to \(host) ended by signal \(signal) (\(line)).")
        } plain: {
            tr("ssh to \(host) ended (\(line)).")
        }
    }

    private func silent(_ host: String) -> String {
        ending.sentence { status in
            tr(
                "ssh to \(host) ended with status \(status) without a message; try ssh in a terminal "
                    + "to see why.")
        } signal: { signal in
            tr(
                "ssh to \(host) ended by signal \(signal) without a message; try ssh in a terminal "
                    + "to see why.")
        } plain: {
            tr("ssh to \(host) ended without a message; try ssh in a terminal to see why.")
        }
    }
}
