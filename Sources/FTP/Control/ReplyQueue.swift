import Files
import Words

/// Which replies are still to come, and which command each of them answers: they come in the order
/// of sending. Does no I/O.
struct ReplyQueue {
    /// Stands for a command whose reply is awaited.
    struct Ticket: Hashable {
        fileprivate let number: Int
    }

    /// Replies that may lie unread; more than commands can ever be under way.
    private static let limit = 200

    /// Commands on whose answer nothing hangs.
    private static let questions: Set<String> = ["SIZE", "MDTM", "SYST", "OPTS", "CLNT"]

    private enum Standing {
        /// Goes out once everything before it is answered.
        case held(Command)
        /// Since when, in seconds of the monotonic clock.
        case sent(Double)
        /// Not answered for long, and PWD was sent after it: its 257 is the answer to nothing else.
        case doubted
    }

    private struct Outstanding {
        let ticket: Ticket
        var isStray: (Reply) -> Bool
        var standing: Standing
        /// Whether nothing hangs on an answer.
        var isQuestion = false

        var isHeld: Bool {
            if case .held = standing { return true }
            return false
        }
    }

    /// Stands for the answer to a question that the server passed over: it does not know it.
    private static let noAnswer = Reply(
        code: 500, lines: [Array("500 (\(tr("no answer")))".utf8)])

    private var outstanding: [Outstanding] = []
    private var ready: [Reply] = []
    private var next = 0
    /// What may still come, and answers nothing that is asked from here on.
    private var lateCode: Int?
    /// How long the slowest reply took that was awaited alone, in seconds: of the commands, or of
    /// the greeting as long as there was none.
    private(set) var slowest = 0.0

    /// Whether no command's reply is awaited.
    var isEmpty: Bool { outstanding.isEmpty }

    /// Whether commands wait for their turn.
    var holdsCommands: Bool {
        outstanding.last?.isHeld ?? false
    }

    /// Whether replies lie unread.
    var hasUnread: Bool { !ready.isEmpty }

    /// Whether replies to all of `tickets` are still to be had.
    func awaits(_ tickets: [Ticket]) -> Bool {
        tickets.allSatisfy { ticket in outstanding.contains { $0.ticket == ticket } }
    }

    // MARK: Commands

    /// A command, or the greeting's place, that was sent at `time`. Replies that `isStray` knows
    /// belong to something before it.
    mutating func sent(
        at time: Double, isStray: @escaping (Reply) -> Bool = { _ in false }
    ) -> Ticket {
        issue(.sent(time), isStray)
    }

    /// A command that waits for its turn.
    mutating func hold(_ command: Command) -> Ticket {
        let ticket = issue(.held(command), command.isStray)
        outstanding[outstanding.count - 1].isQuestion = ReplyQueue.questions.contains(command.verb)
        return ticket
    }

    private mutating func issue(
        _ standing: Standing, _ isStray: @escaping (Reply) -> Bool
    ) -> Ticket {
        next += 1
        let ticket = Ticket(number: next)
        var isStray = isStray
        if let code = lateCode {
            // Only before this one's reply: they come in order.
            lateCode = nil
            let known = isStray
            isStray = { $0.code == code || known($0) }
        }
        outstanding.append(Outstanding(ticket: ticket, isStray: isStray, standing: standing))
        return ticket
    }

    /// The command whose turn it is, which counts as sent from `time` on.
    mutating func release(at time: Double) -> Command? {
        guard case .held(let command) = outstanding.first?.standing else { return nil }
        outstanding[0].standing = .sent(time)
        return command
    }

    /// When the question was sent whose answer is the next to come.
    var questionTime: Double? {
        guard let head = outstanding.first, head.isQuestion, case .sent(let time) = head.standing
        else { return nil }
        return time
    }

    /// PWD was sent after that question, alone: its reply without one to the question shows that
    /// this is passed over.
    mutating func doubtQuestion() {
        guard questionTime != nil else { return }
        outstanding[0].standing = .doubted
    }

    /// Whatever was asked is awaited no longer; one reply with `code` may come all the same.
    mutating func forget(late code: Int? = nil) {
        outstanding = []
        lateCode = code
    }

    // MARK: Replies

    /// Whether the server sends more than can have been asked for.
    var isFull: Bool { ready.count >= ReplyQueue.limit }

    /// Takes a reply in that came at `time`; how long it took, where that is known.
    mutating func take(_ reply: Reply, at time: Double) -> Double? {
        defer { ready.append(reply) }
        guard let head = outstanding.first, case .sent(let start) = head.standing else {
            return nil
        }
        if outstanding.count == 1, ready.isEmpty {
            // The greeting is the first, and may have waited for other things than the line.
            slowest = head.ticket.number == 2 ? time - start : max(slowest, time - start)
        }
        return time - start
    }

    /// The next reply to `ticket`, preliminary or final, where it is here. Those to what was asked
    /// before are passed over; `remark` hears of replies that answer nothing.
    mutating func reply(to ticket: Ticket, _ remark: (String) -> Void) -> Reply? {
        while !ready.isEmpty {
            let reply = ready.removeFirst()
            guard let head = outstanding.first, !head.isHeld else {
                remark(tr("Ferry ignored a reply that belongs to no command."))
                continue
            }
            if case .doubted = head.standing, reply.code == 257 {
                remark(
                    tr(
                        "The server did not answer the previous command; Ferry does not use it "
                            + "again."))
                outstanding.removeFirst()
                if head.ticket == ticket { return ReplyQueue.noAnswer }
                continue
            }
            if head.isStray(reply) {
                remark(tr("Ferry ignored a late reply to an earlier command."))
                continue
            }
            if !reply.isPreliminary {
                outstanding.removeFirst()
                if case .doubted = head.standing { expectLate(257) }
            }
            if head.ticket == ticket { return reply }
        }
        return nil
    }

    /// One reply with `code` may come before that to what is asked next.
    private mutating func expectLate(_ code: Int) {
        guard let next = outstanding.first else { return lateCode = code }
        outstanding[0].isStray = { $0.code == code || next.isStray($0) }
    }

    /// Drops what came before anything was asked.
    mutating func passOver() { ready = [] }
}
