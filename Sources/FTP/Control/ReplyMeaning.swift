import Files
import Glibc
import Words

/// What a refusal means, as far as its code and its words tell.
enum ReplyMeaning {
    /// What the text of a 550 (or another refusal that covers much) says; `.other` where it says
    /// nothing known. `words` in small letters.
    static func refusal(_ words: String) -> FileSystemError.Kind {
        var words = words
        return words.withUTF8(refusal)
    }

    /// In bytes: a server that is asked about files which are not there says so for each of many, and
    /// to look for a phrase in a `String` takes longer than to have it sent.
    private static func refusal(_ words: UnsafeBufferPointer<UInt8>) -> FileSystemError.Kind {
        func says(_ phrases: StaticString...) -> Bool { phrases.contains(where: words.hold) }
        if says("not empty") { return .notEmpty }
        if says("not a directory") { return .notDirectory }
        if says("is a directory", "not a plain file", "not a regular file", "is a folder") {
            return .isDirectory
        }
        if says(
            "quota", "no space", "disk full", "disk is full", "insufficient space",
            "not enough space", "not enough disk", "out of space", "exceeded storage",
            // All that vsftpd says: hardly anything else keeps a disk from being written.
            "failure writing to local file")
        {
            return .full
        }
        if says(
            "permission", "denied", "not permitted", "not allowed", "access is", "forbidden",
            "not authorized", "unauthorized", "read-only", "privilege", "not enough rights")
        {
            return .denied
        }
        if says(
            "no such", "not found", "does not exist", "doesn't exist", "cannot find",
            "can't find", "not exist", "non-existent", "nonexistent", "no file")
        {
            return .notFound
        }
        if says("exists", "already") { return .exists }
        return .other
    }

    /// Whether a refusal is about encryption. `words` in small letters.
    static func speaksOfTLS(_ words: String) -> Bool {
        ["tls", "ssl", "encrypt"].contains(where: words.contains)
    }

    /// Whether a failed listing means that the directory is empty.
    static func isEmptyDirectory(_ reply: Reply) -> Bool {
        guard reply.code == 550 || reply.code == 450 else { return false }
        let words = reply.words
        return ["no files found", "no members found", "no data sets found"]
            .contains(where: words.contains)
    }

    /// Whether a listing that has "succeeded" was none: vsftpd sends nothing of a directory that may be
    /// entered and not read, and says so in words alone.
    static func isUnopened(_ reply: Reply) -> Bool {
        reply.isSuccess && reply.words.contains("failed to open directory")
    }

    static func kind(_ reply: Reply) -> FileSystemError.Kind {
        switch reply.code {
        case 421, 425, 426: return .connection
        case 452, 552: return .full
        case 430, 530, 332, 532: return .login
        case 500, 501, 502, 503, 504: return .unsupported
        case 521: return .exists
        case 522 where speaksOfTLS(reply.words): return .security
        case 450, 451, 550, 553: return refusal(reply.words)
        default:
            let kind = refusal(reply.words)
            return kind
        }
    }

    /// The error for a refusal of `attempt`.
    static func error(
        _ reply: Reply, _ attempt: Attempt, _ path: Path, on site: Site
    ) -> FileSystemError {
        let kind = kind(reply)
        let failure = attempt.failure(path.text(on: site))
        return FileSystemError(
            kind, path: path, reply: reply.text,
            detail: "\(failure) \(reason(kind, reply, attempt, VisibleText.make(site.host)))",
            isTransient: reply.isTransientFailure && kind != .full)
    }

    private static func reason(
        _ kind: FileSystemError.Kind, _ reply: Reply, _ attempt: Attempt, _ host: String
    ) -> String {
        switch kind {
        case .notFound: tr("\(host) has no such file or directory.")
        case .denied: tr("\(host) does not allow it.")
        case .exists: tr("This name already exists on \(host).")
        case .notDirectory: tr("It is not a directory.")
        case .isDirectory: tr("It is a directory.")
        case .notEmpty: tr("The directory is not empty.")
        case .full:
            tr(
                "The disk of \(host) is full, or your quota is used up; free some space, then retry."
            )
        case .login: tr("\(host) requires a login with permission for this.")
        case .unsupported: tr("\(host) does not support this.")
        case .connection, .security:
            ReplyWords.explain(code: reply.code, text: reply.text) ?? tr("The connection was lost.")
        default:
            if reply.code == 553 {
                tr("\(host) does not accept the name.")
            } else if reply.isTransientFailure {
                tr("\(host) cannot do this now; try again later.")
            } else if reply.code == 550 {
                // Many servers say no more than this, for every reason.
                attempt == .read
                    ? tr(
                        "\(host) gives no reason; check that it is a file and that you may read it."
                    )
                    : tr(
                        "\(host) gives no reason; check that it exists and that you may change it.")
            } else {
                tr("\(host) refused it.")
            }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// Whether the bytes of `phrase` stand in these.
    fileprivate func hold(_ phrase: StaticString) -> Bool {
        let length = phrase.utf8CodeUnitCount
        guard count >= length, let base = baseAddress else { return false }
        return (0...(count - length)).contains {
            base[$0] == phrase.utf8Start.pointee && memcmp(base + $0, phrase.utf8Start, length) == 0
        }
    }
}
