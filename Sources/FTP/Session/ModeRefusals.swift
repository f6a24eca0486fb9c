/// Whether a server sets the modes of the files that it was just sent. Some let nobody, or no anonymous
/// user, set any: each further file would cost a command more, and a line of the log, for nothing.
struct ModeRefusals {
    private enum State {
        case untried
        /// So many files' modes and none ever set, and what the server said last.
        case refused(Int, reply: String)
        case taken
    }

    /// Files that have to be refused, from the first on.
    private static let enough = 3

    private var state = State.untried

    /// The reply that stands for all others; nil where each file has to be asked about.
    var reply: String? {
        guard case .refused(let count, let reply) = state, count >= ModeRefusals.enough else {
            return nil
        }
        return reply
    }

    mutating func noteTaken() { state = .taken }

    /// `isTransient`: it may be taken at another time.
    mutating func noteRefused(_ reply: String, isTransient: Bool) {
        guard !isTransient else { return }
        switch state {
        case .untried: state = .refused(1, reply: reply)
        case .refused(let count, _): state = .refused(count + 1, reply: reply)
        case .taken: break
        }
    }
}
