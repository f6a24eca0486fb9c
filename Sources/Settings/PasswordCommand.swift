import CLinux
package import Files
import Glibc

/// Asks a command of the user's own for a password (`pass show web01`): the first line that it
/// writes. It has no terminal, and nothing to read.
package enum PasswordCommand {
    /// Bytes of output that are read.
    static let limit = 4_096

    /// Runs the command by the shell and waits for it, at most `timeout` seconds. Not for the main
    /// thread. The error is one sentence; what the command wrote is never in it, but for the first
    /// line of its complaints.
    package static func run(
        _ command: String, site: String, timeout: Double = 60
    ) throws(SettingsError) -> Secret {
        func failure(_ words: String) -> SettingsError {
            SettingsError(file: site, "The password_command \(words).")
        }
        var output: [CInt] = [-1, -1]
        var complaint: [CInt] = [-1, -1]
        guard ferry_pipe(&output) == 0 else { throw failure("could not be started") }
        defer { for end in output where end >= 0 { close(end) } }
        guard ferry_pipe(&complaint) == 0 else { throw failure("could not be started") }
        defer { for end in complaint where end >= 0 { close(end) } }
        // Commands do not expect a pipe that refuses to wait.
        for end in [output[1], complaint[1]] { _ = fcntl(end, F_SETFL, 0) }
        var child: pid_t = 0
        let code = ferry_spawn_shell(command, output[1], complaint[1], &child)
        guard code == 0 else {
            throw failure("could not be started: \(String(cString: strerror(code)))")
        }
        // Our copies must go, or the end of the child's would never be seen.
        close(output[1])
        close(complaint[1])
        (output[1], complaint[1]) = (-1, -1)

        var reader = PipeReader(descriptors: [output[0], complaint[0]], limit: limit)
        let end = PipeReader.now() + timeout
        var status: CInt = 0
        // One that closes its output may still go on.
        guard reader.read(until: end), hasEnded(child, by: end, &status) else {
            kill(-child, SIGKILL)
            while waitpid(child, nil, 0) < 0, errno == EINTR {}
            throw failure("did not end within \(Int(timeout)) s, and was stopped")
        }
        guard status == 0 else {
            let words = firstLine(reader.bytes[1])
            throw failure(
                words.isEmpty ? "failed" : "failed: \(VisibleText.make(words, limit: 200))")
        }
        let password = firstLine(reader.bytes[0])
        guard !password.isEmpty else { throw failure("wrote nothing") }
        guard password.count < limit, let text = String(validating: password, as: UTF8.self) else {
            throw failure("wrote no password in UTF-8")
        }
        return Secret(text)
    }

    private static func hasEnded(
        _ child: pid_t, by end: Double, _ status: inout CInt
    ) -> Bool {
        while true {
            let ended = waitpid(child, &status, WNOHANG)
            // Whoever started Ferry may have it forget its children.
            if ended == child || ended < 0 && errno == ECHILD { return true }
            guard PipeReader.now() < end else { return false }
            poll(nil, 0, 5)
        }
    }

    private static func firstLine(_ bytes: [UInt8]) -> [UInt8] {
        var line = bytes.prefix { $0 != 0x0A }
        if line.last == 0x0D { line.removeLast() }
        return Array(line)
    }
}

/// Reads several pipes to their ends, keeping the beginning of each.
private struct PipeReader {
    let descriptors: [CInt]
    let limit: Int
    private(set) var bytes: [[UInt8]]

    init(descriptors: [CInt], limit: Int) {
        self.descriptors = descriptors
        self.limit = limit
        bytes = descriptors.map { _ in [] }
    }

    /// Whether all ends were reached by `end`, of CLOCK_MONOTONIC.
    mutating func read(until end: Double) -> Bool {
        var open = Array(descriptors.indices)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !open.isEmpty {
            let left = end - PipeReader.now()
            guard left > 0 else { return false }
            var ready = open.map { pollfd(fd: descriptors[$0], events: Int16(POLLIN), revents: 0) }
            guard poll(&ready, UInt(ready.count), CInt(min(left, 3_600) * 1_000) + 1) > 0 else {
                continue
            }
            for (place, index) in open.enumerated().reversed() where ready[place].revents != 0 {
                let count = Glibc.read(descriptors[index], &buffer, buffer.count)
                if count > 0 {
                    bytes[index] += buffer[..<count].prefix(max(0, limit - bytes[index].count))
                } else if count == 0 || (errno != EINTR && errno != EAGAIN) {
                    open.remove(at: place)
                }
            }
        }
        return true
    }

    static func now() -> Double {
        var time = timespec()
        clock_gettime(CLOCK_MONOTONIC, &time)
        return Double(time.tv_sec) + Double(time.tv_nsec) / 1e9
    }
}
