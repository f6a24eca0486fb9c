/// The first commands that go to a server together, which only ask and set what may be set twice,
/// show whether it takes more than one at a time: some read one command a packet, and drop what
/// came with it. Does no I/O: replies and silences in, what to do next out.
struct FirstWindow {
    enum Step: Equatable {
        case wait
        /// Send PWD alone, and wait for it after what is still unanswered.
        case askDirectory
        /// All are answered.
        case complete
        /// All are answered but PWD, whose reply came to the second one: the first was lost.
        case completeSingly
        /// Some were lost, and any reply may answer several at once: all have to be asked again
        /// singly. No reply to the window can still come but one to PWD.
        case askSingly
        /// Nothing comes any more.
        case dead
    }

    private let verbs: [String]
    /// One for each command, once all are answered.
    private(set) var replies: [Reply] = []
    private var hasAskedDirectory = false

    /// `verbs` in the order of sending; the last is PWD.
    init(_ verbs: [String]) {
        self.verbs = verbs
    }

    mutating func receive(_ reply: Reply) -> Step {
        // The second PWD's own.
        guard replies.count < verbs.count else { return .complete }
        // The answer to the second PWD overtakes none: what it seems to answer is lost.
        if hasAskedDirectory, reply.code == 257, verbs[replies.count] != "PWD" {
            return .askSingly
        }
        replies.append(reply)
        return replies.count == verbs.count && !hasAskedDirectory ? .complete : .wait
    }

    /// No reply came for longer than this line takes.
    mutating func fallSilent() -> Step {
        if replies.count == verbs.count { return .completeSingly }
        guard hasAskedDirectory else {
            hasAskedDirectory = true
            return .askDirectory
        }
        return .dead
    }
}
