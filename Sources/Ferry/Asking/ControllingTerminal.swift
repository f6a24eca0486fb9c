import CLinux
import Files
import Glibc

/// The terminal that the program was started on, wherever its standard descriptors lead: questions
/// go there, and never into the data. One thread reads it at a time.
final class ControllingTerminal: Sendable {
    /// What came of waiting for a line.
    enum Typed: Equatable {
        /// Without its end; at most as many bytes as were allowed.
        case line([UInt8])
        /// Ctrl-D on an empty line.
        case nothing
        /// More bytes than were allowed; all of the line was thrown away.
        case tooLong
        /// Nobody waits for it any more.
        case over
        /// The terminal cannot be read, or not any more.
        case gone
    }

    /// How often the program is stopped that asks in the background, before it gives up: one without
    /// a shell that could continue it is not stopped at all.
    private static let stopLimit = 100

    /// What it shows besides questions.
    let line = TerminalLine()
    private let descriptor: CInt
    private let wakeReader: CInt
    private let wakeWriter: CInt

    /// Nil where the program has none, as under cron.
    convenience init?() {
        var descriptor: CInt
        repeat {
            descriptor = ferry_openat(AT_FDCWD, "/dev/tty", O_RDWR | O_NOCTTY, 0)
        } while descriptor < 0 && errno == EINTR
        guard descriptor >= 0 else { return nil }
        self.init(owning: descriptor)
    }

    /// Any terminal; it is closed in the end. Nil where the process has no descriptor left.
    init?(owning descriptor: CInt) {
        var ends: [CInt] = [-1, -1]
        guard ferry_pipe(&ends) == 0 else {
            close(descriptor)
            return nil
        }
        self.descriptor = descriptor
        wakeReader = ends[0]
        wakeWriter = ends[1]
    }

    deinit {
        for each in [descriptor, wakeReader, wakeWriter] { close(each) }
    }

    /// Writes lines of text.
    func say(_ lines: [String]) {
        write(lines.map { $0 + "\n" }.joined())
    }

    private func write(_ text: String) {
        // Where the terminal has gone there is nobody left to be told.
        try? Output(descriptor: descriptor, name: "/dev/tty").write(Array(text.utf8))
    }

    /// Has `read` look again at whether it is over; from any thread.
    func wake() {
        _ = withUnsafePointer(to: UInt8(ascii: "w")) { Glibc.write(wakeWriter, $0, 1) }
    }

    /// Waits for a line behind `prompt`; what was typed before does not count. A hidden one is not
    /// shown while it is typed. `isOver` is asked whenever something wakes it.
    func read(
        _ prompt: String, isHidden: Bool, limit: Int, isOver: () -> Bool = { false }
    ) -> Typed {
        guard comeToForeground() else { return .gone }
        if isHidden {
            guard ferry_echo_off(descriptor, wakeWriter) == 0 else { return .gone }
        } else {
            tcflush(descriptor, TCIFLUSH)
        }
        write(prompt)
        let typed = readLine(prompt, limit: limit, isOver)
        if isHidden { ferry_echo_on() }
        if isHidden || typed == .over || typed == .nothing { write("\n") }
        return typed
    }

    private func readLine(_ prompt: String, limit: Int, _ isOver: () -> Bool) -> Typed {
        var line: [UInt8] = []
        var isTooLong = false
        while true {
            if wasStopped() { write("\r" + prompt) }
            if isOver() { return .over }
            var waited = [
                pollfd(fd: descriptor, events: Int16(POLLIN), revents: 0),
                pollfd(fd: wakeReader, events: Int16(POLLIN), revents: 0),
            ]
            guard poll(&waited, 2, -1) >= 0 || errno == EINTR else { return .gone }
            let events = CInt(waited[0].revents)
            guard events != 0 else { continue }
            guard events & POLLIN != 0 else { return .gone }
            guard let block = nextBlock() else {
                guard errno == EINTR || errno == EIO && isInBackground && comeToForeground()
                else { return .gone }
                continue
            }
            if block.isEmpty {
                return isTooLong ? .tooLong : line.isEmpty ? .nothing : .line(line)
            }
            line += block.prefix { $0 != 0x0A }
            if line.count > limit {
                isTooLong = true
                line = []
            }
            if block.contains(0x0A) { return isTooLong ? .tooLong : .line(line) }
        }
    }

    /// Nil where it cannot be read now: see errno.
    private func nextBlock() -> [UInt8]? {
        var block = [UInt8](repeating: 0, count: 1_024)
        let count = Glibc.read(descriptor, &block, block.count)
        return count < 0 ? nil : Array(block[..<count])
    }

    /// Takes what woke it: whether the program was stopped meanwhile, so that the question is no
    /// longer the last that the user has seen.
    private func wasStopped() -> Bool {
        var wasStopped = false
        var bytes = [UInt8](repeating: 0, count: 64)
        while case let count = Glibc.read(wakeReader, &bytes, bytes.count), count > 0 {
            wasStopped = wasStopped || bytes[..<count].contains(UInt8(ascii: "c"))
        }
        return wasStopped
    }

    private var isInBackground: Bool {
        let group = tcgetpgrp(descriptor)
        return group >= 0 && group != getpgrp()
    }

    /// In the background it stops, as any program that wants to read the terminal there, until the
    /// user brings it forward; false where nobody can.
    private func comeToForeground() -> Bool {
        var stop = sigset_t()
        sigemptyset(&stop)
        sigaddset(&stop, SIGTTIN)
        for _ in 0..<ControllingTerminal.stopLimit {
            guard isInBackground else { return true }
            // Threads of Dispatch hold signals back, and then the kernel would only refuse.
            var before = sigset_t()
            pthread_sigmask(SIG_UNBLOCK, &stop, &before)
            kill(0, SIGTTIN)
            pthread_sigmask(SIG_SETMASK, &before, nil)
        }
        return !isInBackground
    }
}
