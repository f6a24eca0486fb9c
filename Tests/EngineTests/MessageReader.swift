import Support
import UI

@testable import Engine

/// Waits for what the engine has to say.
final class MessageReader {
    private let inbox: Inbox
    private let seconds: Double
    private var messages: [Message] = []

    /// Waits for so many seconds at most.
    init(_ inbox: Inbox, seconds: Double) {
        self.inbox = inbox
        self.seconds = seconds
    }

    /// Waits until a message is what is wanted, and gives what `pick` makes of it.
    func wait<Value>(for pick: (Message) -> Value?) throws -> Value {
        let deadline = Deadline(seconds: seconds)
        while true {
            for (index, message) in messages.enumerated() {
                if let value = pick(message) {
                    messages.removeSubrange(...index)
                    return value
                }
            }
            messages = []
            try deadline.wait(for: inbox.descriptor)
            messages += inbox.drain()
        }
    }
}
