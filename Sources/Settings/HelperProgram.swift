import CLinux
import Glibc
import Words

/// Runs a program of the user's for what it writes. It has no terminal.
package enum HelperProgram {
    /// What came of it.
    package struct Ending: Sendable {
        /// As wait(2) gives it; 0 where it ended well.
        package var status: CInt
        /// What it wrote to its standard output.
        package var output: [UInt8]
        /// What it wrote to its standard error.
        package var complaint: [UInt8]
    }

    /// Why there is nothing that came of it.
    package enum Failure: Error {
        /// Why, in words, where the system says.
        case notStarted(String?)
        /// It did not end in time, and was killed.
        case late
    }

    /// Runs `arguments` (the first is looked up in PATH) with `input`, 64 KiB of it at most, and with
    /// `variables` beside those of this process; waits for its end, and not for what it leaves in the
    /// background. Of what it writes `limit` bytes are kept. Not for the main thread.
    package static func run(
        _ arguments: [String], input: [UInt8] = [], adding variables: [String: String] = [:],
        limit: Int, timeout: Double
    ) throws(Failure) -> Ending {
        var pipes = PipeEnds()
        defer { pipes.close() }
        guard pipes.open() else { throw .notStarted(nil) }
        // The pipe holds as much, and nobody else has its other end: this does not wait.
        let isFed = input.withUnsafeBytes { write(pipes.input[1], $0.baseAddress, $0.count) }
        guard isFed == input.count else { throw .notStarted(tr("it does not accept this input")) }
        var child: pid_t = 0
        let code = spawn(arguments, variables, pipes, &child)
        guard code == 0 else { throw .notStarted(systemReason(code)) }
        // Our copies must go, or the end of the child's would never be seen, nor its own input end.
        pipes.closeChildEnds()
        var reader = PipeReader(descriptors: [pipes.output[0], pipes.complaint[0]], limit: limit)
        let end = PipeReader.now() + timeout
        var status: CInt = 0
        // One that closes its output may still go on; what it has started may keep its output open.
        var isOver = false
        let isRead = reader.read(for: timeout) {
            isOver = isOver || hasEnded(child, by: 0, &status)
            return isOver
        }
        guard isRead, isOver || hasEnded(child, by: end, &status) else {
            kill(-child, SIGKILL)
            while waitpid(child, nil, 0) < 0, errno == EINTR {}
            throw .late
        }
        return Ending(status: status, output: reader.bytes[0], complaint: reader.bytes[1])
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

    private static func spawn(
        _ arguments: [String], _ variables: [String: String], _ pipes: PipeEnds,
        _ child: inout pid_t
    ) -> CInt {
        var pointers: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        var environment: [UnsafeMutablePointer<CChar>?] = own(adding: variables).map { strdup($0) }
        defer { for pointer in pointers + environment { free(pointer) } }
        guard !pointers.contains(nil), !pointers.isEmpty, !environment.contains(nil) else {
            return ENOMEM
        }
        pointers.append(nil)
        guard !variables.isEmpty else {
            return ferry_spawn_helper(
                &pointers, nil, pipes.input[0], pipes.output[1], pipes.complaint[1], &child)
        }
        environment.append(nil)
        return ferry_spawn_helper(
            &pointers, &environment, pipes.input[0], pipes.output[1], pipes.complaint[1], &child)
    }

    /// The environment of this process with others in it, `NAME=value` each.
    private static func own(adding variables: [String: String]) -> [String] {
        guard !variables.isEmpty else { return [] }
        var all: [String] = []
        var pointer = environ
        while let variable = pointer.pointee {
            let text = String(cString: variable)
            if variables[String(text.prefix { $0 != "=" })] == nil { all.append(text) }
            pointer += 1
        }
        return all + variables.map { "\($0.key)=\($0.value)" }
    }

    static func firstLine(_ bytes: [UInt8]) -> [UInt8] {
        var line = bytes.prefix { $0 != 0x0A }
        if line.last == 0x0D { line.removeLast() }
        return Array(line)
    }
}

/// The three pipes to a child; -1 stands for an end that is closed.
private struct PipeEnds {
    var input: [CInt] = [-1, -1]
    var output: [CInt] = [-1, -1]
    var complaint: [CInt] = [-1, -1]

    mutating func open() -> Bool {
        guard ferry_pipe(&input) == 0, ferry_pipe(&output) == 0, ferry_pipe(&complaint) == 0
        else { return false }
        // Programs do not expect a pipe that refuses to wait.
        for end in [input[0], output[1], complaint[1]] { _ = fcntl(end, F_SETFL, 0) }
        return true
    }

    mutating func closeChildEnds() {
        for end in input + [output[1], complaint[1]] { Glibc.close(end) }
        (input, output[1], complaint[1]) = ([-1, -1], -1, -1)
    }

    mutating func close() {
        for end in input + output + complaint where end >= 0 { Glibc.close(end) }
        (input, output, complaint) = ([-1, -1], [-1, -1], [-1, -1])
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

    /// Milliseconds between two questions whether more is to come.
    private static let pace: CInt = 50

    /// Whether all ends were reached in time, or what was there once `isOver`.
    mutating func read(for seconds: Double, unless isOver: () -> Bool) -> Bool {
        let end = PipeReader.now() + seconds
        var open = Array(descriptors.indices)
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while !open.isEmpty {
            let left = end - PipeReader.now()
            guard left > 0 else { return false }
            var ready = open.map { pollfd(fd: descriptors[$0], events: Int16(POLLIN), revents: 0) }
            let wait = min(CInt(min(left, 3_600) * 1_000) + 1, PipeReader.pace)
            guard poll(&ready, UInt(ready.count), wait) > 0 else {
                // Asked first, so that what it wrote last is not missed.
                guard isOver() else { continue }
                guard poll(&ready, UInt(ready.count), 0) > 0 else { return true }
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
