import Engine
import Files
import Glibc
import Words

/// The first steps of a process that is to work in the background: it lets go of whatever belongs to
/// the terminal that it was started on. What goes wrong before `finish` is said to whoever started
/// it, by its standard descriptors.
enum BackgroundBeginning {
    /// To be called before any thread is started. The user may close the terminal, and take away the
    /// directory.
    static func begin() throws {
        signal(SIGHUP, SIG_IGN)
        guard chdir("/") == 0 else {
            throw Failure([
                tr("The root directory cannot be entered (\(systemReason(errno))).")
            ])
        }
    }

    /// Reads what is handed over, from stdin to its end.
    static func takeHandover() throws -> Handover {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while bytes.count <= Handover.limit {
            let count = read(STDIN_FILENO, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            bytes += buffer[..<count]
        }
        guard let handover = Handover(bytes) else {
            throw Failure.usage(
                tr(
                    "\(BackgroundProcess.option) is internal to Ferry; use 'ferry queue run --detach'."
                )
            )
        }
        return handover
    }

    /// Tells the number of the process that works, and lets go of the standard descriptors.
    static func finish(saying number: Int32) throws {
        try Output.standard.write(Array("\(number)\n".utf8))
        let descriptor = open("/dev/null", O_RDWR | O_CLOEXEC)
        guard descriptor >= 0 else {
            throw Failure([tr("/dev/null cannot be opened (\(systemReason(errno))).")])
        }
        defer { close(descriptor) }
        for standard in STDIN_FILENO...STDERR_FILENO where dup2(descriptor, standard) < 0 {
            throw Failure([
                tr("/dev/null cannot be used (\(systemReason(errno))).")
            ])
        }
    }
}
