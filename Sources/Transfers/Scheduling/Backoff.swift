import Files
import Glibc
import Jobs

/// Whether and when a failed job is tried again.
enum Backoff {
    /// Seconds before the second, third and fourth try.
    static let delays: [Double] = [1, 4, 15]

    /// The same of a command where a try has brought a file on.
    static let afterProgress = 0.25

    /// The same of a command, for whose end somebody waits: what it only removes is tried twice.
    static func commandDelays(for operation: Job.Operation) -> [Double] {
        operation.isRemoval ? [1] : [1, 4]
    }

    /// Seconds before each later try where there is no end of them.
    static let longest = 60.0

    /// Seconds to wait after the failure with that number, from 1, of what is never given up.
    static func endlessDelay(after failures: Int) -> Double {
        delay(after: failures) ?? longest
    }

    /// Seconds after which a job looks again that waits for changes, and of which something has failed so
    /// often in a row.
    static func watchDelay(after failures: Int) -> Double {
        min(300, pow(2, Double(min(failures, 10))))
    }

    /// Seconds to wait after the failure with that number, from 1; nil to give up.
    static func delay(after failures: Int, _ delays: [Double] = Backoff.delays) -> Double? {
        delays.indices.contains(failures - 1) ? delays[failures - 1] : nil
    }

    /// Whether the server, which is the site's where that is known, says that it has too many
    /// connections: then fewer are to be used.
    static func isCrowded(_ error: FileSystemError, at site: Site?) -> Bool {
        guard error.kind == .login || error.kind == .connection, error.isTransient,
            let reply = error.reply
        else { return false }
        // HTTP has no other word for it (RFC 9110 section 15.6.4).
        if site?.scheme.isHTTP ?? false, reply.hasPrefix("503") { return true }
        return CrowdedReply.matches(reply)
    }
}
