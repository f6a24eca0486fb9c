package import Files
import Words

/// One command as it goes out. `init` is the only way to make one, so no control byte can get
/// into the control connection through a name.
package struct Command: Hashable, Sendable {
    /// Bytes of a command's argument that are sent.
    package static let limit = 8 << 10

    /// With its line end.
    package let bytes: [UInt8]
    /// The same with 0xFF doubled, which alone would be a Telnet command (RFC 854): how servers
    /// want it that know Telnet.
    package let escaped: [UInt8]
    /// For the log: sanitised, secrets masked.
    package let text: String
    /// In capitals.
    package let verb: String
    /// Whether the argument is hidden.
    private let isSecret: Bool

    /// `secret` hides the argument. Throws `.badName`, naming `path`, where the argument holds a
    /// byte below 0x20 or 0x7F.
    package init(
        _ verb: String, _ argument: [UInt8] = [], isSecret: Bool = false, path: Path? = nil
    ) throws(FileSystemError) {
        self.verb = verb.uppercased()
        self.isSecret = isSecret
        guard !verb.utf8.contains(where: { $0 < 0x20 || $0 >= 0x7F }) else {
            throw Command.refusal(.controlCharacter, path, isSecret, argument)
        }
        try Command.check(argument, isSecret: isSecret, path: path)
        var bytes = Array(verb.utf8)
        var shown = verb
        // An empty password is one all the same, and has its blank before it.
        if isSecret || !argument.isEmpty {
            bytes += [0x20] + argument
            shown += " " + (isSecret ? "****" : VisibleText.make(argument))
        }
        bytes += [0x0D, 0x0A]
        self.bytes = bytes
        escaped =
            argument.contains(0xFF) ? bytes.flatMap { $0 == 0xFF ? [0xFF, 0xFF] : [$0] } : bytes
        text = shown
    }

    /// Throws as `init` does where the argument cannot be sent.
    static func check(
        _ argument: [UInt8], isSecret: Bool = false, path: Path? = nil
    ) throws(FileSystemError) {
        // What ends a command (RFC 959, section 5.3.1) or a string of the server's; in a password nothing of it is meant.
        let isFit = argument.allSatisfy { byte in
            isSecret ? byte >= 0x20 && byte != 0x7F : byte != 0 && byte != 0x0A && byte != 0x0D
        }
        guard isFit else {
            throw refusal(.controlCharacter, path, isSecret, argument)
        }
        guard argument.count <= limit else {
            throw refusal(.length, path, isSecret, argument)
        }
    }

    /// A command that goes as it is, whatever the server knows.
    private init(verb: String, unescaped argument: [UInt8]) {
        self.verb = verb
        isSecret = false
        bytes = Array(verb.utf8) + [0x20] + argument + [0x0D, 0x0A]
        escaped = bytes
        text = verb + " " + VisibleText.make(argument)
    }

    /// TYPE I with a Telnet command (DM, RFC 854) in it: what knows Telnet takes that out, and what
    /// does not knows no such type. In a verb, some servers do not even answer it.
    static let telnetQuestion = Command(verb: "TYPE", unescaped: [0xFF, 0xF2, 0x49])

    /// Whether it matters if the server knows Telnet.
    var needsEscape: Bool { escaped.count > bytes.count }

    package init(_ verb: String, _ argument: String) throws(FileSystemError) {
        try self.init(verb, Array(argument.utf8))
    }

    /// For the log of `site`, in whose charset its names are.
    package func text(on site: Site) -> String {
        guard site.charset != nil, !isSecret, let blank = bytes.firstIndex(of: 0x20) else {
            return text
        }
        return String(decoding: bytes[...blank], as: UTF8.self)
            + VisibleText.make(bytes[(blank + 1)...].dropLast(2), on: site)
    }

    private enum Defect { case controlCharacter, length }

    private static func refusal(
        _ defect: Defect, _ path: Path?, _ isSecret: Bool, _ argument: [UInt8]
    ) -> FileSystemError {
        let subject =
            if let path {
                path.text
            } else if isSecret {
                tr("the password or account")
            } else {
                "'\(VisibleText.make(argument, limit: 200))'"
            }
        let detail =
            switch defect {
            case .controlCharacter:
                isSecret
                    ? tr("FTP cannot send \(subject), because it contains a control character.")
                    : tr("FTP cannot send \(subject), because it contains a line break or a NUL.")
            case .length: tr("FTP cannot send \(subject), because it is longer than 8,192 bytes.")
            }
        return FileSystemError(.badName, path: path, detail: detail)
    }

    /// Whether a reply ends a transfer and can be no answer to this: it is a second one to the
    /// transfer before.
    func isStray(_ reply: Reply) -> Bool {
        switch verb {
        // 425 is an answer here: no port is free, or no socket.
        case "EPSV", "PASV", "EPRT", "PORT": [226, 250, 426].contains(reply.code)
        case "SIZE", "MDTM", "RNFR", "REST": [226, 250, 425, 426].contains(reply.code)
        case "CWD", "MLST", "DELE", "MKD", "RMD", "RNTO", "PWD":
            [226, 425, 426].contains(reply.code)
        case "TYPE": [425, 426].contains(reply.code)
        default: false
        }
    }
}
