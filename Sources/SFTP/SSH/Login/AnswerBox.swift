import Files
import Synchronization
import Transport

/// Where the user's answers wait for the queue that ssh is watched on; from any thread.
final class AnswerBox: Sendable {
    /// An answer.
    enum Reply: Sendable {
        case answered(LoginAnswer)
        /// The password that was given for the site, if there is one.
        case found(Secret?)
    }

    private let replies = Mutex<[(AskpassServer.Call, Reply)]>([])
    private let wakePipe: WakePipe

    /// Wakes by that pipe.
    init(_ wakePipe: WakePipe) {
        self.wakePipe = wakePipe
    }

    /// An answer has come.
    func put(_ reply: Reply, to call: AskpassServer.Call) {
        replies.withLock { $0.append((call, reply)) }
        wakePipe.wake()
    }

    /// All that have come, in their order.
    func take() -> [(AskpassServer.Call, Reply)] {
        replies.withLock { replies in
            defer { replies = [] }
            return replies
        }
    }
}
