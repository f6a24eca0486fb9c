/// What the end of an answer goes by. Servers that send bytes beyond it spoil the next answer on the
/// connection.
enum AnswerEnding: Hashable {
    /// HEAD: the body stays away, whatever length the head tells.
    case head
    /// 204 and 304, which never have a body (RFC 9110 section 6.4.1).
    case status
    /// The body's own framing.
    case body
}

/// Whether a connection that was kept after an answer may carry the next request: some servers send
/// bytes beyond the ends of their answers, and nobody knows when those come. Does no I/O.
struct KeptConnections {
    enum Step: Equatable {
        case use
        /// Only where nothing comes for so many milliseconds.
        case look(milliseconds: Int32)
        case renew
    }

    /// Long enough for what follows a head in a packet of its own.
    private static let probation: Int32 = 20

    /// Methods that change nothing, so that they may be sent twice (RFC 9110 section 9.2.1).
    private static let safe: Set<String> = ["GET", "HEAD", "OPTIONS", "PROPFIND"]

    /// Endings behind which bytes were seen.
    private var spoilt: Set<AnswerEnding> = []
    /// Endings behind which the next answer was seen.
    private var proven: Set<AnswerEnding> = []

    /// What to do with a connection whose last answer ended so, before a request goes out on it.
    func step(after ending: AnswerEnding, before method: String) -> Step {
        if spoilt.contains(ending) { return .renew }
        if KeptConnections.safe.contains(method) { return .look(milliseconds: 0) }
        // What may not be sent twice is not sent where its answer might be spoilt. Bodies to HEAD
        // come for some files and not for others, so nothing is proven of them.
        switch ending {
        case .head: return .renew
        case .status where !proven.contains(ending):
            return .look(milliseconds: KeptConnections.probation)
        case .status, .body: return .look(milliseconds: 0)
        }
    }

    /// Bytes came behind an answer that had ended so.
    mutating func noteSpoilt(_ ending: AnswerEnding) { spoilt.insert(ending) }

    /// Nothing came there but the next answer.
    mutating func noteProven(_ ending: AnswerEnding) { proven.insert(ending) }

    /// Whether a request may be sent again although the server may have carried it out: it changes
    /// nothing, or does the same again. A condition on what is there would meet the first one's work.
    static func mayRepeat(_ method: String, _ fields: [RequestField]) -> Bool {
        if safe.contains(method) { return true }
        return ["PUT", "PROPPATCH"].contains(method)
            && !fields.contains { field in
                let name = field.name.lowercased()
                return name.hasPrefix("if") || name == "content-range"
            }
    }
}
