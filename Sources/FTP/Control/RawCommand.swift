import Files
import Words

/// A command that the user typed, taken apart far enough to mask, refuse and follow it.
struct RawCommand {
    let command: Command

    private static let transfers: Set<String> = [
        "LIST", "NLST", "MLSD", "RETR", "STOR", "STOU", "APPE",
    ]
    private static let connections: Set<String> = [
        "PASV", "EPSV", "PORT", "EPRT", "SPSV", "LPSV", "LPRT", "REST", "ABOR", "PRET",
        "MODE", "STRU",
    ]
    private static let security: Set<String> = ["AUTH", "CCC", "PROT", "PBSZ", "ADAT", "REIN"]

    init(_ line: String) throws(FileSystemError) {
        let trimmed = line.trimmed
        guard let blank = trimmed.firstIndex(of: " ") else {
            guard !trimmed.isEmpty else {
                throw FileSystemError(.unsupported, detail: tr("There is no command to send."))
            }
            try self.init(verb: trimmed, argument: "")
            return
        }
        try self.init(
            verb: String(trimmed[..<blank]),
            argument: String(trimmed[trimmed.index(after: blank)...]))
    }

    private init(verb: String, argument: String) throws(FileSystemError) {
        let name = verb.uppercased()
        if RawCommand.transfers.contains(name) {
            throw FileSystemError(
                .unsupported,
                detail: tr(
                    "\(name) needs a data connection; list or copy with Ferry's own commands "
                        + "instead."))
        }
        if RawCommand.connections.contains(name) || RawCommand.security.contains(name) {
            throw FileSystemError(
                .unsupported,
                detail: tr("\(name) changes the connection itself, which only Ferry does."))
        }
        let isSecret =
            name == "PASS" || name == "ACCT" || (name == "SITE" && RawCommand.isPassword(argument))
        if name == "SITE", isSecret, let word = argument.split(separator: " ").first {
            let rest = argument.dropFirst(word.count).drop { $0 == " " }
            command = try Command("SITE \(word)", Array(rest.utf8), isSecret: true)
        } else {
            command = try Command(verb, Array(argument.utf8), isSecret: isSecret)
        }
    }

    private static func isPassword(_ argument: String) -> Bool {
        let word = argument.split(separator: " ").first?.lowercased() ?? ""
        return word.contains("pass") || word.contains("pswd") || word.contains("pwd")
    }

    /// Sends it, and forgets what it may have changed. After QUIT, and a 421, the connection is to
    /// be given up.
    func send(on session: Session) throws(FileSystemError) -> Reply {
        let reply = try session.control.exchange(command)
        switch command.verb {
        case "CWD", "CDUP", "XCWD", "XCUP", "SMNT":
            session.directory.forget()
        case "SITE", "USER", "PASS", "ACCT", "HOST":
            session.directory.forget()
            session.type = .unknown
        case "TYPE":
            session.type = .unknown
        default: break
        }
        return reply
    }
}
