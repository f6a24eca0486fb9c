import Glibc

/// A program in a terminal of its own, and the screen that its user would see. Used by one thread.
package final class PseudoTerminal {
    package struct Failure: Error, CustomStringConvertible {
        package let description: String
    }

    /// How a program ended.
    package enum Ending: Equatable {
        case exited(Int)
        case killed(signal: Int)
    }

    /// Seconds until something that is waited for counts as missing.
    private static let patience = Duration.seconds(30)
    /// Descriptors of other tests must not live on in the program.
    private static let prelude = """
        for name in /proc/self/fd/*; do
          name=${name##*/}
          ((name > 2)) && eval "exec $name>&-"
        done
        cd -- "$0" && exec "$@"
        """

    package private(set) var screen: TerminalScreen
    /// Every byte that came.
    package private(set) var output: [UInt8] = []
    /// The program, which leads its session.
    package let process: Int32
    private let terminal: CInt
    private var ending: Ending?

    /// Starts `command` (its first word is searched in PATH) in a terminal of this size.
    package init(
        _ command: [String], columns: Int = 100, rows: Int = 30,
        environment: [String: String] = [:], directory: String = "/"
    ) throws {
        screen = TerminalScreen(columns: columns, rows: rows)
        var inner: CInt = -1
        var outer: CInt = -1
        var name = [CChar](repeating: 0, count: 128)
        guard openpty(&outer, &inner, &name, nil, nil) == 0 else {
            throw Failure(description: "no pseudo-terminal: \(String(cString: strerror(errno)))")
        }
        // The program opens it by its name, and must be the only one that holds it.
        defer { close(inner) }
        terminal = outer
        _ = fcntl(terminal, F_SETFD, FD_CLOEXEC)
        _ = fcntl(terminal, F_SETFL, O_RDWR | O_NONBLOCK)
        PseudoTerminal.setSize(terminal, columns, rows)

        var actions = posix_spawn_file_actions_t()
        posix_spawn_file_actions_init(&actions)
        defer { posix_spawn_file_actions_destroy(&actions) }
        // The first terminal that a session's leader opens becomes its controlling one.
        posix_spawn_file_actions_addopen(&actions, 0, name, O_RDWR, 0)
        posix_spawn_file_actions_adddup2(&actions, 0, 1)
        posix_spawn_file_actions_adddup2(&actions, 0, 2)
        var variables = ["TERM": "xterm-256color", "LC_ALL": "C.UTF-8", "COLORTERM": ""]
        variables.merge(environment) { $1 }
        let arguments = CStrings(["bash", "-c", PseudoTerminal.prelude, directory] + command)
        let pairs = CStrings(ChildProcess.environment(adding: variables))
        var number: pid_t = 0
        let status = SpawnAttributes.with(.session) {
            posix_spawn(&number, "/bin/bash", &actions, $0, arguments.pointers, pairs.pointers)
        }
        guard status == 0 else {
            throw Failure(description: "\(command): \(String(cString: strerror(status)))")
        }
        process = number
    }

    deinit {
        if ending == nil {
            kill(-process, SIGKILL)
            kill(process, SIGKILL)
            waitpid(process, nil, 0)
        }
        close(terminal)
    }

    // MARK: The user's side

    /// Types.
    package func send(_ text: String) {
        let deadline = ContinuousClock.now + PseudoTerminal.patience
        var rest = Array(text.utf8)[...]
        while !rest.isEmpty, ContinuousClock.now < deadline {
            let count = rest.withUnsafeBytes { write(terminal, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else {
                guard errno == EAGAIN else { return }
                receive(until: .now + .milliseconds(20))
            }
        }
    }

    package func send(_ key: TypedKey) {
        send(key.rawValue)
    }

    /// Changes the window; the kernel tells the program (SIGWINCH).
    package func resize(columns: Int, rows: Int) {
        screen.resize(columns: columns, rows: rows)
        PseudoTerminal.setSize(terminal, columns, rows)
    }

    package func signal(_ number: CInt) {
        // Once it is reaped, the number may be that of a stranger.
        if ending == nil { kill(process, number) }
    }

    /// Waits until `text` stands somewhere in one row of the screen.
    package func waitFor(_ text: String) throws {
        try waitUntil("'\(text)' to be shown") { $0.contains(text) }
    }

    /// Waits until `text` stands nowhere.
    package func waitForNo(_ text: String) throws {
        try waitUntil("'\(text)' to go") { !$0.contains(text) }
    }

    package func waitUntil(
        _ what: String, _ condition: (TerminalScreen) -> Bool
    ) throws {
        let deadline = ContinuousClock.now + PseudoTerminal.patience
        while !condition(screen) {
            guard receive(until: deadline) else {
                let state = ending.map { "ended: \($0)" } ?? "running"
                throw Failure(
                    description: "waited for \(what); the program is \(state); the screen is\n"
                        + screen.text)
            }
        }
    }

    /// Takes what comes for so long.
    package func take(for time: Duration) {
        let deadline = ContinuousClock.now + time
        while receive(until: deadline) {}
    }

    /// Waits for the program's end, and takes what it still sent.
    package func waitForEnd() throws -> Ending {
        let deadline = ContinuousClock.now + PseudoTerminal.patience
        var isConfirmed = false
        while receive(until: deadline) {
            guard !isConfirmed, asksAboutConnections else { continue }
            isConfirmed = true
            send(.enter)
        }
        if let ending { return ending }
        throw Failure(description: "the program does not end; the screen is\n\(screen.text)")
    }

    /// Whether the question is shown that comes before connections are closed or a share stops.
    private var asksAboutConnections: Bool {
        let text = screen.text
        return text.contains("[>Quit (y)<]")
            && (text.contains("will be closed.") || text.contains("will stop."))
    }

    /// The terminal's flags: canonical input and echo, as a shell leaves them.
    package var isCooked: Bool {
        var attributes = termios()
        guard tcgetattr(terminal, &attributes) == 0 else { return false }
        let local = tcflag_t(ICANON | ECHO | ISIG)
        return attributes.c_lflag & local == local && attributes.c_iflag & tcflag_t(ICRNL) != 0
            && attributes.c_oflag & tcflag_t(OPOST) != 0
    }

    // MARK: The terminal's side

    /// Takes what comes next; false when nothing can come any more, or in time.
    @discardableResult
    private func receive(until deadline: ContinuousClock.Instant) -> Bool {
        while true {
            let left = ContinuousClock.now.duration(to: deadline)
            guard left > .zero else { return false }
            // Short rounds: the end of a program whose children keep the terminal shows no other way.
            var waited = [pollfd(fd: terminal, events: Int16(POLLIN), revents: 0)]
            let round = min(100, left.components.seconds * 1_000 + 1)
            if poll(&waited, 1, CInt(round)) > 0 {
                var block = [UInt8](repeating: 0, count: 65_536)
                let count = read(terminal, &block, block.count)
                if count > 0 {
                    output += block[..<count]
                    screen.feed(block[..<count])
                    return true
                }
                // EIO: nobody has the terminal open any more.
                if count == 0 || errno == EIO {
                    collectEnding(Deadline(seconds: Double(left.components.seconds) + 1))
                    return false
                }
            } else if ending == nil {
                collectEnding(Deadline(seconds: 0))
            } else {
                return false
            }
        }
    }

    /// A program may let go of its terminal and still go on.
    private func collectEnding(_ deadline: Deadline) {
        guard ending == nil else { return }
        var status: CInt = 0
        guard ProcessEnd.wait(for: process, deadline, &status) else { return }
        let signal = Int(status & 0x7F)
        ending = signal == 0 ? .exited(Int(status >> 8 & 0xFF)) : .killed(signal: signal)
    }

    private static func setSize(_ terminal: CInt, _ columns: Int, _ rows: Int) {
        var size = winsize()
        size.ws_col = UInt16(clamping: columns)
        size.ws_row = UInt16(clamping: rows)
        _ = ioctl(terminal, UInt(TIOCSWINSZ), &size)
    }
}
