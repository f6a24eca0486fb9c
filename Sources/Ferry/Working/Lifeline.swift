import CLinux
import Glibc

/// A pipe that a program and all that it starts hold open: it ends with the last of them.
final class Lifeline {
    /// To be waited for: it is readable once all have ended.
    let descriptor: CInt
    /// For the program.
    private(set) var kept: CInt?

    /// Nil where too many files are open.
    init?() {
        var ends: [CInt] = [-1, -1]
        guard ferry_pipe(&ends) == 0 else { return nil }
        descriptor = ends[0]
        kept = ends[1]
    }

    deinit {
        close(descriptor)
        if let kept { close(kept) }
    }

    /// The program has been started; this process does not hold the pipe open itself.
    func letGo() {
        if let kept { close(kept) }
        kept = nil
    }

    /// Whether nobody holds it any more.
    var hasEnded: Bool {
        var waiting = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
        return poll(&waiting, 1, 0) > 0
    }
}
