import Files
import Glibc
import Work

/// Counts what has come to its end on other threads. A semaphore's timeout goes by the wall clock
/// on Linux, so that setting it could hold the program for as long.
struct CompletionCounter: Sendable {
    private let mailbox: Mailbox<Void>

    /// Nil where the process has no descriptor left.
    init?() {
        guard let mailbox = Mailbox<Void>() else { return nil }
        self.mailbox = mailbox
    }

    /// From any thread.
    func note() { mailbox.post(()) }

    /// Waits until `count` ends were noted, at most so many seconds.
    func wait(for count: Int, seconds: Double) {
        let start = Instant.now()
        var missing = count
        while missing > 0 {
            let left = seconds - Instant.now().seconds(since: start)
            guard left > 0 else { return }
            var waiting = pollfd(fd: mailbox.descriptor, events: Int16(POLLIN), revents: 0)
            poll(&waiting, 1, CInt((min(left, 60) * 1_000).rounded(.up)))
            missing -= mailbox.drain().count
        }
    }
}
