import CLinux
import Glibc

/// What the system tells the process.
package enum Signal: Hashable, Sendable {
    /// SIGTERM, SIGQUIT: end, and leave everything in order.
    case terminate
    /// The terminal has gone.
    case hangUp
    /// SIGINT sent by someone; Ctrl-C comes as a key.
    case interrupt
    /// The terminal has another size.
    case resize
    /// The process goes on after it was stopped.
    case continued
    /// SIGTSTP sent by someone: stop as Ctrl-Z does.
    case stop
}

/// Signals as something to poll. Make it first thing in the process: threads that start later
/// inherit that these signals are blocked.
package final class Signals {
    private static let numbers = [SIGTERM, SIGQUIT, SIGHUP, SIGINT, SIGWINCH, SIGCONT, SIGTSTP]

    /// Readable while signals wait.
    package let descriptor: CInt

    /// Nil where the process has no descriptor left.
    package init?() {
        descriptor = ferry_signalfd(Signals.numbers, Signals.numbers.count)
        if descriptor < 0 { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// Everything that waits.
    package func drain() -> [Signal] {
        var signals: [Signal] = []
        while true {
            switch ferry_read_signal(descriptor) {
            case SIGTERM, SIGQUIT: signals.append(.terminate)
            case SIGHUP: signals.append(.hangUp)
            case SIGINT: signals.append(.interrupt)
            case SIGWINCH: signals.append(.resize)
            case SIGCONT: signals.append(.continued)
            case SIGTSTP: signals.append(.stop)
            default: return signals
            }
        }
    }

    /// Stops this process and its group as Ctrl-Z at the shell would, and returns when it goes on;
    /// at once where no shell is there that could continue it.
    static func stopProcess() {
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTSTP)
        var before = sigset_t()
        pthread_sigmask(SIG_UNBLOCK, &stop, &before)
        kill(0, SIGTSTP)
        pthread_sigmask(SIG_SETMASK, &before, nil)
    }
}
