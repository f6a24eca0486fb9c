/// What was said on stderr since the last question, as far as it belongs to the next: a server's
/// banner, and the name and instruction of its own questions. Does no I/O.
struct LoginWords {
    private enum Place {
        case outside
        /// In the picture of a host key that is known already.
        case image
    }

    /// Lines that are kept.
    private static let limit = 20

    private var place = Place.outside
    private(set) var lines: [String] = []
    /// Whether ssh said that the last answer was wrong.
    private(set) var wasDenied = false

    /// One line; whether it is worth the log's while.
    mutating func take(_ line: String) -> Bool {
        switch place {
        case .image:
            if line.hasPrefix("|") || line.hasPrefix("+--[") { return false }
            place = .outside
            if line.hasPrefix("+--") { return false }
        case .outside:
            break
        }
        if line.hasPrefix("Host key fingerprint is ") {
            place = .image
        } else if line.hasPrefix("Permission denied, please try again") {
            wasDenied = true
        } else if !line.isEmpty, !line.hasPrefix("Warning: Permanently added") {
            lines.append(line)
            if lines.count > LoginWords.limit { lines.removeFirst() }
        }
        return true
    }

    /// The next question has come, and has them.
    mutating func reset() {
        lines = []
        wasDenied = false
    }
}
