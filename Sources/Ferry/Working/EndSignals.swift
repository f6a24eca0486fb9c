import CLinux
import Glibc

/// The signals that ask a program without a screen to end, as something to poll. Make it before any
/// thread is started: these inherit that the signals are blocked.
final class EndSignals: Sendable {
    /// Readable while one waits.
    let descriptor: CInt

    /// Nil where the process has no descriptor left. What whoever started the program has it ignore
    /// (nohup, a script's `&`) stays ignored.
    init?() {
        let numbers = [SIGTERM, SIGINT, SIGHUP, SIGQUIT].filter { ferry_ignores($0) == 0 }
        descriptor = ferry_signalfd(numbers, numbers.count)
        if descriptor < 0 { return nil }
    }

    deinit {
        close(descriptor)
    }

    /// The next one's number; nil where none waits.
    func next() -> CInt? {
        let number = ferry_read_signal(descriptor)
        return number == 0 ? nil : number
    }

    /// Waits for one; its number.
    func wait() -> CInt {
        while true {
            if let number = next() { return number }
            var polled = pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0)
            poll(&polled, 1, -1)
        }
    }

    /// Ends the program as the signal would have, so that whoever started it knows why.
    static func end(by number: CInt) -> Never {
        ferry_echo_on()
        signal(number, SIG_DFL)
        var numbers = sigset_t()
        sigemptyset(&numbers)
        sigaddset(&numbers, number)
        pthread_sigmask(SIG_UNBLOCK, &numbers, nil)
        raise(number)
        exit(128 + number)
    }
}
