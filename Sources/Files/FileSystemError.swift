import Words

/// Why an operation on a file system failed, in words for the user.
package struct FileSystemError: Error, Hashable, Sendable {
    package enum Kind: String, Sendable, Codable, CaseIterable {
        case notFound, exists, denied, notDirectory, isDirectory, notEmpty, full, unsupported
        /// The name cannot be sent or stored: a line break in it, too long.
        case badName
        /// The login was refused.
        case login
        /// The connection could not be made, or broke.
        case connection
        case timeout
        case cancelled
        /// The server broke its protocol, or a limit was passed.
        case protocolViolation
        /// Fewer or other bytes came than were promised.
        case truncated
        /// The source changed while it was copied.
        case changed
        /// Another process of Ferry is writing the file.
        case busy
        /// The server certificate, or TLS itself, was refused.
        case security
        case other
    }

    package var kind: Kind
    package var path: Path?
    /// The server's own reply, or the system's own words, sanitised: `550 No such file`.
    package var reply: String?
    /// One plain sentence that names the file or host and says what to do.
    package var detail: String
    /// Whether trying again later, on a new connection, may help.
    package var isTransient: Bool
    /// What the user may decide, so that it works the next time; with kind `.security`.
    package var question: TrustQuestion?

    package init(
        _ kind: Kind, path: Path? = nil, reply: String? = nil, detail: String,
        isTransient: Bool = false, question: TrustQuestion? = nil
    ) {
        self.kind = kind
        self.path = path
        self.reply = reply
        self.detail = detail
        self.isTransient = isTransient
        self.question = question
    }

    /// The whole message for the user: the sentence, and the reply where it is not in it already.
    package var message: String {
        guard let reply, !reply.isEmpty, !detail.contains(reply) else { return detail }
        return "\(detail) (\(reply))"
    }
}

extension FileSystemError {
    /// For a file of which a file system should have said what became of it, and did not.
    package static func unanswered(_ path: Path) -> FileSystemError {
        FileSystemError(
            .other, path: path,
            detail: tr("The result for \(path.text) is unknown; check it, then retry."))
    }

    /// For a directory of which the server does not tell everything.
    package static func unlisted(_ path: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .protocolViolation, path: path,
            detail: tr("\(path.text(on: site)) could not be listed whole."))
    }

    /// For a file that must not be touched before another is whole, where the place writes it there.
    package static func onlyInPlace(_ path: Path, on site: Site) -> FileSystemError {
        FileSystemError(
            .unsupported, path: path,
            detail: tr(
                "\(path.text(on: site)) can only be written in place, so it was not replaced."))
    }
}

extension FileSystemError: CustomStringConvertible {
    package var description: String { message }
}
