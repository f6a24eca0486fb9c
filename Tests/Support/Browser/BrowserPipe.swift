import Foundation
import Glibc

/// The two pipes to a browser: JSON messages, each ended by a NUL.
final class BrowserPipe {
    /// A shell's script that runs "$0" "$@" with the pipes where the browser looks for them.
    let redirection: String

    private let commands: CInt
    private let answers: CInt
    private var count = 0
    private var received: [UInt8] = []
    private var events: [BrowserMessage] = []

    init(_ folder: TemporaryFolder) throws {
        for name in ["commands", "answers"] {
            guard mkfifo(folder.path(name), 0o600) == 0 else {
                throw Browser.Failure(description: "no pipe for the browser")
            }
        }
        // Opened both ways, so that neither side waits for the other.
        commands = open(folder.path("commands"), O_RDWR | O_CLOEXEC | O_NONBLOCK)
        answers = open(folder.path("answers"), O_RDWR | O_CLOEXEC)
        redirection = """
            exec 3<>'\(folder.path("commands"))' 4<>'\(folder.path("answers"))' && exec "$0" "$@"
            """
    }

    deinit {
        close(commands)
        close(answers)
    }

    /// Sends a message and gives the reply to it.
    func ask(
        _ message: [String: Any], within seconds: Double, _ child: ChildProcess
    ) throws -> BrowserMessage {
        count += 1
        var message = message
        message["id"] = count
        var bytes = try [UInt8](JSONSerialization.data(withJSONObject: message)) + [0]
        let deadline = Deadline(seconds: seconds)
        while !bytes.isEmpty {
            let written = write(commands, bytes, bytes.count)
            if written > 0 {
                bytes.removeFirst(written)
            } else {
                // It is full: this end is open both ways, and never breaks.
                guard errno == EAGAIN, deadline.isOpen, child.isRunning else {
                    throw Browser.Failure(description: "the browser reads no commands")
                }
                var waiting = pollfd(fd: commands, events: Int16(POLLOUT), revents: 0)
                poll(&waiting, 1, 500)
            }
        }
        while true {
            let answer = try read(by: deadline, child)
            if answer.id == count { return answer }
            if answer.method != nil { events.append(answer) }
        }
    }

    /// The next event of this kind that nobody has had yet.
    func next(
        _ method: String, within seconds: Double, _ child: ChildProcess
    ) throws -> BrowserMessage {
        let deadline = Deadline(seconds: seconds)
        while true {
            if let index = events.firstIndex(where: { $0.method == method }) {
                return events.remove(at: index)
            }
            try events.append(read(by: deadline, child))
        }
    }

    func forget(_ method: String) {
        events.removeAll { $0.method == method }
    }

    private func read(by deadline: Deadline, _ child: ChildProcess) throws -> BrowserMessage {
        var block = [UInt8](repeating: 0, count: 1 << 16)
        while true {
            if let end = received.firstIndex(of: 0) {
                let bytes = received[..<end]
                received.removeSubrange(...end)
                return try JSONDecoder().decode(BrowserMessage.self, from: Data(bytes))
            }
            guard child.isRunning else {
                throw Browser.Failure(description: "the browser has ended")
            }
            try deadline.wait(for: answers, atMost: 0.5)
            var waiting = pollfd(fd: answers, events: Int16(POLLIN), revents: 0)
            guard poll(&waiting, 1, 0) > 0 else { continue }
            let count = Glibc.read(answers, &block, block.count)
            if count > 0 { received += block[..<count] }
        }
    }
}
