import CLinux
import Engine
import Files
import Glibc
import SFTP
import Words
import Work

/// Starts another process of Ferry that works on the user's queue without a terminal.
struct BackgroundProcess {
    /// The option by which it knows what it is.
    static let option = "--in-background"

    /// Seconds until it must have said that it has begun.
    private static let patience = 30.0
    /// Bytes kept of what it says.
    private static let outputLimit = 16_384

    private let arguments: [String]
    private let environment: [String]

    /// Starts one with the options that hold for a queue, where it outlives the user's login if that
    /// can be; returns the number of the process that works once one does. Throws what the new one
    /// says, or why there is none.
    static func start(
        _ options: any ConnectionChoices, _ handover: Handover, _ rule: LogoutRule
    ) throws -> Int32 {
        // Where the user's manager cannot be spoken to, the work goes on until the logout at least.
        if rule == .needsScope,
            let started = try? BackgroundProcess(options, inScope: true).start(handover)
        {
            return started
        }
        return try BackgroundProcess(options, inScope: false).start(handover)
    }

    private init(_ options: any ConnectionChoices, inScope: Bool) {
        var arguments = [
            SSHCarrierOpener.Surroundings.ownProgram, "queue", "run", BackgroundProcess.option,
        ]
        for (option, file) in [("--config", options.config), ("--ca", options.ca)] {
            // It is to work in another directory.
            if let file { arguments += [option, BackgroundProcess.absolute(file)] }
        }
        if options.insecure { arguments.append("--insecure") }
        if inScope {
            arguments =
                ["systemd-run", "--user", "--scope", "--quiet", "--collect", "--"] + arguments
        }
        self.arguments = arguments
        environment = ChildEnvironment.make(adding: [:])
    }

    private static func absolute(_ file: String) -> String {
        guard !file.hasPrefix("/") else { return file }
        return String(decoding: Place.workingDirectory().bytes, as: UTF8.self) + "/" + file
    }

    private func start(_ handover: Handover) throws -> Int32 {
        guard let bytes = handover.bytes else {
            throw BackgroundProcess.failure(tr("there are too many passwords to pass on"))
        }
        var pipes = Pipes()
        defer { pipes.close() }
        guard pipes.open() else {
            throw BackgroundProcess.failure(systemReason(errno))
        }
        var child: pid_t = 0
        let code = spawn(pipes, &child)
        guard code == 0 else { throw BackgroundProcess.failure(systemReason(code)) }
        pipes.closeChildEnds()
        let said = pipes.converse(
            giving: bytes, seconds: BackgroundProcess.patience,
            limit: BackgroundProcess.outputLimit)
        guard let said else {
            // It is the leader of its session, and so of its group.
            kill(-child, SIGKILL)
            waitpid(child, nil, 0)
            throw BackgroundProcess.failure(
                tr("it did not start within \(Int(BackgroundProcess.patience)) seconds"))
        }
        let first = said.output.split(separator: 0x0A).first.map { Array($0) } ?? []
        if let number = Int32(String(decoding: first, as: UTF8.self)) { return number }
        waitpid(child, nil, 0)
        throw BackgroundProcess.failure(saying: said.complaints)
    }

    private func spawn(_ pipes: Pipes, _ child: inout pid_t) -> CInt {
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        var envp: [UnsafeMutablePointer<CChar>?] = environment.map { strdup($0) }
        defer { for pointer in argv + envp { free(pointer) } }
        guard !argv.contains(nil), !envp.contains(nil) else { return ENOMEM }
        argv.append(nil)
        envp.append(nil)
        return ferry_spawn_helper(
            &argv, &envp, pipes.input[0], pipes.output[1], pipes.complaints[1], &child)
    }

    private static func failure(_ reason: String) -> Failure {
        Failure([tr("A background process could not be started (\(reason)).")])
    }

    /// The new one's own words, which are whole sentences.
    private static func failure(saying bytes: [UInt8]) -> Failure {
        let lines = bytes.split(separator: 0x0A).map { line in
            let text = VisibleText.make(Array(line))
            let isPrefixed = text.hasPrefix(Failure.prefix)
            return isPrefixed ? String(text.dropFirst(Failure.prefix.count)) : text
        }
        return lines.isEmpty ? failure(tr("it ended without a message")) : Failure(lines)
    }
}

/// The pipes to a new process; -1 stands for an end that is closed.
private struct Pipes {
    var input: [CInt] = [-1, -1]
    var output: [CInt] = [-1, -1]
    var complaints: [CInt] = [-1, -1]

    mutating func open() -> Bool {
        guard ferry_pipe(&input) == 0, ferry_pipe(&output) == 0, ferry_pipe(&complaints) == 0
        else { return false }
        for end in [input[0], output[1], complaints[1]] { _ = fcntl(end, F_SETFL, 0) }
        return true
    }

    mutating func closeChildEnds() {
        for end in [input[0], output[1], complaints[1]] { Glibc.close(end) }
        (input[0], output[1], complaints[1]) = (-1, -1, -1)
    }

    mutating func close() {
        for end in input + output + complaints where end >= 0 { Glibc.close(end) }
        (input, output, complaints) = ([-1, -1], [-1, -1], [-1, -1])
    }

    /// Writes `bytes`, and reads what the process says until it closes its ends; nil where that
    /// takes longer than so many seconds.
    mutating func converse(
        giving bytes: [UInt8], seconds: Double, limit: Int
    ) -> (output: [UInt8], complaints: [UInt8])? {
        let start = Instant.now()
        var rest = bytes[...]
        var said: [[UInt8]] = [[], []]
        var open = [output[0], complaints[0]]
        var buffer = [UInt8](repeating: 0, count: 4_096)
        while open.contains(where: { $0 >= 0 }) {
            let left = seconds - Instant.now().seconds(since: start)
            guard left > 0 else { return nil }
            // A negative descriptor is not looked at.
            var waited = [pollfd(fd: input[1], events: Int16(POLLOUT), revents: 0)]
            waited += open.map { pollfd(fd: $0, events: Int16(POLLIN), revents: 0) }
            guard poll(&waited, nfds_t(waited.count), CInt(left * 1_000) + 1) > 0 else { continue }
            if waited[0].revents != 0 { give(&rest) }
            for index in open.indices where waited[index + 1].revents != 0 {
                let count = Glibc.read(open[index], &buffer, buffer.count)
                if count > 0 {
                    said[index] += buffer[..<count].prefix(max(0, limit - said[index].count))
                } else if count == 0 || errno != EINTR && errno != EAGAIN {
                    open[index] = -1
                }
            }
        }
        return (said[0], said[1])
    }

    /// Writes what the pipe takes; closes it after the last byte, or where nobody reads it.
    private mutating func give(_ rest: inout ArraySlice<UInt8>) {
        let count = rest.withUnsafeBytes { write(input[1], $0.baseAddress, $0.count) }
        if count < 0, errno == EAGAIN || errno == EINTR { return }
        rest = rest.dropFirst(max(0, count))
        guard rest.isEmpty || count < 0 else { return }
        Glibc.close(input[1])
        input[1] = -1
    }
}
