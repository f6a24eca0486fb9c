import Files
import Words

extension FileSystemError {
    /// What a server's refusal of `attempt` means.
    static func refused(
        _ code: StatusCode, _ message: String, _ attempt: Attempt, _ path: Path, on site: Site
    ) -> FileSystemError {
        let kind = kind(of: code, message)
        let words = message.isEmpty ? code.words : message
        return FileSystemError(
            kind, path: path, reply: reply(code, message),
            detail: "\(attempt.failure(path.text(on: site))) \(sentence(kind, attempt, words))",
            isTransient: false)
    }

    /// The reply as the log has it: `4 Failure`.
    static func reply(_ code: StatusCode, _ message: String) -> String {
        "\(code.rawValue) \(message.isEmpty ? code.words : message)"
    }

    private static func sentence(_ kind: Kind, _ attempt: Attempt, _ words: String) -> String {
        switch kind {
        // rclone, for one, hides links.
        case .notEmpty where attempt == .delete:
            tr("It is not empty, and the server may not list everything in it.")
        case .notFound: tr("There is no such file or directory.")
        case .denied: tr("You do not have permission.")
        case .full: tr("There is not enough space on the server.")
        case .unsupported: tr("The server does not support this.")
        default: tr("The server says “\(words)”.")
        }
    }

    private static func kind(of code: StatusCode, _ message: String) -> Kind {
        switch code {
        case .noSuchFile, .noSuchPath: .notFound
        case .permissionDenied, .writeProtected: .denied
        case .unsupported: .unsupported
        case .exists: .exists
        case .noSpace, .quotaExceeded: .full
        case .notEmpty: .notEmpty
        case .notDirectory: .notDirectory
        case .isDirectory: .isDirectory
        case .invalidName: .badName
        default: kind(ofWords: message)
        }
    }

    /// Version 3 has one number for all other reasons; some servers tell more in their words.
    private static func kind(ofWords message: String) -> Kind {
        let words = message.lowercased()
        let known: [(String, Kind)] = [
            ("no space", .full), ("disk full", .full), ("quota", .full),
            ("not empty", .notEmpty), ("already exists", .exists), ("file exists", .exists),
            ("not a directory", .notDirectory), ("is a directory", .isDirectory),
            ("no such file", .notFound), ("not found", .notFound),
            ("permission denied", .denied), ("access denied", .denied),
            ("read-only", .denied), ("not permitted", .denied), ("name too long", .badName),
        ]
        return known.first { words.contains($0.0) }?.1 ?? .other
    }

    /// A server that does not keep to the protocol.
    static func broken(_ words: String, on site: Site) -> FileSystemError {
        FileSystemError(
            .protocolViolation,
            detail: tr(
                "\(VisibleText.make(site.host)) broke the SFTP protocol (\(words)). The "
                    + "connection was closed; retry, or ask the server's operator."))
    }
}
