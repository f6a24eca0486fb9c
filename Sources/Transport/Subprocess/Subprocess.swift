import CLinux
import Glibc
import Synchronization
import Words

/// A program that was started for its standard input and output: one end of a pair of sockets, whose
/// bytes need not be copied on their way in, and of a pipe, whose bytes need not be on their way out.
/// It leads a session and a process group of its own, has no terminal, and holds no other descriptor
/// of this process. Whoever started it must `reap` it.
package final class Subprocess: Sendable {
    /// How a program ended.
    package enum Ending: Hashable, Sendable {
        /// By itself, with that status; 0…255.
        case status(CInt)
        /// By that signal.
        case signal(CInt)
        /// Nobody kept how.
        case unknown
    }

    /// Bytes that may be on their way in each direction before a writer waits; the system may grant
    /// less.
    private static let bufferSize: CInt = 1 << 20

    /// Its process, session and group.
    package let identifier: CInt
    /// Readable where it has written to stderr, or nobody can any more; returns at once.
    package let errors: CInt
    /// What it has written and nobody has read: poll(2) says POLLHUP of it once the program and all that
    /// it started have closed their ends.
    package let output: CInt
    /// poll(2) says POLLHUP of it once the stream was interrupted here.
    package let alarm: CInt
    /// Of what belongs to the stream: that it is closed here is no end for the program, which others may
    /// use.
    private let kept: [CInt]
    /// Readable once it has ended; -1 where this system has no such descriptor.
    package let end: CInt
    private let isReaped = Mutex(false)

    private init(
        identifier: CInt, errors: CInt, output: CInt, alarm: CInt, keeping kept: [CInt]
    ) {
        self.identifier = identifier
        self.errors = errors
        self.output = output
        self.alarm = alarm
        self.kept = kept
        end = ferry_open_process(identifier)
    }

    deinit {
        for descriptor in [errors, output, alarm] + kept { close(descriptor) }
        if end >= 0 { close(end) }
    }

    /// Starts `arguments`, the first of which is looked up in PATH, with `environment` (`NAME=value`
    /// each; nil for that of this process). The stream to it is held by `interrupter`. Throws
    /// `.other` with the system's words; with `.unresolved` where there is no such program.
    package static func start(
        _ arguments: [String], environment: [String]? = nil, interrupter: Interrupter
    ) throws(TransportError) -> (process: Subprocess, stream: Socket) {
        var held = Descriptors()
        do throws(TransportError) {
            let input = try held.socketPair()
            let output = try held.pipe()
            let errors = try held.pipe()
            let alarm = try held.socketPair()
            let copy = try held.duplicate(output.near)
            let kept = [try held.duplicate(input.near), try held.duplicate(alarm.near)]
            for end in [input.near, input.far] { enlargeBuffers(end) }
            // Fewer bytes at a time cost speed only.
            _ = ferry_set_pipe_size(output.near, bufferSize)
            // Programs do not expect a pipe that refuses to wait.
            for end in [output.far, errors.far] { _ = fcntl(end, F_SETFL, 0) }
            var child: pid_t = 0
            let code = spawn(
                arguments, environment, (input.far, output.far, errors.far), &child)
            guard code == 0 else {
                throw TransportError(
                    code == ENOENT ? .unresolved : .other, systemReason(code))
            }
            held.close([input.far, output.far, errors.far])
            let process = Subprocess(
                identifier: child, errors: errors.near, output: copy, alarm: alarm.far,
                keeping: kept)
            let source = Socket.Source.pipe(output.near, alarm: alarm.near)
            return (
                process,
                Socket(adopting: input.near, readingFrom: source, interrupter: interrupter)
            )
        } catch {
            held.close()
            throw error
        }
    }

    /// Small ones cost speed only.
    private static func enlargeBuffers(_ descriptor: CInt) {
        var size = bufferSize
        for option in [SO_SNDBUF, SO_RCVBUF] {
            setsockopt(
                descriptor, SOL_SOCKET, option, &size, socklen_t(MemoryLayout<CInt>.size))
        }
    }

    private static func spawn(
        _ arguments: [String], _ environment: [String]?,
        _ streams: (input: CInt, output: CInt, errors: CInt), _ child: inout pid_t
    ) -> CInt {
        guard !arguments.isEmpty,
            !(arguments + (environment ?? [])).contains(where: { $0.utf8.contains(0) })
        else { return EINVAL }
        var argv: [UnsafeMutablePointer<CChar>?] = arguments.map { strdup($0) }
        var envp: [UnsafeMutablePointer<CChar>?] = (environment ?? []).map { strdup($0) }
        defer { for pointer in argv + envp { free(pointer) } }
        guard !argv.contains(nil), !envp.contains(nil) else { return ENOMEM }
        argv.append(nil)
        envp.append(nil)
        if environment == nil {
            return ferry_spawn_helper(
                &argv, nil, streams.input, streams.output, streams.errors, &child)
        }
        return ferry_spawn_helper(
            &argv, &envp, streams.input, streams.output, streams.errors, &child)
    }

    /// Sends a signal to the program and all that it has started, as long as these are of its group;
    /// also where it has ended itself, until it is reaped.
    package func signal(_ number: CInt) {
        isReaped.withLock { isReaped in
            // Once it is reaped, the number may be that of a stranger.
            guard !isReaped, ferry_has_ended(identifier) >= 0 else { return }
            kill(-identifier, number)
        }
    }

    /// Whether it has ended; it waits to be reaped then.
    package var hasEnded: Bool {
        isReaped.withLock { $0 } || ferry_has_ended(identifier) != 0
    }

    /// Waits for its end. A second call does nothing.
    package func reap() -> Ending {
        isReaped.withLock { isReaped in
            guard !isReaped else { return .unknown }
            var status: CInt = 0
            while true {
                let ended = waitpid(identifier, &status, 0)
                if ended < 0, errno == EINTR { continue }
                isReaped = true
                // Whoever started Ferry may have it forget its children.
                guard ended == identifier else { return .unknown }
                let signal = status & 0x7F
                return signal == 0 ? .status(status >> 8 & 0xFF) : .signal(signal)
            }
        }
    }

    /// Whether something that it started is left of its group once it was reaped; also what was killed and
    /// has not ended yet.
    package var hasRemains: Bool {
        isReaped.withLock { $0 } && kill(-identifier, 0) == 0
    }

    /// Whether it has written to the stream what nobody has read.
    package var holdsOutput: Bool {
        var polled = pollfd(fd: output, events: CShort(POLLIN), revents: 0)
        return poll(&polled, 1, 0) > 0 && polled.revents & CShort(POLLIN) != 0
    }

    /// What it has written to stderr and nobody has read, `buffer.count` bytes at most; nil where
    /// there is nothing yet, 0 where nothing will come.
    package func readErrors(into buffer: inout [UInt8]) -> Int? {
        while true {
            let count = read(errors, &buffer, buffer.count)
            if count >= 0 { return count }
            if errno == EAGAIN || errno == EWOULDBLOCK { return nil }
            if errno != EINTR { return 0 }
        }
    }
}
